#pragma once
// Hermes' memory files as entries: MEMORY.md and USER.md, and any file of that form (hermes.md §9). Entries are joined by
// a line with the sign §, without a header or a newline at the end; the host's limits count the characters of the whole.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies::hot {

// Stripped, in order, empty ones left out.
std::vector<std::string> split(std::string_view file);
std::string join(const std::vector<std::string>& entries);
// Whether the file is what join() would write of it. Hermes refuses to change one that is not, and so does the plan.
bool round_trips(std::string_view file);

std::size_t characters(std::string_view utf8);  // code points, as the host counts
std::string key_of(std::string_view entry);     // SHA-256 of the text, 64 hex digits: what a sidecar knows it by
std::string same_key(std::string_view entry);   // equal for texts that differ in case, accents and blanks only

}  // namespace wm::policies::hot
