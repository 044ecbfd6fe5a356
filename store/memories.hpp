#pragma once
// The embedded store's tables: <data_dir>/memory.db, WAL with synchronous=FULL, an FTS5 index over terms of our own
// making.
//
//   observation          what holds: current states, and statements that no newer state has outdated
//   world, experience    every single record, history included; experience is what was done (design.md §10)
//
// There is no query without a bank: each term in the index begins with the bank's number, and each row is compared
// with it again. A state (subject and attribute) has half-open intervals of validity, one of them open; another
// subject or another attribute is never touched (BR-03), and an event never replaced. One thread at a time.

#include "actors/backend.hpp"
#include "store/blocks.hpp"
#include "store/forms.hpp"
#include "store/query.hpp"
#include "store/ranking.hpp"
#include "store/sqlite.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace wm {

// Each term in the index begins with the bank's number: a query of one bank cannot name a term of another.
std::string term_of(std::int64_t bank, std::string_view term);
std::string index_words(std::int64_t bank, const IndexedText& indexed);  // a row of the index

constexpr int type_bit(MemoryType type) { return type == MemoryType::experience ? 2 : 1; }  // as stored

// A row that answers a question.
struct FoundRow {
    std::int64_t id = 0;
    std::string text, subject, attribute, document;
    MemoryType type = MemoryType::world;
    BlockKind kind = BlockKind::unknown;
    std::string category;
    bool current = false;
    WallTime from{};
    std::optional<WallTime> until;  // exclusive
    double score = 0;
    ScoreParts why;  // of the search: what the row owes its place to
};

struct Search {
    std::vector<MemoryType> types;
    std::size_t rows_max = 20;
    std::optional<WallTime> as_of;  // only what held then: a state's interval is half-open; events from their time on
};

class MemoryTable {
public:
    static std::variant<MemoryTable, StoreError> open(const std::string& data_dir);

    // All items or none, synced. `now`: when the store learnt it. Gives the number of items that the bank holds
    // afterwards, the same for a repeated operation; nothing: the disk refused.
    std::optional<std::uint32_t> retain(const BankId& bank, const RetainBatch& batch, WallTime now);

    struct Operation {
        bool known = false;
        std::uint32_t units = 0;
    };
    std::optional<Operation> operation(const BankId& bank, const OperationId& operation);

    // Best first, at most `rows_max`. Nothing: the disk refused or the query was interrupted.
    std::optional<std::vector<FoundRow>> find(const BankId& bank, std::string_view question,
                                              const std::vector<MemoryType>& types, std::size_t rows_max);

    // The same without a floor: whatever holds a word of the question, and what stands beside it. For deep searches.
    std::optional<std::vector<FoundRow>> search(const BankId& bank, std::string_view question, const Search& how);

    // What was kept last and still holds, the newest first.
    std::optional<std::vector<FoundRow>> latest(const BankId& bank, std::size_t rows_max);

    bool answers();  // a read goes through
    Database& database() { return db_; }
    void set_lives(const BlockLives& lives) { lives_ = lives; }  // of what is kept from now on

private:
    struct State {
        std::int64_t id = 0;
        std::string text, subject;
        std::optional<std::int64_t> until;
    };
    struct Row {  // to be inserted
        std::int64_t document = 0;
        MemoryType type = MemoryType::world;
        std::string_view text, subject, attribute;
        std::int64_t from = 0;
        std::optional<std::int64_t> until;
        bool current = true;
        const BlockFacts* facts = nullptr;  // never null
    };
    struct Indexed {  // what the search reads of a memory
        std::int64_t id = 0, bank = 0;
        std::int64_t batch = 0;  // the first document of what was written together
        int type = 0;            // as stored; 0: no search finds it
        std::string_view text, subject;
        std::int64_t from = 0;
        std::optional<std::int64_t> until;
        bool current = false;
    };

    explicit MemoryTable(Database db);
    std::optional<StoreError> index_anew(const std::string& path);

    std::optional<std::int64_t> bank_id(const BankId& bank, bool make);  // 0: there is none
    std::optional<std::uint32_t> retain_items(std::int64_t bank, const RetainBatch& batch, WallTime now);
    bool retain_state(std::int64_t bank, const BatchItem& item, const RetainBatch& batch, WallTime now,
                      std::vector<State>& states);
    bool retain_event(std::int64_t bank, const BatchItem& item, const RetainBatch& batch, WallTime now,
                      const std::vector<State>& states);
    std::optional<std::optional<State>> state_at(std::int64_t bank, const BatchItem& item, std::int64_t at);
    std::optional<std::optional<std::int64_t>> next_change(std::int64_t bank, const BatchItem& item, std::int64_t at);
    std::optional<std::int64_t> document(std::int64_t bank, const BatchItem& item, const RetainBatch& batch,
                                         WallTime now, bool& known);
    std::optional<std::int64_t> insert(std::int64_t bank, const Row& row, WallTime now);
    bool index(const Indexed& row);
    std::optional<std::int64_t> ending(const BlockFacts& facts, WallTime said) const;

    // Of the search (store/memory_search.cpp). Each gives nothing when the disk refused or the query was interrupted.
    struct Holder {  // a memory that holds a term of the question
        std::int64_t id = 0;
        float weight = 0;
    };
    struct Asking {
        std::int64_t bank = 0;
        bool deep = false;
        std::uint64_t rows = 0;  // of the bank
        std::vector<AskedDate> dates;
        std::vector<MemoryType> types;
        std::optional<WallTime> as_of;
    };
    std::optional<std::vector<FoundRow>> ranked(Query& query, Asking& asking, std::size_t rows_max);
    bool count(Query& query, const Asking& asking);
    std::optional<std::uint64_t> rows_with(const Asking& asking, std::string_view term);
    bool add_holders(const std::string& match, float weight, std::vector<Holder>& holders);
    std::optional<std::vector<Holder>> holders_of(Query& query, const Asking& asking);
    std::optional<std::vector<Candidate>> candidates_of(const Asking& asking, std::vector<Holder> holders,
                                                        std::size_t most);
    bool load(const Asking& asking, std::int64_t id, std::vector<Candidate>& into);
    bool add_neighbours(const Asking& asking, std::vector<Candidate>& candidates, std::size_t best);
    std::optional<FoundRow> found(std::int64_t bank, std::int64_t id);

    Database db_;
    BlockLives lives_;
    // Terms that many rows hold, as counted when the bank had `rows`: FTS5 counts by reading them all.
    struct Counted {
        std::uint64_t count = 0, rows = 0;
    };
    std::unordered_map<std::string, Counted> common_;
    std::int64_t written_together_ = 0;  // of the batch at hand: its first document
    Statement find_bank_, make_bank_, bank_rows_, find_operation_, insert_operation_, find_document_, insert_document_,
        insert_memory_, insert_words_, count_words_, state_at_, next_change_, end_state_, say_again_, tie_, outdate_,
        insert_forms_, holders_, candidate_, found_, latest_;
};

}  // namespace wm
