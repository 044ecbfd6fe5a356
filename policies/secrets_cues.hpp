#pragma once
// The first stage of policies/secrets: one pass of Vectorscan tells where a secret may be, RE2 looks closely at the
// formats of the table there, and the other passes of secrets_scan.hpp look at the rest.

#include "policies/multi_match.hpp"
#include "policies/secrets.hpp"
#include "policies/secrets_table.hpp"

#include <re2/re2.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace wm::policies::secrets {

// Where something stands that a secret cannot be without.
struct Cues {
    struct Anchor {
        std::uint32_t rule = 0;  // of the scanner's list
        std::size_t begin = 0, end = 0;
    };
    std::vector<Anchor> anchors;          // by rising ends of what the first stage saw
    std::vector<std::size_t> key_ends;    // a word ends here that may name a credential; rising, perhaps twice
    std::vector<std::size_t> login_ends;  // "login", "usuario"
    std::vector<std::size_t> commands;    // where a command's name ends that takes a password as an option
    std::vector<std::size_t> tokens;      // of "eyJ"
    bool pem = false, url = false, manifest = false, recovery = false, cjk = false;
    bool disguised = false;  // letters that pass for ASCII, bytes that show nothing, lines that go on
};

class Scanner {
public:
    explicit Scanner(const std::vector<OwnSecretRule>& own = {});

    Cues cues(std::string_view text) const;
    void scan_formats(std::string_view text, const Cues&, std::vector<SecretSpan>& out) const;

private:
    struct Rule {
        std::string_view id;
        const SecretRule* row = nullptr;  // none: an operator's rule
        std::unique_ptr<re2::RE2> body, lead;
        std::size_t lead_bytes = 0;
        double entropy_min = 0;
        bool exact = false;  // as many bytes as the pattern says, no more
        bool long_body = false;
    };
    enum class Kind : std::uint8_t {
        anchor,
        own,
        key,
        login,
        command,
        jwt,
        pem,
        url,
        manifest,
        recovery,
        cjk,
        disguise
    };
    struct Sight {  // what an expression of the first stage stands for
        Kind kind = Kind::key;
        std::uint32_t rule = 0;
        std::size_t anchor_bytes = 0, beyond_bytes = 0;  // the match is as long as both
    };

    void add(const Sight& sight, std::string expression, bool any_case);
    void add_words(Kind kind, std::initializer_list<std::string_view> words);
    void add_row(const SecretRule& row);
    void note(Cues& cues, const Sight& sight, std::size_t end) const;
    bool confirm(std::string_view text, const Cues::Anchor& at, std::vector<SecretSpan>& out) const;
    bool confirm_own(std::string_view text, const Rule& rule, std::size_t at, std::vector<SecretSpan>& out) const;

    std::vector<OwnSecretRule> own_;  // whose ids the findings name
    std::vector<Rule> rules_;
    std::vector<Expression> expressions_;
    std::vector<Sight> sights_;
    std::unique_ptr<MultiMatch> first_stage_;
};

// The one in force (secrets.hpp: use_own_secret_rules).
const Scanner& scanner();

}  // namespace wm::policies::secrets
