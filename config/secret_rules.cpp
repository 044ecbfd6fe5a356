#include "config/secret_rules.hpp"

#include "config/scalar.hpp"
#include "config/text_file.hpp"
#include "config/tree.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace wm::config {
namespace {

using policies::secrets::OwnSecretRule;

class SecretRulesReader {
public:
    explicit SecretRulesReader(std::string file) : file_(std::move(file)) {}

    SecretRulesResult read(const TreeNode& root) {
        std::vector<OwnSecretRule> rules;
        const auto* list = only_key(root);
        if (list != nullptr)
            for (std::size_t i = 0; i < list->items.size() && i < secret_rules_max; ++i)
                if (auto rule = one(list->items[i], "rules[" + std::to_string(i) + "]"))
                    rules.push_back(std::move(*rule));
        if (list != nullptr && list->items.size() > secret_rules_max)
            problem(list->line, "rules", "are too many", "keep at most " + std::to_string(secret_rules_max));
        if (!problems_.empty()) return std::move(problems_);
        return rules;
    }

private:
    void problem(int line, std::string path, std::string message, std::string remedy) {
        problems_.push_back({file_, {line, std::move(path), std::move(message), std::move(remedy)}});
    }

    const TreeNode* only_key(const TreeNode& root) {
        if (root.kind == TreeNode::Kind::map && root.entries.size() == 1 && root.entries[0].key.text == "rules" &&
            root.entries[0].value.kind == TreeNode::Kind::list)
            return &root.entries[0].value;
        problem(root.line, "", "is no list of rules", "write rules: and below it one - {id, pattern, keyword} a rule");
        return nullptr;
    }

    std::optional<OwnSecretRule> one(const TreeNode& node, const std::string& path) {
        if (node.kind != TreeNode::Kind::map) {
            problem(node.line, path, "is not a rule",
                    "write its keys: id, pattern, keyword, and entropy if it is wanted");
            return std::nullopt;
        }
        const auto before = problems_.size();
        OwnSecretRule rule;
        std::set<std::string> given;
        for (const auto& [key, value] : node.entries) {
            const auto at = path + "." + key.text.substr(0, 40);
            if (!given.insert(key.text).second) problem(key.line, at, "is given twice", "keep one of them");
            else if (key.text == "id") text(value, at, rule.id);
            else if (key.text == "pattern") text(value, at, rule.pattern);
            else if (key.text == "keyword") text(value, at, rule.keyword);
            else if (key.text == "entropy") entropy(value, at, rule.entropy_min);
            else problem(key.line, at, "is not a key here", "write one of id, pattern, keyword, entropy");
        }
        if (problems_.size() > before) return std::nullopt;
        for (const auto* wanted : {"id", "pattern", "keyword"})
            if (!given.contains(wanted)) problem(node.line, path + "." + wanted, "is missing", "give it");
        if (problems_.size() > before) return std::nullopt;
        if (const auto fault = policies::secrets::fault_of(rule); !fault.empty())
            problem(node.line, path, "cannot be used: " + fault, "see docs/secrets.md for the form of a rule");
        else if (!ids_.insert(rule.id).second)
            problem(node.line, path + ".id", "is another rule's too", "give each rule a name of its own");
        return problems_.size() > before ? std::nullopt : std::optional(std::move(rule));
    }

    void text(const TreeNode& node, const std::string& path, std::string& out) {
        if (node.kind == TreeNode::Kind::scalar && !node.text.empty()) out = node.text;
        else problem(node.line, path, "is not a text", "write a text, best in single quotes");
    }
    void entropy(const TreeNode& node, const std::string& path, double& out) {
        const auto value = parse_fraction(node.kind == TreeNode::Kind::scalar ? node.text : "", 0, 8);
        if (const auto* number = std::get_if<double>(&value)) out = *number;
        else problem(node.line, path, "is not a number in its range", "write bits a byte, between 0 and 8");
    }

    std::string file_;
    std::vector<RuleProblem> problems_;
    std::set<std::string> ids_;
};

}  // namespace

SecretRulesResult read_secret_rules(std::string_view text, const std::string& file) {
    const auto tree = read_tree(text);
    if (const auto* fault = std::get_if<Unreadable>(&tree))
        return std::vector<RuleProblem>{{file, {fault->line, "", fault->message, fault->remedy}}};
    return SecretRulesReader(file).read(std::get<TreeNode>(tree));
}

SecretRulesResult load_secret_rules(const std::string& file) {
    if (file.empty()) return std::vector<OwnSecretRule>{};
    const auto text = read_text(file);
    if (!text)
        return std::vector<RuleProblem>{
            {file, {0, "", "cannot be read", "name a file that exists and that this user may read"}}};
    return read_secret_rules(*text, file);
}

}  // namespace wm::config
