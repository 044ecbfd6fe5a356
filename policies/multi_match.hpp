#pragma once
// Many expressions looked for in a text in one pass: Vectorscan, the first stage of policies/secrets. Expressions are
// those of PCRE that Vectorscan knows, over bytes. A compiled set is immutable; any thread may use it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

struct Expression {
    std::string text;
    bool any_case = false;  // ASCII letters
};

class MultiMatch {
public:
    struct Hit {
        std::uint32_t expression = 0;  // its place in the list
        std::size_t end = 0;           // behind the match; where it begins is for the caller to know
    };

    // Aborts on an expression that Vectorscan refuses: what comes from outside is given as a literal.
    explicit MultiMatch(const std::vector<Expression>& expressions);
    ~MultiMatch();
    MultiMatch(const MultiMatch&) = delete;
    MultiMatch& operator=(const MultiMatch&) = delete;

    // Replaces `hits` with those of the text, by rising ends.
    void find(std::string_view text, std::vector<Hit>& hits) const;

private:
    struct Compiled;
    std::unique_ptr<Compiled> compiled_;
};

}  // namespace wm::policies
