#pragma once
// What a text costs a model. The plane does not know the model's tokenizer, so it estimates, and never too low on text
// that occurs: a budget is a ceiling (design, merge and budget).

#include <cstdint>
#include <string_view>

namespace wm::policies {

// Tokens of `utf8` in a byte-pair tokenizer of the cl100k / o200k kind, rounded up. Additive within one token: the sum
// over the parts of a text is never below the estimate of the whole minus one a cut.
std::uint32_t estimate_tokens(std::string_view utf8);

// The same estimate before it is rounded up, in sixths of a token. Of parts that each end with a line break the sum is that
// of the whole text.
std::uint64_t token_sixths(std::string_view utf8);
std::uint32_t tokens_of_sixths(std::uint64_t sixths);

}  // namespace wm::policies
