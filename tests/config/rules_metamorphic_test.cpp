// What a text is about does not hang on its manner: names, accents, a slip of the keyboard, the order of its clauses, what
// people put around it. Each change of manner costs at most two points on the labelled turns (tests/data/turns.jsonl).
#include "policies/fold.hpp"
#include "tests/config/labelled_texts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace wm::config {
namespace {

constexpr double points_max = 0.02;

using Change = std::function<std::string(const Labelled&, std::size_t index)>;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

// Companies, people and machines of the labelled turns, each for another of its kind.
std::string with_other_names(const Labelled& text, std::size_t) {
    static const std::vector<std::pair<std::string, std::string>> names = {
        {"Clínica Velarga", "Clínica Tormes"},
        {"Editorial Vallombría", "Editorial Peñalba"},
        {"Hotel Altavoria", "Hotel Roquedal"},
        {"Panadería Solsticio", "Panadería Candil"},
        {"Ferretería Ibarluz", "Ferretería Gorriti"},
        {"Ferreteria Ibarluz", "Ferreteria Gorriti"},
        {"Kestrovane Outdoor", "Marrowfield Outdoor"},
        {"Quillmarsh Books", "Dovecrest Books"},
        {"Brennwald Logistik", "Tannhoff Logistik"},
        {"Brennwald", "Tannhoff"},
        {"Datenhafen Süd", "Lagerhof Nord"},
        {"Nordvelt", "Sundgaard"},
        {"Fibrandel", "Lumicable"},
        {"Marta", "Berta"},
        {"Aina", "Laia"},
        {"Lluís", "Jordi"},
        {"Nerea", "Itziar"},
        {"Priya", "Anjali"},
        {"pve0", "hyp0"},
        {"lb-wan-", "gw-ext-"},
        {"wp-cluster-", "web-farm-"},
        {"rke2-w-", "kub-n-"},
        {"Paterna", "Getafe"},
        {"Hamburg", "Bremen"}};
    auto message = text.message;
    for (const auto& [from, to] : names) message = replaced(std::move(message), from, to);
    return message;
}

bool is_lower_letter(char c) { return c >= 'a' && c <= 'z'; }

// Two neighbouring letters change places inside one word of six letters or more that is no name.
std::string with_a_slip(const Labelled& text, std::uint32_t seed) {
    std::vector<std::pair<std::size_t, std::size_t>> words;  // begin, size
    const auto& message = text.message;
    for (std::size_t at = 0; at < message.size();) {
        const auto begin = at;
        while (at < message.size() && is_lower_letter(message[at])) ++at;
        const auto stands_alone = [&](std::size_t i) {
            return i >= message.size() || message[i] == ' ' || message[i] == ',';
        };
        if (at - begin >= 6 && stands_alone(at) && (begin == 0 || message[begin - 1] == ' '))
            words.emplace_back(begin, at - begin);
        if (at == begin) ++at;
    }
    if (words.empty()) return message;
    std::mt19937 random(seed);
    const auto [begin, size] = words[random() % words.size()];
    auto changed = message;
    const auto at = begin + 1 + random() % (size - 3);
    std::swap(changed[at], changed[at + 1]);
    return changed;
}

// The first clause goes to the end: behind the sentence, or behind the comma where there is one sentence only.
std::string with_clauses_reordered(const Labelled& text, std::size_t) {
    const auto& message = text.message;
    for (const std::string mark : {". ", "! ", "? ", ", "}) {
        const auto at = message.find(mark);
        if (at == std::string::npos || at < 12 || at + 12 > message.size()) continue;
        const auto end = mark == ", " ? std::string(", ") : std::string(" ");
        auto rest = message.substr(at + mark.size());
        while (!rest.empty() && (rest.back() == '.' || rest.back() == ' ')) rest.pop_back();
        return mark == ", " ? rest + end + message.substr(0, at) : rest + ". " + message.substr(0, at + 1);
    }
    return message;
}

Change framed(std::vector<std::string> es, std::vector<std::string> en, std::vector<std::string> de) {
    return [=](const Labelled& text, std::size_t index) {
        const auto& frames = text.language == "es" ? es : text.language == "en" ? en : de;
        return replaced(frames[index % frames.size()], "…", text.message);
    };
}

std::string upper(const Labelled& text, std::size_t) {
    std::string out = text.message;
    for (auto& c : out)
        if (is_lower_letter(c)) c = static_cast<char>(c - 'a' + 'A');
    return out;
}

std::string unsigned_(const Labelled& text, std::size_t) {  // as people type: no question or exclamation marks
    std::string out;
    for (const char c : text.message)
        if (c != '?' && c != '!') out += c;
    return out;
}

std::vector<std::pair<std::string, Change>> changes() {
    std::vector<std::pair<std::string, Change>> all = {
        {"other names", with_other_names},
        {"no accents", [](const Labelled& t, std::size_t) { return policies::fold_text(t.message); }},
        {"upper case", upper},
        {"clauses reordered", with_clauses_reordered},
        {"no marks", unsigned_},
        {"wide spacing", [](const Labelled& t, std::size_t) { return replaced(t.message, " ", "  "); }},
        {"polite", framed({"Hola, cuando puedas: …", "Buenas, ¿me echas una mano? …",
                           "Perdona que te moleste. … Mil gracias", "¿Serías tan amable? …", "Oye, una cosita: …"},
                          {"Hi, when you have a minute: …", "Sorry to bother you. … Many thanks",
                           "Would you be so kind? …", "Hey there, quick thing: …"},
                          {"Hallo, wenn du kurz Zeit hast: …", "Entschuldige die Störung. … Vielen Dank",
                           "Wärst du so lieb? …", "Hey, kurze Sache: …"})},
        {"trailing greeting",
         framed({"… Gracias de antemano.", "… Un saludo", "… ¡Hasta luego!", "… Un abrazo, Teresa"},
                {"… Thanks in advance.", "… Cheers", "… Best regards, Tom", "… Have a good one!"},
                {"… Danke im Voraus.", "… Viele Grüße", "… Schönen Tag noch!", "… LG Ute"})}};
    for (const std::uint32_t seed : {11u, 23u, 47u})
        all.emplace_back("one slip, seed " + std::to_string(seed), [seed](const Labelled& t, std::size_t index) {
            return with_a_slip(t, seed * 1000 + static_cast<std::uint32_t>(index));
        });
    return all;
}

std::vector<Labelled> changed(std::vector<Labelled> texts, const Change& change) {
    for (std::size_t i = 0; i < texts.size(); ++i) texts[i].message = change(texts[i], i);
    return texts;
}

TEST(RuleMetamorphosis, EachChangeOfMannerCostsAtMostTwoPoints) {
    const auto plain = labelled("turns.jsonl");
    const auto base = scores(plain, "plain", false).at("all");
    for (const auto& [name, change] : changes()) {
        const auto texts = changed(plain, change);
        std::size_t touched = 0;
        for (std::size_t i = 0; i < texts.size(); ++i) touched += texts[i].message != plain[i].message;
        EXPECT_GE(touched, 40u) << name << " changes too few texts to say anything";
        const auto score = scores(texts, name, false).at("all");
        EXPECT_GE(score.exact_rate(), base.exact_rate() - points_max) << name;
        EXPECT_GE(score.f1(), base.f1() - points_max) << name;
    }
}

TEST(RuleMetamorphosis, GermanWithoutUmlautsCostsAtMostTwoPoints) {
    std::vector<Labelled> plain;
    for (const char* file : {"turns.jsonl", "fresh_turns.jsonl", "fresh_turns_2.jsonl"})
        for (const auto& text : labelled(file))
            if (text.language == "de") plain.push_back(text);
    const Change in_two_letters = [](const Labelled& text, std::size_t) {
        std::string out = text.message;
        for (const auto& [umlaut, letters] :
             {std::pair{"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"ß", "ss"}, {"Ä", "Ae"}, {"Ö", "Oe"}, {"Ü", "Ue"}})
            out = replaced(out, umlaut, letters);
        return out;
    };
    const auto texts = changed(plain, in_two_letters);
    std::size_t touched = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) touched += texts[i].message != plain[i].message;
    EXPECT_GE(touched, 70u);
    const auto base = scores(plain, "plain", false).at("de"), score = scores(texts, "without umlauts", false).at("de");
    EXPECT_GE(score.exact_rate(), base.exact_rate() - points_max);
    EXPECT_GE(score.f1(), base.f1() - points_max);
}

// The suite can fail: a change that takes the meaning away costs far more.
TEST(RuleMetamorphosis, NoticesWhenTheMeaningIsGone) {
    const auto plain = labelled("turns.jsonl");
    const auto base = scores(plain, "plain", false).at("all");
    const Change every_second_word = [](const Labelled& text, std::size_t) {
        std::string out;
        bool keep = true;
        for (const char c : text.message) {
            if (c == ' ') keep = !keep;
            if (keep) out += c;
        }
        return out;
    };
    const auto score = scores(changed(plain, every_second_word), "every second word", false).at("all");
    EXPECT_LT(score.exact_rate(), base.exact_rate() - points_max);
    EXPECT_LT(score.f1(), base.f1() - points_max);
}

}  // namespace
}  // namespace wm::config
