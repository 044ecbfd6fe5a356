#pragma once
// Dates that a question names, in English, Spanish and German, and how near a memory's time is to them. A memory's date
// is in the index as terms of its own (d202609, d20260906, dm09), the same in each language. UTC.

#include "policies/instant.hpp"
#include "policies/times.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wm {

using AskedDate = policies::NamedDate;

// In their order, at most four: "7 May 2023", "May 7, 2023", "mayo de 2023", "im Mai", "2023-05-07", "in 2023".
std::vector<AskedDate> dates_in(std::string_view question);

std::vector<std::string> date_terms(WallTime at);             // of a memory, for the index
std::optional<std::string> date_term(const AskedDate& date);  // to look up; nothing for a year alone: too common

// 0..1: what happened is told on its day or in the days after.
double nearness(const AskedDate& date, WallTime at);

}  // namespace wm
