#pragma once
// Learned names on disk: <data_dir>/names.db. Both backends have it, since neither can say which words of its memories are
// names. It holds names alone, no memory; without the file they are learnt anew.

#include "actors/name_store.hpp"
#include "runtime/scheduler.hpp"
#include "store/sqlite.hpp"

#include <memory>
#include <string>
#include <variant>

namespace wm {

class SqliteNames final : public NameStore {
public:
    // Blocks: for the start of the daemon. The directory exists; `workers` run their last job before this goes.
    static std::variant<std::unique_ptr<SqliteNames>, StoreError> open(const std::string& data_dir, Workers& workers);

    void load(Reply<NamesLoaded> reply_to) override;
    void save(policies::NamePlace place, policies::NameBook::Change change) override;

private:
    SqliteNames(Database db, Workers& workers);

    Database db_;  // the workers' alone
    Statement insert_, remove_, all_;
    Workers& workers_;
};

}  // namespace wm
