#pragma once
// Many byte strings found anywhere in a text in one pass: Aho and Corasick's automaton, laid out densely.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

class Substrings {
public:
    enum class Case : std::uint8_t {
        exact,
        any  // A is a, É is é; some other letters beyond ASCII pass for each other too, so who needs to be sure looks again
    };

    Substrings() = default;
    // None of them empty, none twice.
    explicit Substrings(const std::vector<std::string>& wanted, Case letters = Case::exact);

    // Appends the index of each wanted string that `text` holds, once each, to `found`.
    void find(std::string_view text, std::vector<int>& found) const;

    // Calls work(index, end) for each place of each wanted string, `end` being the offset behind it; by rising ends.
    template <class Work>
    void each(std::string_view text, Work work) const {
        std::uint32_t state = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            state = next_[(state & ~ends_here) + class_of_[static_cast<unsigned char>(text[i])]];
            if ((state & ends_here) == 0) continue;
            for (auto at = (state & ~ends_here) / classes_; at != 0; at = shorter_[at])
                if (ends_[at] >= 0) work(ends_[at], i + 1);
        }
    }

private:
    static constexpr std::uint32_t ends_here = 1U << 31;

    std::array<std::uint8_t, 256> class_of_{};  // 0: a byte that no string has
    std::uint32_t classes_ = 1;
    std::vector<std::uint32_t> next_{
        0};                      // state × class: where the next state's row begins; marked if a string ends there
    std::vector<int> ends_{-1};  // the string that ends in a state
    std::vector<std::uint32_t> shorter_{0};  // the next state whose string ends here too; 0: none
    std::size_t count_ = 0;
};

}  // namespace wm::policies
