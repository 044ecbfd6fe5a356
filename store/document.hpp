#pragma once
// An event document as the single statements in it, since each of them is recalled, dated and outdated on its own. A
// turn's document (policies/batch, ADR §14) has a title and a date, then headings after an empty line with "- …" lines
// under them; a text without such lines is one statement.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wm {

struct Said {
    enum class Kind : std::uint8_t {
        fact,
        activity,  // what was done
        evidence,  // what shows it: a record, but nothing to remind anybody of
    };
    std::string text;
    Kind kind = Kind::fact;
};

// In the order of the document, none empty. Lines right after a "- …" line belong to it.
std::vector<Said> statements_of(std::string_view document);

}  // namespace wm
