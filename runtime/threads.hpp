#pragma once
// One thread a shard's io_context. An exception that leaves a handler is a bug: it is named, and the process ends, to be
// restarted; what was acknowledged is on disk (P7, P14).

#include <boost/asio/io_context.hpp>

#include <vector>

namespace wm {

// Blocks until every context has been stopped. The first one runs on the calling thread.
void run_until_stopped(const std::vector<boost::asio::io_context*>& contexts);

}  // namespace wm
