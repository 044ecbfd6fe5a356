#pragma once
// Does a prefetched memory concern the new message? The prefetch was made for the turn before; after a change of topic
// nothing stale may be injected (A3), while "and is it up now?" keeps what was being talked about.

#include "policies/turn.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

// Words that carry a subject: folded, stop words of ES, EN and DE left out, endings cut; CJK as bigrams.
std::vector<std::string> content_terms(std::string_view text);

// A message that points back at what was talked of and names nothing new: "¿y ahora está arriba?", "try it again".
bool is_follow_up(std::string_view message);

// Those of `memories` that concern `message`, in their order. `previous` is the text that the prefetch was made for:
// a follow-up keeps what concerned it.
std::vector<Memory> relevant(std::span<const Memory> memories, std::string_view message,
                             std::string_view previous = {});

}  // namespace wm::policies
