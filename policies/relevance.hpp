#pragma once
// Does a prefetched memory concern the new message? The prefetch was made for the turn before; after a change of topic
// nothing stale may be injected (A3), while "and is it up now?" keeps what was being talked about.

#include "policies/turn.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

// Words that carry a subject: folded, stop words of ES, EN and DE left out, endings cut; CJK as bigrams.
std::vector<std::string> content_terms(std::string_view text);

// A message that points back at what was talked of and names nothing new: "¿y ahora está arriba?", "try it again".
bool is_follow_up(std::string_view message);

// What a list of memories is about, read once, so that each message is read once and every memory not at all. Of each text
// its first 8,000 bytes speak. Immutable; any thread.
class RelevanceIndex {
public:
    // `previous` is the text that the memories were recalled for: a follow-up keeps what concerned it. Empty: all.
    RelevanceIndex(std::span<const Memory> memories, std::string_view previous);
    ~RelevanceIndex();
    RelevanceIndex(RelevanceIndex&&) noexcept;
    RelevanceIndex& operator=(RelevanceIndex&&) noexcept;

    // Positions of the memories that concern `message`, ascending.
    std::vector<std::uint32_t> concerning(std::string_view message) const;
    std::size_t bytes() const noexcept;  // about what it holds in memory

private:
    struct Data;
    std::unique_ptr<const Data> data_;
};

// Those of `memories` that concern `message`, in their order: an index for one message.
std::vector<Memory> relevant(std::span<const Memory> memories, std::string_view message,
                             std::string_view previous = {});

}  // namespace wm::policies
