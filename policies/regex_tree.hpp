#pragma once
// The structure of an RE2 pattern, as far as rules use the syntax: enough to know what no match can do without
// (policies/pattern_gates). A pattern that uses more is not read at all.

#include <bitset>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace wm::policies {

using ByteSet = std::bitset<256>;

struct RegexNode {
    enum class Kind : std::uint8_t {
        bytes,     // one character: a byte of the set or, beyond ASCII, several
        edge,      // of no width: \b ^ $
        sequence,  // all parts, one after the other
        either,    // one of the parts
        repeated   // the one part
    };
    Kind kind = Kind::sequence;
    ByteSet bytes;
    bool may_lack = false, may_recur = false;  // repeated: not at all; more than once
    std::vector<RegexNode> parts;
};

std::optional<RegexNode> read_regex(std::string_view pattern);

}  // namespace wm::policies
