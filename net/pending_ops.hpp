#pragma once
// How a connection ends: its socket is closed, the operations under way come back aborted, and the last of them retires
// it. So no operation finds its session gone, and nothing keeps a session alive by accident.

#include "net/shard.hpp"

#include <utility>

namespace wm::front {

class PendingOps {
public:
    PendingOps(Shard& shard, ConnectionId id) : shard_(shard), id_(id) {}

    // Wraps the handler of one asynchronous operation. Once ended, the handler is not called any more.
    template <class Handler>
    auto track(Handler handler) {
        ++under_way_;
        return [this, handler = std::move(handler)](auto&&... results) mutable {
            --under_way_;
            if (!ended_) handler(std::forward<decltype(results)>(results)...);
            retire_when_idle();
        };
    }
    bool ended() const { return ended_; }
    void end() {  // after the socket was closed
        ended_ = true;
        retire_when_idle();
    }

private:
    void retire_when_idle() {
        if (ended_ && under_way_ == 0 && !std::exchange(retired_, true)) shard_.retire(id_);
    }

    Shard& shard_;
    ConnectionId id_;
    std::size_t under_way_ = 0;
    bool ended_ = false;
    bool retired_ = false;
};

}  // namespace wm::front
