#include "cli/locomo_gate.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace wm::cli {
namespace {

constexpr std::array steps{"CREATE VIRTUAL TABLE turns USING fts5(text, tokenize='porter unicode61');"};
constexpr Schema schema{0x776d6774, "measuring index", steps};
constexpr double lift = 0.3;  // of a neighbour's score
constexpr int rows_read = 300;

// What a plain index leaves out of a question: English, as LoCoMo is.
constexpr std::string_view stop_words =
    " a about after all also am an and any are as at be been before being both but by can could did do does doing done "
    "for "
    "from get got had has have having he her hers him his how i if in into is it its just like me more most my no not "
    "of on "
    "or our out over she should so some such than that the their them then there these they this those to too up was "
    "we "
    "were what when where which while who whom whose why will with would you your s t d ll m re ve ";

bool is_stop_word(const std::string& word) { return stop_words.find(" " + word + " ") != std::string_view::npos; }

std::string match_of(std::string_view question) {
    std::string match, word;
    const auto add = [&] {
        if (!word.empty() && !is_stop_word(word))
            match.append(match.empty() ? "\"" : " OR \"").append(word).append("\"");
        word.clear();
    };
    for (const char c : question) {
        const bool upper = c >= 'A' && c <= 'Z';
        const bool inside = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
        inside ? void(word += upper ? static_cast<char>(c - 'A' + 'a') : c) : add();
    }
    add();
    return match;
}

}  // namespace

std::variant<LocomoGate, StoreError> LocomoGate::open(const std::string& folder) {
    auto opened = Database::open(folder + "/gate.db", schema);
    if (auto* error = std::get_if<StoreError>(&opened)) return std::move(*error);
    LocomoGate gate(std::get<Database>(std::move(opened)));
    if (!gate.db_.exec("BEGIN")) return StoreError{folder + "/gate.db cannot be written"};
    return gate;
}

LocomoGate::LocomoGate(Database db)
    : db_(std::move(db)),
      insert_(db_, "INSERT INTO turns(rowid, text) VALUES(?, ?)"),
      find_(db_, "SELECT rowid, -rank FROM turns WHERE turns MATCH ? ORDER BY rank LIMIT ?") {}

bool LocomoGate::add(std::string_view text, bool neighbour) {
    goes_on_.push_back(neighbour);
    return insert_.with(goes_on_.size(), text).run();
}

bool LocomoGate::finish() { return db_.exec("COMMIT"); }

std::vector<std::int64_t> LocomoGate::find(std::string_view question, std::size_t rows_max) {
    std::map<std::int64_t, double> scores, lifted;
    const auto match = match_of(question);
    if (match.empty()) return {};
    find_.with(match, rows_read);
    while (find_.step() == Step::row) scores[find_.integer(0)] = find_.real(1);
    find_.reset();
    const auto goes_on = [&](std::int64_t id) {
        return id >= 1 && id <= static_cast<std::int64_t>(goes_on_.size()) &&
               goes_on_[static_cast<std::size_t>(id) - 1];
    };
    for (const auto& [id, score] : scores) {
        lifted[id] += score;
        if (goes_on(id)) lifted[id - 1] += lift * score;
        if (goes_on(id + 1)) lifted[id + 1] += lift * score;
    }
    std::vector<std::pair<double, std::int64_t>> order;
    for (const auto& [id, score] : lifted) order.emplace_back(-score, id);
    std::ranges::sort(order);
    std::vector<std::int64_t> ids;
    for (std::size_t i = 0; i < order.size() && i < rows_max; ++i) ids.push_back(order[i].second);
    return ids;
}

}  // namespace wm::cli
