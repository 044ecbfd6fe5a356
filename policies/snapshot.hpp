#pragma once
// What a recall found, made ready for the messages that it may answer: secrets out, lines neutralised and counted, the block
// of all of them rendered, and what each is about. Made once when the recall ends; answering then reads the new message and
// nothing else. Immutable, so any thread may read it.

#include "policies/access.hpp"
#include "policies/context.hpp"
#include "policies/relevance.hpp"
#include "policies/turn.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

struct ContextLimits {
    std::string header;
    std::map<ScopeName, std::uint32_t> scope_tokens_max;
    std::uint32_t total_tokens_max = 3000;
};

class Snapshot {
public:
    // `ranked`: best first, as policies/merge gives them. `previous`: the text that they were recalled for.
    Snapshot(std::vector<Memory> ranked, std::string_view previous, const ContextLimits& limits);

    const std::vector<Memory>& memories() const noexcept { return memories_; }  // without secrets
    const std::string& previous() const noexcept { return previous_; }
    const std::shared_ptr<const Block>& whole() const noexcept { return whole_; }  // of all of them

    // Positions of the memories that concern `message` and that this principal may see now, ascending.
    std::vector<std::uint32_t> concerning(std::string_view message, const Principal& principal) const;
    // The block of those positions: whole() itself when they are all, so that equal recalls give equal bytes.
    // `used` are positions in memories().
    std::shared_ptr<const Block> block(const std::vector<std::uint32_t>& positions, const ContextLimits& limits) const;

    std::size_t bytes() const noexcept { return bytes_; }  // about what it holds in memory

private:
    std::string previous_;
    ContextHeader header_;
    std::vector<Memory> memories_;
    std::vector<ContextLine> lines_;
    RelevanceIndex about_;
    std::shared_ptr<const Block> whole_;
    std::size_t bytes_ = 0;
};

}  // namespace wm::policies
