// How well the embedded store's search finds what was said in long dialogues, beside plain FTS5 in the same run.
#include "cli/bench_folder.hpp"
#include "cli/commands.hpp"
#include "cli/locomo.hpp"
#include "cli/locomo_gate.hpp"
#include "cli/locomo_score.hpp"
#include "policies/access.hpp"
#include "runtime/asio_time.hpp"
#include "store/memories.hpp"

#include <boost/asio/io_context.hpp>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>

namespace wm::cli {
namespace {

namespace json = boost::json;

constexpr std::size_t turns_read = 200;            // of one answer; ten sessions are among them
constexpr std::int64_t undated = 946'684'800'000;  // 2000-01-01: without --dates a session's time says nothing

// What is searched at once: one conversation, or all of them.
class Searched {
public:
    static std::variant<std::unique_ptr<Searched>, StoreError> open(const std::string& folder) {
        std::filesystem::create_directory(folder);
        auto table = MemoryTable::open(folder);
        if (auto* error = std::get_if<StoreError>(&table)) return std::move(*error);
        auto gate = LocomoGate::open(folder);
        if (auto* error = std::get_if<StoreError>(&gate)) return std::move(*error);
        return std::unique_ptr<Searched>(
            new Searched(std::get<MemoryTable>(std::move(table)), std::get<LocomoGate>(std::move(gate))));
    }

    bool add(const Dialogue& dialogue, const std::string& prefix, bool dates) {
        for (const auto& session : dialogue.sessions) {
            const auto name = prefix + std::to_string(session.number);
            const auto at = dates && session.at ? *session.at : WallTime(Wall::duration(undated));
            RetainBatch batch{ScopeName("bench"), OperationId("session-" + name), at, {}};
            for (const auto& turn : session.turns) {
                const auto id = name + "/" + turn.id;
                batch.items.push_back({DocumentId(id), {turn.text}, "", {}, turn.speaker, ""});
                turns_.emplace(id, RankedTurn{name, turn.id});
                rows_.push_back({name, turn.id});
                const auto date = dates && !session.date.empty() ? session.date + " " : "";
                if (!gate_.add(date + turn.speaker + ": " + turn.text, &turn != session.turns.data())) return false;
            }
            if (!table_.retain(bank_, batch, at)) return false;
        }
        return true;
    }
    bool finish() { return gate_.finish(); }

    std::vector<RankedTurn> by_engine(const std::string& question) {
        const auto found =
            table_.search(bank_, question,
                          {.types = {MemoryType::world, MemoryType::experience}, .rows_max = turns_read, .as_of = {}});
        std::vector<RankedTurn> ranked;
        for (const auto& row : found.value_or(std::vector<FoundRow>{})) ranked.push_back(turns_.at(row.document));
        return ranked;
    }
    std::vector<RankedTurn> by_gate(const std::string& question) {
        std::vector<RankedTurn> ranked;
        for (const auto id : gate_.find(question, turns_read))
            ranked.push_back(rows_[static_cast<std::size_t>(id) - 1]);
        return ranked;
    }

private:
    Searched(MemoryTable table, LocomoGate gate) : table_(std::move(table)), gate_(std::move(gate)) {}

    MemoryTable table_;
    LocomoGate gate_;
    BankId bank_ = *StoreRegistry({{ScopeName("any"), "bench", {}}}).bank(ScopeName("any"), UserId());
    std::map<std::string, RankedTurn> turns_;  // by document
    std::vector<RankedTurn> rows_;             // in the order they were added
};

struct Scores {
    LocomoScore engine, gate;
    std::map<int, LocomoScore> by_category;
    std::size_t skipped = 0;
};

void ask(Searched& searched, const Dialogue& dialogue, const std::string& prefix, const Time& time, Scores& scores) {
    const auto timed = [&](auto&& search, std::vector<RankedTurn>& ranked) {
        const auto from = time.now();
        ranked = search();
        return std::chrono::duration<double, std::micro>(time.now() - from).count();
    };
    for (const auto& question : dialogue.questions) {
        std::vector<RankedTurn> wanted, ranked;
        for (const auto& id : question.evidence)
            for (const auto& session : dialogue.sessions)
                for (const auto& turn : session.turns)
                    if (turn.id == id) wanted.push_back({prefix + std::to_string(session.number), id});
        if (wanted.empty() || question.text.empty()) {
            ++scores.skipped;
            continue;
        }
        const auto engine = timed([&] { return searched.by_engine(question.text); }, ranked);
        scores.engine.add(ranked, wanted, engine);
        scores.by_category[question.category].add(ranked, wanted, engine);
        const auto gate = timed([&] { return searched.by_gate(question.text); }, ranked);
        scores.gate.add(ranked, wanted, gate);
    }
}

int fault(const std::string& message) {
    std::cerr << "wetopi-memory bench locomo: " << message << '\n';
    return failed;
}

// One store a conversation, or one for all; nothing: why not, on standard error.
std::optional<Scores> measure(const std::vector<Dialogue>& dialogues, const LocomoOptions& options,
                              const BenchFolder& folder) {
    boost::asio::io_context context;
    const AsioTime time(context);
    Scores scores;
    std::unique_ptr<Searched> searched;
    const auto prefix = [](std::size_t i) { return std::to_string(i + 1) + "."; };
    for (std::size_t i = 0; i < dialogues.size(); ++i) {
        if (!searched || !options.one_store) {
            auto opened = Searched::open(folder.path() + "/" + std::to_string(i));
            if (auto* error = std::get_if<StoreError>(&opened)) return fault(error->message), std::nullopt;
            searched = std::get<std::unique_ptr<Searched>>(std::move(opened));
        }
        if (!searched->add(dialogues[i], prefix(i), options.dates)) return fault("the disk refused"), std::nullopt;
        if (options.one_store) continue;
        if (!searched->finish()) return fault("the disk refused"), std::nullopt;
        ask(*searched, dialogues[i], prefix(i), time, scores);
    }
    if (!options.one_store) return scores;
    if (!searched->finish()) return fault("the disk refused"), std::nullopt;
    for (std::size_t i = 0; i < dialogues.size(); ++i) ask(*searched, dialogues[i], prefix(i), time, scores);
    return scores;
}

void print(const char* who, const json::object& figures, std::size_t questions) {
    const auto value = [&](const char* key) { return figures.at(key).to_number<double>(); };
    std::printf(
        "%-22s session hit @1 %.3f  @5 %.3f  @10 %.3f   turn recall @10 %.3f   p50 %.0f us  p99 %.0f us  (%zu)\n", who,
        value("session_hit@1"), value("session_hit@5"), value("session_hit@10"), value("turn_recall@10"),
        value("p50_us"), value("p99_us"), questions);
}

std::vector<Dialogue> half_of(std::vector<Dialogue> dialogues, const std::string& half) {
    if (half.empty()) return dialogues;
    std::vector<Dialogue> out;
    for (std::size_t i = half == "second" ? 1 : 0; i < dialogues.size(); i += 2) out.push_back(std::move(dialogues[i]));
    return out;
}

}  // namespace

int bench_locomo(const LocomoOptions& options) {
    auto read = read_dialogues(options.file);
    if (const auto* error = std::get_if<std::string>(&read)) return fault(*error);
    const auto dialogues = half_of(std::get<std::vector<Dialogue>>(std::move(read)), options.half);
    const BenchFolder folder;
    if (folder.path().empty())
        return fault("no folder for the stores can be made; set TMPDIR to one that can be written");
    const auto scores = measure(dialogues, options, folder);
    if (!scores) return failed;
    if (scores->engine.questions() == 0) return fault(options.file + ": no question has evidence that is there");
    auto figures = scores->engine.figures();
    const auto gate = scores->gate.figures();
    if (!options.json) {
        print("wetopi-memory", figures, scores->engine.questions());
        print("FTS5 Porter neighbours", gate, scores->gate.questions());
        for (const auto& [category, score] : scores->by_category)
            print(("  category " + std::to_string(category)).c_str(), score.figures(), score.questions());
        if (scores->skipped > 0) std::printf("%zu questions without evidence that is there\n", scores->skipped);
        return done;
    }
    figures["questions"] = scores->engine.questions();
    figures["skipped"] = scores->skipped;
    figures["conversations"] = dialogues.size();
    figures["dates"] = options.dates;
    figures["one_store"] = options.one_store;
    figures["gate"] = gate;
    json::object categories;
    for (const auto& [category, score] : scores->by_category) {
        auto one = score.figures();
        one["questions"] = score.questions();
        categories[std::to_string(category)] = std::move(one);
    }
    figures["categories"] = std::move(categories);
    std::cout << json::serialize(figures) << '\n';
    return done;
}

}  // namespace wm::cli
