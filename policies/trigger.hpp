#pragma once
// The only two ways to a synchronous recall (A2): the message asks for memory, or its scope is near certain and the
// cache holds nothing for it. Everything else waits for the next prefetch.

#include "policies/route.hpp"

#include <cstdint>
#include <string_view>

namespace wm::policies {

enum class Trigger : std::uint8_t { none, explicit_memory_request, high_confidence_cache_miss };

// `cache_hit`: the cache gave something that concerns this message.
inline Trigger trigger(const Route& route, bool cache_hit, double high_confidence = 0.8) {
    if (route.memory_request) return Trigger::explicit_memory_request;
    if (!cache_hit && !route.scopes.empty() && route.scopes.front().confidence >= high_confidence)
        return Trigger::high_confidence_cache_miss;
    return Trigger::none;
}

// The message only hands something over to be kept ("remember that …"): nothing is waited for on its account.
bool only_stores(std::string_view message);

}  // namespace wm::policies
