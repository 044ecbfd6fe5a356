#include "policies/secrets_rules.hpp"
#include "policies/secrets_scan.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace wm::policies::secrets {

namespace {

// Ends of maximal runs. A run's end is the same from every byte inside it, so each byte is read once an alphabet even
// when a text repeats a prefix without end.
class RunEnds {
public:
    explicit RunEnds(std::string_view text) : text_(text) {}
    std::size_t operator()(std::size_t at, Alphabet alphabet) {
        std::size_t& end = end_[static_cast<std::size_t>(alphabet)];
        std::size_t& begin = begin_[static_cast<std::size_t>(alphabet)];
        if (at >= begin && at < end) return end;
        begin = end = at;
        while (end < text_.size() && in_alphabet(static_cast<unsigned char>(text_[end]), alphabet)) ++end;
        return end;
    }

private:
    std::string_view text_;
    std::array<std::size_t, 7> begin_{};
    std::array<std::size_t, 7> end_{};
};

// header.payload.signature, the first two being base64 of a JSON object.
std::size_t jwt_end(std::string_view text, std::size_t at, RunEnds& run_end) {
    std::size_t end = at;
    for (int part = 0; part < 3; ++part) {
        const std::size_t start = end;
        end = run_end(start, Alphabet::url);
        if (end - start < 8) return part == 2 && end == start ? start : at;  // an unsigned JWT ends in its dot
        if (part == 2) return end;
        if (end >= text.size() || text[end] != '.') return at;
        ++end;
    }
    return end;
}

}  // namespace

void scan_jwt(std::string_view text, const Cues& cues, Spans& out) {
    RunEnds run_end(text);
    std::size_t done = 0;
    for (const auto at : cues.tokens) {
        const bool inside = at > 0 && is_word_byte(static_cast<unsigned char>(text[at - 1])) &&
                            !(at > 1 && (text[at - 2] == '\\' || text[at - 2] == '%' || text[at - 1] == 'D'));
        if (at < done || inside) continue;
        const auto end = jwt_end(text, at, run_end);
        if (end == at) continue;
        out.push_back({at, end, "jwt"});
        done = end;
    }
}

void scan_recovery_words(std::string_view text, Spans& out) {
    const std::string low = lower_latin(text);
    for (const std::string_view cue : recovery_cues()) {
        for (std::size_t at = low.find(cue); at != std::string::npos; at = low.find(cue, at + cue.size())) {
            // The longest run of lower-case words of 3 to 8 letters that starts within the next 60 bytes.
            std::size_t pos = at + cue.size();
            const std::size_t limit = std::min(text.size(), pos + 60);
            std::size_t begin = 0;
            std::size_t words = 0;
            while (pos < text.size()) {
                std::size_t end = pos;
                while (end < text.size() && text[end] >= 'a' && text[end] <= 'z') ++end;
                const bool word = end - pos >= 3 && end - pos <= 8;
                if (word && words++ == 0) begin = pos;
                const bool goes_on = word && end + 1 < text.size() && (text[end] == ' ' || text[end] == '\n');
                if (goes_on) {
                    pos = end + 1;
                    continue;
                }
                if (words >= 11) {
                    out.push_back({begin, end, "recovery-words"});
                    break;
                }
                words = 0;
                pos = std::max(end, pos + 1);
                if (pos > limit) break;
            }
        }
    }
}

}  // namespace wm::policies::secrets
