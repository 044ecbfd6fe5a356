#pragma once
// A daemon of a measurement's own: this program as `serve`, on a free port, in a folder that goes with it.

#include "cli/load_report.hpp"
#include "policies/types.hpp"

#include <memory>
#include <string>
#include <variant>

#include <sys/types.h>

namespace wm::cli {

class LoadDaemon {
public:
    // Ready to answer, or why not. `hindsight`: the backend's URL; empty: the embedded store.
    static std::variant<std::unique_ptr<LoadDaemon>, std::string> start(const std::string& folder,
                                                                        const std::string& hindsight,
                                                                        std::size_t connections);
    LoadDaemon(const LoadDaemon&) = delete;
    LoadDaemon& operator=(const LoadDaemon&) = delete;
    ~LoadDaemon();  // stops it and waits

    const std::string& url() const { return url_; }
    const Secret& token() const { return token_; }
    pid_t pid() const { return pid_; }

private:
    LoadDaemon() = default;

    std::string url_;
    Secret token_;
    pid_t pid_ = 0;
};

// Of a process on this machine, from /proc; zeros when it cannot be read.
struct ProcessUse {
    std::uint64_t cpu_ns = 0, rss_bytes = 0;
};
ProcessUse use_of(pid_t pid);

// As many open files as this process may have; what it starts inherits it.
void allow_open_files();

}  // namespace wm::cli
