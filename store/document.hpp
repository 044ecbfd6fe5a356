#pragma once
// An event document as the single statements in it, since each of them is recalled, dated and outdated on its own. A
// turn's document has a title, then headings with "- …" lines under them (ADR §14); a text without such lines is one
// statement.

#include <string>
#include <string_view>
#include <vector>

namespace wm {

struct Said {
    std::string text;
    bool done = false;  // under a heading of activity: something that was done, not how things are
};

// In the order of the document, none empty; indented lines continue the one before. The title and the lines under the
// heading of the time are left out.
std::vector<Said> statements_of(std::string_view document);

}  // namespace wm
