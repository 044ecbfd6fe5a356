#pragma once
// Finds credentials in text and takes them out. Hard reject of the seeds (§15) and the ADR (§10): no intent overrides
// it. Linear in the text, no state, any thread. What merely looks like a secret (digests, ids, placeholders, names of
// secrets, sentences about passwords) passes byte for byte.

#include "policies/secrets_table.hpp"
#include "policies/types.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace wm::policies {

// One finding: bytes [begin, end) of the text, and the rule that saw it ("github", "pem", "password", …).
struct SecretSpan {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view kind;
};

struct Redaction {
    Content text;           // each finding replaced by [REDACTED:<kind>]
    std::size_t found = 0;  // how many were replaced; 0 means that text is the input, byte for byte
};

// Ordered and disjoint.
std::vector<SecretSpan> find_secrets(std::string_view text);

// The text with [REDACTED:<kind>] in place of each finding. `spans`: what find_secrets gave for it.
Content without(const Content& text, const std::vector<SecretSpan>& spans);

// Idempotent: redact(redact(x)) == redact(x), with nothing found the second time.
Redaction redact(const Content& text);

bool holds_secret(std::string_view text);

// An operator's rules beside the table's, from now on, in the whole process: whoever had to be handed them could forget
// to pass them on, and a secret would get through there. Called at start, before there are other threads, and with rules
// that fault_of passes; an empty list is the table alone.
void use_own_secret_rules(const std::vector<secrets::OwnSecretRule>& rules);

}  // namespace wm::policies
