#pragma once
// The rules of docs/architecture.md and docs/contributing.md that a compiler does not check, as functions from a path and
// a text to problems. A problem reads `path:line: what: why`.

#include "tests/tidy/source.hpp"

#include <string>
#include <vector>

namespace wm::tidy {

using Problems = std::vector<std::string>;

Problems check_includes(const Source&);      // P9: folders point one way; who may use which library
Problems check_bans(const Source&);          // clocks, locks, coroutines, output …, each with its reason
Problems check_awaits(const Source&);        // what g++ 12 destroys twice beside co_await
Problems check_gateway_only(const Source&);  // retry, queue, dedupe, breaker; the way to a backend
Problems check_shape(const Source&);         // lengths, #pragma once, the leading comment, leftovers
Problems check_cpp(const Source&);           // all of the above

// Any text of the tree: nothing of one machine or person in it, no secret. `here` is where this checkout lies.
Problems check_text(const std::string& path, const std::string& text, const std::string& here);

Problems check_links(const std::string& cmake_lists);  // the link matrix agrees with the include matrix
Problems check_cycles(const std::vector<Source>&);     // no include leads back to itself
Problems check_actor_rows(const std::vector<Source>&, const std::string& architecture);  // every actor has its row

}  // namespace wm::tidy
