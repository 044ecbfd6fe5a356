#include "policies/hot_file.hpp"

#include "policies/fold.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>

namespace wm::policies::hot {
namespace {

constexpr std::string_view mark = "\n\xC2\xA7\n";  // § on a line of its own

// As Python's str.strip() does it for what such files hold.
std::string_view stripped(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\v\f";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

std::vector<std::string> split(std::string_view file) {
    std::vector<std::string> entries;
    while (true) {
        const auto end = file.find(mark);
        if (const auto entry = stripped(file.substr(0, end)); !entry.empty()) entries.emplace_back(entry);
        if (end == std::string_view::npos) return entries;
        file.remove_prefix(end + mark.size());
    }
}

std::string join(const std::vector<std::string>& entries) {
    std::string file;
    for (const auto& entry : entries) {
        if (!file.empty()) file += mark;
        file += entry;
    }
    return file;
}

bool round_trips(std::string_view file) { return join(split(file)) == file; }

std::size_t characters(std::string_view utf8) {
    return static_cast<std::size_t>(
        std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string key_of(std::string_view entry) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(entry.data()), entry.size());
    std::string hex(hash.size() * 2 + 1, '\0');
    sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
    hex.pop_back();
    return hex;
}

std::string same_key(std::string_view entry) {
    std::string out;
    for (const char c : fold_text(entry)) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!blank) out += c;
        else if (!out.empty() && out.back() != ' ') out += ' ';
    }
    while (!out.empty() && (out.back() == ' ' || out.back() == '.')) out.pop_back();
    return out;
}

}  // namespace wm::policies::hot
