#pragma once
// What a secret cannot be without, looked for in one pass: most texts hold none of it and are done. Never narrower than
// the passes of secrets_scan, which then look closely.

#include <cstddef>
#include <string_view>
#include <vector>

namespace wm::policies::secrets {

struct Cues {
    bool pem = false, format = false, manifest = false, recovery = false, mysql = false, cjk = false;
    std::vector<std::size_t> key_ends;  // where a word ends that may name a credential; rising, perhaps twice
};
Cues find_cues(std::string_view text);

}  // namespace wm::policies::secrets
