#include "store/names.hpp"

#include <array>
#include <utility>

namespace wm {
namespace {

constexpr std::array steps{
    "CREATE TABLE names(id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, user TEXT NOT NULL, name TEXT NOT "
    "NULL,"
    " UNIQUE(scope, user, name)) STRICT;",
};
constexpr Schema schema{0x776d6e6d, "learned names", steps};  // "wmnm"

}  // namespace

std::variant<std::unique_ptr<SqliteNames>, StoreError> SqliteNames::open(const std::string& data_dir,
                                                                         Workers& workers) {
    auto opened = Database::open(data_dir + "/names.db", schema);
    if (auto* error = std::get_if<StoreError>(&opened)) return std::move(*error);
    return std::unique_ptr<SqliteNames>(new SqliteNames(std::get<Database>(std::move(opened)), workers));
}

SqliteNames::SqliteNames(Database db, Workers& workers)
    : db_(std::move(db)),
      insert_(db_, "INSERT OR IGNORE INTO names(scope, user, name) VALUES(?, ?, ?)"),
      remove_(db_, "DELETE FROM names WHERE scope = ? AND user = ? AND name = ?"),
      all_(db_, "SELECT scope, user, name FROM names ORDER BY id"),
      workers_(workers) {}

void SqliteNames::load(Reply<NamesLoaded> reply_to) {
    workers_.run([this, reply_to] {
        NamesLoaded loaded;
        all_.with();
        while (all_.step() == Step::row)
            loaded.rows.push_back(
                {{ScopeName(std::string(all_.text(0))), UserId(std::string(all_.text(1)))}, std::string(all_.text(2))});
        all_.reset();
        reply_to.deliver(std::move(loaded));
    });
}

void SqliteNames::save(policies::NamePlace place, policies::NameBook::Change change) {
    workers_.run([this, place = std::move(place), change = std::move(change)] {
        Transaction transaction(db_);
        for (const auto& name : change.added) (void)insert_.with(place.scope.str(), place.user.str(), name).run();
        for (const auto& name : change.removed) (void)remove_.with(place.scope.str(), place.user.str(), name).run();
        (void)transaction.commit();
    });
}

}  // namespace wm
