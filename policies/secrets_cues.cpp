#include "policies/secrets_cues.hpp"

#include "policies/secrets_rules.hpp"
#include "policies/secrets_scan.hpp"
#include "policies/substrings.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace wm::policies::secrets {
namespace {

enum class Kind : std::uint8_t {
    pem,
    format,    // with its row
    sign,      // of a format that is no row: a JWT, a hash, a token with a mark inside
    manifest,  // of Kubernetes
    recovery,
    mysql,
    cjk,
    key,       // ends a word that may name a credential: dbPassword
    whole_key  // is such a word, or the last part of one: db_pw
};

struct Cue {
    Kind kind = Kind::key;
    const Format* format = nullptr;
};

// A string may be a cue of several kinds ("pat").
class CueTable {
public:
    CueTable() {
        add(Kind::pem, {"-----begin "});
        add(Kind::manifest, {"kind: secret"});
        add(Kind::recovery, recovery_cues());
        add(Kind::mysql, {"mysql", "mariadb"});
        add(Kind::cjk, cjk_cues());
        add(Kind::sign, {"eyj", "k10", ".atlasv1.", "q~"});
        add(Kind::sign, crypt_schemes());
        for (const auto named : {KeyClass::password, KeyClass::token}) {
            add(Kind::key, key_endings(named));
            add(Kind::whole_key, key_words(named));
        }
        add(Kind::key, {"key", "key-data", "key_data"});
        add(Kind::whole_key, {"bearer", "basic", "auth", "sig", "signature", "code"});
        for (const auto& format : formats()) add_one(lower_latin(format.prefix), {Kind::format, &format});
        substrings_ = Substrings(texts_, Substrings::Case::any);
    }

    template <class Work>
    void each(std::string_view text, Work work) const {
        substrings_.each(text, [&](int index, std::size_t end) {
            for (const auto& cue : cues_[static_cast<std::size_t>(index)])
                work(cue, end - texts_[static_cast<std::size_t>(index)].size(), end);
        });
    }

private:
    void add(Kind kind, std::span<const std::string_view> texts) {
        for (const auto text : texts) add_one(lower_latin(text), {kind, nullptr});
    }
    void add(Kind kind, std::initializer_list<std::string_view> texts) {
        add(kind, std::span<const std::string_view>(texts.begin(), texts.size()));
    }
    void add_one(std::string text, Cue cue) {
        std::size_t i = 0;
        while (i < texts_.size() && texts_[i] != text) ++i;
        if (i == texts_.size()) texts_.push_back(std::move(text)), cues_.emplace_back();
        cues_[i].push_back(cue);
    }

    std::vector<std::string> texts_;
    std::vector<std::vector<Cue>> cues_;
    Substrings substrings_;
};

bool goes_on(std::string_view text, std::size_t end) {
    if (end == text.size()) return false;
    const auto c = static_cast<unsigned char>(text[end]);
    return is_word_byte(c) || c == '_' || (c >= 0x80 && c <= 0xBF) || (c >= 0xC3 && c <= 0xC5);
}

bool may_be(const Format& format, std::string_view text, std::size_t begin, std::size_t end) {
    if (begin > 0 && is_word_byte(static_cast<unsigned char>(text[begin - 1]))) return false;
    if (text.size() - end < format.length || text.substr(begin, end - begin) != format.prefix) return false;
    for (const char c : text.substr(end, format.length))
        if (!in_alphabet(static_cast<unsigned char>(c), format.alphabet)) return false;
    return true;
}

}  // namespace

Cues find_cues(std::string_view text) {
    static const CueTable table;
    Cues cues;
    table.each(text, [&](const Cue& cue, std::size_t begin, std::size_t end) {
        switch (cue.kind) {
            case Kind::pem: cues.pem = true; break;
            case Kind::format: cues.format = cues.format || may_be(*cue.format, text, begin, end); break;
            case Kind::sign: cues.format = true; break;
            case Kind::manifest: cues.manifest = true; break;
            case Kind::recovery: cues.recovery = true; break;
            case Kind::mysql: cues.mysql = true; break;
            case Kind::cjk: cues.cjk = true; break;
            case Kind::whole_key:
                if (begin > 0 && is_word_byte(static_cast<unsigned char>(text[begin - 1]))) break;
                [[fallthrough]];
            case Kind::key:
                if (!goes_on(text, end)) cues.key_ends.push_back(end);
                break;
        }
    });
    return cues;
}

}  // namespace wm::policies::secrets
