#include "policies/substrings.hpp"

#include <cstddef>

namespace wm::policies {

Substrings::Substrings(const std::vector<std::string>& wanted) : count_(wanted.size()) {
    for (const auto& text : wanted)
        for (const char byte : text)
            if (auto& known = class_of_[static_cast<unsigned char>(byte)]; known == 0)
                known = static_cast<std::uint8_t>(classes_++);
    next_.assign(classes_, 0);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        std::uint32_t state = 0;
        for (const char byte : wanted[i]) {
            const auto at = state * classes_ + class_of_[static_cast<unsigned char>(byte)];
            if (next_[at] == 0) {
                next_[at] = static_cast<std::uint32_t>(ends_.size());
                ends_.push_back(-1);
                next_.resize(next_.size() + classes_, 0);
            }
            state = next_[at];
        }
        ends_[state] = static_cast<int>(i);
    }
    // Breadth first: where a state has no way on, it goes where its longest proper suffix goes.
    shorter_.assign(ends_.size(), 0);
    std::vector<std::uint32_t> fallback(ends_.size(), 0), queue;
    for (std::uint32_t c = 1; c < classes_; ++c)
        if (next_[c] != 0) queue.push_back(next_[c]);
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const auto state = queue[head], back = fallback[state];
        shorter_[state] = ends_[back] >= 0 ? back : shorter_[back];
        for (std::uint32_t c = 0; c < classes_; ++c) {
            auto& way = next_[state * classes_ + c];
            const auto otherwise = next_[back * classes_ + c];
            if (way == 0) {
                way = otherwise;
            } else {
                fallback[way] = otherwise;
                queue.push_back(way);
            }
        }
    }
}

void Substrings::find(std::string_view text, std::vector<int>& found) const {
    std::vector<bool> seen(count_);
    std::uint32_t state = 0;
    for (const char byte : text) {
        state = step(state, byte);
        for (auto at = ends_[state] >= 0 ? state : shorter_[state]; at != 0; at = shorter_[at]) {
            const auto index = ends_[at];
            if (seen[static_cast<std::size_t>(index)]) break;  // what ends with it has been seen then too
            seen[static_cast<std::size_t>(index)] = true;
            found.push_back(index);
        }
    }
}

}  // namespace wm::policies
