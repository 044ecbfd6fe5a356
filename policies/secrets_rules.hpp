#pragma once
// The tables behind policies/secrets: vendor formats, words that name a credential, and what a value must look like.

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

bool in_alphabet(unsigned char byte, Alphabet alphabet);

// A credential that its vendor marks with a prefix: `prefix`, then at least `length` bytes of `alphabet`.
struct Format {
    std::string_view kind;
    std::string_view prefix;
    Alphabet alphabet;
    std::size_t length;
};
std::span<const Format> formats();

// What a word before ':' or '=' promises. password: any value that is no ordinary word; token: a value with the look of
// random material.
enum class KeyClass : std::uint8_t { none, password, token };
KeyClass classify_key(std::string_view lower_key);    // db_password, apiKey as "apikey", x-auth-token, contraseña
KeyClass classify_word(std::string_view lower_word);  // a single word of a sentence
bool is_key_qualifier(std::string_view lower_word);   // "api" in "api key", "privada" in "clave privada"

// Examples, variables, references, masks: nobody's secret.
bool is_placeholder(std::string_view value);

// A value that a sentence or file uses for something else: none, true, required, a path, a digest.
bool is_reference(std::string_view value);

bool looks_random(std::string_view value);         // mixes classes, enough entropy for a key
bool looks_like_password(std::string_view value);  // a digit or a symbol inside, or both cases inside
bool is_plain_word(std::string_view value);        // letters and hyphens, in one case or capitalised

double entropy(std::string_view value);  // Shannon, bits a byte

}  // namespace wm::policies::secrets
