#pragma once
// Where reloads of the rules are asked for: the admin API and SIGHUP. Knows who waits for which answer.

#include "actors/audit.hpp"
#include "actors/rule_keeper.hpp"
#include "net/front.hpp"

#include <cstdint>
#include <functional>
#include <unordered_map>

namespace boost::asio {
class io_context;
}

namespace wm::cli {

class ReloadDesk {
public:
    // What it knows is touched on `io` alone, which one thread runs.
    // Each reload is accounted for.
    ReloadDesk(boost::asio::io_context& io, Address<ReloadWanted> keeper, Audit& audit)
        : io_(io), keeper_(keeper), audit_(audit) {}

    void ask(std::function<void(PageAnswer)> done);  // any thread; `done` is called on io, and may be empty
    void deliver(ReloadDone answer);                 // any thread

private:
    boost::asio::io_context& io_;
    Address<ReloadWanted> keeper_;
    Audit& audit_;
    std::uint64_t last_ticket_ = 0;
    std::unordered_map<std::uint64_t, std::function<void(PageAnswer)>> waiting_;
};

// 200 reloaded or unchanged, 422 refused with its problems, 503 busy.
PageAnswer reload_page(const ReloadDone& answer);

}  // namespace wm::cli
