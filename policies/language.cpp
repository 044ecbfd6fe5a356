#include "policies/language.hpp"

#include "policies/fold.hpp"
#include "policies/parts.hpp"
#include "policies/utf8.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace wm::policies {

namespace {

constexpr std::size_t bytes_read = 2000;

// "no", "me", "es", "was", "die", "hat", "am" and their kin belong to two of them and tell nothing.
constexpr std::array<std::string_view, 3> small_words{
    "the and of is are was has have been with for from that this it we you our they not to on into now which who",
    "el la los las un una que de del por para con esta estan se lo y ya pero como hemos he ha su sus al hay muy esto "
    "mi",
    "der das den dem ein eine einen und ist sind nicht mit auf wir ich hat haben wurde wird im vom zum fur von bei "
    "auch "
    "jetzt noch wieder mal bitte"};

}  // namespace

Language language_of(std::string_view text) {
    static const auto index = [] {
        std::unordered_map<std::string_view, std::size_t> words;
        for (std::size_t language = 0; language < small_words.size(); ++language)
            each_part(small_words[language], ' ', [&](std::string_view word) { words.emplace(word, language); });
        return words;
    }();
    std::array<int, 3> found{};
    const std::string folded = fold_text(cut(text, bytes_read));
    static constexpr std::string_view marks = " \t\r\n.,;:!?()[]\"'";
    for (std::size_t at = folded.find_first_not_of(marks); at != std::string::npos;
         at = folded.find_first_not_of(marks, at)) {
        const std::size_t end = std::min(folded.find_first_of(marks, at), folded.size());
        if (const auto word = index.find(std::string_view(folded).substr(at, end - at)); word != index.end())
            ++found[word->second];
        at = end;
    }
    return static_cast<Language>(std::max_element(found.begin(), found.end()) - found.begin());
}

}  // namespace wm::policies
