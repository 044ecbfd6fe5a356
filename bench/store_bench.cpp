// What the embedded store costs: a recall at 1,000 and 10,000 rows, a retain, a group of spooled turns.
//   store_bench [rows…]

#include "store/memories.hpp"
#include "tests/store/support.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace wm::test {
namespace {

// Of this thread: neighbours on the machine do not count. A retain waits for the disk besides.
double cpu_micros() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

struct Spread {
    double p50, p99;
};

Spread spread_of(int times, const std::function<void(int)>& work) {
    std::vector<double> took;
    for (int i = 0; i < times; ++i) {
        const double from = cpu_micros();
        work(i);
        took.push_back(cpu_micros() - from);
    }
    std::ranges::sort(took);
    return {took[took.size() / 2], took[took.size() * 99 / 100]};
}

// Words with the frequencies of a language: the n-th is drawn with a weight of 1/n.
class Texts {
public:
    explicit Texts(std::uint64_t seed) : random_(seed) {
        std::vector<double> weights;
        for (int i = 1; i <= 20'000; ++i) weights.push_back(1.0 / i);
        words_ = std::discrete_distribution<int>(weights.begin(), weights.end());
    }
    std::string word() {
        static constexpr const char* parts[] = {"ra", "ser", "ti", "lo", "men", "qu", "ba", "con", "der", "pli"};
        std::string text;
        for (int n = words_(random_) + 1; n > 0; n /= 10) text += parts[n % 10];
        return text;
    }
    std::string sentence(int words) {
        std::string text = "host-" + std::to_string(random_() % 3000);
        for (int i = 0; i < words; ++i) text += " " + word();
        return text;
    }

private:
    std::mt19937_64 random_;
    std::discrete_distribution<int> words_;
};

void fill(MemoryTable& table, const BankId& bank, Texts& texts, int rows) {
    for (int row = 0; row < rows;) {
        RetainBatch batch{
            ScopeName("platform"), OperationId("fill-" + std::to_string(row)), at_millis(1'780'000'000'000 + row), {}};
        for (int i = 0; i < 100 && row < rows; ++i, ++row) {
            batch.items.push_back({DocumentId("d" + std::to_string(row)), {texts.sentence(25)}, "", {}, "", ""});
        }
        if (!table.retain(bank, batch, at_millis(1'780'000'000'000))) std::abort();
    }
}

// What a search costs that hands the sentence to FTS5 as it is: every word, joined by OR, ordered by its rank.
std::size_t raw_or(MemoryTable& table, const std::string& sentence) {
    Statement query(table.database(), "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 10");
    std::string match;
    for (const auto& token : tokenize(sentence.substr(9), 1000))
        match.append(match.empty() ? "\"b1" : " OR \"b1").append(index_term(token)).append("\"");
    std::size_t rows = 0;
    for (query.with(match); query.step() == Step::row;) ++rows;
    return rows;
}

void measure(int rows) {
    TempDir folder;
    auto table = std::get<MemoryTable>(MemoryTable::open(folder.path()));
    const auto platform = bank("platform");
    Texts texts(1);
    fill(table, platform, texts, rows);
    std::size_t found = 0;
    const auto recall = [&](const std::function<std::string(int)>& question) {
        return spread_of(500, [&](int i) {
            const Snapshot snapshot(table.database());  // as in store/embedded
            found += table.find(platform, question(i), {MemoryType::observation}, 20)->size();
        });
    };
    const auto named = recall([](int i) { return "is host-" + std::to_string(i * 5) + " up?"; });
    const auto sentence = recall([&](int) { return texts.sentence(8).substr(9); });
    const auto deep = spread_of(500, [&](int) {
        const Snapshot snapshot(table.database());
        found += table
                     .search(platform, texts.sentence(8).substr(9),
                             {.types = {MemoryType::observation}, .rows_max = 20, .as_of = {}})
                     ->size();
    });
    const auto raw = spread_of(rows > 100'000 ? 50 : 200, [&](int) { found += raw_or(table, texts.sentence(8)); });
    const auto retain = spread_of(200, [&](int i) {
        RetainBatch batch{
            ScopeName("platform"), OperationId("one-" + std::to_string(i)), at_millis(1'781'000'000'000 + i), {}};
        batch.items.push_back({DocumentId("e" + std::to_string(i)), {texts.sentence(25)}, "", {}, "", ""});
        batch.items.push_back(
            {DocumentId("state:host:power"), {"host is " + std::to_string(i)}, "", {}, "host", "power"});
        if (!table.retain(platform, batch, at_millis(1'781'000'000'000))) std::abort();
    });
    std::printf(
        "%8d rows   raw OR %7.0f / %7.0f   deep search %7.0f / %7.0f   recall is %.3f of raw\n               recall by "
        "name %7.0f / %7.0f   by a sentence %7.0f / %7.0f   retain %7.0f / %7.0f   us of CPU p50 "
        "/ p99 "
        "(%zu found)\n",
        rows, raw.p50, raw.p99, deep.p50, deep.p99, sentence.p50 / raw.p50, named.p50, named.p99, sentence.p50,
        sentence.p99, retain.p50, retain.p99, found);
}

}  // namespace
}  // namespace wm::test

int main(int argc, char** argv) {
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
    if (sizes.empty()) sizes = {1000, 10'000};
    for (const int rows : sizes) wm::test::measure(rows);
}
