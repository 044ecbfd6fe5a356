#pragma once
// The table of credentials that their issuer marks: a fixed text in them (the anchor) and what stands around it.
// One row a format; docs/secrets.md is written from it. A row added here is scanned for, documented and tested.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies::secrets {

struct SecretRule {
    std::string_view id;        // what a finding is called: [REDACTED:<id>]
    std::string_view provider;  // whose format it is
    std::string_view source;    // where the issuer publishes it; for a person who checks the row
    std::string_view anchors;   // literal texts, any of which must be there; blanks between them
    std::string_view body;      // RE2: what follows the anchor
    double entropy_min = 2.5;   // bits a byte of what follows; 0: not asked
    std::string_view lead;      // RE2: what stands before the anchor and belongs to it; usually nothing
};
// A lead uses only classes with {n} or {n,m}; so do the beginnings of bodies, which the first stage looks at too.

std::span<const SecretRule> service_rules();   // of vendors
std::span<const SecretRule> platform_rules();  // of clouds, clusters, hosts and the tools that run them

// What an operator adds in secrets.rules. The first stage looks for the keyword, or for the pattern if there is none.
struct OwnSecretRule {
    std::string id;       // lower case letters, digits and hyphens
    std::string pattern;  // RE2; its first group, if it has one, is what is taken out
    std::string keyword;  // text that is there whenever the pattern matches, any case
    double entropy_min = 0;
    friend bool operator==(const OwnSecretRule&, const OwnSecretRule&) = default;
};

// Why the rule cannot be used; empty: it can.
std::string fault_of(const OwnSecretRule& rule);

}  // namespace wm::policies::secrets
