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

constexpr auto password_words = std::to_array<std::string_view>(
    {"password",   "passwords", "passwd",      "passwort",   "passworts",  "kennwort",    "pass", "pwd",
     "passphrase", "passcode",  "pw",          "contraseña", "contrasena", "contraseñas", "psw",  "clave",
     "passkey",    "senha",     "requirepass", "masterauth", "auth_pass",  "pin",         "密码", "口令"});
constexpr auto token_words = std::to_array<std::string_view>(
    {"token",      "tokens",      "secret",     "secrets",    "secreto",      "geheimnis",    "apikey",
     "credential", "credentials", "creds",      "credencial", "credenciales", "zugangsdaten", "zugangsschlüssel",
     "schlüssel",  "llave",       "secret_id",  "secret-id",  "psk",          "accesskey",    "secretkey",
     "privatekey", "appkey",      "accountkey", "authkey",    "authtoken",    "community",    "keyfile_content",
     "pat",        "令牌",        "密钥",       "凭证"});
constexpr auto password_endings =
    std::to_array<std::string_view>({"password", "passwd", "passphrase", "passwort", "contraseña"});
constexpr auto token_endings =
    std::to_array<std::string_view>({"token", "secret", "apikey", "accesskey", "secretkey", "privatekey", "sharedkey",
                                     "secret_id", "secretid", "accountkey", "authkey", "signingkey", "encryptionkey"});
constexpr auto recovery_table = std::to_array<std::string_view>(
    {"recovery words", "recovery phrase", "seed phrase", "seed words", "mnemonic", "frase semilla",
     "palabras de recuperación", "frase de recuperación", "wiederherstellungsphrase", "wiederherstellungswörter"});
constexpr auto cjk_table = std::to_array<std::string_view>({"密码", "口令", "令牌", "密钥", "凭证"});
// Each word that may name a credential ends in one of these.
constexpr auto key_cue_table = std::to_array<std::string_view>(
    {"password",      "passwords",  "passwd",      "passwort",   "passworts",   "kennwort",   "pass",
     "pwd",           "passphrase", "passcode",    "passkey",    "pw",          "contraseña", "contrasena",
     "contraseñas",   "psw",        "requirepass", "masterauth", "pin",         "senha",      "puk",
     "geheimzahl",    "clave",      "claves",      "llave",      "token",       "tokens",     "secret",
     "secrets",       "secreto",    "geheimnis",   "credential", "credentials", "credencial", "credenciales",
     "zugangsdaten",  "schlüssel",  "schluessel",  "psk",        "key",         "community",  "keyfile_content",
     "pat",           "secret_id",  "secret-id",   "secretid",   "key-data",    "key_data",   "bearer",
     "basic",         "auth",       "sig",         "signature",  "code",        "código",     "dockerconfigjson",
     "authorization", "creds",      "losungswort", "kennung",    "geheimwort",  "passwords",  "pwds",
     "pswd",          "userpass"});
constexpr auto login_table = std::to_array<std::string_view>(
    {"login",       "log in",       "logins",       "sign in",   "usuario", "user",          "username",
     "benutzer",    "benutzername", "anmelden",     "anmeldung", "zugang",  "acceso",        "accede",
     "accedo",      "entra con",    "entro con",    "access",    "account", "cuenta",        "konto",
     "credentials", "credenciales", "zugangsdaten", "creds",     "admin",   "administrator", "root"});
constexpr auto command_table = std::to_array<CommandOption>({
    {"mysql", "-p", Takes::glued},
    {"mysqldump", "-p", Takes::glued},
    {"mysqladmin", "-p", Takes::glued},
    {"mariadb", "-p", Takes::glued},
    {"mariadb-dump", "-p", Takes::glued},
    {"sshpass", "-p", Takes::any},
    {"docker login", "-p", Takes::next},
    {"podman login", "-p", Takes::next},
    {"helm registry login", "-p", Takes::next},
    {"curl", "-u", Takes::pair},
    {"curl", "--user", Takes::pair},
    {"wget", "--user", Takes::pair},
    {"redis-cli", "-a", Takes::any},
    {"valkey-cli", "-a", Takes::any},
    {"ldapsearch", "-w", Takes::any},
    {"ldapmodify", "-w", Takes::any},
    {"ldapadd", "-w", Takes::any},
    {"mongo", "-p", Takes::any},
    {"mongosh", "-p", Takes::any},
    {"mongodump", "-p", Takes::any},
    {"ipmitool", "-P", Takes::any},
    {"smbclient", "-U", Takes::percent},
    {"rpcclient", "-U", Takes::percent},
    {"az login", "-p", Takes::next},
    {"oc login", "-p", Takes::any},
    {"cqlsh", "-p", Takes::any},
    {"sqlcmd", "-P", Takes::any},
    {"snmpwalk", "-c", Takes::any},
    {"snmpget", "-c", Takes::any},
    {"snmpwalk", "-A", Takes::any},
    {"snmpwalk", "-X", Takes::any},
    {"keytool", "-storepass", Takes::next},
    {"keytool", "-keypass", Takes::next},
    {"openssl", "pass:", Takes::glued},
    {"xfreerdp", "/p:", Takes::glued},
    {"chpasswd", "", Takes::before},
    {"identified by", "", Takes::first},
    {"net use", "", Takes::last},
    {"mosquitto_pub", "-P", Takes::any},
    {"mosquitto_sub", "-P", Takes::any},
    {"mc alias set", "", Takes::last},
    {"htpasswd -b", "", Takes::last},
    {"htpasswd -bc", "", Takes::last},
    {"htpasswd -nb", "", Takes::last},
    {"rabbitmqctl add_user", "", Takes::last},
    {"rabbitmqctl change_password", "", Takes::last},
    {"pvesh", "--password", Takes::any},
    {"ansible-vault encrypt_string", "", Takes::last},
    {"7z", "-p", Takes::glued},
    {"zip", "-P", Takes::any},
    {"unzip", "-P", Takes::any},
});
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

std::span<const std::string_view> recovery_cues() { return recovery_table; }
std::span<const std::string_view> cjk_cues() { return cjk_table; }
std::span<const std::string_view> key_cues() { return key_cue_table; }
std::span<const std::string_view> login_cues() { return login_table; }
std::span<const CommandOption> command_options() { return command_table; }

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
            if (key.size() > word.size() && ((last.size() > word.size() && last.ends_with(word)) ||
                                             (word.find('_') != std::string_view::npos && key.ends_with(word))))
                return named;
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
    if (low.ends_with("here")) return true;
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
    for (const std::string_view start : {"enc[",      "enc(",      "os.environ", "process.env", "env.",    "env(",
                                         "getenv",    "vault:",    "op://",      "ref+",        "ref:",    "secretref",
                                         "valuefrom", "sha256:",   "sha512-",    "sha256-",     "file:",   "config.",
                                         "self.",     "settings.", "args.",      "data.",       "var.",    "local.",
                                         "module.",   "./",        "~/",         "http://",     "https://"}) {
        if (low.starts_with(start)) return true;
    }
    if (low.front() == '/') {  // a path: lower-case segments
        return std::none_of(value.begin(), value.end(),
                            [](unsigned char c) { return is_upper(c) || c == '+' || c == '='; });
    }
    // getpass.getpass( — code that asks for it; the closing bracket was taken for the sentence's.
    if (value.back() == '(' || value.find("()") != std::string_view::npos) return true;
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

namespace {

// Words and a number tied together, as people are told to make passwords: Tormenta-88-Lila.
bool is_passphrase(std::string_view value) {
    bool number = false, name = false;
    for (std::size_t at = 0; at <= value.size();) {
        const auto stop = std::min(value.find_first_of("-_.", at), value.size());
        const auto part = value.substr(at, stop - at);
        if (part.empty()) return false;
        const auto all = [&](auto is) {
            return std::all_of(part.begin(), part.end(), [&](char c) { return is(static_cast<unsigned char>(c)); });
        };
        number = number || all(is_digit);
        name = name || (part.size() >= 3 && is_upper(static_cast<unsigned char>(part[0])) && all(is_letter) &&
                        is_lower(static_cast<unsigned char>(part[1])));
        at = stop + 1;
    }
    return number && name;
}

}  // namespace

bool looks_chosen(std::string_view value) {
    const auto kind = [](unsigned char c) { return is_digit(c) ? 1 : is_upper(c) ? 2 : is_letter(c) ? 3 : 0; };
    std::size_t turns = 0;
    bool sign = false, numeric = true, letter = false;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const auto c = static_cast<unsigned char>(value[i]);
        sign = sign || std::string_view("!#$%&*?^~+=@<>|\\").find(static_cast<char>(c)) != std::string_view::npos;
        letter = letter || is_letter(c);
        numeric = numeric &&
                  (is_digit(c) || std::string_view("v.:-,/TZ_+").find(static_cast<char>(c)) != std::string_view::npos);
        if (i == 0) continue;
        const int a = kind(static_cast<unsigned char>(value[i - 1])), b = kind(c);
        if (a != 0 && b != 0 && a != b && !(a == 2 && b == 3)) ++turns;
    }
    if (numeric || !letter) return false;
    return sign || turns >= 2 || is_passphrase(value);
}

bool is_slug(std::string_view value) {
    std::size_t parts = 0;
    for (std::size_t at = 0; at <= value.size();) {
        const auto stop = std::min(value.find_first_of("-_./", at), value.size());
        const auto part = value.substr(at, stop - at);
        std::size_t letters = 0, digits = 0, vowels = 0, turns = 0;
        for (std::size_t i = 0; i < part.size(); ++i) {
            const auto c = static_cast<unsigned char>(part[i]);
            if (is_upper(c)) return false;
            letters += is_letter(c) ? 1 : 0;
            digits += is_digit(c) ? 1 : 0;
            vowels += std::string_view("aeiouy").find(static_cast<char>(c)) != std::string_view::npos ? 1 : 0;
            if (!is_letter(c) && !is_digit(c)) return false;
            if (i > 0 && is_digit(c) != is_digit(static_cast<unsigned char>(part[i - 1]))) ++turns;
        }
        const bool number = letters == 0 && digits <= 4;
        const bool word = letters > 0 && turns <= 2 && digits <= 3 && (vowels > 0 || letters <= 3) && letters <= 16;
        if (!number && !word) return false;
        ++parts;
        at = stop + 1;
    }
    return parts >= 2 && value.size() < 36;  // a UUID is as long as that
}

}  // namespace wm::policies::secrets
