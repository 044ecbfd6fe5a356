#include "config/bank_keys.hpp"

#include <algorithm>

namespace wm::config {
namespace {

using T = BankKeyType;
constexpr Range count{1, 1000000}, count_or_none{-1, 1000000}, trait{1, 5}, seconds{0, 31536000};

}  // namespace

const std::vector<BankKey>& bank_keys() {
    static const std::vector<BankKey> keys{
        {"retain_mission", T::text},
        {"retain_extraction_mode", T::choice, {}, {"concise", "verbose", "custom", "verbatim", "chunks"}},
        {"retain_custom_instructions", T::text},
        {"retain_chunk_size", T::integer, count},
        {"retain_structured_chunk_size", T::integer, count},
        {"retain_chunk_batch_size", T::integer, count},
        {"retain_default_strategy", T::text},
        {"retain_strategies", T::tree},
        {"retain_max_attachments_per_chunk", T::integer, count, {}, true},
        {"entity_labels", T::tree},
        {"entities_allow_free_form", T::flag},
        {"enable_text_search", T::flag, {}, {}, true},
        {"enable_temporal_retrieval", T::flag},
        {"enable_graph_retrieval", T::flag},
        {"enable_reranking", T::flag},
        {"enable_observations", T::flag},
        {"enable_auto_consolidation", T::flag},
        {"observations_mission", T::text},
        {"max_observations_per_scope", T::integer, count_or_none},
        {"observation_scope_limits", T::tree},
        {"default_observation_scopes", T::tree, {}, {}, true},
        {"consolidation_strategies", T::tree, {}, {}, true},
        {"consolidation_use_decision_model", T::flag, {}, {}, true},
        {"consolidation_llm_batch_size", T::integer, count},
        {"consolidation_llm_parallelism", T::integer, count},
        {"consolidation_max_memories_per_round", T::integer, count},
        {"consolidation_source_facts_max_tokens", T::integer, count_or_none},
        {"consolidation_source_facts_max_tokens_per_observation", T::integer, count_or_none},
        {"mental_model_min_refresh_interval_seconds", T::integer, seconds},
        {"knowledge_page_default_trigger", T::tree, {}, {}, true},
        {"reflect_mission", T::text},
        {"reflect_use_decision_model", T::flag, {}, {}, true},
        {"mental_model_refresh_use_decision_model", T::flag, {}, {}, true},
        {"mental_model_delta_use_decision_model", T::flag, {}, {}, true},
        {"reflect_source_facts_max_tokens", T::integer, count_or_none},
        {"reflect_default_options", T::tree, {}, {}, true},
        {"recall_include_chunks", T::flag},
        {"recall_prefer_observations", T::flag, {}, {}, true},
        {"recall_max_tokens", T::integer, count},
        {"recall_chunks_max_tokens", T::integer, count},
        {"recall_budget_function", T::choice, {}, {"fixed", "adaptive"}},
        {"recall_budget_fixed_low", T::integer, count},
        {"recall_budget_fixed_mid", T::integer, count},
        {"recall_budget_fixed_high", T::integer, count},
        {"recall_budget_adaptive_low", T::fraction},
        {"recall_budget_adaptive_mid", T::fraction},
        {"recall_budget_adaptive_high", T::fraction},
        {"recall_budget_min", T::integer, count},
        {"recall_budget_max", T::integer, count},
        {"disposition_skepticism", T::integer, trait},
        {"disposition_literalism", T::integer, trait},
        {"disposition_empathy", T::integer, trait},
        {"mcp_enabled_tools", T::texts},
        {"audit_log_enabled", T::flag},
        {"store_document_text", T::flag},
        {"llm_gemini_safety_settings", T::tree},
        {"memory_defense", T::tree},
    };
    return keys;
}

const BankKey* bank_key(std::string_view name) {
    const auto found = std::ranges::find(bank_keys(), name, &BankKey::name);
    return found == bank_keys().end() ? nullptr : &*found;
}

std::set<std::string> bank_keys_of(std::string_view version) {
    const bool old = version.starts_with("0.");
    std::set<std::string> names;
    for (const auto& key : bank_keys())
        if (!old || !key.since_1_1) names.emplace(key.name);
    return names;
}

std::string allowed_text(const BankKey& key) {
    switch (key.type) {
        case T::text: return "a text";
        case T::flag: return "true, false";
        case T::integer: return "a whole number, " + print_range(key.range);
        case T::fraction: return "a number between 0 and 1";
        case T::texts: return "a list of texts";
        case T::tree: return "what Hindsight documents for it";
        case T::choice: break;
    }
    std::string all;
    for (const auto word : key.words) all.append(all.empty() ? "" : ", ").append(word);
    return all;
}

}  // namespace wm::config
