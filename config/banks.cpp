#include "config/banks.hpp"

#include "config/bank_keys.hpp"
#include "config/checks.hpp"
#include "config/load.hpp"
#include "config/text_file.hpp"
#include "config/tree.hpp"
#include "policies/secrets.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace wm::config {
namespace {

using Kind = TreeNode::Kind;
using policies::BankList;
using policies::BankMap;
using policies::BankValue;
using policies::DesiredBank;

constexpr std::size_t text_bytes_max = 16384;  // of a mission: all of it goes into every prompt

std::string lowered(std::string_view text) {
    std::string out(text);
    for (auto& c : out) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    return out;
}

// Names under which people put credentials. recall_max_tokens and the like are settings, and are looked up before.
bool names_credential(std::string_view name) {
    const auto lower = lowered(name);
    if (lower == "key" || lower == "keys" || lower.ends_with("_key") || lower.ends_with("-key") ||
        lower.ends_with("apikey") || lower == "token" || lower.ends_with("_token"))
        return true;
    return std::ranges::any_of(std::initializer_list<std::string_view>{"password", "passwd", "secret", "credential",
                                                                       "authorization", "bearer"},
                               [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

// A text as people mean it: a block's last line break is YAML's, and would be drift for ever where a server cuts it.
std::string without_end(std::string text) {
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    return text;
}

class BanksReader {
public:
    explicit BanksReader(Report& report) : report_(report) {}

    policies::BankCatalog read(const TreeNode& root) {
        const auto keys = section(root, "", {"version", "banks", "templates"});
        if (const auto* version = find(keys, "version"); version && version->text != "1")
            report_.problem(version->line, "version", "is none that is known here", "write version: 1");
        std::vector<DesiredBank> banks;
        std::vector<policies::BankTemplate> templates;
        each(keys, "banks", [&](const TreeEntry& entry, const std::string& path) {
            const auto bank = entry.key.text;
            fault(check_bank(bank), entry.key.line, path);
            const auto made = block(entry.value, path, {"name", "config", "unset"});
            banks.push_back(made.second);
            banks.back().bank = bank;
        });
        each(keys, "templates", [&](const TreeEntry& entry, const std::string& path) {
            const auto made = block(entry.value, path, {"banks", "config", "unset"});
            templates.push_back({patterns(made.first, entry.value.line, path), made.second});
        });
        return {std::move(banks), std::move(templates)};
    }

private:
    using Keys = std::map<std::string, const TreeEntry*>;

    static std::string child(const std::string& path, const std::string& key) {
        return path.empty() ? key : path + "." + key;
    }
    static const TreeNode* find(const Keys& keys, const std::string& key) {
        const auto found = keys.find(key);
        return found == keys.end() ? nullptr : &found->second->value;
    }
    void fault(const std::optional<Fault>& found, int line, const std::string& path) {
        if (found) report_.problem(line, path, found->message, found->remedy);
    }
    void credential(int line, const std::string& path) {
        report_.problem(
            line, path, "looks like a credential, and no credential stands in this file",
            "take it out, and give the key as ${HINDSIGHT_API_KEY} in backend.api_key of the configuration");
    }

    // The keys of a section, each once; `known` empty: any.
    Keys section(const TreeNode& node, const std::string& path, const std::vector<std::string>& known) {
        Keys keys;
        if (node.kind != Kind::map) {
            report_.problem(node.line, path, "is not a section of keys", "write its keys as key: value");
            return keys;
        }
        for (const auto& entry : node.entries) {
            const auto& key = entry.key;
            const auto where = child(path, key.text.substr(0, 64));
            if (!known.empty() && std::ranges::find(known, key.text) == known.end()) {
                if (names_credential(key.text)) credential(key.line, where);
                else unknown(key, where, known, "is not a key here");
            } else if (!keys.emplace(key.text, &entry).second) {
                report_.problem(key.line, where, "is given twice", "keep one of them");
            }
        }
        return keys;
    }
    void unknown(const TreeNode& key, const std::string& where, const std::vector<std::string>& known,
                 const std::string& what) {
        const auto near = nearest(key.text, known);
        std::string all;
        for (const auto& word : known) all += (all.empty() ? "" : ", ") + word;
        report_.problem(key.line, where, what, near.empty() ? "write one of " + all : "did you mean " + near + "?");
    }

    template <class Take>
    void each(const Keys& keys, const std::string& key, Take take) {
        const auto* node = find(keys, key);
        if (!node || node->kind == Kind::null) return;
        if (node->kind != Kind::map)
            return report_.problem(node->line, key, "is not a section of keys", "write a name and its block for each");
        std::map<std::string_view, int> seen;
        for (const auto& entry : node->entries) {
            const auto path = child(key, entry.key.text.substr(0, 64));
            if (!seen.emplace(entry.key.text, entry.key.line).second)
                report_.problem(entry.key.line, path, "is given twice", "keep one of them");
            else take(entry, path);
        }
    }

    std::pair<Keys, DesiredBank> block(const TreeNode& node, const std::string& path,
                                       const std::vector<std::string>& known) {
        std::pair<Keys, DesiredBank> made{section(node, path, known), {}};
        auto& [keys, bank] = made;
        if (const auto* name = find(keys, "name")) {
            bank.name = name->text;
            if (name->kind != Kind::scalar || bank.name.empty())
                report_.problem(name->line, child(path, "name"), "is not a text", "write one, or leave the line out");
            else if (policies::holds_secret(bank.name)) credential(name->line, child(path, "name"));
            else fault(check_line(bank.name), name->line, child(path, "name"));
        }
        if (const auto* config = find(keys, "config")) settings(*config, child(path, "config"), bank);
        if (const auto* unset = find(keys, "unset")) unset_keys(*unset, child(path, "unset"), bank);
        return made;
    }

    std::vector<std::string> patterns(const Keys& keys, int line, const std::string& path) {
        std::vector<std::string> out;
        const auto where = child(path, "banks");
        const auto* node = find(keys, "banks");
        if (!node || node->kind != Kind::list || node->items.empty()) {
            report_.problem(node ? node->line : line, where, node ? "is not a list of patterns" : "is missing",
                            "write the names of the banks it is for, such as [\"user-*\"]");
            return out;
        }
        for (const auto& item : node->items) {
            auto filled = item.text;
            const auto star = filled.find('*');
            if (star != std::string::npos) filled.replace(star, 1, "x");
            if (item.kind != Kind::scalar || star == std::string::npos || check_bank(filled) || item.text == "*")
                report_.problem(item.line, where, "holds a pattern that is not part of a bank's name and one *",
                                "write it like \"user-*\"");
            else out.push_back(item.text);
        }
        return out;
    }

    void settings(const TreeNode& node, const std::string& path, DesiredBank& bank) {
        std::vector<std::string> names;
        for (const auto& key : bank_keys()) names.emplace_back(key.name);
        for (const auto& [name, entry] : section(node, path, names)) {
            const auto where = child(path, name);
            if (entry->value.kind == Kind::null) {  // it has no place of its own
                refused(entry->key.line, where, "has no value", *bank_key(name));
                continue;
            }
            auto parsed = setting(entry->value, *bank_key(name), where);
            if (parsed) bank.config.emplace(name, std::move(*parsed));
        }
        rules(node, path, bank.config);
    }

    // What Hindsight would take without a word and not do, or refuse together with everything else.
    void rules(const TreeNode& node, const std::string& path, const BankMap& config) {
        const auto mode = config.find("retain_extraction_mode");
        if (config.contains("retain_custom_instructions") &&
            (mode == config.end() || mode->second != BankValue{std::string("custom")}))
            report_.problem(node.line, child(path, "retain_custom_instructions"),
                            "has no effect unless retain_extraction_mode is custom",
                            "write retain_extraction_mode: custom, or put what matters into retain_mission");
        const auto min = config.find("recall_budget_min"), max = config.find("recall_budget_max");
        if (min != config.end() && max != config.end() &&
            std::get<double>(min->second.data) > std::get<double>(max->second.data))
            report_.problem(node.line, child(path, "recall_budget_min"), "is more than recall_budget_max",
                            "make it the smaller one");
    }

    std::optional<BankValue> refused(int line, const std::string& path, const std::string& message,
                                     const BankKey& key) {
        report_.problem(line, path, message, "write " + allowed_text(key));
        return std::nullopt;
    }

    std::optional<BankValue> setting(const TreeNode& node, const BankKey& key, const std::string& path) {
        if (key.type == BankKeyType::tree) return tree(node, path);
        if (key.type == BankKeyType::texts) {
            if (node.kind != Kind::list) return refused(node.line, path, "is not a list", key);
            BankList list;
            for (const auto& item : node.items) {
                if (item.kind != Kind::scalar) return refused(item.line, path, "holds something that is no text", key);
                auto made = text(item, path);
                if (!made) return std::nullopt;
                list.push_back(std::move(*made));
            }
            return BankValue{std::move(list)};
        }
        if (node.kind != Kind::scalar) return refused(node.line, path, "is not a single value", key);
        if (key.type == BankKeyType::text) return text(node, path);
        if (node.quoted && key.type != BankKeyType::choice) return refused(node.line, path, "is a text in quotes", key);
        return plain(node, key, path);
    }

    std::optional<BankValue> plain(const TreeNode& node, const BankKey& key, const std::string& path) {
        if (key.type == BankKeyType::choice) {
            if (std::ranges::find(key.words, std::string_view(node.text)) == key.words.end())
                return refused(node.line, path, "is none of the words allowed (Hindsight would take it, and ignore it)",
                               key);
            return BankValue{node.text};
        }
        if (key.type == BankKeyType::flag) {
            const auto flag = parse_flag(node.text);
            if (const auto* bad = std::get_if<Fault>(&flag)) return refused(node.line, path, bad->message, key);
            return BankValue{std::get<bool>(flag)};
        }
        if (key.type == BankKeyType::fraction) {
            const auto number = parse_fraction(node.text, 0, 1);
            if (const auto* bad = std::get_if<Fault>(&number)) return refused(node.line, path, bad->message, key);
            if (std::get<double>(number) <= 0) return refused(node.line, path, "is not above 0", key);
            return BankValue{std::get<double>(number)};
        }
        const bool none = node.text == "-1" && key.range.min == -1;  // Hindsight's word for no limit
        const auto number = none ? Parsed<std::int64_t>(-1) : parse_integer(node.text, key.range);
        if (const auto* bad = std::get_if<Fault>(&number)) return refused(node.line, path, bad->message, key);
        return BankValue{static_cast<double>(std::get<std::int64_t>(number))};
    }

    std::optional<BankValue> text(const TreeNode& node, const std::string& path) {
        auto out = without_end(node.text);
        if (policies::holds_secret(out)) {
            credential(node.line, path);
            return std::nullopt;
        }
        if (!out.empty() && out.size() <= text_bytes_max) return BankValue{std::move(out)};
        report_.problem(node.line, path, out.empty() ? "is empty" : "is longer than 16 KiB",
                        out.empty() ? "write a text, or list the setting under unset" : "shorten it");
        return std::nullopt;
    }

    // A value of a setting that has a structure of its own: as it stands. Its keys may not be credentials either.
    std::optional<BankValue> tree(const TreeNode& node, const std::string& path) {
        if (node.kind == Kind::null) return BankValue{};
        if (node.kind == Kind::list) {
            BankList list;
            for (const auto& item : node.items)
                if (auto made = tree(item, path)) list.push_back(std::move(*made));
            return BankValue{std::move(list)};
        }
        if (node.kind == Kind::map) {
            BankMap map;
            for (const auto& [key, entry] : section(node, path, {})) {
                if (names_credential(key)) credential(entry->key.line, child(path, key));
                else if (auto made = tree(entry->value, child(path, key))) map.emplace(key, std::move(*made));
            }
            return BankValue{std::move(map)};
        }
        if (node.quoted) return text(node, path);
        if (const auto flag = parse_flag(node.text); std::holds_alternative<bool>(flag))
            return BankValue{std::get<bool>(flag)};
        if (const auto number = parse_fraction(node.text, 0, 1e15); std::holds_alternative<double>(number))
            return BankValue{std::get<double>(number)};
        return text(node, path);
    }

    void unset_keys(const TreeNode& node, const std::string& path, DesiredBank& bank) {
        if (node.kind != Kind::list) return report_.problem(node.line, path, "is not a list", "write [a, b]");
        for (const auto& item : node.items) {
            if (!bank_key(item.text))
                report_.problem(item.line, path, "names something that is not a setting of a bank",
                                "docs/operations.md lists them");
            else if (bank.config.contains(item.text))
                report_.problem(item.line, path + "." + item.text, "stands in config too", "keep one of them");
            else bank.unset.push_back(item.text);
        }
    }

    Report& report_;
};

}  // namespace

std::string_view built_in_banks_text() { return built_in_bank_texts().front().second; }

BanksResult load_banks(std::string_view text, const std::string& file) {
    BanksResult result{file, std::nullopt, {}};
    const auto tree = read_tree(text);
    if (const auto* unreadable = std::get_if<Unreadable>(&tree)) {
        result.problems.push_back({unreadable->line, "", unreadable->message, unreadable->remedy});
        return result;
    }
    Report report;
    auto catalog = BanksReader(report).read(std::get<TreeNode>(tree));
    result.problems = report.take_problems();
    if (result.problems.empty()) result.catalog = std::move(catalog);
    return result;
}

BanksResult load_banks_file(const std::string& file) {
    if (file.empty()) return load_banks(built_in_banks_text(), std::string(built_in_banks_name));
    const auto text = read_text(file);
    if (!text)
        return {file, std::nullopt, {{0, "", "cannot be read", "name a file that exists and that this user may read"}}};
    return load_banks(*text, file);
}

bool uses_hindsight(const Settings& settings) {
    return std::ranges::any_of(settings.stores, [&](const auto& entry) {
        return entry.second.backend.value_or(settings.backend.type) == BackendType::hindsight;
    });
}

std::string describe(const BanksResult& result) {
    std::string all;
    for (const auto& problem : result.problems) all += describe(problem, result.file) + "\n";
    return all;
}

}  // namespace wm::config
