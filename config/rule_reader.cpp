#include "config/rule_reader.hpp"

#include "config/checks.hpp"
#include "config/scalar.hpp"
#include "config/tree.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace wm::config {
namespace {

using Kind = TreeNode::Kind;
using policies::HarnessFact;
using policies::Rule;
using policies::RuleForm;
using policies::RulePack;

constexpr double weight_max = 10;

bool is_name(std::string_view text) {
    return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    });
}

class PackReader {
public:
    PackReader(ReadRules& out, const std::string& file, const std::set<ScopeName>* stores)
        : out_(out), pack_(out.pack), stores_(stores), file_(file), name_(rule_pack_name(file)) {}

    void read(const TreeNode& root) {
        const auto keys = section(
            root, "", {"version", "scope", "threshold", "rules", "entities", "harness", "languages", "overrides"});
        if (!keys) return;
        version(root, *keys);
        scope_ = text(*keys, "scope", "").value_or("");
        if (scope_.empty()) problem(root.line, "scope", "is missing", "name the scope, any or memory");
        else if (scope_ != "any" && scope_ != "memory") check_scope_at(scope_, keys->at("scope")->line, "scope");
        threshold(*keys);
        each(*keys, "rules", [&](const TreeNode& node, const std::string& path) { rule_row(node, path); });
        each(*keys, "entities", [&](const TreeNode& node, const std::string& path) { entity(node, path); });
        each(*keys, "harness", [&](const TreeNode& node, const std::string& path) { harness(node, path); });
        each(*keys, "languages", [&](const TreeNode& node, const std::string& path) { language(node, path); });
        each(*keys, "overrides", [&](const TreeNode& node, const std::string& path) { override_row(node, path); });
    }

private:
    using Keys = std::map<std::string, const TreeNode*>;

    void problem(int line, std::string path, std::string message, std::string remedy) {
        if (out_.problems.size() < problems_max)
            out_.problems.push_back({file_, {line, std::move(path), std::move(message), std::move(remedy)}});
    }

    static std::string child(const std::string& path, const std::string& key) {
        return path.empty() ? key : path + "." + key;
    }

    std::optional<Keys> section(const TreeNode& node, const std::string& path, const std::vector<std::string>& known) {
        if (node.kind != Kind::map) {
            problem(node.line, path, "is not a section of keys", "write its keys as key: value");
            return std::nullopt;
        }
        Keys keys;
        for (const auto& [key, value] : node.entries) {
            const auto name = key.text.substr(0, 40);
            if (std::find(known.begin(), known.end(), key.text) == known.end()) {
                std::string all;
                for (const auto& word : known) all += (all.empty() ? "" : ", ") + word;
                problem(key.line, child(path, name), "is not a key here", "write one of " + all);
            } else if (!keys.emplace(key.text, &value).second) {
                problem(key.line, child(path, name), "is given twice", "keep one of them");
            }
        }
        return keys;
    }

    std::optional<std::string> text(const Keys& keys, const std::string& key, const std::string& path) {
        const auto found = keys.find(key);
        if (found == keys.end()) return std::nullopt;
        if (found->second->kind == Kind::scalar && !found->second->text.empty()) return found->second->text;
        problem(found->second->line, child(path, key), "is not a text", "write one word or a text in quotes");
        return std::nullopt;
    }

    std::optional<double> number(const Keys& keys, const std::string& key, const std::string& path, double min,
                                 double max) {
        const auto found = keys.find(key);
        if (found == keys.end()) return std::nullopt;
        const auto parsed = parse_signed(*found->second, min, max);
        if (!parsed)
            problem(found->second->line, child(path, key), "is not a number in its range",
                    "write a number between " + print_fraction(min) + " and " + print_fraction(max));
        return parsed;
    }

    static std::optional<double> parse_signed(const TreeNode& node, double min, double max) {
        if (node.kind != Kind::scalar || node.quoted) return std::nullopt;
        std::string_view digits = node.text;
        const bool minus = digits.starts_with('-');
        if (minus) digits.remove_prefix(1);
        const auto parsed = parse_fraction(digits, 0, std::max(std::abs(min), std::abs(max)));
        if (!std::holds_alternative<double>(parsed)) return std::nullopt;
        const double value = minus ? -std::get<double>(parsed) : std::get<double>(parsed);
        return value < min || value > max ? std::nullopt : std::optional(value);
    }

    void each(const Keys& keys, const std::string& key,
              const std::function<void(const TreeNode&, const std::string&)>& take) {
        const auto found = keys.find(key);
        if (found == keys.end() || found->second->kind == Kind::null) return;
        if (found->second->kind != Kind::list)
            return problem(found->second->line, key, "is not a list", "write each of its rows after a dash");
        for (std::size_t i = 0; i < found->second->items.size(); ++i)
            take(found->second->items[i], key + "[" + std::to_string(i) + "]");
    }

    void check_scope_at(const std::string& scope, int line, const std::string& path) {
        if (check_scope(scope))
            problem(line, path, "is no scope name", "write small letters, digits and -, a letter or digit first");
        else if (stores_ && !stores_->contains(ScopeName(scope)))
            problem(line, path, "is a scope without a store: nothing could be recalled from it",
                    "add stores." + scope + " to the configuration, or name one of its scopes");
    }

    void threshold(const Keys& keys) {
        const auto threshold = number(keys, "threshold", "", 0.01, 0.99);
        if (!threshold) return;
        pack_.threshold = *threshold;
        if (!stores_) return;  // an operator's threshold replaces that of the binary, but not another operator's
        if (!out_.threshold_from.empty())
            problem(keys.at("threshold")->line, "threshold", "is given by " + out_.threshold_from + " already",
                    "give it once, over all packs");
        out_.threshold_from = file_;
    }

    void version(const TreeNode& root, const Keys& keys) {
        const auto found = keys.find("version");
        if (found == keys.end()) problem(root.line, "version", "is missing", "write version: 1");
        else if (found->second->text != "1")
            problem(found->second->line, "version", "is none that is known here", "write version: 1");
    }

    std::string language_of(const Keys& keys, const std::string& path) {
        const auto language = text(keys, "language", path).value_or("");
        if (!language.empty() && !is_name(language))
            problem(keys.at("language")->line, child(path, "language"), "is no language",
                    "write es, en, de or the like");
        return language;
    }

    void rule_row(const TreeNode& node, const std::string& path) {
        const auto keys = section(node, path, {"id", "language", "weight", "why", "words", "phrases", "patterns"});
        if (!keys) return;
        const auto id = text(*keys, "id", path);
        if (!id) problem(node.line, child(path, "id"), "is missing", "give the row a name of its own");
        else if (!is_name(*id))
            problem(node.line, child(path, "id"), "is no name", "write small letters, digits, - _ and .");
        else if (!ids_.insert(*id).second)
            problem(node.line, child(path, "id"), "is taken by a row above", "give each row a name of its own");
        const auto language = language_of(*keys, path);
        const auto weight = number(*keys, "weight", path, -weight_max, weight_max);
        if (!keys->contains("weight"))
            problem(node.line, child(path, "weight"), "is missing", "say what a match weighs, such as 0.8");
        const auto before = count_;
        for (const auto& [key, form] :
             {std::pair{"words", RuleForm::word}, {"phrases", RuleForm::phrase}, {"patterns", RuleForm::pattern}})
            matches(*keys, key, form, path, {name_ + "/" + id.value_or("?"), language, form, "", weight.value_or(0)});
        if (count_ == before) problem(node.line, path, "matches nothing", "give it words, phrases or patterns");
    }

    void matches(const Keys& keys, const std::string& key, RuleForm form, const std::string& path, const Rule& row) {
        const auto found = keys.find(key);
        if (found == keys.end()) return;
        const auto where = child(path, key);
        if (found->second->kind != Kind::list)
            return problem(found->second->line, where, "is not a list", "write [a, b] or a row each");
        for (std::size_t i = 0; i < found->second->items.size(); ++i) {
            const auto& item = found->second->items[i];
            const auto at = where + "[" + std::to_string(i) + "]";
            if (item.kind != Kind::scalar || item.text.empty()) {
                problem(item.line, at, "is not a text", "write a word, or put it in quotes");
                continue;
            }
            if (form == RuleForm::word && item.text.find(' ') != std::string::npos)
                problem(item.line, at, "is more than one word", "write it under phrases");
            auto rule = row;
            rule.match = item.text;
            rule.name +=
                (form == RuleForm::pattern ? ": /" : ": ") + item.text + (form == RuleForm::pattern ? "/" : "");
            if (!out_.places.emplace(rule.name, RulePlace{file_, at, item.line}).second)
                problem(item.line, at, "stands in this row already", "leave it out");
            put(std::move(rule));
        }
    }

    void put(Rule rule) {
        ++count_;
        if (scope_ == "any") return pack_.context.push_back(std::move(rule));
        if (scope_ == "memory") return pack_.memory_requests.push_back(std::move(rule));
        const ScopeName scope(scope_);
        auto group =
            std::find_if(pack_.scopes.begin(), pack_.scopes.end(), [&](const auto& g) { return g.scope == scope; });
        if (group == pack_.scopes.end()) group = pack_.scopes.insert(pack_.scopes.end(), {scope, {}});
        group->rules.push_back(std::move(rule));
    }

    void entity(const TreeNode& node, const std::string& path) {
        const auto keys = section(node, path, {"name", "aliases", "kind", "scope", "weight"});
        if (!keys) return;
        policies::KnownEntity made;
        made.name = text(*keys, "name", path).value_or("");
        if (made.name.empty())
            problem(node.line, child(path, "name"), "is missing", "write the name as people write it");
        aliases(*keys, path, made.aliases);
        made.kind = text(*keys, "kind", path).value_or("name");
        if (static const std::set<std::string> kinds{"name", "host", "service", "product", "customer", "supplier",
                                                     "person", "company"};
            !kinds.contains(made.kind))
            problem(keys->at("kind")->line, child(path, "kind"), "is none of the kinds",
                    "write host, service, product, customer, supplier, person, company or name");
        made.weight = number(*keys, "weight", path, -weight_max, weight_max).value_or(1.0);
        if (scope_ == "memory")
            problem(node.line, path, "says nothing here", "name entities in the pack of a scope, or of any");
        if (const auto scope = text(*keys, "scope", path)) {
            check_scope_at(*scope, keys->at("scope")->line, child(path, "scope"));
            made.scope = ScopeName(*scope);
        } else if (scope_ != "any") {
            made.scope = ScopeName(scope_);
        }
        if (!out_.places.emplace("entity/" + made.kind + ": " + made.name, RulePlace{file_, path, node.line}).second)
            problem(node.line, child(path, "name"), "is known already, with the same kind",
                    "leave the row out, or change the other one with overrides");
        pack_.entities.push_back(std::move(made));
    }

    void aliases(const Keys& keys, const std::string& path, std::vector<std::string>& out) {
        const auto found = keys.find("aliases");
        if (found == keys.end()) return;
        if (found->second->kind != Kind::list)
            return problem(found->second->line, child(path, "aliases"), "is not a list", "write [a, b] or a row each");
        for (const auto& item : found->second->items)
            if (item.kind == Kind::scalar && !item.text.empty()) out.push_back(item.text);
            else problem(item.line, child(path, "aliases"), "holds what is not a text", "write names, or quote them");
    }

    void harness(const TreeNode& node, const std::string& path) {
        const auto keys = section(node, path, {"fact", "value", "weight"});
        if (!keys) return;
        static const std::map<std::string, HarnessFact> facts = {{"agent", HarnessFact::agent},
                                                                 {"platform", HarnessFact::platform},
                                                                 {"tool_namespace", HarnessFact::tool_namespace},
                                                                 {"task_kind", HarnessFact::task_kind}};
        const auto fact = facts.find(text(*keys, "fact", path).value_or(""));
        const auto value = text(*keys, "value", path);
        if (fact == facts.end())
            problem(node.line, child(path, "fact"), "is none that the harness tells",
                    "write agent, platform, tool_namespace or task_kind");
        if (!value) problem(node.line, child(path, "value"), "is missing", "write the value that counts");
        if (scope_ == "any" || scope_ == "memory")
            problem(node.line, path, "says nothing here", "weigh the harness in the pack of a scope");
        const auto weight = number(*keys, "weight", path, -weight_max, weight_max);
        if (!keys->contains("weight"))
            problem(node.line, child(path, "weight"), "is missing", "say what the fact weighs, such as 0.3");
        if (fact != facts.end() && value)
            pack_.harness.push_back({fact->second, *value, ScopeName(scope_), weight.value_or(0)});
    }

    void language(const TreeNode& node, const std::string& path) {
        const auto keys = section(node, path, {"language", "words"});
        if (!keys) return;
        const auto found = keys->find("words");
        policies::LanguageMarkers made{language_of(*keys, path), {}};
        if (made.language.empty())
            problem(node.line, child(path, "language"), "is missing", "write es, en, de or the like");
        if (found == keys->end() || found->second->kind != Kind::list)
            problem(node.line, child(path, "words"), "is not a list", "write [el, que]");
        else
            for (const auto& item : found->second->items)
                if (item.kind == Kind::scalar && !item.text.empty()) {
                    made.words.push_back(item.text);
                    out_.places.emplace("language/" + made.language + ": " + item.text,
                                        RulePlace{file_, child(path, "words"), item.line});
                } else {
                    problem(item.line, child(path, "words"), "holds what is not a word", "write [el, que]");
                }
        pack_.languages.push_back(std::move(made));
    }

    void override_row(const TreeNode& node, const std::string& path) {
        const auto keys = section(node, path, {"rule", "entity", "enabled", "weight", "why"});
        if (!keys) return;
        RuleOverride made;
        made.place = {file_, path, node.line};
        const auto rule = text(*keys, "rule", path), named = text(*keys, "entity", path);
        if (rule.has_value() == named.has_value())
            return problem(node.line, path, "names no rule and no entity, or both",
                           "write rule: <pack>/<id>, such as platform/es.clear, or entity: <name>");
        if (rule && rule->starts_with(name_ + "/"))
            return problem(node.line, child(path, "rule"), "is a rule of this very pack", "change its own row");
        made.entity = named.has_value();
        made.target = rule ? *rule + ": " : *named;
        if (const auto flag = keys->find("enabled"); flag != keys->end()) {
            made.enabled = flag->second->text == "true";
            if (!made.enabled && flag->second->text != "false")
                problem(flag->second->line, child(path, "enabled"), "is neither true nor false",
                        "write enabled: false");
        }
        made.weight = number(*keys, "weight", path, -weight_max, weight_max);
        if (!keys->contains("enabled") && !keys->contains("weight"))
            problem(node.line, path, "changes nothing", "give it enabled: false or another weight");
        out_.overrides.push_back(std::move(made));
    }

    ReadRules& out_;
    RulePack& pack_;
    const std::set<ScopeName>* stores_;
    std::string file_, name_, scope_;
    std::set<std::string> ids_;
    std::size_t count_ = 0;
};

}  // namespace

std::string rule_pack_name(const std::string& file) {
    const auto slash = file.find_last_of('/');
    const auto name = slash == std::string::npos ? file : file.substr(slash + 1);
    return name.substr(0, name.rfind(".yaml"));
}

void read_rule_pack(ReadRules& out, const std::string& file, const std::string& text,
                    const std::set<ScopeName>* stores) {
    const auto tree = read_tree(text);
    if (const auto* unreadable = std::get_if<Unreadable>(&tree))
        out.problems.push_back({file, {unreadable->line, "", unreadable->message, unreadable->remedy}});
    else PackReader(out, file, stores).read(std::get<TreeNode>(tree));
}

}  // namespace wm::config
