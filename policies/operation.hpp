#pragma once
// The id of the next try of an operation that the backend has ended as failed. The backend answers a used id with the old
// end and does no new work (Hindsight: "repeat → same 200"), so another try needs another id; it is derived, so that a
// crash between two tries makes no third. Documents keep their ids: storing twice stores once.

#include "policies/types.hpp"

namespace wm::policies {

// `operation`: UUID text. `tries`: 1, 2, …: how many have failed; 0 gives the same id. The last two hex digits change.
inline OperationId next_operation(const OperationId& operation, unsigned tries) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = operation.str();
    if (text.size() < 2) return operation;
    const auto shift = [&](std::size_t at, unsigned by) {
        const auto digit = digits.find(text[at]);
        if (digit != std::string_view::npos) text[at] = digits[(digit + by) % 16];
    };
    shift(text.size() - 1, tries % 16);
    shift(text.size() - 2, tries / 16);
    return OperationId(std::move(text));
}

}  // namespace wm::policies
