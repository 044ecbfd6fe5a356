// Load on a daemon: agents that speak at a constant rate, and how long each of them waits. Without --url on a daemon of its
// own, so that nothing of it is kept.
#include "cli/asking.hpp"
#include "cli/bench_folder.hpp"
#include "cli/commands.hpp"
#include "cli/load_daemon.hpp"
#include "cli/load_report.hpp"
#include "cli/load_run.hpp"

#include <boost/json.hpp>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <optional>

namespace wm::cli {
namespace {

int fault(const std::string& message, int code = failed) {
    std::cerr << "wetopi-memory bench load: " << message << '\n';
    return code;
}

LoadShape shape_of(const LoadOptions& options) {
    LoadShape shape;
    shape.turns_per_second = options.rate;
    shape.seconds = options.seconds;
    shape.warm_up_seconds = options.warm_up;
    shape.ramp_seconds = options.ramp;
    shape.connections = options.connections;
    shape.tools = options.tools;
    shape.result_bytes = options.result_bytes;
    shape.searches = options.searches;
    shape.think = Millis(options.think_ms);
    shape.seed = options.seed;
    return shape;
}

std::string title_of(const LoadOptions& options) {
    std::string title = std::to_string(options.connections) + " agents, " + std::to_string(options.rate);
    title.erase(title.find_last_not_of('0') + 1);
    if (title.ends_with('.')) title.pop_back();
    title += " turns a second, ";
    title += options.turns.empty() ? "turns of the product" : "turns of " + options.turns;
    title += options.url.empty() ? ", a daemon of its own" : ", " + options.url;
    if (options.url.empty()) title += options.hindsight.empty() ? ", embedded store" : ", Hindsight";
    return title;
}

}  // namespace

int bench_load(const LoadOptions& options) {
    auto turns = built_in_load_turns();
    if (!options.turns.empty()) {
        auto read = read_load_turns(options.turns);
        if (const auto* wrong = std::get_if<std::string>(&read)) return fault(*wrong);
        turns = std::get<std::vector<LoadTurn>>(std::move(read));
    }
    allow_open_files();
    const BenchFolder folder;
    std::unique_ptr<LoadDaemon> own;
    auto url = options.url;
    auto token = token_from(options.token);
    auto pid = options.pid;
    if (url.empty()) {
        if (folder.path().empty()) return fault("no folder can be made; set TMPDIR to one that can be written");
        auto started = LoadDaemon::start(folder.path(), options.hindsight, options.connections);
        if (const auto* wrong = std::get_if<std::string>(&started)) return fault(*wrong);
        own = std::get<std::unique_ptr<LoadDaemon>>(std::move(started));
        url = own->url();
        token = own->token();
        pid = own->pid();
    } else if (token.empty()) {
        return fault("no token: set WETOPI_MEMORY_TOKEN (wetopi-memory token create <agent>)", misunderstood);
    }
    const auto before = use_of(pid);
    ProcessUse connected, begins, ends;
    LoadReport report{title_of(options), shape_of(options), {}, {}};
    const LoadMoments moments{[&] { connected = use_of(pid); }, [&] { begins = use_of(pid); },
                              [&] { ends = use_of(pid); }};
    auto result = run_load(url, token, turns, report.shape, moments);
    if (const auto* wrong = std::get_if<std::string>(&result)) return fault(*wrong);
    report.result = std::get<LoadResult>(std::move(result));
    if (pid > 0) {
        const auto cpu = static_cast<double>(ends.cpu_ns - begins.cpu_ns);
        report.server = ServerFigures{
            cpu / 1000 / static_cast<double>(std::max<std::uint64_t>(report.result.offered, 1)),
            cpu / 1e9 / report.result.counted_seconds, before.rss_bytes, connected.rss_bytes, ends.rss_bytes};
    }
    if (!options.html.empty()) {
        std::ofstream page(options.html);
        page << load_page(report);
        if (!page.flush()) return fault(options.html + ": cannot be written");
    }
    if (options.json) std::cout << boost::json::serialize(load_json(report)) << '\n';
    else std::cout << load_text(report);
    return report.result.done > 0 ? done : fault("no turn was answered");
}

}  // namespace wm::cli
