#pragma once
// The block that a model reads: header, one frame a scope, one line a memory with its date, and its type when it is a
// single record (seeds §11). What is stored
// is data: it can neither close its frame nor give orders. The same block is taken out again before anything is kept.

#include "policies/left_out.hpp"
#include "policies/turn.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies {

struct Injection {
    Content text;                   // empty: inject nothing
    std::vector<ScopeName> scopes;  // those that have a line, in their order
    std::uint32_t tokens = 0;       // estimate_tokens(text), at most total_tokens_max
    std::vector<Memory> lines;      // what got in, in order: for `explain`
};

// One memory, ready to be put into a block: made once, put into as many blocks as it takes.
struct ContextLine {
    ScopeName scope;
    std::string statement;     // neutralised; empty: draws nothing and gets into no block
    std::string text;          // with bullet, date and line end
    std::uint64_t sixths = 0;  // token_sixths(text)
    std::string frame_open;    // before the first line of its scope
    std::uint64_t frame_sixths = 0;
};
ContextLine context_line(const Memory& memory);

struct ContextHeader {  // ready too
    explicit ContextHeader(std::string_view header);
    std::string text;
    std::uint64_t sixths = 0;
};

struct LeftLine {  // LeftOut of a line that is ready
    std::uint32_t at = 0;
    LeftOutReason why = LeftOutReason::duplicate;
    std::size_t of = 0;
};

// The block of lines that are ready; `used` are the positions of those that got in. See render_context.
struct Block {
    Content text;
    std::vector<ScopeName> scopes;
    std::uint32_t tokens = 0;  // estimate_tokens(text), at most total_tokens_max
    std::vector<std::uint32_t> used;
};
Block render_lines(const ContextHeader& header, std::span<const ContextLine* const> ranked,
                   const std::map<ScopeName, std::uint32_t>& scope_tokens_max, std::uint32_t total_tokens_max,
                   std::vector<LeftLine>* left_out = nullptr);

// Best first; a scope takes its place in the order of its best memory. A scope's ceiling covers its frame and lines, the
// total covers the header too; what does not fit is left out whole. A scope without a ceiling has the total's.
// Equal input gives equal bytes. What is left out is added to `left_out`, when there is one: for explain.
Injection render_context(std::string_view header, std::span<const Memory> ranked,
                         const std::map<ScopeName, std::uint32_t>& scope_tokens_max, std::uint32_t total_tokens_max,
                         std::vector<LeftOut>* left_out = nullptr);

// One memory as it may stand in a line: no markup, no frame, no role or list marker, no control or invisible character.
std::string neutralised(std::string_view text);

// `text` without the blocks that render_context made, and the blank lines around them: also when re-indented, quoted,
// folded into one line, cut in two, or without its header. `header` as it was rendered; the default one is always known.
Content strip_context(Content text, std::string_view header = {});

}  // namespace wm::policies
