#include "cli/commands.hpp"
#include "cli/hermes_home.hpp"
#include "cli/hot_sidecar.hpp"
#include "config/hermes_config.hpp"
#include "config/load.hpp"
#include "config/text_file.hpp"
#include "policies/hot_file.hpp"
#include "policies/hot_plan.hpp"
#include "policies/secrets.hpp"
#include "policies/utf8.hpp"
#include "runtime/asio_time.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>

namespace wm::cli {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
namespace hot = policies::hot;

constexpr std::size_t shown_bytes = 70;

int fault(const std::string& message, int code = failed) {
    std::cerr << "wetopi-memory hermes audit: " << message << '\n';
    return code;
}

hot::Limits limits_of(const config::HotSettings& hot, std::optional<std::size_t> hosts_own) {
    hot::Limits limits;
    limits.characters_max = hosts_own.value_or(hot.characters_max);
    limits.soft = hot.soft_percent / 100.0;
    limits.hard = hot.hard_percent / 100.0;
    limits.target = hot.target_percent / 100.0;
    limits.state_ttl = hot::Days(hot.state_ttl_days);
    limits.rule_compress = hot::Days(hot.rule_compress_days);
    limits.rule_retype = hot::Days(hot.rule_retype_days);
    limits.rule_stub_idle = hot::Days(hot.rule_stub_idle_days);
    limits.activity_window = hot::Days(hot.activity_window_days);
    limits.compress_from = hot.compress_from_chars;
    limits.stubs_per_run_max = hot.max_stub_per_run;
    limits.stub_characters_max = hot.stub_max_chars;
    limits.importance_protects = hot.importance_protect;
    return limits;
}

struct Audited {
    std::string name;
    std::vector<std::string> entries;
    hot::Plan plan;
    std::size_t limit = 0;
    bool typed_before = false;  // there was a sidecar
};

std::optional<Audited> audit_file(const fs::path& folder, const std::string& name, const hot::Limits& limits,
                                  WallTime now) {
    const auto text = config::read_text((folder / (name + ".md")).string());
    if (!text) return std::nullopt;
    const auto sidecar = config::read_text((folder / (name + ".meta.json")).string());
    auto known = read_sidecar(sidecar.value_or(""));
    Audited audited{name + ".md", hot::split(*text), {}, limits.characters_max, sidecar && known};
    audited.plan = hot::plan_of(*text, known.value_or(hot::Sidecar{}), {}, limits, now);
    return audited;
}

// What is to happen to an entry: the step that takes it, else none.
const hot::Step* step_of(const hot::Plan& plan, const std::string& key) {
    const auto takes = [&](const hot::Step& step) { return std::ranges::find(step.keys, key) != step.keys.end(); };
    const auto found = std::ranges::find_if(plan.steps, takes);
    return found == plan.steps.end() ? nullptr : &*found;
}

std::string_view name_of(hot::Pressure pressure) {
    constexpr std::string_view names[] = {"none", "soft", "hard"};
    return names[static_cast<std::size_t>(pressure)];
}
std::int64_t days_since(WallTime since, WallTime now) {
    return std::chrono::floor<std::chrono::days>(std::max(now - since, Wall::duration{})).count();
}
bool sinks(const hot::Step* step) { return step && step->what != hot::Step::What::drop_duplicate; }

json::object json_of(const Audited& file, WallTime now) {
    json::array entries;
    for (const auto& text : file.entries) {
        const auto key = hot::key_of(text);
        const auto* step = step_of(file.plan, key);
        const auto meta = file.plan.sidecar.find(key);
        json::object one{{"key", key}, {"characters", hot::characters(text)}};
        if (meta != file.plan.sidecar.end()) {
            one["type"] = meta->second.kind == hot::Kind::state ? "state" : "rule";
            one["age_days"] = days_since(meta->second.since, now);
        }
        one["plan"] = step ? json::string(to_string(step->what)) : json::string("none");
        one["place"] = sinks(step) ? "sink" : "keep";
        if (step && !step->becomes.empty()) one["becomes"] = policies::redact(Content{step->becomes}).text.text;
        one["text"] = policies::redact(Content{text}).text.text;
        entries.push_back(std::move(one));
    }
    return {{"file", file.name},
            {"characters", file.plan.characters},
            {"limit", file.limit},
            {"pressure", name_of(file.plan.pressure)},
            {"readable", file.plan.readable},
            {"entries", std::move(entries)}};
}

void print(const Audited& file, WallTime now) {
    std::cout << file.name << "  " << file.plan.characters << " of " << file.limit << " characters ("
              << file.plan.characters * 100 / std::max<std::size_t>(1, file.limit)
              << " %), pressure: " << name_of(file.plan.pressure) << '\n';
    if (!file.plan.readable)
        std::cout << "  Hermes would refuse to change this file: it is not what Hermes writes. Nothing is planned.\n";
    for (const auto& text : file.entries) {
        const auto key = hot::key_of(text);
        const auto* step = step_of(file.plan, key);
        const auto meta = file.plan.sidecar.find(key);
        const bool known = meta != file.plan.sidecar.end();
        auto shown = std::string(policies::cut(policies::redact(Content{text}).text.text, shown_bytes));
        std::ranges::replace(shown, '\n', ' ');
        std::cout << "  " << std::left << std::setw(5) << (sinks(step) ? "sink" : "keep") << std::setw(6)
                  << (!known                                  ? "?"
                      : meta->second.kind == hot::Kind::state ? "state"
                                                              : "rule")
                  << std::right << std::setw(5) << (known ? days_since(meta->second.since, now) : 0) << " d  "
                  << std::left << std::setw(15) << (step ? to_string(step->what) : "-") << shown << '\n';
    }
    if (!file.typed_before && !file.entries.empty())
        std::cout << "  No entry has been typed yet: ages count from now.\n";
}

}  // namespace

int hermes_audit(const HermesAuditOptions& options) {
    config::HotSettings settings;
    if (options.config_given) {
        const auto loaded = config::load_file(options.config, config::process_environment());
        if (!loaded.ok()) {
            std::cerr << config::describe(loaded);
            return misunderstood;
        }
        settings = loaded.settings->hot;
    }
    boost::asio::io_context io(1);
    const auto now = AsioTime(io).wall();
    std::vector<Audited> all;
    const auto add = [&](const fs::path& folder, const std::string& name, std::optional<std::size_t> limit) {
        if (auto audited = audit_file(folder, name, limits_of(settings, limit), now))
            all.push_back(std::move(*audited));
    };
    if (!options.file.empty()) {
        const fs::path file(options.file);
        add(file.parent_path(), file.stem().string(), std::nullopt);
        if (all.empty()) return fault(options.file + ": cannot be read, or does not end in .md");
    } else {
        const auto home = hermes_home(options.home, options.profile);
        if (!fs::is_directory(home))
            return fault(home.string() + ": no such Hermes home; name it with --home and --profile");
        const auto hosts = config::memory_limits(config::read_text((home / "config.yaml").string()).value_or(""));
        add(home / "memories", "MEMORY", hosts.memory);
        add(home / "memories", "USER", hosts.user);
    }
    if (options.json) {
        json::array files;
        for (const auto& audited : all) files.push_back(json_of(audited, now));
        std::cout << json::serialize(json::object{{"files", std::move(files)}}) << '\n';
    } else {
        for (const auto& audited : all) print(audited, now);
        if (all.empty()) std::cout << "There are no memory files yet.\n";
    }
    return done;
}

}  // namespace wm::cli
