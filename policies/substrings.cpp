#include "policies/substrings.hpp"

namespace wm::policies {

namespace {

std::uint8_t canonical(std::size_t byte, Substrings::Case letters) {
    const bool upper = (byte >= 'A' && byte <= 'Z') || (byte >= 0x80 && byte < 0xA0);
    return static_cast<std::uint8_t>(letters == Substrings::Case::any && upper ? byte + 0x20 : byte);
}

}  // namespace

Substrings::Substrings(const std::vector<std::string>& wanted, Case letters) : count_(wanted.size()) {
    for (const auto& text : wanted)
        for (const char byte : text)
            if (auto& known = class_of_[canonical(static_cast<unsigned char>(byte), letters)]; known == 0)
                known = static_cast<std::uint8_t>(classes_++);
    for (std::size_t byte = 0; byte < class_of_.size(); ++byte) class_of_[byte] = class_of_[canonical(byte, letters)];
    std::vector<std::uint32_t> to(classes_, 0);  // state × class
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        std::uint32_t state = 0;
        for (const char byte : wanted[i]) {
            const auto at = state * classes_ + class_of_[static_cast<unsigned char>(byte)];
            if (to[at] == 0) {
                to[at] = static_cast<std::uint32_t>(ends_.size());
                ends_.push_back(-1);
                to.resize(to.size() + classes_, 0);
            }
            state = to[at];
        }
        ends_[state] = static_cast<int>(i);
    }
    // Breadth first: where a state has no way on, it goes where its longest proper suffix goes.
    shorter_.assign(ends_.size(), 0);
    std::vector<std::uint32_t> fallback(ends_.size(), 0), queue;
    for (std::uint32_t c = 1; c < classes_; ++c)
        if (to[c] != 0) queue.push_back(to[c]);
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const auto state = queue[head], back = fallback[state];
        shorter_[state] = ends_[back] >= 0 ? back : shorter_[back];
        for (std::uint32_t c = 0; c < classes_; ++c) {
            auto& way = to[state * classes_ + c];
            const auto otherwise = to[back * classes_ + c];
            if (way == 0) {
                way = otherwise;
            } else {
                fallback[way] = otherwise;
                queue.push_back(way);
            }
        }
    }
    next_.resize(to.size());
    for (std::size_t i = 0; i < to.size(); ++i)
        next_[i] = to[i] * classes_ | (ends_[to[i]] >= 0 || shorter_[to[i]] != 0 ? ends_here : 0);
}

void Substrings::find(std::string_view text, std::vector<int>& found) const {
    std::vector<bool> seen(count_);
    each(text, [&](int index, std::size_t) {
        if (seen[static_cast<std::size_t>(index)]) return;
        seen[static_cast<std::size_t>(index)] = true;
        found.push_back(index);
    });
}

}  // namespace wm::policies
