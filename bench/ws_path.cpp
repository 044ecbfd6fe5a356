// The product's own way through the net and the look-up, with nothing else behind it: Front, WsSession, decoder, prefetch
// cache, the bytes made ahead, write. Sessions, identity, routing, relevance and metrics are left to the whole daemon, so
// that this program says what transport and look-up cost beside a bare echo. Nothing of the product is switched off for it.
//
//   ws_path FOLDER BLOCK_BYTES CONNECTIONS     prints its port; FOLDER has tokens.json
#include "net/front.hpp"
#include "policies/cache.hpp"
#include "runtime/asio_time.hpp"

#include <boost/asio/io_context.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace wm;

class Silent final : public NetMetrics {
public:
    void count(NetEvent, const AgentId&) override {}
    void open_connections(std::size_t) override {}
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    const std::string folder = argv[1];
    const auto block_bytes = std::strtoul(argv[2], nullptr, 10);
    const auto connections = std::strtoul(argv[3], nullptr, 10);
    boost::asio::io_context io(1);
    AsioTime time(io);
    policies::PrefetchCache cache({connections, std::size_t{1} << 30, std::chrono::hours(24)});
    const policies::ContextLimits limits{"", {}, 100000};
    const auto found = std::make_shared<const policies::Snapshot>(
        std::vector{
            Memory{ScopeName("platform"), {std::string(block_bytes, 'x')}, MemoryType::observation, 1, {}, "m"}},
        "", limits);
    const auto& block = *found->whole();
    const auto ready = encode_ahead({block.text, ContextSource::cache, block.scopes, block.tokens, nullptr});
    const UserId user("u");
    for (unsigned long i = 0; i < connections; ++i) {
        const auto number = std::to_string(10000 + i).substr(1);
        cache.put(SessionId("bench-" + number), user, 1, found, ready, time.now());
    }

    FrontSettings settings;
    settings.listen.port = 0;
    settings.listen.unix_socket = folder + "/front.sock";
    settings.messages_per_second_max = 1000000;
    Silent metrics;
    Front* out = nullptr;
    const auto answer = [&](HookArrived hook) {
        const auto entry = cache.find(hook.speaker.session, user, time.now());
        if (!entry) return Delivery::full;
        const auto& whole = *entry->found->whole();
        out->deliver({hook.connection, hook.frame,
                      ContextAnswer{whole.text, ContextSource::cache, whole.scopes, whole.tokens, entry->ready}});
        return Delivery::accepted;
    };
    Front front({&io}, time, settings, answer,
                Pages{[] { return std::string(); }, [] { return Readiness{}; }, [](bool) { return std::string(); }},
                metrics, std::make_unique<TokenFile>(folder + "/tokens.json"));
    out = &front;
    if (const auto wrong = front.listen()) {
        std::fprintf(stderr, "ws_path: %s\n", wrong->c_str());
        return 1;
    }
    std::printf("%u\n", front.port());
    std::fflush(stdout);
    io.run();
}
