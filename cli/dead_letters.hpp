#pragma once
// What an operator does with dead letters, as JSON: the body of POST /v1/admin/dead-letters and its answer. The command
// line speaks the same to the daemon and, while none runs, to the spool's file.

#include "actors/gateway.hpp"
#include "net/front.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

namespace boost::asio {
class io_context;
}

namespace wm::cli {

// {"do": "list"|"show"|"fix"|"replay"|"drop", "ids": [7, 9], "most": 100, "item": 0, "text": "…"}. Else: what is wrong.
std::variant<DeadLetterWork, std::string> read_dead_letter_work(std::string_view body);
// 200 done; 404 unknown letter or item; 409 damaged; 507 no room in the queue; 503 the disk refuses.
PageAnswer dead_letters_page(const DeadLettersAnswered& answer);

// Who waits for which answer of the gateway.
class DeadLetterDesk {
public:
    DeadLetterDesk(boost::asio::io_context& io, Address<DeadLettersWanted> gateway) : io_(io), gateway_(gateway) {}

    void ask(std::string body, std::function<void(PageAnswer)> done);  // any thread; `done` is called on io
    void deliver(DeadLettersAnswered answer);                          // any thread

private:
    boost::asio::io_context& io_;
    Address<DeadLettersWanted> gateway_;
    std::uint64_t last_ticket_ = 0;
    std::unordered_map<std::uint64_t, std::function<void(PageAnswer)>> waiting_;
};

}  // namespace wm::cli
