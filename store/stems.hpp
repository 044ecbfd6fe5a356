#pragma once
// Words without their endings, by Snowball's rules for English, Spanish and German (libstemmer). Any thread.

#include "policies/language.hpp"

#include <string>
#include <string_view>

namespace wm {

// `folded`: one word, lower case, without accents. Words that the rules cannot take are given back as they are.
std::string stem_of(policies::Language language, std::string_view folded);

}  // namespace wm
