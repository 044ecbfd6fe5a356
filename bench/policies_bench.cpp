// What a message costs before anything is looked up: folding, rules, trigger, secret scan; and the same rules as RE2 alone.
//   policies_bench [--rounds N] [--budget MICROS] [--only NAME] [FILE.jsonl…]     the files: labelled turns, of which texts are made

#include "config/rules.hpp"
#include "policies/fold.hpp"
#include "policies/relevance.hpp"
#include "policies/route.hpp"
#include "policies/secrets.hpp"
#include "policies/trigger.hpp"

#include <re2/re2.h>
#include <re2/set.h>
#include <boost/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace wm::bench {
namespace {

using Texts = std::vector<std::string>;
using Rules = std::shared_ptr<const policies::RouteRules>;

constexpr std::size_t texts_a_size = 1200;  // all different; each is seen once a round

// Of this thread: neighbours on the machine do not count.
double cpu_micros() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

struct Spread {
    double p50 = 0, p99 = 0;
};

Spread spread_of(std::vector<double> took) {
    std::ranges::sort(took);
    return {took[took.size() / 2], took[took.size() * 99 / 100]};
}

template <class Work>
std::vector<double> times_of(const Texts& texts, Work work) {
    std::vector<double> took;
    took.reserve(texts.size());
    for (const auto& text : texts) {
        const double from = cpu_micros();
        work(text);
        took.push_back(cpu_micros() - from);
    }
    return took;
}

// What people and agents said, by language.
std::map<std::string, Texts> said_in(const std::vector<std::string>& files) {
    std::map<std::string, Texts> said;
    for (const auto& path : files) {
        std::ifstream file(path);
        if (!file) std::fprintf(stderr, "%s: cannot be read\n", path.c_str()), std::exit(1);
        for (std::string line; std::getline(file, line);) {
            for (std::size_t at = 0; (at = line.find("\xE2\x81\x82", at)) != std::string::npos;) line.erase(at, 3);
            boost::system::error_code ec;
            const auto turn = boost::json::parse(line, ec);
            if (ec || !turn.is_object()) continue;
            const auto* lang = turn.as_object().if_contains("lang");
            for (const char* key : {"user_message", "message", "assistant_response"})
                if (const auto* text = turn.as_object().if_contains(key); text && text->is_string())
                    said[lang && lang->is_string() ? std::string(lang->as_string()) : "en"].emplace_back(
                        text->as_string());
        }
    }
    return said;
}

// Messages of one language in a random order, one after the other, until the text is long enough.
Texts texts_of(const std::map<std::string, Texts>& said, std::size_t bytes, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<const Texts*> languages;
    for (const char* language : {"es", "en", "de"})
        if (const auto found = said.find(language); found != said.end()) languages.push_back(&found->second);
    Texts texts;
    while (texts.size() < texts_a_size) {
        const auto& from = *languages[texts.size() % languages.size()];
        std::string text;
        while (text.size() < bytes) text += (text.empty() ? "" : "\n") + from[random() % from.size()];
        std::size_t end = bytes;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
        texts.push_back(text.substr(0, end));
    }
    return texts;
}

// Every rule of the packs as one RE2 pattern over folded text.
std::vector<std::string> as_patterns(const policies::RulePack& pack) {
    std::vector<std::string> patterns;
    const auto literal = [&](std::string_view forms) {
        std::string all;
        for (std::size_t at = 0; at <= forms.size();) {
            const auto end = std::min(forms.find('|', at), forms.size());
            auto form = forms.substr(at, end - at);
            const bool open = form.ends_with('*');
            if (open) form.remove_suffix(1);
            std::string one = "\\b";
            for (const char c : form)
                one += std::isalnum(static_cast<unsigned char>(c)) ? std::string(1, c) : "\\W{1,3}";
            all += (all.empty() ? "" : "|") + one + (open ? "" : "\\b");
            at = end + 1;
        }
        patterns.push_back(all);
    };
    const auto add = [&](const policies::Rule& rule) {
        if (rule.form == policies::RuleForm::pattern) patterns.push_back(rule.match);
        else literal(rule.match);
    };
    for (const auto& scope : pack.scopes) std::ranges::for_each(scope.rules, add);
    std::ranges::for_each(pack.context, add);
    std::ranges::for_each(pack.memory_requests, add);
    for (const auto& entity : pack.entities) literal(policies::fold_text(entity.name));
    for (const auto& language : pack.languages)
        for (const auto& word : language.words) literal(word);
    return patterns;
}

struct Peers {
    std::vector<std::unique_ptr<RE2>> alone;
    RE2::Set set{RE2::Options(), RE2::UNANCHORED};

    explicit Peers(const std::vector<std::string>& patterns) {
        RE2::Options options;
        options.set_max_mem(256 << 20);
        set = RE2::Set(options, RE2::UNANCHORED);
        for (const auto& pattern : patterns) {
            alone.push_back(std::make_unique<RE2>(pattern));
            if (set.Add(pattern, nullptr) < 0) std::abort();
        }
        if (!set.Compile()) std::fprintf(stderr, "the set does not compile\n"), std::exit(1);
    }
    std::size_t loop(const std::string& folded) const {
        std::size_t hits = 0;
        for (const auto& one : alone) hits += RE2::PartialMatch(folded, *one);
        return hits;
    }
    std::size_t all(const std::string& folded) const {
        std::vector<int> hits;
        set.Match(folded, &hits);
        return hits.size();
    }
};

std::size_t kept = 0;  // of every result something, so that no work can be left out

// What a context request does with its text before it looks into the cache; the cache holds nothing that fits.
void whole_path(const Rules& rules, const std::string& text) {
    const auto route =
        rules->route(text, {AgentId("wetopi-build"), "telegram", {}, {}}, 3, {}, policies::Reasons::left_out);
    const auto why = policies::trigger(route, false);
    if (why == policies::Trigger::high_confidence_cache_miss) kept += policies::only_stores(text);
    kept += route.scopes.size() + policies::find_secrets(text).size();
}

struct Row {
    std::string name;
    std::vector<Spread> rounds;
    void print() const {
        std::vector<double> p50, p99;
        for (const auto& round : rounds) p50.push_back(round.p50), p99.push_back(round.p99);
        std::ranges::sort(p50);
        std::ranges::sort(p99);
        std::printf("%-34s %9.2f %9.2f   (p50 %.2f to %.2f)\n", name.c_str(), median(), p99[p99.size() / 2],
                    p50.front(), p50.back());
    }
    double median() const {
        if (rounds.empty()) return 0;
        std::vector<double> p50;
        for (const auto& round : rounds) p50.push_back(round.p50);
        std::ranges::sort(p50);
        return p50[p50.size() / 2];
    }
};

class Table {
public:
    std::string only;  // rows whose name has this

    template <class Work>
    void run(const std::string& name, const Texts& texts, Work work) {
        if (name.find(only) == std::string::npos) return;
        auto& row = row_of(name);
        row.rounds.push_back(spread_of(times_of(texts, work)));
    }
    void print() const {
        std::printf("%-34s %9s %9s\n", "CPU us a text", "p50", "p99");
        for (const auto& row : rows_) row.print();
    }
    double median(const std::string& name) { return row_of(name).median(); }

private:
    Row& row_of(const std::string& name) {
        for (auto& row : rows_)
            if (row.name == name) return row;
        return rows_.emplace_back(Row{name, {}});
    }
    std::vector<Row> rows_;
};

struct Size {
    const char* name;
    std::size_t bytes;
};
constexpr Size sizes[] = {{"200 B", 200}, {"1 KB", 1024}, {"2 KB", 2048}, {"8 KB", 8192}};

std::vector<Memory> memories_of(const std::map<std::string, Texts>& said) {
    std::vector<Memory> memories;
    for (const auto& [language, texts] : said)
        for (const auto& text : texts) {
            Memory memory;
            memory.text = Content{text};
            memories.push_back(std::move(memory));
        }
    std::mt19937_64 random(3);
    std::ranges::shuffle(memories, random);
    memories.resize(20);
    return memories;
}

// `fresh`: of this round alone. A text that was seen before would be answered from warm automata.
void round(Table& table, const Rules& rules, const std::map<std::string, Texts>& said, std::uint64_t seed) {
    for (const auto& [name, bytes] : sizes) {
        const auto fresh = texts_of(said, bytes, seed * 16 + bytes);
        table.run(std::string("route ") + name, fresh, [&](const std::string& text) {
            kept += rules->route(text, {}, 3, {}, policies::Reasons::left_out).scopes.size();
        });
    }
    const auto texts = texts_of(said, 2048, seed * 16 + 1);
    table.run("route + trigger + secrets 2 KB", texts, [&](const std::string& text) { whole_path(rules, text); });
    table.run("fold 2 KB", texts, [&](const std::string& text) { kept += policies::fold_text(text).size(); });
    table.run("only_stores 2 KB", texts, [&](const std::string& text) { kept += policies::only_stores(text); });
    table.run("secret scan 2 KB", texts, [&](const std::string& text) { kept += policies::find_secrets(text).size(); });
    const auto kilobyte = texts_of(said, 1024, seed * 16 + 2);
    table.run("may ask for memory 1 KB", kilobyte,
              [&](const std::string& text) { kept += rules->may_ask_for_memory(text); });
    const auto memories = memories_of(said);
    const policies::RelevanceIndex about(memories, "");
    table.run("concerning 20 memories 1 KB", kilobyte,
              [&](const std::string& text) { kept += about.concerning(text).size(); });
    table.run("relevant, 20 memories, 1 KB", kilobyte,
              [&](const std::string& text) { kept += policies::relevant(memories, text).size(); });
}

void round_of_peers(Table& table, const Peers& peers, const std::map<std::string, Texts>& said, std::uint64_t seed) {
    auto texts = texts_of(said, 2048, seed * 16 + 3);
    for (auto& text : texts) text = policies::fold_text(text);
    table.run("peer: one RE2::Set 2 KB", texts, [&](const std::string& text) { kept += peers.all(text); });
    texts.resize(texts.size() / 20);
    table.run("peer: RE2 a rule, in a loop 2 KB", texts, [&](const std::string& text) { kept += peers.loop(text); });
}

int run(int rounds, double budget, const std::string& only, const std::vector<std::string>& files) {
    const auto said = said_in(files);
    const auto pack = config::built_in_rule_packs();
    const double before = cpu_micros();
    const auto rules = std::get<Rules>(policies::RouteRules::compile(pack));
    std::printf("the rules were compiled in %.0f ms of CPU\n", (cpu_micros() - before) / 1000);
    const auto patterns = as_patterns(pack);
    const Peers peers(patterns);
    std::size_t messages = 0;
    for (const auto& [language, texts] : said) messages += texts.size();
    std::printf("%zu messages, %zu rules, %d rounds of %zu different texts\n", messages, patterns.size(), rounds,
                texts_a_size);
    Table table;
    table.only = only;
    for (int i = 1; i <= rounds; ++i) {
        round(table, rules, said, static_cast<std::uint64_t>(i));
        round_of_peers(table, peers, said, static_cast<std::uint64_t>(i));
    }
    table.print();
    const double whole = table.median("route + trigger + secrets 2 KB");
    std::printf("(%zu)\n", kept);
    if (budget > 0 && whole > budget) {
        std::fprintf(stderr, "route + trigger + secrets of 2 KB: %.1f us, the budget is %.1f\n", whole, budget);
        return 1;
    }
    return 0;
}

}  // namespace
}  // namespace wm::bench

int main(int argc, char** argv) {
    int rounds = 3;
    double budget = 0;
    std::string only;
    std::vector<std::string> files;
    for (int i = 1; i < argc; ++i) {
        const std::string_view option = argv[i];
        if (option == "--rounds" && i + 1 < argc) rounds = std::max(1, std::atoi(argv[++i]));
        else if (option == "--budget" && i + 1 < argc) budget = std::atof(argv[++i]);
        else if (option == "--only" && i + 1 < argc) only = argv[++i];
        else files.emplace_back(option);
    }
    if (files.empty())
        files = {"tests/data/turns.jsonl", "tests/data/recall_fresh.jsonl", "tests/data/retain_fresh.jsonl"};
    return wm::bench::run(rounds, budget, only, files);
}
