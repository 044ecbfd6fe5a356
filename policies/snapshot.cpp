#include "policies/snapshot.hpp"

#include "policies/secrets.hpp"

#include <utility>

namespace wm::policies {
namespace {

// What was kept before a rule knew its secret does not leave either.
std::vector<Memory> without_secrets(std::vector<Memory> memories) {
    for (auto& memory : memories) memory.text = redact(memory.text).text;
    return memories;
}

}  // namespace

Snapshot::Snapshot(std::vector<Memory> ranked, std::string_view previous, const ContextLimits& limits)
    : previous_(previous),
      header_(limits.header),
      memories_(without_secrets(std::move(ranked))),
      about_(memories_, previous) {
    lines_.reserve(memories_.size());
    std::vector<const ContextLine*> all;
    for (const auto& memory : memories_) all.push_back(&lines_.emplace_back(context_line(memory)));
    whole_ =
        std::make_shared<const Block>(render_lines(header_, all, limits.scope_tokens_max, limits.total_tokens_max));
    bytes_ = sizeof(Snapshot) + about_.bytes() + whole_->text.text.size() + previous_.size() + header_.text.size();
    for (const auto& memory : memories_) bytes_ += sizeof(Memory) + memory.text.text.size() + memory.id.size();
    for (const auto& line : lines_)
        bytes_ += sizeof(ContextLine) + line.statement.size() + line.text.size() + line.frame_open.size();
}

std::vector<std::uint32_t> Snapshot::concerning(std::string_view message, const Principal& principal) const {
    auto positions = about_.concerning(message);
    std::erase_if(positions, [&](std::uint32_t at) { return !principal.may(memories_[at].scope); });
    return positions;
}

std::shared_ptr<const Block> Snapshot::block(const std::vector<std::uint32_t>& positions,
                                             const ContextLimits& limits) const {
    if (positions.size() == memories_.size()) return whole_;
    std::vector<const ContextLine*> chosen;
    chosen.reserve(positions.size());
    for (const auto at : positions) chosen.push_back(&lines_[at]);
    auto made = render_lines(header_, chosen, limits.scope_tokens_max, limits.total_tokens_max);
    for (auto& used : made.used) used = positions[used];
    return std::make_shared<const Block>(std::move(made));
}

}  // namespace wm::policies
