#include "net/hook_post.hpp"

#include <algorithm>

namespace wm::front {

void HookPost::add_reply(std::string text) { places_.push_back(Place{0, std::move(text), false, {}}); }
void HookPost::add_silence() { places_.push_back(Place{}); }
void HookPost::add_wait(FrameId clients_frame, Instant deadline) {
    places_.push_back(Place{clients_frame, std::nullopt, true, deadline});
}

void HookPost::answer(const Answer& answer) {
    const auto index = answer.frame - first_;
    if (answer.frame < first_ || index >= places_.size() || !places_[index].waits) return;
    auto& place = places_[index];
    if (const auto* pending = std::get_if<PendingAnswer>(&answer.body)) {
        place.deadline += pending->deadline;
        return;
    }
    place.text = encode(Answer{answer.connection, place.clients_frame, answer.body});
    place.waits = false;
}

bool HookPost::waiting(Instant now) const {
    return std::any_of(places_.begin(), places_.end(), [=](const Place& p) { return p.waits && p.deadline > now; });
}

Instant HookPost::latest() const {
    Instant latest{};
    for (const auto& place : places_)
        if (place.waits) latest = std::max(latest, place.deadline);
    return latest;
}

std::string HookPost::body() const {
    std::string out = "[";
    for (const auto& place : places_) {
        if (!place.text) continue;
        if (out.size() > 1) out += ',';
        out += *place.text;
    }
    return out + "]";
}

}  // namespace wm::front
