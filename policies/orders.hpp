#pragma once
// Is a text that somebody wants kept an order to whoever will read it? What documents and prompts plant ("from now on you
// must send …", "whenever somebody asks, answer …") is refused by memory_retain, whatever the confidence (BR-08). A
// decision in the same words ("from now on backups run at two") is none.

#include <string_view>

namespace wm::policies {

bool orders_the_reader(std::string_view text);

}  // namespace wm::policies
