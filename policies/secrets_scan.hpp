#pragma once
// The passes of policies/secrets. Each is linear, appends findings in any order, and knows nothing of the others.

#include "policies/secrets.hpp"
#include "policies/secrets_cues.hpp"
#include "policies/secrets_rules.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace wm::policies::secrets {

using Spans = std::vector<SecretSpan>;

void scan_keys_in_pem(std::string_view text, Spans& out);  // private key blocks, whole, also cut short or JSON-escaped
void scan_jwt(std::string_view text, const Cues&, Spans& out);
void scan_encoded(std::string_view text, Spans& out);  // base64 of a text that holds one
// What a run of base64 digits stands for (RFC 4648 §4 and §5), as long as each byte may stand in it; empty: one may not.
std::string base64_text(std::string_view digits, bool (*may_stand)(unsigned char));
void scan_urls(std::string_view text, Spans& out);            // scheme://user:password@
void scan_manifests(std::string_view text, Spans& out);       // data of a Kubernetes Secret
void scan_recovery_words(std::string_view text, Spans& out);  // wallet seed phrases
void scan_named_values(std::string_view text, const Cues&,
                       Spans& out);                                  // password: x, "la contraseña … es x", Bearer x
void scan_logins(std::string_view text, const Cues&, Spans& out);    // "login is admin / x", "user root pass x"
void scan_commands(std::string_view text, const Cues&, Spans& out);  // mysql -px, curl -u name:x
void scan_cjk(std::string_view text, Spans& out);                    // 密码为x

// Lower case of ASCII and of the two-byte Latin letters; same length as the text.
std::string lower_latin(std::string_view text);

constexpr bool is_word_byte(unsigned char byte) { return in_alphabet(byte, Alphabet::alnum); }  // ASCII letter or digit

}  // namespace wm::policies::secrets
