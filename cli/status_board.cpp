#include "cli/status_board.hpp"

#include <boost/json.hpp>

namespace wm::cli {
namespace {

std::string row(std::string_view name, const std::string& value) {
    return "<tr><th>" + std::string(name) + "</th><td>" + value + "</td></tr>\n";
}
std::string plain(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    return out;
}
std::int64_t seconds_of(WallTime when) {
    return std::chrono::duration_cast<std::chrono::seconds>(when.time_since_epoch()).count();
}

constexpr std::string_view head = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>wetopi-memory</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color:#1d2733;background:#fbfbf9}
h1{font-size:1.4rem;margin:0 0 .2rem} p{margin:.2rem 0 1.4rem;color:#5b6672}
.state{display:inline-block;padding:.1rem .7rem;border-radius:1rem;font-weight:600;color:#fff}
.up{background:#2e7d4f}.degraded,.starting{background:#b7791f}.down{background:#b3372f}
table{border-collapse:collapse;width:100%} th{text-align:left;font-weight:500;color:#5b6672;width:14rem}
td,th{padding:.35rem 0;border-bottom:1px solid #e5e5df} code{background:#eeeee8;padding:.1rem .3rem;border-radius:.2rem}
</style></head><body>
)";

}  // namespace

std::string_view state_of(const GatewayStatus* status) { return status ? name_of(status->state) : "starting"; }

std::string readiness_detail(const GatewayStatus* status, std::size_t connections) {
    boost::json::object out;
    out["backend"] = state_of(status);
    out["connections"] = connections;
    if (status) {
        out["queue_depth"] = status->queue_depth;
        out["drops"] = status->drops;
        out["spool"] = name_of(status->spool);
        if (status->latency) out["latency_ms"] = status->latency->count();
        if (status->last_recall) out["last_recall"] = seconds_of(*status->last_recall);
        if (status->last_retain) out["last_retain"] = seconds_of(*status->last_retain);
        if (status->degraded_since) out["degraded_since"] = seconds_of(*status->degraded_since);
    }
    return boost::json::serialize(out);
}

std::string status_page(const GatewayStatus* status, std::size_t connections, bool detail, const std::string& version,
                        const std::string& backend, const std::map<ScopeName, std::string>& banks) {
    const std::string state(state_of(status));
    std::string page(head);
    page += "<h1>wetopi-memory <span class=\"state " + state + "\">" + state + "</span></h1>\n";
    page += "<p>Governed, shared memory for every agent of the company.</p>\n<table>\n";
    page += row("Version", version);
    if (detail) {
        page += row("Backend", backend) + row("Connections", std::to_string(connections));
        if (status) {
            page += row("Waiting calls", std::to_string(status->queue_depth)) +
                    row("Dropped since the start", std::to_string(status->drops));
            page += row("Spool", std::string(name_of(status->spool)));
            page += row("Last backend latency",
                        status->latency ? std::to_string(status->latency->count()) + " ms" : "none yet");
        }
        for (const auto& [scope, bank] : banks)
            page += row("Bank of " + plain(scope.str()), "<code>" + plain(bank) + "</code>");
    }
    page += "</table>\n<p style=\"margin-top:1.4rem\">";
    page += detail ? "Counters: <code>/metrics</code> · readiness: <code>/readyz</code>"
                   : "Details need an operator token: <code>wetopi-memory token create me --role operator</code>";
    return page + "</p>\n</body></html>\n";
}

}  // namespace wm::cli
