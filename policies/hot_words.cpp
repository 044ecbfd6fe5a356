#include "policies/hot_words.hpp"

#include "policies/hot_file.hpp"
#include "policies/hot_kind.hpp"
#include "policies/topic_words.hpp"

#include <algorithm>
#include <vector>

namespace wm::policies::hot {
namespace {

constexpr std::string_view pointer = "\xE2\x86\x92 ";  // →

// At a full stop, a semicolon or a new line. The mark stays with its sentence.
std::vector<std::string> sentences_of(std::string_view text) {
    std::vector<std::string> sentences;
    std::size_t begun = 0;
    const auto add = [&](std::size_t end) {
        auto part = text.substr(begun, end - begun);
        begun = end;
        while (!part.empty() && (part.front() == ' ' || part.front() == '\n')) part.remove_prefix(1);
        while (!part.empty() && (part.back() == ' ' || part.back() == '\n')) part.remove_suffix(1);
        if (!part.empty()) sentences.emplace_back(part);
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool mark = text[at] == '.' || text[at] == ';' || text[at] == '!' || text[at] == '?';
        const bool last = at + 1 == text.size();
        if (text[at] == '\n' || (mark && (last || text[at + 1] == ' '))) add(at + 1);
        if (text.substr(at).starts_with("\xE3\x80\x82")) add(at + 3);  // 。
    }
    add(text.size());
    return sentences;
}

}  // namespace

std::set<std::string> words_of(std::string_view text) {
    std::set<std::string> words;
    const Reading reading(text);
    const auto keep = [&](std::string_view word) { words.emplace(word); };
    each_term(reading, keep, [](std::string_view) {}, keep);
    return words;
}

std::string merged(const std::string& a, const std::string& b) {
    std::set<std::string> said;
    for (const auto& sentence : sentences_of(a)) said.insert(same_key(sentence));
    auto text = a;
    for (const auto& sentence : sentences_of(b)) {
        if (!said.insert(same_key(sentence)).second) continue;
        if (text.back() != '.' && text.back() != ';' && text.back() != '!' && text.back() != '?') text += ';';
        text += " " + sentence;
    }
    return text;
}

std::string compressed(std::string_view text, std::size_t characters_max) {
    const auto sentences = sentences_of(text);
    const bool tells = std::ranges::any_of(sentences, [](const auto& s) { return signs_of(s).behaviour; });
    std::string out;
    for (const auto& sentence : sentences) {
        if (tells && !signs_of(sentence).behaviour) continue;
        if (characters(out) + characters(sentence) + 1 > characters_max) continue;
        out += (out.empty() ? "" : " ") + sentence;
        if (!tells) break;
    }
    return out;
}

std::string stub_of(std::string_view text, std::size_t characters_max) {
    std::string out(pointer);
    std::set<std::string> said;
    const Reading reading(text);
    const auto keep = [&](std::string_view word) {
        if (!said.emplace(word).second) return;
        const auto grown = out + (out.size() > pointer.size() ? " " : "") + std::string(word);
        if (characters(grown) <= characters_max) out = grown;
    };
    for (const auto word : reading.words)
        if (const auto kind = word_kind(word); !kind.stop && !kind.chatter && !kind.generic && word.size() > 1)
            keep(word);
    for (const auto bigram : reading.cjk) keep(bigram);
    return out.size() > pointer.size() ? out : std::string();
}

}  // namespace wm::policies::hot
