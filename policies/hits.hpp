#pragma once
// Which rules a text has hit: a bit each, read back in the order of the rules.

#include <bit>
#include <cstdint>
#include <vector>

namespace wm::policies {

class Hits {
public:
    explicit Hits(std::size_t rules) : words_((rules + 63) / 64) {}

    void set(std::uint32_t id) { words_[id / 64] |= std::uint64_t{1} << (id % 64); }
    bool has(std::uint32_t id) const { return (words_[id / 64] >> (id % 64) & 1) != 0; }

    template <class Each>
    void each(Each work) const {
        for (std::size_t i = 0; i < words_.size(); ++i)
            for (auto word = words_[i]; word != 0; word &= word - 1)
                work(static_cast<std::uint32_t>(i * 64) + static_cast<std::uint32_t>(std::countr_zero(word)));
    }

private:
    std::vector<std::uint64_t> words_;
};

}  // namespace wm::policies
