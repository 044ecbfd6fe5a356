#include "store/stems.hpp"

#include <libstemmer.h>

#include <array>
#include <cstddef>
#include <memory>

namespace wm {
namespace {

constexpr std::size_t word_bytes_max = 48;

struct Delete {
    void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};
using Stemmer = std::unique_ptr<sb_stemmer, Delete>;

// A stemmer holds its last word: each thread has its own.
sb_stemmer* stemmer_of(policies::Language language) {
    thread_local const std::array<Stemmer, 3> stemmers{Stemmer(sb_stemmer_new("english", "UTF_8")),
                                                       Stemmer(sb_stemmer_new("spanish", "UTF_8")),
                                                       Stemmer(sb_stemmer_new("german", "UTF_8"))};
    return stemmers[static_cast<std::size_t>(language)].get();
}

// The Spanish rules know the ending by its accent, which folding has taken away.
std::string accented(std::string_view word) {
    std::string out(word);
    if (word.ends_with("cion") || word.ends_with("sion")) out.replace(out.size() - 2, 2, "\xC3\xB3n");
    return out;
}

}  // namespace

std::string stem_of(policies::Language language, std::string_view folded) {
    auto* stemmer = stemmer_of(language);
    if (!stemmer || folded.empty() || folded.size() > word_bytes_max) return std::string(folded);
    const auto word = language == policies::Language::spanish ? accented(folded) : std::string(folded);
    const auto* stem =
        sb_stemmer_stem(stemmer, reinterpret_cast<const sb_symbol*>(word.data()), static_cast<int>(word.size()));
    if (!stem) return std::string(folded);
    return {reinterpret_cast<const char*>(stem), static_cast<std::size_t>(sb_stemmer_length(stemmer))};
}

}  // namespace wm
