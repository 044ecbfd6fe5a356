#pragma once
// Many byte strings found anywhere in a text in one pass: Aho and Corasick's automaton, laid out densely.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

class Substrings {
public:
    Substrings() = default;
    explicit Substrings(const std::vector<std::string>& wanted);  // none of them empty

    // Appends the index of each wanted string that `text` holds, once each, to `found`.
    void find(std::string_view text, std::vector<int>& found) const;

private:
    std::uint32_t step(std::uint32_t state, char byte) const {
        return next_[state * classes_ + class_of_[static_cast<unsigned char>(byte)]];
    }

    std::array<std::uint8_t, 256> class_of_{};  // 0: a byte that no string has
    std::uint32_t classes_ = 1;
    std::vector<std::uint32_t> next_{0};     // state × class
    std::vector<int> ends_{-1};              // the string that ends in a state
    std::vector<std::uint32_t> shorter_{0};  // the next state whose string ends here too; 0: none
    std::size_t count_ = 0;
};

}  // namespace wm::policies
