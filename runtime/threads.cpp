#include "runtime/threads.hpp"

#include "runtime/log.hpp"

#include <boost/asio/executor_work_guard.hpp>

#include <cstdlib>
#include <exception>
#include <thread>

namespace wm {
namespace {

void run(boost::asio::io_context& io) {
    const auto work = boost::asio::make_work_guard(io);
    try {
        io.run();
    } catch (const std::exception& error) {
        log(Level::error, "bug: an exception left a handler", {{"what", error.what()}});
        std::abort();
    }
}

}  // namespace

void run_until_stopped(const std::vector<boost::asio::io_context*>& contexts) {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < contexts.size(); ++i) threads.emplace_back([&io = *contexts[i]] { run(io); });
    run(*contexts.front());
}

}  // namespace wm
