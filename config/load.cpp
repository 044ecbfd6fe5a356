#include "config/load.hpp"

#include "config/checks.hpp"
#include "config/cross.hpp"
#include "config/defaults.hpp"
#include "config/schema.hpp"
#include "config/tree.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

namespace wm::config {

namespace {

using Kind = TreeNode::Kind;

// A word of the file, fit to stand in a message.
std::string shown(std::string_view word) {
    std::string safe;
    for (const char c : word.substr(0, 60)) safe += static_cast<unsigned char>(c) < 0x20 || c == '"' ? '?' : c;
    while (word.size() > 60 && !safe.empty() && (static_cast<unsigned char>(safe.back()) & 0x80) != 0) safe.pop_back();
    return word.size() > 60 ? safe + "…" : safe;
}

std::string kind_name(Kind kind) {
    switch (kind) {
        case Kind::null: return "nothing";
        case Kind::scalar: return "a single value";
        case Kind::list: return "a list";
        case Kind::map: return "a section";
    }
    return "";
}

std::string child(const std::string& path, std::string_view word) {
    const auto last = word.empty() ? std::string("\"\"") : shown(word);
    return path.empty() ? last : path + "." + last;
}

// Walks the file along the table. What it puts in the settings is thrown away when the report holds a problem.
class Reader {
public:
    Reader(Settings& settings, Report& report, Origins& origins, const EnvLookup& environment)
        : settings_(settings), report_(report), origins_(origins), environment_(environment) {}

    void section(const TreeNode& node, const Part& part, const std::string& path, const Keys& keys) {
        if (node.kind == Kind::null) return;  // every key of it is commented out: the defaults stay
        if (node.kind != Kind::map) {
            report_.problem(node.line, path, "is " + kind_name(node.kind) + ", but must be a section of keys",
                            "write its keys below it, indented, each as key: value");
            return;
        }
        std::map<std::string_view, int> first_lines;
        for (const auto& [key, value] : node.entries) {
            const auto where = child(path, key.text);
            const auto [first, fresh] = first_lines.emplace(key.text, key.line);
            if (!fresh) {
                report_.problem(key.line, where, "is given twice, first on line " + std::to_string(first->second),
                                "keep one of them");
                continue;
            }
            const auto* next = part.find(key.text);
            if (!next) {
                unknown(key, part, where);
                continue;
            }
            report_.seen(where, key.line);
            one(value, *next, where, keys, key.line);
        }
    }

private:
    void one(const TreeNode& node, const Part& part, const std::string& path, const Keys& keys, int line) {
        if (part.row)
            return part.row->list ? list(node, *part.row, path, keys, line) : value(node, *part.row, path, keys, line);
        if (!part.family) return section(node, part, path, keys);
        if (part.family->placeholder == "[]") return elements(node, part, path, keys, line);
        entries(node, part, path, keys);
    }

    // A section with free keys: stores, identity.users…
    void entries(const TreeNode& node, const Part& part, const std::string& path, const Keys& keys) {
        if (node.kind == Kind::null) return;
        if (node.kind != Kind::map) {
            report_.problem(node.line, path, "is " + kind_name(node.kind) + ", but must be a section of keys",
                            "write one " + part.family->placeholder + ": a line, its keys indented below it");
            return;
        }
        part.family->clear(settings_, keys);
        std::map<std::string_view, int> first_lines;
        for (const auto& [key, value] : node.entries) {
            const auto where = child(path, key.text);
            const auto [first, fresh] = first_lines.emplace(key.text, key.line);
            if (!fresh) {
                report_.problem(key.line, where, "is given twice, first on line " + std::to_string(first->second),
                                "keep one of them");
                continue;
            }
            if (auto fault = part.family->check(key.text)) {
                report_.problem(key.line, where, '"' + shown(key.text) + "\" " + fault->message, fault->remedy);
                continue;
            }
            report_.seen(where, key.line);
            auto inner = keys;
            inner.push_back(key.text);
            part.family->open(settings_, inner);
            section(value, *part.parts.front(), where, inner);
            demand(*part.parts.front(), where);
        }
    }

    // A list of sections: accounts.
    void elements(const TreeNode& node, const Part& part, const std::string& path, const Keys& keys, int line) {
        if (node.kind == Kind::null) return;
        if (node.kind != Kind::list) {
            report_.problem(line, path, "is " + kind_name(node.kind) + ", but must be a list",
                            "begin each of its entries with a dash");
            return;
        }
        part.family->clear(settings_, keys);
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            const auto where = path + "[" + std::to_string(i) + "]";
            report_.seen(where, node.items[i].line);
            auto inner = keys;
            inner.push_back(std::to_string(i));
            part.family->open(settings_, inner);
            section(node.items[i], *part.parts.front(), where, inner);
            demand(*part.parts.front(), where);
        }
    }

    // The keys that an entry cannot be without.
    void demand(const Part& part, const std::string& path) {
        for (const auto& inner : part.parts)
            if (inner->row && inner->row->required && !report_.given(path + "." + inner->name) &&
                report_.sound({path + "." + inner->name}))
                report_.problem_at(path, "lacks " + inner->name,
                                   "add " + inner->name + " (" + inner->row->allowed + ")");
    }

    void value(const TreeNode& node, const Row& row, const std::string& path, const Keys& keys, int line) {
        if (!row.notice.empty()) report_.notice_at(path, row.notice, "delete the line");
        if (node.kind == Kind::null) {
            report_.problem(
                line, path, "has no value",
                "give one (" + row.allowed + ") or delete the line" + (row.textual ? "; \"\" is an empty text" : ""));
        } else if (node.kind != Kind::scalar) {
            report_.problem(line, path, "is " + kind_name(node.kind) + ", but must be a single value",
                            "write one " + row.type + ": " + row.allowed);
        } else {
            put(node, row, path, keys);
        }
    }

    void list(const TreeNode& node, const Row& row, const std::string& path, const Keys& keys, int line) {
        if (node.kind != Kind::list) {
            report_.problem(
                line, path,
                node.kind == Kind::null ? "has no value" : "is " + kind_name(node.kind) + ", but must be a list",
                "write [a, b], or [] for none (" + row.allowed + ")");
            return;
        }
        if (row.filled && node.items.empty())
            report_.problem(line, path, "is empty", "list at least one of " + row.allowed);
        row.clear(settings_, keys);
        std::map<std::string_view, int> first_lines;
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            const auto& item = node.items[i];
            const auto where = path + "[" + std::to_string(i) + "]";
            report_.seen(where, item.line);
            if (item.kind != Kind::scalar)
                report_.problem(item.line, where, "is " + kind_name(item.kind) + ", but must be a single value",
                                "write one of " + row.allowed);
            else if (!first_lines.emplace(item.text, item.line).second)
                report_.problem(item.line, where, "is listed twice", "keep one of them");
            else put(item, row, where, keys);
        }
        origins_.emplace(path, Origin::file);
    }

    void put(const TreeNode& node, const Row& row, const std::string& path, const Keys& keys) {
        const auto substituted = substitute(node.text, environment_);
        for (const auto& fault : substituted.faults) report_.problem(node.line, path, fault.message, fault.remedy);
        if (!substituted.faults.empty()) return;
        const bool foreign = substituted.from_environment;
        if (unprintable_at(substituted.text) != std::string::npos) {
            report_.problem(node.line, path, "holds a control character or bytes that are not UTF-8",
                            "give a text that can be printed");
            return;
        }
        if (node.quoted && !row.textual && !foreign) {
            report_.problem(node.line, path, "is a text in quotes, but its type is " + row.type,
                            "write it without quotes: " + row.allowed);
            return;
        }
        origins_.emplace(path, foreign ? Origin::environment : Origin::file);
        if (row.secret && !foreign && !substituted.text.empty())
            report_.notice_at(path, "is a secret written in the file",
                              "put it in the environment and write ${NAME} here");
        auto fault = row.put(settings_, keys, substituted.text);
        if (!fault) return;
        // A value from the environment may be a secret that went astray: it is never repeated.
        const auto subject = row.secret || row.discreet ? std::string("the value ")
                             : foreign                  ? std::string("the value from the environment ")
                                                        : '"' + shown(substituted.text) + "\" ";
        report_.problem(node.line, path, subject + fault->message, fault->remedy);
    }

    void unknown(const TreeNode& key, const Part& part, const std::string& path) {
        std::vector<std::string> siblings;
        for (const auto& inner : part.parts) siblings.push_back(inner->name);
        const auto near = nearest(key.text, siblings);
        std::string remedy = "the keys here are ";
        for (const auto& word : siblings) remedy += (&word == siblings.data() ? "" : ", ") + word;
        const auto elsewhere = places_of(key.text);
        if (!near.empty()) remedy = "did you mean " + near + "?";
        else if (!elsewhere.empty()) remedy = "its place is " + elsewhere.front();
        report_.problem(key.line, path, "is not a key here", remedy);
    }

    Settings& settings_;
    Report& report_;
    Origins& origins_;
    const EnvLookup& environment_;
};

LoadResult failed(const std::string& file, Problem problem) {
    LoadResult result;
    result.file = file;
    result.problems.push_back(std::move(problem));
    return result;
}

}  // namespace

LoadResult load(std::string_view text, const std::string& file, const EnvLookup& environment) {
    const auto read = read_tree(text);
    if (const auto* unreadable = std::get_if<Unreadable>(&read))
        return failed(file, {unreadable->line, "", unreadable->message, unreadable->remedy});
    LoadResult result;
    result.file = file;
    auto settings = default_settings();
    Report report;
    Reader(settings, report, result.origins, environment).section(std::get<TreeNode>(read), schema(), "", {});
    settle(settings, report);
    result.problems = report.take_problems();
    result.notices = report.take_notices();
    if (result.problems.empty()) result.settings = std::move(settings);
    return result;
}

LoadResult load_file(const std::string& file, const EnvLookup& environment) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return failed(file, {0, "", "cannot be opened", "name a file that exists and that this user may read"});
    std::string text(file_bytes_max + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad())
        return failed(file, {0, "", "cannot be read", "name a file, not a folder, that this user may read"});
    text.resize(static_cast<std::size_t>(stream.gcount()));
    auto result = load(text, file, environment);
    if (result.ok() && !result.settings->routing.rules_dir.empty()) {
        auto& folder = result.settings->routing.rules_dir;  // an absolute one stays as it is
        folder = (std::filesystem::path(file).parent_path() / folder).string();
    }
    return result;
}

EnvLookup process_environment() {
    return [](const std::string& name) -> std::optional<std::string> {
        const char* value = std::getenv(name.c_str());
        return value ? std::optional<std::string>(value) : std::nullopt;
    };
}

std::string describe(const Problem& problem, const std::string& file) {
    auto line = file;
    if (problem.line > 0) line += ":" + std::to_string(problem.line);
    line += ": ";
    if (!problem.path.empty()) line += problem.path + ": ";
    return line + problem.message + "; " + problem.remedy;
}

std::string describe(const LoadResult& result) {
    std::string all;
    for (const auto& problem : result.problems.empty() ? result.notices : result.problems)
        all += describe(problem, result.file) + "\n";
    return all;
}

}  // namespace wm::config
