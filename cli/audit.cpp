// `wetopi-memory audit`: whether the trail is as it was written, and the trail for another system. The daemon may run.
#include "cli/commands.hpp"

#include "config/load.hpp"
#include "net/rfc3339.hpp"
#include "store/audit_log.hpp"

#include <boost/json.hpp>

#include <iostream>

namespace wm::cli {

int audit(const AuditOptions& options) {
    const auto loaded = config::load_file(options.config, config::process_environment());
    if (!loaded.ok()) {
        std::cerr << config::describe(loaded);
        return misunderstood;
    }
    const bool exports = options.what == "export";
    const auto verdict = read_audit(loaded.settings->data_dir, {}, [&](const policies::AuditLine& line) {
        if (!exports) return;
        std::cout << boost::json::serialize(boost::json::object{{"number", line.number},
                                                                {"at", format_rfc3339(line.at)},
                                                                {"action", line.action},
                                                                {"agent", line.agent},
                                                                {"user", line.user},
                                                                {"scope", line.scope},
                                                                {"object", line.object},
                                                                {"verdict", line.verdict},
                                                                {"hash", line.hash}})
                  << '\n';
    });
    if (!verdict.broken.empty()) {
        std::cerr << "wetopi-memory audit: not as it was written from " << verdict.broken << " on; " << verdict.lines
                  << " lines before it are whole\n";
        return failed;
    }
    if (!exports)
        std::cout << verdict.lines << " lines, " << verdict.first << " to " << verdict.last << ", whole"
                  << (verdict.cut_off ? "; the last one is being written, or a crash cut it off" : "") << '\n';
    return done;
}

}  // namespace wm::cli
