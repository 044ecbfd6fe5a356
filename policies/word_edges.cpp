#include "policies/word_edges.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace wm::policies {
namespace {

constexpr std::uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;

// The high bit of each of the eight bytes that lies from `first` to `last`, both ASCII.
constexpr std::uint64_t within(std::uint64_t ascii, unsigned char first, unsigned char last) {
    return (ascii + ones * (0x80u - first)) & ~(ascii + ones * (0x7Fu - last)) & highs;
}

// A bit for each of eight bytes that is a letter or a digit, the first byte lowest.
std::uint64_t letters_of_eight(const char* at) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, sizeof bytes);
    const auto ascii = bytes & ~highs;
    const auto letters = (within(ascii, 'a', 'z') | within(ascii, '0', '9')) & ~bytes;
    return ((letters >> 7) * 0x0102040810204080) >> 56;  // gathers the bits into one byte
}

std::uint64_t letters_of(const char* at, std::size_t count) {
    char block[64] = {};
    if (count < sizeof block) at = static_cast<const char*>(std::memcpy(block, at, count));
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < 8; ++i) bits |= letters_of_eight(at + 8 * i) << (8 * i);
    return bits;
}

}  // namespace

WordEdges::WordEdges(std::string_view text) : at_(new std::uint32_t[text.size() + 2]) {
    static_assert(std::endian::native == std::endian::little, "the first byte of a word is its lowest");
    std::uint64_t before = 0;
    for (std::size_t from = 0; from < text.size(); from += 64) {
        const auto letters = letters_of(text.data() + from, std::min<std::size_t>(64, text.size() - from));
        for (auto changes = letters ^ (letters << 1 | before); changes != 0; changes &= changes - 1)
            at_[count_++] = static_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(std::countr_zero(changes));
        before = letters >> 63;
    }
    if (count_ % 2 != 0) at_[count_++] = static_cast<std::uint32_t>(text.size());
}

}  // namespace wm::policies
