#include "config/print.hpp"

#include "config/defaults.hpp"
#include "config/schema.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace wm::config {

namespace {

// Words that some YAML reader takes for something else than a text.
constexpr std::array<std::string_view, 9> reserved{"true", "false", "null", "yes", "no", "on", "off", "y", "n"};

bool is_plain(std::string_view text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto inner = [&](char c) {
        return letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == '/';
    };
    if (text.empty() || !letter(text.front()) || !std::all_of(text.begin(), text.end(), inner)) return false;
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return std::find(reserved.begin(), reserved.end(), lower) == reserved.end();
}

class Printer {
public:
    Printer(const Settings& settings, const Origins* origins) : settings_(settings), origins_(origins) {}

    std::string take() {
        section(schema(), "", {}, 0);
        return std::move(out_);
    }

private:
    void section(const Part& part, const std::string& path, const Keys& keys, int depth) {
        for (const auto& inner : part.parts) {
            const auto where = path.empty() ? inner->name : path + "." + inner->name;
            if (inner->row) value(*inner, where, keys, depth);
            else if (inner->family) family(*inner, where, keys, depth);
            else {
                line(depth, inner->name + ":", "");
                section(*inner, where, keys, depth + 1);
            }
        }
    }

    void value(const Part& part, const std::string& path, const Keys& keys, int depth) {
        if (const auto text = value_text(*part.row, keys)) line(depth, part.name + ": " + *text, path);
    }

    void family(const Part& part, const std::string& path, const Keys& keys, int depth) {
        const auto names = part.family->entries(settings_, keys);
        const bool list = part.family->placeholder == "[]";
        if (names.empty()) return line(depth, part.name + (list ? ": []" : ": {}"), "");
        line(depth, part.name + ":", "");
        for (const auto& name : names) {
            auto inner = keys;
            inner.push_back(name);
            if (list) {
                line(depth + 1, "- " + flow(*part.parts.front(), inner), "");
            } else {
                line(depth + 1, yaml_text(name) + ":", "");
                section(*part.parts.front(), path + "." + name, inner, depth + 2);
            }
        }
    }

    // An element of a list of sections, which holds values only: {platform: telegram, id: "42"}.
    std::string flow(const Part& part, const Keys& keys) const {
        std::string all;
        for (const auto& inner : part.parts)
            if (const auto text = value_text(*inner->row, keys))
                all += (all.empty() ? "" : ", ") + inner->name + ": " + *text;
        return "{" + all + "}";
    }

    std::optional<std::string> value_text(const Row& row, const Keys& keys) const {
        const auto shown = row.get(settings_, keys);
        if (!shown) return std::nullopt;
        if (!row.notice.empty() && shown == row.get(defaults_, keys))
            return std::nullopt;  // superseded: shown only if it was set
        if (!row.list) return row.textual ? yaml_text(shown->front()) : shown->front();
        std::string all;
        for (const auto& item : *shown) all += (all.empty() ? "" : ", ") + yaml_text(item);
        return "[" + all + "]";
    }

    void line(int depth, const std::string& text, const std::string& path) {
        out_ += std::string(static_cast<std::size_t>(depth) * 2, ' ') + text;
        if (origins_ && !path.empty()) {
            const auto found = origins_->find(path);
            out_ += found == origins_->end()        ? "  # default"
                    : found->second == Origin::file ? "  # file"
                                                    : "  # environment";
        }
        out_ += '\n';
    }

    const Settings& settings_;
    const Settings defaults_ = default_settings();
    const Origins* origins_;
    std::string out_;
};

}  // namespace

std::string yaml_text(std::string_view text) {
    if (is_plain(text)) return std::string(text);
    std::string quoted = "\"";
    for (const char c : escape_substitution(text)) {
        switch (c) {
            case '"': quoted += "\\\""; break;
            case '\\': quoted += "\\\\"; break;
            case '\n': quoted += "\\n"; break;
            case '\r': quoted += "\\r"; break;
            case '\t': quoted += "\\t"; break;
            default: quoted += c;
        }
    }
    return quoted + '"';
}

std::string print(const Settings& settings) { return Printer(settings, nullptr).take(); }
std::string print(const Settings& settings, const Origins& origins) { return Printer(settings, &origins).take(); }

}  // namespace wm::config
