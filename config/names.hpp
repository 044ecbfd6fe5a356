#pragma once
// The words that the configuration, logs and metric labels use for each enum of settings.hpp. One table an enum.

#include "config/settings.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace wm::config {

template <class E>
struct Named {
    E value;
    std::string_view name;
};

constexpr auto names(BackendType) {
    return std::to_array<Named<BackendType>>(
        {{BackendType::embedded, "embedded"}, {BackendType::hindsight, "hindsight"}});
}
constexpr auto names(RecallBudget) {
    return std::to_array<Named<RecallBudget>>(
        {{RecallBudget::low, "low"}, {RecallBudget::mid, "mid"}, {RecallBudget::high, "high"}});
}
constexpr auto names(RecallType) {
    return std::to_array<Named<RecallType>>({{RecallType::observation, "observation"},
                                             {RecallType::world, "world"},
                                             {RecallType::experience, "experience"}});
}
constexpr auto names(SyncReason) {
    return std::to_array<Named<SyncReason>>({{SyncReason::explicit_memory_request, "explicit_memory_request"},
                                             {SyncReason::high_confidence_cache_miss, "high_confidence_cache_miss"}});
}
constexpr auto names(PersonalOwner) {
    return std::to_array<Named<PersonalOwner>>({{PersonalOwner::plane, "plane"}, {PersonalOwner::native, "native"}});
}
constexpr auto names(Inject) {
    return std::to_array<Named<Inject>>({{Inject::middleware, "middleware"}, {Inject::pre_llm_call, "pre_llm_call"}});
}
constexpr auto names(RetainMode) {
    return std::to_array<Named<RetainMode>>(
        {{RetainMode::automatic, "automatic"}, {RetainMode::curated, "curated"}, {RetainMode::off, "off"}});
}
constexpr auto names(RecallMode) {
    return std::to_array<Named<RecallMode>>({{RecallMode::routed, "routed"}, {RecallMode::off, "off"}});
}
constexpr auto names(Verification) {
    return std::to_array<Named<Verification>>({{Verification::none, "none"},
                                               {Verification::medium, "medium"},
                                               {Verification::explicit_or_high, "explicit_or_high"},
                                               {Verification::required, "required"}});
}
constexpr auto names(LogLevel) {
    return std::to_array<Named<LogLevel>>({{LogLevel::debug, "debug"},
                                           {LogLevel::info, "info"},
                                           {LogLevel::warning, "warning"},
                                           {LogLevel::error, "error"}});
}
constexpr auto names(ToolName) {
    return std::to_array<Named<ToolName>>({{ToolName::memory_search, "memory_search"},
                                           {ToolName::memory_retain, "memory_retain"},
                                           {ToolName::memory_reflect, "memory_reflect"},
                                           {ToolName::memory_status, "memory_status"}});
}

template <class E>
constexpr std::string_view name_of(E value) {
    for (const auto& named : names(E{}))
        if (named.value == value) return named.name;
    return "";
}

template <class E>
constexpr std::optional<E> from_name(std::string_view name) {
    for (const auto& named : names(E{}))
        if (named.name == name) return named.value;
    return std::nullopt;
}

}  // namespace wm::config
