#pragma once
// The parts of a list that is written as one text: "create delete add", "cliente|clientes".

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace wm::policies {

// Calls `use` with each part, empty ones included.
template <class Use>
void each_part(std::string_view list, char separator, const Use& use) {
    for (std::size_t at = 0; at <= list.size();) {
        const auto end = std::min(list.find(separator, at), list.size());
        use(list.substr(at, end - at));
        at = end + 1;
    }
}

}  // namespace wm::policies
