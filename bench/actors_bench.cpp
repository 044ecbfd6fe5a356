// What one message between two actors costs, ours beside its peers, in one run with interleaved rounds. CPU time of the
// process, so that neighbours on the machine disturb little; medians, and the ratio to ours.
//   actors_bench [--rounds N] [--messages N] [--json FILE] [--budget NS]
// With --budget it ends with 1 when our median exceeds NS in any window of 16 or more.

#include "bench/pingpong.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace wm::bench;

struct Contender {
    const char* name;
    double (*play)(std::size_t, std::size_t);
};
const Contender contenders[] = {
    {"actor (runtime/actor.hpp)", play_actor},
    {"same, strand as template", play_templated},
    {"asio::post a message", play_asio_post},
#ifdef WM_WITH_CAF
    {"CAF", play_caf},
#endif
};
constexpr std::size_t windows[] = {1, 4, 16, 64, 256};

struct Options {
    std::size_t rounds = 7, messages = 400'000;
    std::string json;
    double budget = 0;
};
using Cell = std::vector<double>;                        // ns a message, one a round
using Table = std::vector<std::map<std::size_t, Cell>>;  // by contender, window

double median(Cell cell) {
    std::ranges::sort(cell);
    return cell[cell.size() / 2];
}

Table measure(const Options& options) {
    // A process that has ever had a second thread locks for real; ours always has one.
    std::thread([] {}).join();
    Table table(std::size(contenders));
    for (std::size_t round = 0; round < options.rounds; ++round)
        for (const auto window : windows)
            for (std::size_t c = 0; c < std::size(contenders); ++c)
                table[c][window].push_back(contenders[c].play(window, options.messages));
    return table;
}

void print(const Table& table) {
    std::printf("%-28s", "CPU ns a message, W =");
    for (const auto window : windows) std::printf("%14zu", window);
    std::printf("\n");
    for (std::size_t c = 0; c < table.size(); ++c) {
        std::printf("%-28s", contenders[c].name);
        for (const auto window : windows) {
            const auto ours = median(table[0].at(window)), theirs = median(table[c].at(window));
            if (c == 0) std::printf("%14.1f", ours);
            else std::printf("%7.1f (%3.1fx)", theirs, theirs / ours);
        }
        std::printf("\n");
    }
}

void write_json(const Table& table, const Options& options) {
    std::ofstream out(options.json);
    out << "{\"bench\":\"actors\",\"unit\":\"cpu_ns_per_message\",\"rounds\":" << options.rounds
        << ",\"messages\":" << options.messages << ",\"contenders\":[";
    for (std::size_t c = 0; c < table.size(); ++c) {
        out << (c ? "," : "") << "{\"name\":\"" << contenders[c].name << "\",\"windows\":[";
        bool first = true;
        for (const auto& [window, cell] : table[c]) {
            out << (first ? "" : ",") << "{\"window\":" << window << ",\"median\":" << median(cell)
                << ",\"min\":" << std::ranges::min(cell) << ",\"max\":" << std::ranges::max(cell) << "}";
            first = false;
        }
        out << "]}";
    }
    out << "]}\n";
}

bool within(const Table& table, double budget) {
    return std::ranges::all_of(table[0],
                               [&](const auto& row) { return row.first < 16 || median(row.second) <= budget; });
}

bool parse(int argc, char** argv, Options& options) {
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view name = argv[i];
        if (name == "--rounds") options.rounds = std::max(1ul, std::strtoul(argv[i + 1], nullptr, 10));
        else if (name == "--messages") options.messages = std::max(1024ul, std::strtoul(argv[i + 1], nullptr, 10));
        else if (name == "--json") options.json = argv[i + 1];
        else if (name == "--budget") options.budget = std::strtod(argv[i + 1], nullptr);
        else return false;
    }
    return argc % 2 == 1;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(stderr, "usage: actors_bench [--rounds N] [--messages N] [--json FILE] [--budget NS]\n");
        return 2;
    }
    const auto table = measure(options);
    print(table);
    if (!options.json.empty()) write_json(table, options);
    if (options.budget > 0 && !within(table, options.budget)) {
        std::printf("over the budget of %.0f ns\n", options.budget);
        return 1;
    }
}
