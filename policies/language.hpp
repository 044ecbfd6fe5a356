#pragma once
// Which of the three languages a text is in, by its small words. For what is written about a turn; rules have markers of
// their own (policies/rule_pack).

#include <cstdint>
#include <string_view>

namespace wm::policies {

enum class Language : std::uint8_t { english, spanish, german };

// English when nothing tells. Reads the beginning of a long text.
Language language_of(std::string_view text);

}  // namespace wm::policies
