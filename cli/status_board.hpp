#pragma once
// What the pages show of the gateway: asked once a second, read from any thread. A page is never a reason to wait.

#include "actors/gateway.hpp"
#include "runtime/time.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <string>

namespace wm::cli {

class StatusBoard {
public:
    StatusBoard(Time& time, Address<GatewayStatusWanted> gateway) : time_(time), gateway_(gateway) {}
    void begin() { ask(); }
    void deliver(GatewayStatus status) {  // the gateway's strand
        latest_.store(std::make_shared<const GatewayStatus>(std::move(status)));
    }
    std::shared_ptr<const GatewayStatus> latest() const { return latest_.load(); }  // null before the first answer

private:
    void ask() {
        (void)gateway_.tell({0, *this, {}});  // a full gateway is shown by the age of what it said before
        time_.call_at(time_.now() + std::chrono::seconds(1), [this] { ask(); });
    }

    Time& time_;
    Address<GatewayStatusWanted> gateway_;
    std::atomic<std::shared_ptr<const GatewayStatus>> latest_;
};

std::string_view state_of(const GatewayStatus* status);                              // starting, up, degraded, down
std::string readiness_detail(const GatewayStatus* status, std::size_t connections);  // JSON object
// HTML. `banks`: of each scope its bank, or the template of it; shown with `detail` alone, which is the operator's.
std::string status_page(const GatewayStatus* status, std::size_t connections, bool detail, const std::string& version,
                        const std::string& backend, const std::map<ScopeName, std::string>& banks);

}  // namespace wm::cli
