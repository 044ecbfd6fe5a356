#include "store/digest.hpp"

#include "policies/budget.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <tuple>
#include <vector>

namespace wm {
namespace {

struct Section {
    std::string subject;
    std::vector<const FoundRow*> rows;
};

std::vector<Section> by_subject(std::span<const FoundRow> rows) {
    std::vector<Section> sections;
    for (const auto& row : rows) {
        auto section = std::ranges::find(sections, row.subject, &Section::subject);
        if (section == sections.end()) section = sections.insert(section, {row.subject, {}});
        section->rows.push_back(&row);
    }
    for (auto& section : sections) {
        std::ranges::sort(section.rows, [](const FoundRow* a, const FoundRow* b) {
            return std::tuple(b->current, b->from, b->id) < std::tuple(a->current, a->from, a->id);
        });
    }
    return sections;
}

}  // namespace

std::string date_of(WallTime at) {
    using namespace std::chrono;
    const auto since = floor<minutes>(at.time_since_epoch());
    const auto day = floor<days>(since);
    const year_month_day date{sys_days{day}};
    const hh_mm_ss time{since - day};
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u %02d:%02d UTC", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()));
    return text.data();
}

std::string told(const FoundRow& row) {
    return row.until ? row.text + " (until " + date_of(*row.until) + ")" : row.text;
}

std::string digest(std::span<const FoundRow> rows, std::uint32_t tokens_max) {
    std::string text;
    std::uint32_t tokens = 0;
    for (const auto& section : by_subject(rows)) {
        std::string heading =
            (text.empty() ? "" : "\n") + std::string("## ") + (section.subject.empty() ? "—" : section.subject) + "\n";
        for (const auto* row : section.rows) {
            const auto line =
                heading + "- " + date_of(row->from) + ": " + told(*row) + " [m" + std::to_string(row->id) + "]\n";
            const auto cost = policies::estimate_tokens(line);
            if (tokens + cost > tokens_max) continue;
            tokens += cost;
            text += line;
            heading.clear();
        }
    }
    return text;
}

}  // namespace wm
