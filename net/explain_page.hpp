#pragma once
// GET /v1/admin/explain: the question in the target's query, the answer as JSON (docs/openapi.yaml).

#include "actors/explainer.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace wm {

inline constexpr std::size_t explain_last_max = 100;  // turns in one list

// ?turn=…, or ?session=…&last=20 for a list; agent=… narrows both. Percent-encoded. The text says what is wrong.
std::variant<ExplainQuery, std::string> parse_explain_query(std::string_view target);

std::string encode(const Explained& explained);  // a JSON object, also when nothing was found

// Of a turn that is not among those kept: says how many are.
std::string explain_not_found(const Explained& explained);

}  // namespace wm
