// Lengths, headers, leftovers; and for every text of the tree: nothing of one machine, no secret.
#include "tests/tidy/rules.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace wm::tidy {
namespace {

constexpr std::size_t file_lines_max = 400, function_lines_max = 70, columns_max = 140;  // 120 is the aim

std::size_t columns(const std::string& line) {  // characters, not bytes
    return static_cast<std::size_t>(
        std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Follows braces through code lines and measures every outermost function.
class FunctionMeter {
public:
    explicit FunctionMeter(const Source& source) : source_(source) {}

    Problems measure() {
        for (line_ = 0; line_ < source_.code.size(); ++line_)
            if (!source_.code[line_].starts_with('#'))
                for (const char c : source_.code[line_] + "\n") step(c);
        return std::move(problems_);
    }

private:
    enum class Kind { scope, function, other };
    struct Brace {
        Kind kind;
        std::size_t line;
    };

    void step(char c) {
        if (c == '{') open();
        else if (c == '}') close();
        else if (c == ';') head_.clear();
        else if (c != '\n' || !head_.empty()) {
            if (head_.empty()) head_line_ = line_;
            if (c != ' ' || !head_.empty()) head_ += c;
        }
    }
    // What the text since the last brace or semicolon announces.
    Kind kind() const {
        if (std::ranges::any_of(braces_, [](const Brace& b) { return b.kind == Kind::function; })) return Kind::other;
        if (head_.find(')') != std::string::npos && !has_word(head_, "namespace")) return Kind::function;
        for (const std::string_view word : {"namespace", "class", "struct", "union", "extern"})
            if (has_word(head_, word)) return Kind::scope;
        return Kind::other;
    }
    void open() {
        braces_.push_back({kind(), head_.empty() ? line_ : head_line_});
        head_.clear();
    }
    void close() {
        head_.clear();
        if (braces_.empty()) return;
        const auto brace = braces_.back();
        braces_.pop_back();
        const auto length = line_ - brace.line + 1;
        if (brace.kind == Kind::function && length > function_lines_max)
            problems_.push_back(source_.path + ":" + std::to_string(brace.line + 1) + ": a function of " +
                                std::to_string(length) + " lines: a screen is " + std::to_string(function_lines_max));
    }

    const Source& source_;
    std::size_t line_ = 0, head_line_ = 0;
    std::string head_;
    std::vector<Brace> braces_;
    Problems problems_;
};

Problems check_header(const Source& source) {
    Problems problems;
    if (source.raw.empty() || source.raw[0] != "#pragma once")
        problems.push_back(source.path + ":1: a header begins with #pragma once");
    if (source.raw.size() < 2 || !source.raw[1].starts_with("// "))
        problems.push_back(source.path + ":2: a header says in its second line what it is for");
    return problems;
}

// `// call(x);` is code that was put to sleep. Before the first include it may be an example of use.
bool sleeping_code(const std::string& comment) {
    const auto from = comment.find("//");
    if (from == std::string::npos) return false;
    const auto first = comment.find_first_not_of("/ ", from);
    auto last = comment.find_last_not_of(' ');
    if (first == std::string::npos || last < first + 3 || comment[last] != ';' || comment[last - 1] != ')')
        return false;
    const auto call = comment.find('(', first);
    return call != std::string::npos && call > first &&
           std::all_of(comment.begin() + static_cast<std::ptrdiff_t>(first),
                       comment.begin() + static_cast<std::ptrdiff_t>(call),
                       [](char c) { return is_word(c) || c == ':' || c == '.' || c == '>' || c == '-'; });
}

bool secret_shaped(const std::string& line) {
    const std::pair<std::string, std::size_t> shapes[] = {// prefix, characters of the same word that must follow
                                                          {std::string("AK") + "IA", 16},
                                                          {std::string("gh") + "p_", 30},
                                                          {std::string("sk") + "-", 32},
                                                          {std::string("xox") + "b-", 20},
                                                          {std::string("-----BEGIN ") + "PRIVATE KEY", 0},
                                                          {std::string("-----BEGIN ") + "RSA PRIVATE KEY", 0}};
    for (const auto& [prefix, more] : shapes)
        for (auto at = line.find(prefix); at != std::string::npos; at = line.find(prefix, at + 1)) {
            std::size_t length = 0;
            for (auto i = at + prefix.size(); i < line.size() && (is_word(line[i]) || line[i] == '-'); ++i) ++length;
            if (length >= more && (at == 0 || !is_word(line[at - 1]))) return true;
        }
    return false;
}

bool names_folder(const std::string& line, const std::string& folder) {
    for (auto at = line.find(folder); at != std::string::npos; at = line.find(folder, at + 1)) {
        const auto end = at + folder.size();
        const bool starts =
            at == 0 || !(is_word(line[at - 1]) || line[at - 1] == '.' || line[at - 1] == '-' || line[at - 1] == '/');
        if (starts && (end == line.size() || line[end] == '/')) return true;
    }
    return false;
}

}  // namespace

Problems check_shape(const Source& source) {
    Problems problems;
    const auto size = source.raw.size();
    if (size >= file_lines_max)
        problems.push_back(source.path + ": " + std::to_string(size) + " lines: a file has fewer than " +
                           std::to_string(file_lines_max));
    if (source.path.ends_with(".hpp")) std::ranges::copy(check_header(source), std::back_inserter(problems));
    bool body = !source.path.ends_with(".hpp");
    for (std::size_t i = 0; i < size; ++i) {
        const auto where = source.path + ":" + std::to_string(i + 1) + ": ";
        if (columns(source.raw[i]) > columns_max) problems.push_back(where + "longer than 140 columns");
        for (const std::string_view mark : {"TODO", "FIXME", "XXX", "HACK"})
            if (has_word(source.comments[i], mark))
                problems.push_back(where + std::string(mark) + ": do it, or write an issue");
        body = body || source.code[i].starts_with("#include");
        if (body && sleeping_code(source.comments[i])) problems.push_back(where + "code in a comment: delete it");
    }
    std::ranges::copy(FunctionMeter(source).measure(), std::back_inserter(problems));
    return problems;
}

Problems check_text(const std::string& path, const std::string& text, const std::string& here) {
    Problems problems;
    const auto parent = here.substr(0, here.rfind('/'));
    const auto lines = lines_of(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto where = path + ":" + std::to_string(i + 1) + ": ";
        if (here.size() > 1 && names_folder(lines[i], here))
            problems.push_back(where + "names the folder of this checkout");
        if (parent.size() > 1 && parent != "/tmp" && parent != "/root" && parent != "/home" &&
            names_folder(lines[i], parent))
            problems.push_back(where + "names a folder of this machine: " + parent);
        if (secret_shaped(lines[i]))
            problems.push_back(where + "looks like a secret; assemble it where a test needs one");
    }
    return problems;
}

Problems check_actor_rows(const std::vector<Source>& sources, const std::string& architecture) {
    Problems problems;
    for (const auto& source : sources) {
        if (!source.path.starts_with("actors/") || !source.path.ends_with(".hpp")) continue;
        const bool actor = std::ranges::any_of(
            source.code, [](const std::string& line) { return line.find("public Actor<") != std::string::npos; });
        const auto name = source.path.substr(7, source.path.size() - 11);
        const bool listed = std::ranges::any_of(lines_of(architecture), [&](const std::string& line) {
            return line.starts_with("| " + name + " |") || line.starts_with("| `" + name + "` |");
        });
        if (actor && !listed)
            problems.push_back(source.path + ": docs/architecture.md has no row for the actor " + name);
    }
    return problems;
}

Problems check_cpp(const Source& source) {
    Problems problems;
    for (auto* check : {check_includes, check_bans, check_awaits, check_gateway_only, check_shape})
        std::ranges::copy(check(source), std::back_inserter(problems));
    return problems;
}

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string repeat(const std::string& line, std::size_t times) {
    std::string text;
    while (times-- > 0) text += line;
    return text;
}
Problems shape(const std::string& path, const std::string& text) { return check_shape(read_source(path, text)); }

TEST(TidyShape, KeepsFilesUnderFourHundredLines) {
    EXPECT_THAT(shape("net/x.cpp", repeat("int x;\n", 399)), IsEmpty());
    EXPECT_THAT(shape("net/x.cpp", repeat("int x;\n", 400)), ElementsAre(HasSubstr("net/x.cpp: 400 lines")));
}

TEST(TidyShape, KeepsFunctionsWithinAScreen) {
    const auto function = [](std::size_t lines) {
        return "namespace wm {\nint f(int a,\n      int b) {\n" + repeat("  g({1});\n", lines - 3) + "}\n}\n";
    };
    EXPECT_THAT(shape("net/x.cpp", function(70)), IsEmpty());
    EXPECT_THAT(shape("net/x.cpp", function(71)), ElementsAre(HasSubstr("net/x.cpp:2: a function of 71 lines")));
    EXPECT_THAT(shape("net/x.cpp", "class A {\nvoid f() const {\n" + repeat("if (a) { b(); }\n", 80) + "}\n};\n"),
                ElementsAre(HasSubstr("net/x.cpp:2: a function of 82 lines")));
}

TEST(TidyShape, LetsTablesAndClassesBeLong) {
    EXPECT_THAT(shape("net/x.cpp", "const int table[] = {\n" + repeat("  {1, \"a(b)\"},\n", 100) + "};\n"), IsEmpty());
    EXPECT_THAT(shape("net/x.cpp", "class A : public B<int> {\n" + repeat("  void f() { g(); }\n", 100) + "};\n"),
                IsEmpty());
}

TEST(TidyShape, WantsHeadersToSayWhatTheyAreFor) {
    EXPECT_THAT(shape("net/x.hpp", "#pragma once\n// The wire.\n"), IsEmpty());
    EXPECT_THAT(shape("net/x.hpp", "#pragma once\n#include <map>\n"), ElementsAre(HasSubstr("net/x.hpp:2:")));
    EXPECT_THAT(shape("net/x.hpp", "// The wire.\n// It is.\n"), ElementsAre(HasSubstr("#pragma once")));
}

TEST(TidyShape, CountsColumnsInCharacters) {
    EXPECT_THAT(shape("net/x.cpp", "//" + repeat("ñ", 138) + "\n"), IsEmpty());
    EXPECT_THAT(shape("net/x.cpp", "//" + repeat("ñ", 139) + "\n"),
                ElementsAre(HasSubstr("net/x.cpp:1: longer than 140")));
}

TEST(TidyShape, FindsLeftovers) {
    EXPECT_THAT(shape("net/x.cpp", "// TODO later\n"), ElementsAre(HasSubstr("TODO")));
    EXPECT_THAT(shape("net/x.cpp", "// run(a, b);\n"), ElementsAre(HasSubstr("code in a comment")));
    EXPECT_THAT(shape("net/x.hpp", "#pragma once\n// Use:\n//   run(a, b);\n#include <map>\n"), IsEmpty());
    EXPECT_THAT(shape("net/x.cpp", "// what run(a, b) does; see there (P6);\nf(\"TODO\");\n"), IsEmpty());
}

TEST(TidyText, NamesNoFolderOfThisMachine) {
    EXPECT_THAT(check_text("docs/x.md", "see /srv/wm/checkout/docs\n", "/srv/wm/checkout"),
                ElementsAre(HasSubstr("docs/x.md:1: names the folder of this checkout"), HasSubstr("/srv/wm")));
    EXPECT_THAT(check_text("docs/x.md", "cp -r /srv/wm/other .\n", "/srv/wm/checkout"),
                ElementsAre(HasSubstr("docs/x.md:1")));
    EXPECT_THAT(check_text("docs/x.md", "a/srv/wm/x and ./srv/wm and /srv/wmx\n", "/srv/wm/checkout"), IsEmpty());
}

TEST(TidyText, HoldsNoSecret) {
    const std::string token = std::string("gh") + "p_" + std::string(36, 'a'),
                      key = std::string("AK") + "IA" + std::string(16, 'Z');
    EXPECT_THAT(check_text("README.md", "token " + token + "\n", "/src"),
                ElementsAre(HasSubstr("README.md:1: looks like a secret")));
    EXPECT_THAT(check_text("README.md", "x\n" + key + "\n", "/src"), ElementsAre(HasSubstr("README.md:2")));
    EXPECT_THAT(check_text("README.md", "task-force, disk-encryption\n", "/src"), IsEmpty());
}

TEST(TidyRows, EveryActorHasOne) {
    const std::vector<Source> sources{
        read_source("actors/router.hpp", "class Router final : public Actor<Router, Keep> {};\n"),
        read_source("actors/hooks.hpp", "struct Hook {};\n")};
    EXPECT_THAT(check_actor_rows(sources, "| actor | one per |\n| router | shard |\n"), IsEmpty());
    EXPECT_THAT(check_actor_rows(sources, "the router routes\n"),
                ElementsAre(HasSubstr("no row for the actor router")));
}

}  // namespace
}  // namespace wm::tidy
