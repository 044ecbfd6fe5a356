#include "policies/secrets_rules.hpp"
#include "policies/secrets_scan.hpp"

#include <algorithm>

namespace wm::policies::secrets {
namespace {

constexpr auto npos = std::string_view::npos;

std::string_view unquoted(std::string_view value) {
    static constexpr std::string_view around = " \t\r\"'";
    const auto begin = value.find_first_not_of(around);
    return begin == npos ? std::string_view() : value.substr(begin, value.find_last_not_of(around) - begin + 1);
}

bool is_kind_secret(std::string_view trimmed) {
    if (trimmed.starts_with("- ")) trimmed.remove_prefix(2);
    return trimmed.starts_with("kind:") && lower_latin(unquoted(trimmed.substr(5))) == "secret";
}

// key: | and key: >-: the value stands on the lines below, deeper.
bool is_block_scalar(std::string_view value) {
    return !value.empty() && (value[0] == '|' || value[0] == '>') && value.size() <= 3;
}

// Goes through the lines of a manifest; deeper than `data:` each line is a key with its value, or a value's next line.
class Manifest {
public:
    Manifest(std::string_view text, Spans& out) : text_(text), out_(out) {}

    void line(std::size_t begin, std::size_t end) {
        const auto line = text_.substr(begin, end - begin);
        const auto indent = line.find_first_not_of(" \t");
        if (indent == npos) return;
        const auto trimmed = line.substr(indent);
        if (trimmed.starts_with("data:") || trimmed.starts_with("stringData:")) {
            data_ = indent;
            scalar_ = npos;
        } else if (data_ != npos && indent <= data_) {
            data_ = npos;
        } else if (data_ != npos) {
            value(begin, line, indent);
        }
    }

private:
    void value(std::size_t begin, std::string_view line, std::size_t indent) {
        if (scalar_ != npos && indent > scalar_) return take(begin, line, indent);
        scalar_ = npos;
        const auto colon = line.find(':', indent);
        if (colon == npos) return;
        if (is_block_scalar(unquoted(line.substr(colon + 1)))) scalar_ = indent;
        else take(begin, line, line.find_first_not_of(" \t\"'", colon + 1));
    }
    void take(std::size_t begin, std::string_view line, std::size_t at) {
        if (at == npos || is_placeholder(unquoted(line.substr(at)))) return;
        out_.push_back({begin + at, begin + line.size(), "kubernetes-secret"});
    }

    std::string_view text_;
    Spans& out_;
    std::size_t data_ = npos, scalar_ = npos;  // indents of the data: line and of a key with a block, while inside
};

template <class Each>
void each_line(std::string_view text, Each each) {
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        each(at, end);
        at = end + 1;
    }
}

}  // namespace

void scan_manifests(std::string_view text, Spans& out) {
    bool secret = false;
    each_line(text, [&](std::size_t begin, std::size_t end) {
        const auto line = text.substr(begin, end - begin);
        const auto indent = line.find_first_not_of(" \t");
        secret = secret || (indent != npos && is_kind_secret(line.substr(indent)));
    });
    if (!secret) return;
    Manifest manifest(text, out);
    each_line(text, [&](std::size_t begin, std::size_t end) { manifest.line(begin, end); });
}

}  // namespace wm::policies::secrets
