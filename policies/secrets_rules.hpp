#pragma once
// The tables behind policies/secrets: vendor formats, words that name a credential, and what a value must look like.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace wm::policies::secrets {

enum class Alphabet : std::uint8_t {
    digits,
    hex,
    lower_digits,
    alnum,
    url,
    base64,
    token
};  // token: url and . = + / ~

// A bit an alphabet, for each byte.
inline constexpr auto alphabet_bits = [] {
    constexpr auto bit = [](Alphabet alphabet) {
        return static_cast<std::uint8_t>(1U << static_cast<unsigned>(alphabet));
    };
    std::array<std::uint8_t, 256> bits{};
    for (std::size_t c = 0; c < bits.size(); ++c) {
        const bool digit = c >= '0' && c <= '9', small = c >= 'a' && c <= 'z', large = c >= 'A' && c <= 'Z';
        const auto put = [&](Alphabet alphabet, bool in) {
            if (in) bits[c] = static_cast<std::uint8_t>(bits[c] | bit(alphabet));
        };
        const bool alnum = digit || small || large;
        put(Alphabet::digits, digit);
        put(Alphabet::hex, digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
        put(Alphabet::lower_digits, digit || small);
        put(Alphabet::alnum, alnum);
        put(Alphabet::url, alnum || c == '-' || c == '_');
        put(Alphabet::base64, alnum || c == '+' || c == '/' || c == '=');
        put(Alphabet::token,
            alnum || c == '-' || c == '_' || c == '.' || c == '=' || c == '+' || c == '/' || c == '~' || c == '@');
    }
    return bits;
}();

constexpr bool in_alphabet(unsigned char byte, Alphabet alphabet) {
    return (alphabet_bits[byte] >> static_cast<unsigned>(alphabet) & 1U) != 0;
}

// What a word before ':' or '=' promises. password: any value that is no ordinary word; token: a value with the look of
// random material.
enum class KeyClass : std::uint8_t { none, password, token };
KeyClass classify_key(std::string_view lower_key);        // db_password, apiKey as "apikey", x-auth-token, contraseña
KeyClass classify_word(std::string_view lower_word);      // a single word of a sentence
std::span<const std::string_view> key_words(KeyClass);    // those that classify_word knows
std::span<const std::string_view> key_endings(KeyClass);  // what a run-together name ends in: MYSQLPASSWORD
bool is_key_qualifier(std::string_view lower_word);       // "api" in "api key", "privada" in "clave privada"

// What announces the words of a wallet, lower case; a secret in a language without blanks; a name of a credential; a
// person's way in.
std::span<const std::string_view> recovery_cues();
std::span<const std::string_view> cjk_cues();
std::span<const std::string_view> key_cues();
std::span<const std::string_view> login_cues();

// How a command line hands a password over: -pX; -p X; either; -u NAME:X; -U NAME%X; as its
// last word; as the next word; NAME:X before the command.
enum class Takes : std::uint8_t { glued, next, any, pair, percent, last, first, before };
struct CommandOption {
    std::string_view name;
    std::string_view option;
    Takes takes = Takes::any;
};
std::span<const CommandOption> command_options();

// Examples, variables, references, masks: nobody's secret.
bool is_placeholder(std::string_view value);

// A value that a sentence or file uses for something else: none, true, required, a path, a digest.
bool is_reference(std::string_view value);

bool looks_random(std::string_view value);         // mixes classes, enough entropy for a key
bool looks_like_password(std::string_view value);  // a digit or a symbol inside, or both cases inside
// Made up by a person or a machine to be secret: a sign, or letters and digits in more than two runs. A word with a
// number behind it (policy2), a version, a date, a range is not.
bool looks_chosen(std::string_view value);
bool is_slug(std::string_view value);        // words and small numbers with hyphens between: db-credentials-v2
bool is_plain_word(std::string_view value);  // letters and hyphens, in one case or capitalised

double entropy(std::string_view value);  // Shannon, bits a byte

}  // namespace wm::policies::secrets
