#include "policies/fold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace wm::policies {
namespace {

struct Row {
    const char* in;
    const char* out;
};

TEST(Fold, GivesTheTextThatRulesAreWrittenFor) {
    const Row rows[] = {
        {"Configuración ÚLTIMA mañana", "configuracion ultima manana"},
        {"Größe ÜBER Straße ẞ", "grosse uber strasse ss"},
        {"¿Qué?", "\xC2\xBFque?"},
        {"Cafe\u0301 n\u0303", "cafe n"},                  // decomposed
        {"ＡＲＧＯ　ＣＤ：３", "argo cd:3"},               // full-width
        {"pa\u200Bss\u200Dword\u202E\uFEFF", "password"},  // zero-width, bidi, BOM
        {"a\u00A0b\u2003c", "a b c"},
        {"don’t – “stop”", "don't - \"stop\""},
        {"Đorđe Łódź Œuvre Æsir Þór", "dorde lodz oeuvre aesir thor"},
        {"ẤP Ỳ Ệ", "ap y e"},
        {"设备清单 NAS", "设备清单 nas"},
        {"МОСКВА ΑΘΗΝΑ", "москва αθηνα"},
        {"1ª nº", "1a no"},
        {"39 €", "39 €"},
        {"", ""},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(fold(row.in).text, row.out) << row.in;
        EXPECT_EQ(fold_text(row.in), row.out) << row.in;
    }
}

TEST(Fold, MakesOneBlankOfARunOfThem) {
    const Row rows[] = {{"a  b\tc \t d", "a b c d"},
                        {"Fin. \n\n  Y\r\nmás", "fin.\ny\nmas"},
                        {"\n a", "\na"},
                        {" \n", "\n"},
                        {"a\u00A0\u00A0b", "a b"},
                        {"ohne", "ohne"},
                        {"", ""}};
    for (const auto& row : rows) EXPECT_EQ(fold_spaced(row.in), row.out) << row.in;
}

TEST(Fold, TurnsEachBadByteIntoASpace) {
    EXPECT_EQ(fold("a\xFF\xFE"
                   "b")
                  .text,
              "a  b");
    EXPECT_EQ(fold("\xC3").text, " ");
    EXPECT_EQ(fold("\xC0\xAF").text, "  ");            // overlong /
    EXPECT_EQ(fold("\xED\xA0\x80").text, "   ");       // a surrogate
    EXPECT_EQ(fold("\xF5\x80\x80\x80").text, "    ");  // beyond U+10FFFF
    EXPECT_EQ(fold("\xE2\x82"
                   "x")
                  .text,
              "  x");  // cut short
}

TEST(Fold, LeadsBackToWhereAByteCameFrom) {
    const std::string in = "Straße ñ";
    const auto out = fold(in);
    ASSERT_EQ(out.text, "strasse n");
    EXPECT_EQ(out.origin[4], out.origin[5]);  // both s of ß
    EXPECT_EQ(in.substr(out.origin[8]), "ñ");
}

std::string noise(std::mt19937& random) {
    static const char* pieces[] = {"a",        "Z",    "é",      "ß",  "ﬀ",        "\u0301",      "\u200B",
                                   "\xFF",     "\xC3", "设",     "😀", " ",        "Ｘ",          "\n",
                                   "\xE2\x82", "Ж",    "\u202E", "ẞ",  "\xF0\x9F", "\xE3\x80\x80"};
    std::string text;
    for (auto n = random() % 40; n > 0; --n) text += pieces[random() % std::size(pieces)];
    return text;
}

TEST(Fold, KeepsItsPromisesOnAnyBytes) {
    std::mt19937 random(7);
    for (int round = 0; round < 3000; ++round) {
        const auto in = noise(random);
        const auto out = fold(in);
        ASSERT_EQ(out.text.size(), out.origin.size());
        ASSERT_TRUE(std::is_sorted(out.origin.begin(), out.origin.end()));
        for (const auto from : out.origin) ASSERT_LT(from, in.size());
        ASSERT_EQ(fold_text(in), out.text);
        ASSERT_EQ(fold_text(out.text), out.text) << "folding twice changes nothing";
        for (std::size_t at = 0; at < out.text.size();) ASSERT_NE(next_code_point(out.text, at), invalid_code_point);
    }
}

TEST(FoldSpaced, AgreesWithASlowWayOnRandomTexts) {
    std::mt19937 random(3);
    for (int round = 0; round < 5000; ++round) {
        std::string text;
        for (auto n = random() % 40; n > 0; --n)
            text += random() % 3 ? "ab \n\t\r"[random() % 6] : "cdefghi\x7F"[random() % 8];
        std::string slow;
        bool line = false, blank = false;  // of the run of blanks that is open
        for (const char c : text + "x") {
            if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
                line = line || c == '\n';
                blank = true;
                continue;
            }
            if (blank) slow += line ? '\n' : ' ';
            slow += c;
            line = blank = false;
        }
        slow.pop_back();
        ASSERT_EQ(fold_spaced(text), slow) << text;
    }
}

}  // namespace
}  // namespace wm::policies
