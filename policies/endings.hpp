#pragma once
// Forms of a word that a rule need not name: the plural in Spanish and English, the cases of German. A rule of a language
// that names "quartal" matches "Quartalen" as well, unless some rule names that form itself.

#include "policies/rule_pack.hpp"

namespace wm::policies {

// The pack with those forms added to its words (not to phrases and patterns) that speak for a scope, from five letters on.
RulePack with_endings(RulePack pack);

}  // namespace wm::policies
