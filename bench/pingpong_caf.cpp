// The C++ Actor Framework as Debian packages it, with one scheduler thread.
#include "bench/pingpong.hpp"

#include <caf/all.hpp>

#include <utility>

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(wm::bench::Ball)

namespace wm::bench {
namespace {

struct State {
    caf::actor other;
};
using Start = caf::atom_constant<caf::atom("start")>;

caf::behavior player(caf::stateful_actor<State>* self, std::size_t balls) {
    return {
        [self](const caf::actor& other) { self->state.other = other; },
        [self](Start, std::size_t window, std::uint64_t throws) {
            for (std::size_t i = 0; i < window; ++i) self->send(self, make_ball(throws));
        },
        [self, balls](Ball& ball) mutable {
            if (ball.throws_left-- > 0) {
                self->send(self->state.other, std::move(ball));
            } else if (--balls == 0) {
                self->send_exit(self->state.other, caf::exit_reason::user_shutdown);
                self->quit();
            }
        },
    };
}

}  // namespace

double play_caf(std::size_t window, std::size_t messages) {
    caf::actor_system_config config;
    config.set("scheduler.max-threads", 1);
    caf::actor_system system(config);
    const auto ping = system.spawn(player, window), pong = system.spawn(player, window);
    caf::anon_send(ping, pong);
    caf::anon_send(pong, ping);
    const auto start = process_cpu_ns();
    caf::anon_send(ping, Start::value, window, static_cast<std::uint64_t>(messages / window - 1));
    system.await_all_actors_done();
    return (process_cpu_ns() - start) / static_cast<double>(messages / window * window);
}

}  // namespace wm::bench
