#pragma once
// Many agents' connections to one daemon, for load: each writes what it is given and reads all that comes. One thread:
// that which calls run_until().

#include "net/client.hpp"
#include "policies/instant.hpp"
#include "policies/types.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace wm {

class LoadPool {
public:
    // Called by run_until(), with the connection's number. After `lost` nothing more comes of it.
    struct Events {
        std::function<void(std::size_t)> connected;  // the greeting has been read
        std::function<void(std::size_t, std::string_view message)> received;
        std::function<void(std::size_t, const std::string& why)> lost;
    };

    // `connections` of them, none open yet. The URL's fault, or a pool.
    static std::variant<std::unique_ptr<LoadPool>, ClientError> make(const std::string& url, const Secret& token,
                                                                     std::size_t connections, Events events);
    ~LoadPool();

    void open(std::size_t connection);
    void send(std::size_t connection, std::string message);  // behind what it still writes; dropped when it is lost
    void run_until(Instant when);                            // works, and returns at `when`
    void close();                                            // all at once; their `lost` is not told
    Instant now() const;
    WallTime wall() const;

private:
    struct Pool;
    explicit LoadPool(std::unique_ptr<Pool> pool);
    std::unique_ptr<Pool> pool_;
};

}  // namespace wm
