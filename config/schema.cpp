#include "config/schema.hpp"

#include "config/checks.hpp"
#include "config/defaults.hpp"
#include "config/rows.hpp"

#include <iterator>

namespace wm::config {

namespace {

template <class Map>
std::vector<std::string> keys_of(const Map& map) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : map) keys.push_back(text_of(key));
    return keys;
}

std::optional<Fault> check_policy_type(const std::string& name) {
    std::vector<std::string> words(policy_types().begin(), policy_types().end());
    if (std::find(words.begin(), words.end(), name) != words.end()) return std::nullopt;
    const auto near = nearest(name, words);
    return Fault{"is no type of record",
                 (near.empty() ? "" : "did you mean " + near + "? ") + std::string("The types are ") + joined(words)};
}

std::vector<std::string> policy_entries(const Settings& settings, const Keys&) {
    std::vector<std::string> present;
    for (const auto type : policy_types())
        if (settings.memory_policy.contains(std::string(type))) present.emplace_back(type);
    return present;
}

Family stores_family() {
    return {"stores",
            "<scope>",
            "Any scope name will do: personal, security, customer-42, project-apollo. personal, business and platform "
            "start from "
            "the defaults shown at the end of this page; when the section is given, only the scopes in it exist.",
            check_scope,
            [](Settings& s, const Keys&) { s.stores.clear(); },
            [](Settings& s, const Keys& k) { s.stores.emplace(ScopeName(k[0]), default_store(ScopeName(k[0]))); },
            [](const Settings& s, const Keys&) { return keys_of(s.stores); },
            ""};
}

Family policy_family() {
    return {"memory_policy",
            "<type>",
            "What may be kept, by type of record: " + joined({policy_types().begin(), policy_types().end()}) +
                ". What is not given keeps its default, shown at the end of this page.",
            check_policy_type,
            [](Settings&, const Keys&) {},
            [](Settings& s, const Keys& k) { s.memory_policy.try_emplace(k[0]); },
            policy_entries,
            "by type"};
}

std::vector<Family> identity_families() {
    return {
        {"identity.users", "<user>",
         "The people, by internal id. The id is part of the name of a private bank, so it must never change or be "
         "given to "
         "somebody else.",
         check_id, [](Settings& s, const Keys&) { s.identity.users.clear(); },
         [](Settings& s, const Keys& k) { s.identity.users.try_emplace(UserId(k[0])); },
         [](const Settings& s, const Keys&) { return keys_of(s.identity.users); }, ""},
        {"identity.users.<user>.accounts", "[]", "The person's accounts, by which a sender is recognised.", nullptr,
         [](Settings& s, const Keys& k) { s.identity.users.at(UserId(k[0])).accounts.clear(); },
         [](Settings& s, const Keys& k) { s.identity.users.at(UserId(k[0])).accounts.emplace_back(); },
         [](const Settings& s, const Keys& k) {
             std::vector<std::string> indexes;
             for (std::size_t i = 0; i < s.identity.users.at(UserId(k[0])).accounts.size(); ++i)
                 indexes.push_back(std::to_string(i));
             return indexes;
         },
         ""},
        {"identity.agents", "<agent>", "The agents, by the name that their token carries.", check_id,
         [](Settings& s, const Keys&) { s.identity.agents.clear(); },
         [](Settings& s, const Keys& k) { s.identity.agents.try_emplace(AgentId(k[0])); },
         [](const Settings& s, const Keys&) { return keys_of(s.identity.agents); }, ""},
        {"identity.profiles", "<profile>",
         "Owners of Hermes profiles on the command line: <profile>, or <agent>/<profile>.", check_profile,
         [](Settings& s, const Keys&) { s.identity.profiles.clear(); },
         [](Settings& s, const Keys& k) { s.identity.profiles.try_emplace(k[0]); },
         [](const Settings& s, const Keys&) { return keys_of(s.identity.profiles); }, ""},
    };
}

// a.<b>.c[].d → a, <b>, c, [], d
std::vector<std::string> words_of_path(std::string_view path) {
    std::vector<std::string> words;
    while (!path.empty()) {
        const auto dot = path.find('.');
        auto word = path.substr(0, dot);
        const bool list = word.ends_with("[]");
        if (list) word.remove_suffix(2);
        words.emplace_back(word);
        if (list) words.emplace_back("[]");
        path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
    }
    return words;
}

Part& place(Part& root, std::string_view path) {
    Part* at = &root;
    for (const auto& word : words_of_path(path)) {
        Part* next = nullptr;
        for (const auto& part : at->parts)
            if (part->name == word) next = part.get();
        if (!next) {
            at->parts.push_back(std::make_unique<Part>());
            next = at->parts.back().get();
            next->name = word;
        }
        at = next;
    }
    return *at;
}

}  // namespace

const Part* Part::find(std::string_view word) const {
    for (const auto& part : parts)
        if (part->name == word) return part.get();
    return nullptr;
}

const std::vector<Row>& rows() {
    static const std::vector<Row> all = [] {
        std::vector<Row> made;
        for (auto part : {backend_rows(), scope_rows(), hot_rows(), daemon_rows()})
            std::move(part.begin(), part.end(), std::back_inserter(made));
        return made;
    }();
    return all;
}

const std::vector<Family>& families() {
    static const std::vector<Family> all = [] {
        std::vector<Family> made{stores_family(), policy_family()};
        for (auto& family : identity_families()) made.push_back(std::move(family));
        return made;
    }();
    return all;
}

const Part& schema() {
    static const Part root = [] {
        Part made;
        for (const auto& row : rows()) place(made, row.path).row = &row;
        for (const auto& family : families()) place(made, family.path).family = &family;
        return made;
    }();
    return root;
}

std::vector<std::string> places_of(std::string_view last_word) {
    std::vector<std::string> found;
    for (const auto& row : rows())
        if (words_of_path(row.path).back() == last_word) found.push_back(row.path);
    return found;
}

}  // namespace wm::config
