#include "policies/secrets_rules.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace wm::policies::secrets {

namespace {

bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
bool is_lower(unsigned char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(unsigned char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(unsigned char c) { return is_lower(c) || is_upper(c) || c >= 0x80; }

// Published by the vendors in their token documentation. Longer prefixes come before the shorter ones they contain.
constexpr auto format_table = std::to_array<Format>({
    {"anthropic", "sk-ant-", Alphabet::url, 24},
    {"openai", "sk-proj-", Alphabet::url, 24},
    {"openai", "sk-svcacct-", Alphabet::url, 24},
    {"openrouter", "sk-or-v1-", Alphabet::hex, 32},
    {"openai", "sk-", Alphabet::url, 24},
    {"stripe", "sk_live_", Alphabet::alnum, 16},
    {"stripe", "sk_test_", Alphabet::alnum, 16},
    {"stripe", "rk_live_", Alphabet::alnum, 16},
    {"stripe", "rk_test_", Alphabet::alnum, 16},
    {"stripe", "whsec_", Alphabet::base64, 16},
    {"github", "github_pat_", Alphabet::url, 40},
    {"github", "ghp_", Alphabet::alnum, 30},
    {"github", "gho_", Alphabet::alnum, 30},
    {"github", "ghu_", Alphabet::alnum, 30},
    {"github", "ghs_", Alphabet::alnum, 30},
    {"github", "ghr_", Alphabet::alnum, 30},
    {"gitlab", "glpat-", Alphabet::url, 16},
    {"gitlab", "glrt-", Alphabet::url, 16},
    {"gitlab", "gldt-", Alphabet::url, 16},
    {"gitlab", "glptt-", Alphabet::url, 16},
    {"gitlab", "glcbt-", Alphabet::url, 16},
    {"gitlab", "glagent-", Alphabet::url, 16},
    {"gitlab", "glsoat-", Alphabet::url, 16},
    {"npm", "npm_", Alphabet::alnum, 30},
    {"pypi", "pypi-AgE", Alphabet::url, 40},
    {"rubygems", "rubygems_", Alphabet::hex, 32},
    {"docker", "dckr_pat_", Alphabet::url, 20},
    {"docker", "dckr_oat_", Alphabet::url, 20},
    {"sonar", "squ_", Alphabet::hex, 32},
    {"sonar", "sqp_", Alphabet::hex, 32},
    {"sonar", "sqa_", Alphabet::hex, 32},
    {"aws", "AKIA", Alphabet::alnum, 16},
    {"aws", "ASIA", Alphabet::alnum, 16},
    {"alibaba", "LTAI", Alphabet::alnum, 16},
    {"google", "AIza", Alphabet::url, 35},
    {"google", "ya29.", Alphabet::url, 20},
    {"google", "GOCSPX-", Alphabet::url, 20},
    {"digitalocean", "dop_v1_", Alphabet::hex, 40},
    {"digitalocean", "doo_v1_", Alphabet::hex, 40},
    {"cloudflare", "v1.0-", Alphabet::token, 100},
    {"vault", "hvs.", Alphabet::url, 20},
    {"vault", "hvb.", Alphabet::url, 20},
    {"vault", "hvr.", Alphabet::url, 20},
    {"infisical", "st.", Alphabet::token, 80},
    {"openshift", "sha256~", Alphabet::url, 40},
    {"doppler", "dp.pt.", Alphabet::alnum, 30},
    {"doppler", "dp.st.", Alphabet::token, 30},
    {"slack", "xoxb-", Alphabet::url, 20},
    {"slack", "xoxp-", Alphabet::url, 20},
    {"slack", "xoxa-", Alphabet::url, 20},
    {"slack", "xoxr-", Alphabet::url, 20},
    {"slack", "xoxs-", Alphabet::url, 20},
    {"slack", "xoxe-", Alphabet::url, 20},
    {"slack", "xapp-", Alphabet::url, 20},
    {"slack", "hooks.slack.com/services/", Alphabet::base64, 30},
    {"discord", "discord.com/api/webhooks/", Alphabet::token, 40},
    {"teams", "webhook.office.com/webhookb2/", Alphabet::token, 40},
    {"telegram", "api.telegram.org/bot", Alphabet::url, 30},
    {"twilio", "SK", Alphabet::hex, 32},
    {"sendgrid", "SG.", Alphabet::token, 50},
    {"mailgun", "key-", Alphabet::hex, 32},
    {"brevo", "xkeysib-", Alphabet::url, 40},
    {"square", "sq0csp-", Alphabet::url, 30},
    {"square", "sq0atp-", Alphabet::url, 20},
    {"square", "EAAA", Alphabet::url, 56},
    {"shopify", "shpat_", Alphabet::hex, 32},
    {"shopify", "shpca_", Alphabet::hex, 32},
    {"shopify", "shppa_", Alphabet::hex, 32},
    {"shopify", "shpss_", Alphabet::hex, 32},
    {"notion", "ntn_", Alphabet::alnum, 40},
    {"notion", "secret_", Alphabet::alnum, 40},
    {"linear", "lin_api_", Alphabet::alnum, 30},
    {"linear", "lin_oauth_", Alphabet::alnum, 30},
    {"atlassian", "ATATT3", Alphabet::token, 60},
    {"atlassian", "ATCTT3", Alphabet::token, 60},
    {"figma", "figd_", Alphabet::url, 30},
    {"postman", "PMAK-", Alphabet::url, 50},
    {"newrelic", "NRAK-", Alphabet::alnum, 20},
    {"grafana", "glsa_", Alphabet::url, 36},
    {"grafana", "glc_", Alphabet::base64, 32},
    {"databricks", "dapi", Alphabet::hex, 32},
    {"huggingface", "hf_", Alphabet::alnum, 30},
    {"replicate", "r8_", Alphabet::alnum, 30},
    {"perplexity", "pplx-", Alphabet::alnum, 30},
    {"xai", "xai-", Alphabet::alnum, 40},
    {"groq", "gsk_", Alphabet::alnum, 40},
    {"hindsight", "hsk_", Alphabet::url, 20},
    {"wetopi", "wmt_", Alphabet::url, 20},
    {"tailscale", "tskey-", Alphabet::url, 20},
    {"age", "AGE-SECRET-KEY-1", Alphabet::alnum, 50},
    {"pulumi", "pul-", Alphabet::hex, 40},
    {"planetscale", "pscale_tkn_", Alphabet::token, 30},
    {"planetscale", "pscale_pw_", Alphabet::token, 30},
    {"fly", "FlyV1 ", Alphabet::token, 60},
    {"netlify", "nfp_", Alphabet::alnum, 36},
    {"sentry", "sntrys_", Alphabet::token, 50},
    {"sentry", "sntryu_", Alphabet::hex, 60},
    {"airtable", "pat", Alphabet::token, 79},
    {"supabase", "sbp_", Alphabet::hex, 40},
    {"jwt-header", "eyJhbGciOi", Alphabet::token, 60},
});

constexpr auto password_words = std::to_array<std::string_view>(
    {"password", "passwords",   "passwd",     "passwort",  "passworts",  "kennwort",   "pass",
     "pwd",      "passphrase",  "passcode",   "pw",        "contraseña", "contrasena", "contraseñas",
     "psw",      "requirepass", "masterauth", "auth_pass", "pin",        "密码",       "口令"});
constexpr auto token_words = std::to_array<std::string_view>({"token",
                                                              "tokens",
                                                              "secret",
                                                              "secrets",
                                                              "secreto",
                                                              "geheimnis",
                                                              "apikey",
                                                              "credential",
                                                              "credentials",
                                                              "credencial",
                                                              "credenciales",
                                                              "zugangsdaten",
                                                              "zugangsschlüssel",
                                                              "schlüssel",
                                                              "clave",
                                                              "psk",
                                                              "accesskey",
                                                              "secretkey",
                                                              "privatekey",
                                                              "appkey",
                                                              "accountkey",
                                                              "authkey",
                                                              "authtoken",
                                                              "community",
                                                              "keyfile_content",
                                                              "pat",
                                                              "令牌",
                                                              "密钥",
                                                              "凭证"});
constexpr auto password_endings =
    std::to_array<std::string_view>({"password", "passwd", "passphrase", "passwort", "contraseña"});
constexpr auto token_endings =
    std::to_array<std::string_view>({"token", "secret", "apikey", "accesskey", "secretkey", "privatekey", "sharedkey",
                                     "accountkey", "authkey", "signingkey", "encryptionkey"});
constexpr auto recovery_table = std::to_array<std::string_view>(
    {"recovery words", "recovery phrase", "seed phrase", "seed words", "mnemonic", "frase semilla",
     "palabras de recuperación", "frase de recuperación", "wiederherstellungsphrase", "wiederherstellungswörter"});
constexpr auto cjk_table = std::to_array<std::string_view>({"密码", "口令", "令牌", "密钥", "凭证"});
constexpr auto crypt_table =
    std::to_array<std::string_view>({"$6$", "$5$", "$1$", "$y$", "$gy$", "$2a$", "$2b$", "$2y$", "$argon2id$",
                                     "$argon2i$", "$apr1$", "$pbkdf2-sha256$", "$scrypt$"});
constexpr auto key_qualifiers = std::to_array<std::string_view>(
    {"api",    "app",     "access", "secret",  "private", "privada", "encryption", "signing",
     "master", "account", "auth",   "service", "storage", "client",  "preshared",  "shared",
     "deploy", "session", "global", "hmac",    "join",    "bot",     "acceso",     "sas"});

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        if (is_upper(static_cast<unsigned char>(c))) c = static_cast<char>(c + 32);
    }
    return out;
}

// More than half of the letters and digits are one and the same: xxxx, 0000, ****.
bool is_mask(std::string_view value) {
    std::array<std::size_t, 256> seen{};
    for (unsigned char c : value) ++seen[c];
    const std::size_t top = *std::max_element(seen.begin(), seen.end());
    return value.size() >= 4 && top * 2 > value.size();
}

}  // namespace

std::span<const Format> formats() { return format_table; }
std::span<const std::string_view> recovery_cues() { return recovery_table; }
std::span<const std::string_view> cjk_cues() { return cjk_table; }
std::span<const std::string_view> crypt_schemes() { return crypt_table; }

std::span<const std::string_view> key_words(KeyClass named) {
    if (named == KeyClass::password) return password_words;
    if (named == KeyClass::token) return token_words;
    return {};
}

std::span<const std::string_view> key_endings(KeyClass named) {
    if (named == KeyClass::password) return password_endings;
    if (named == KeyClass::token) return token_endings;
    return {};
}

KeyClass classify_word(std::string_view word) {
    if (contains(password_words, word)) return KeyClass::password;
    if (contains(token_words, word)) return KeyClass::token;
    return KeyClass::none;
}

bool is_key_qualifier(std::string_view word) { return contains(key_qualifiers, word); }

KeyClass classify_key(std::string_view key) {
    if (const KeyClass whole = classify_word(key); whole != KeyClass::none) return whole;
    const std::size_t cut = key.find_last_of("._-/");
    const std::string_view last = cut == std::string_view::npos ? key : key.substr(cut + 1);
    if (cut != std::string_view::npos) {
        if (const KeyClass part = classify_word(last); part != KeyClass::none) return part;
        if (last == "key") {
            const std::string_view rest = key.substr(0, cut);
            const std::size_t before = rest.find_last_of("._-/");
            return is_key_qualifier(before == std::string_view::npos ? rest : rest.substr(before + 1)) ? KeyClass::token
                                                                                                       : KeyClass::none;
        }
    }
    // camelCase and run-together names end in the word: dbPassword, MYSQLPWD, clientSecret.
    for (const auto named : {KeyClass::password, KeyClass::token})
        for (const std::string_view word : key_endings(named))
            if (last.size() > word.size() && last.ends_with(word)) return named;
    return KeyClass::none;
}

bool is_placeholder(std::string_view value) {
    if (value.size() < 3) return true;
    if (value.front() == '<' || value.front() == '{' || value.front() == '[') return true;
    if (value.front() == '$') {  // ${VAR}, $(command), $VAR; a password may start with $ too
        return value[1] == '{' || value[1] == '(' ||
               (is_letter(static_cast<unsigned char>(value[1])) && !looks_random(value.substr(1)));
    }
    if (value.front() == '%' && value.back() == '%') return true;
    if (value.front() == '!' && is_plain_word(value.substr(1))) return true;
    if (is_mask(value)) return true;
    if (value.find("...") != std::string_view::npos || value.find("…") != std::string_view::npos) return true;
    if (value.find("***") != std::string_view::npos || value.find("[REDACTED") != std::string_view::npos) return true;
    const std::string low = lower(value);
    for (const std::string_view word :
         {"example", "changeme", "change_me", "change-me", "replace", "your-", "your_", "dummy", "placeholder",
          "redacted", "xxxx", "<token", "insert", "todo:", "ejemplo", "beispiel", "tu-clave", "dein-"}) {
        if (low.find(word) != std::string::npos) return true;
    }
    for (const std::string_view word : {"password", "passwd", "pass", "secret", "token", "contraseña", "passwort",
                                        "pwd", "user", "apikey", "api_key", "api-key", "mypassword", "key"}) {
        if (low == word) return true;
    }
    return false;
}

bool is_reference(std::string_view value) {
    const std::string low = lower(value);
    for (const std::string_view word :
         {"null",     "none",    "nil",       "true",  "false", "yes",   "no",        "required",
          "optional", "string",  "undefined", "unset", "empty", "n/a",   "requerido", "opcional",
          "ninguno",  "ninguna", "vacio",     "vacía", "keine", "keins", "leer",      "pflicht"}) {
        if (low == word) return true;
    }
    for (const std::string_view start :
         {"os.environ", "process.env", "env.",    "env(",    "getenv",  "vault:", "op://",   "ref+",    "ref:",
          "secretref",  "valuefrom",   "sha256:", "sha512-", "sha256-", "file:",  "config.", "self.",   "settings.",
          "args.",      "data.",       "var.",    "local.",  "module.", "./",     "~/",      "http://", "https://"}) {
        if (low.starts_with(start)) return true;
    }
    if (low.front() == '/') {  // a path: lower-case segments
        return std::none_of(value.begin(), value.end(),
                            [](unsigned char c) { return is_upper(c) || c == '+' || c == '='; });
    }
    // A call or an index is code that fetches the value.
    const std::size_t call = value.find_first_of("([");
    return call != std::string_view::npos && call > 0 && (value.back() == ')' || value.back() == ']') &&
           is_plain_word(value.substr(0, std::min(call, value.find('.'))));
}

bool is_plain_word(std::string_view value) {
    bool upper_inside = false;
    bool lower_seen = false;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const auto c = static_cast<unsigned char>(value[i]);
        if (!is_letter(c) && c != '-' && c != '_' && c != '\'') return false;
        const bool start = i == 0 || value[i - 1] == '-' || value[i - 1] == '_';
        upper_inside = upper_inside || (!start && is_upper(c));
        lower_seen = lower_seen || is_lower(c);
    }
    return !upper_inside || !lower_seen;
}

double entropy(std::string_view value) {
    if (value.empty()) return 0;
    std::array<std::size_t, 256> seen{};
    for (unsigned char c : value) ++seen[c];
    double bits = 0;
    for (const std::size_t count : seen) {
        if (count == 0) continue;
        const double share = static_cast<double>(count) / static_cast<double>(value.size());
        bits -= share * std::log2(share);
    }
    return bits;
}

bool looks_random(std::string_view value) {
    if (value.size() < 8) return false;
    bool digit = false;
    bool letter = false;
    bool all_numeric = true;
    std::size_t case_turns = 0;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const auto c = static_cast<unsigned char>(value[i]);
        digit = digit || is_digit(c);
        letter = letter || is_letter(c);
        all_numeric =
            all_numeric && (is_digit(c) || c == '.' || c == ':' || c == '-' || c == ',' || c == 'T' || c == 'Z');
        if (i > 0 && is_lower(static_cast<unsigned char>(value[i - 1])) && is_upper(c)) ++case_turns;
    }
    if (all_numeric || !letter) return false;
    if (!digit && case_turns < 2) return false;
    return entropy(value) >= (value.size() >= 16 ? 2.8 : 2.2);
}

bool looks_like_password(std::string_view value) {
    if (value.size() < 4) return false;
    bool digit = false;
    bool symbol = false;
    bool letter = false;
    std::size_t case_turns = 0;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const auto c = static_cast<unsigned char>(value[i]);
        digit = digit || is_digit(c);
        letter = letter || is_letter(c);
        symbol = symbol || std::string_view("!#$%&*?^~+=@<>|\\").find(static_cast<char>(c)) != std::string_view::npos;
        if (i > 0 && is_lower(static_cast<unsigned char>(value[i - 1])) && is_upper(c)) ++case_turns;
    }
    return (letter && digit) || (letter && symbol) || case_turns >= 2 || (digit && symbol);
}

}  // namespace wm::policies::secrets
