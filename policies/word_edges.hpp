#pragma once
// The words of a folded text, as runs of a-z and 0-9: where each begins and ends. Sixty-four bytes are told apart at once.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace wm::policies {

class WordEdges {
public:
    explicit WordEdges(std::string_view text);
    std::size_t count() const { return count_ / 2; }
    std::size_t begin(std::size_t word) const { return at_[2 * word]; }
    std::size_t end(std::size_t word) const { return at_[2 * word + 1]; }

private:
    std::unique_ptr<std::uint32_t[]> at_;  // begin and end in turn
    std::size_t count_ = 0;
};

}  // namespace wm::policies
