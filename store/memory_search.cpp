// The search of the memories: which rows hold the rare words of the question (FTS5, a list of ids a term), which of them
// come first (store/ranking, on the forms of a few hundred), and which are an answer (store/query).
#include "store/memories.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace wm {
namespace {

constexpr std::size_t pool_min = 300;      // candidates that are ranked, and
constexpr std::size_t pool_of_rows = 4;    // for each row that is wanted
constexpr std::size_t tried_max = 4096;    // of them, those whose type or time does not fit included
constexpr std::size_t neighbours_of = 48;  // of the best: what stands beside them is a candidate too
constexpr std::size_t judged_of_rows = 2;  // rows that are read, for each that is wanted
constexpr std::size_t judged_min = 40;
constexpr std::uint64_t reads_min = 20'000;  // rows that the words of a deep search may be on, all together, or
constexpr std::uint64_t reads_share = 4;     // this part of the bank
constexpr std::uint64_t common_min = 256;    // a term on this many rows is counted once, until
constexpr std::uint64_t recount_share = 20;  // the bank has grown by this part
constexpr std::size_t commons_max = 1 << 16;
constexpr float date_weight = 2;

WallTime wall(std::int64_t at) { return WallTime(Wall::duration(at)); }

bool wanted(const std::vector<MemoryType>& types, int type, bool current) {
    return std::ranges::any_of(
        types, [&](MemoryType one) { return one == MemoryType::observation ? current : type_bit(one) == type; });
}

}  // namespace

std::string term_of(std::int64_t bank, std::string_view term) { return "b" + std::to_string(bank).append(term); }

std::string index_words(std::int64_t bank, const IndexedText& indexed) {
    std::string words;
    for (const auto& term : indexed.terms) words.append(term_of(bank, term)).append(" ");
    return words;
}

bool MemoryTable::index(const Indexed& row) {
    const auto indexed = index_text(row.text, row.subject, wall(row.from));
    const auto blob = packed(indexed.forms);
    return insert_words_.with(row.id, index_words(row.bank, indexed)).run() &&
           insert_forms_
               .with(row.id, row.bank, row.batch, row.type, row.current ? 1 : 0, row.from, row.until,
                     std::as_bytes(std::span(blob.data(), blob.size())))
               .run();
}

std::optional<std::vector<FoundRow>> MemoryTable::find(const BankId& bank_name, std::string_view question,
                                                       const std::vector<MemoryType>& types, std::size_t rows_max) {
    Query query(question);
    if (query.terms().empty() || rows_max == 0) return std::vector<FoundRow>{};
    const auto bank = bank_id(bank_name, false);
    if (!bank) return std::nullopt;
    Asking asking{.bank = *bank, .deep = false, .dates = {}, .types = types, .as_of = {}};
    auto rows = ranked(query, asking, std::max(judged_min, judged_of_rows * rows_max));
    if (!rows) return std::nullopt;
    std::erase_if(*rows, [&](FoundRow& row) {
        const auto verdict = query.judge(row.text, row.subject);
        row.score = verdict.score;
        return !verdict.relevant;
    });
    std::ranges::sort(*rows, [](const FoundRow& a, const FoundRow& b) {
        return std::tuple(b.score, b.current, b.from, b.id) < std::tuple(a.score, a.current, a.from, a.id);
    });
    if (rows->size() > rows_max) rows->resize(rows_max);
    return rows;
}

std::optional<std::vector<FoundRow>> MemoryTable::search(const BankId& bank_name, std::string_view question,
                                                         const Search& how) {
    Query query(question, Query::Reading::deep);
    const auto bank = bank_id(bank_name, false);
    if (!bank) return std::nullopt;
    Asking asking{.bank = *bank, .deep = true, .dates = dates_in(question), .types = how.types, .as_of = how.as_of};
    return ranked(query, asking, how.rows_max);
}

std::optional<std::vector<FoundRow>> MemoryTable::ranked(Query& query, Asking& asking, std::size_t rows_max) {
    if (asking.bank == 0 || rows_max == 0) return std::vector<FoundRow>{};
    if (bank_rows_.with(asking.bank).step() != Step::row) return std::nullopt;
    asking.rows = static_cast<std::uint64_t>(bank_rows_.integer(0));
    bank_rows_.reset();
    if (!count(query, asking)) return std::nullopt;
    auto holders = holders_of(query, asking);
    if (!holders) return std::nullopt;
    auto candidates = candidates_of(asking, std::move(*holders), std::max(pool_min, pool_of_rows * rows_max));
    if (!candidates) return std::nullopt;
    std::vector<AskedTerm> terms;
    for (const auto& term : query.terms()) {
        AskedTerm asked{{hash_of_term(term.index)}, exact_of(hash_of_term(term.word)), term.rows, term.weak, term.name};
        for (const auto& stem : term.also) asked.forms.push_back(hash_of_term(stem));
        terms.push_back(std::move(asked));
    }
    const auto parts = rank(terms, asking.dates, *candidates, asking.rows);
    std::vector<std::size_t> order(parts.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto most = std::min(rows_max, order.size());
    std::ranges::partial_sort(
        order, order.begin() + static_cast<std::ptrdiff_t>(most), [&](std::size_t a, std::size_t b) {
            return std::tuple(parts[b].score, (*candidates)[b].id) < std::tuple(parts[a].score, (*candidates)[a].id);
        });
    std::vector<FoundRow> rows;
    for (std::size_t i = 0; i < most; ++i) {
        auto row = found(asking.bank, (*candidates)[order[i]].id);
        if (!row) return std::nullopt;
        row->why = parts[order[i]];
        row->score = row->why.score;
        rows.push_back(std::move(*row));
    }
    return rows;
}

std::optional<std::uint64_t> MemoryTable::rows_with(const Asking& asking, std::string_view term) {
    const auto key = term_of(asking.bank, term);
    const auto known = common_.find(key);
    if (known != common_.end() && asking.rows - known->second.rows <= known->second.rows / recount_share)
        return known->second.count;
    const auto step = count_words_.with(key).step();
    const auto rows = step == Step::row ? static_cast<std::uint64_t>(count_words_.integer(0)) : 0;
    count_words_.reset();
    if (step == Step::failed) return std::nullopt;
    if (rows >= common_min) {
        if (common_.size() >= commons_max) common_.clear();
        common_.insert_or_assign(key, Counted{rows, asking.rows});
    }
    return rows;
}

bool MemoryTable::count(Query& query, const Asking& asking) {
    for (auto& term : query.terms()) {
        auto rows = rows_with(asking, term.index);
        if (!rows) return false;
        term.rows = *rows;
        for (const auto& stem : term.also) {
            rows = rows_with(asking, stem);
            if (!rows) return false;
            term.rows = std::max(term.rows, *rows);
        }
    }
    return true;
}

// Both lists are in the order of their ids.
bool MemoryTable::add_holders(const std::string& match, float weight, std::vector<Holder>& holders) {
    std::vector<Holder> merged;
    merged.reserve(holders.size() + 64);
    auto old = holders.begin();
    holders_.with(match);
    for (;;) {
        const auto step = holders_.step();
        if (step == Step::failed) return false;
        if (step == Step::done) break;
        const auto id = holders_.integer(0);
        for (; old != holders.end() && old->id < id; ++old) merged.push_back(*old);
        const bool both = old != holders.end() && old->id == id;
        merged.push_back({id, weight + (both ? old->weight : 0)});
        if (both) ++old;
    }
    merged.insert(merged.end(), old, holders.end());
    holders = std::move(merged);
    return true;
}

std::optional<std::vector<MemoryTable::Holder>> MemoryTable::holders_of(Query& query, const Asking& asking) {
    std::vector<Holder> holders;
    const auto terms = asking.deep ? query.plan_deep(asking.rows, std::max(reads_min, asking.rows / reads_share))
                                   : query.plan(asking.rows);
    for (const auto* term : terms) {
        auto match = "\"" + term_of(asking.bank, term->index) + "\"";
        for (const auto& stem : term->also) match.append(" OR \"").append(term_of(asking.bank, stem)).append("\"");
        if (!add_holders(match, static_cast<float>(term->weight), holders)) return std::nullopt;
    }
    for (const auto& date : asking.dates) {
        const auto term = date_term(date);
        if (!term) continue;
        if (!add_holders("\"" + term_of(asking.bank, *term) + "\"", date_weight, holders)) return std::nullopt;
    }
    return holders;
}

bool MemoryTable::load(const Asking& asking, std::int64_t id, std::vector<Candidate>& into) {
    const auto step = candidate_.with(id, asking.bank).step();
    if (step == Step::row) {
        const auto until = candidate_.null(5) ? std::nullopt : std::optional(wall(candidate_.integer(5)));
        const auto from = wall(candidate_.integer(4));
        const bool held = !asking.as_of || (from <= *asking.as_of && (!until || *asking.as_of < *until));
        const bool current = asking.as_of ? held : candidate_.integer(3) != 0;
        if (held && wanted(asking.types, static_cast<int>(candidate_.integer(2)), current)) {
            const auto blob = candidate_.bytes(1);
            into.push_back(
                {id, candidate_.integer(0), from, unpacked({reinterpret_cast<const char*>(blob.data()), blob.size()})});
        }
    }
    candidate_.reset();
    return step != Step::failed;
}

// The heaviest first, the newest of those alike; then in the order of their ids.
std::optional<std::vector<Candidate>> MemoryTable::candidates_of(const Asking& asking, std::vector<Holder> holders,
                                                                 std::size_t most) {
    std::vector<Candidate> candidates;
    candidates.reserve(most + 2 * neighbours_of);
    const auto end = std::min(holders.size(), tried_max);
    for (std::size_t sorted = 0, i = 0; i < end && candidates.size() < most; ++i) {
        if (i == sorted) {  // most rows fit: no more are put in order than are looked at
            sorted = std::min(end, sorted + most);
            const auto at = [&](std::size_t n) { return holders.begin() + static_cast<std::ptrdiff_t>(n); };
            const auto heavier = [](const Holder& a, const Holder& b) {
                return std::tie(b.weight, b.id) < std::tie(a.weight, a.id);
            };
            if (sorted < holders.size()) std::nth_element(at(i), at(sorted), holders.end(), heavier);
            std::sort(at(i), at(sorted), heavier);
        }
        if (!load(asking, holders[i].id, candidates)) return std::nullopt;
    }
    if (!add_neighbours(asking, candidates, std::min(candidates.size(), neighbours_of))) return std::nullopt;
    return candidates;
}

bool MemoryTable::add_neighbours(const Asking& asking, std::vector<Candidate>& candidates, std::size_t best) {
    std::vector<std::pair<std::int64_t, std::int64_t>> beside;  // id, group of the one it stands beside
    for (std::size_t i = 0; i < best; ++i)
        for (const int step : {-1, 1}) beside.emplace_back(candidates[i].id + step, candidates[i].group);
    std::ranges::sort(beside);
    std::ranges::sort(candidates, {}, &Candidate::id);
    std::vector<Candidate> more;
    for (std::size_t i = 0; i < beside.size(); ++i) {
        if (i > 0 && beside[i].first == beside[i - 1].first) continue;
        if (std::ranges::binary_search(candidates, beside[i].first, {}, &Candidate::id)) continue;
        const auto before = more.size();
        if (!load(asking, beside[i].first, more)) return false;
        if (more.size() > before && more.back().group != beside[i].second) more.pop_back();
    }
    const auto middle = static_cast<std::ptrdiff_t>(candidates.size());
    candidates.insert(candidates.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    std::ranges::inplace_merge(candidates, candidates.begin() + middle, {}, &Candidate::id);
    return true;
}

std::optional<FoundRow> MemoryTable::found(std::int64_t bank, std::int64_t id) {
    if (found_.with(id, bank).step() != Step::row) return std::nullopt;
    FoundRow row{id, std::string(found_.text(0)), std::string(found_.text(1)), std::string(found_.text(2)),
                 std::string(found_.text(7))};
    row.type = found_.integer(3) == type_bit(MemoryType::experience) ? MemoryType::experience : MemoryType::world;
    row.kind = static_cast<BlockKind>(std::min<std::int64_t>(found_.integer(8), block_kinds - 1));
    row.category = found_.text(9);
    row.current = found_.integer(4) != 0;
    row.from = wall(found_.integer(5));
    if (!found_.null(6)) row.until = wall(found_.integer(6));
    found_.reset();
    return row;
}

std::optional<std::vector<FoundRow>> MemoryTable::latest(const BankId& bank, std::size_t rows_max) {
    const auto id = bank_id(bank, false);
    if (!id) return std::nullopt;
    std::vector<std::int64_t> ids;
    latest_.with(*id, static_cast<std::int64_t>(rows_max));
    Step step = Step::row;
    while ((step = latest_.step()) == Step::row) ids.push_back(latest_.integer(0));
    latest_.reset();
    if (step == Step::failed) return std::nullopt;
    std::vector<FoundRow> rows;
    for (const auto one : ids) {
        auto row = found(*id, one);
        if (!row) return std::nullopt;
        row->score = 1.0 - static_cast<double>(rows.size()) / static_cast<double>(ids.size());
        rows.push_back(std::move(*row));
    }
    return rows;
}

}  // namespace wm
