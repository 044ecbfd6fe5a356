// `wetopi-memory scan`: the secrets in texts that exist already, such as an export or another system's memory. Says where
// they are, or writes the text without them; the secrets themselves it never prints.
#include "cli/commands.hpp"
#include "cli/own_secrets.hpp"
#include "policies/secrets.hpp"

#include <boost/json.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace wm::cli {
namespace {

namespace json = boost::json;

struct Outcome {
    std::size_t found = 0;
    std::size_t unreadable = 0;
};

json::array findings_of(const std::vector<policies::SecretSpan>& spans) {
    json::array out;
    for (const auto& span : spans)
        out.push_back({{"rule", json::string_view(span.kind)}, {"start", span.begin}, {"end", span.end}});
    return out;
}

// What is wrong with a line, empty when it was scanned.
std::string scan_line(const std::string& line, Outcome& outcome) {
    json::error_code error;
    json::parse_options lenient;
    lenient.allow_invalid_utf8 = true;
    const auto parsed = json::parse(line, error, {}, lenient);
    if (error) return "no JSON: " + error.message();
    const auto* object = parsed.if_object();
    const auto* text = object != nullptr ? object->if_contains("text") : nullptr;
    if (text == nullptr || !text->is_string()) return R"(wanted is {"id": …, "text": "…"})";
    const auto* id = object->if_contains("id");
    const Content content{std::string(text->as_string())};
    const auto spans = policies::find_secrets(content.text);
    outcome.found += spans.size();
    std::cout << json::serialize(json::object{{"id", id != nullptr ? *id : json::value()},
                                              {"findings", findings_of(spans)},
                                              {"redacted", policies::without(content, spans).text}})
              << '\n';
    return {};
}

void scan_lines(std::istream& in, const std::string& name, Outcome& outcome) {
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        if (const auto fault = scan_line(line, outcome); !fault.empty()) {
            ++outcome.unreadable;
            std::cerr << "wetopi-memory scan: " << name << ":" << number << ": " << fault << '\n';
        }
    }
}

void report(const std::string& name, const std::string& text, const std::vector<policies::SecretSpan>& spans) {
    std::size_t line = 1, line_begin = 0, at = 0;
    for (const auto& span : spans) {
        for (; (at = text.find('\n', line_begin)) < span.begin; ++line) line_begin = at + 1;
        std::cout << name << ':' << line << ':' << span.begin - line_begin + 1 << ": " << span.kind << ", "
                  << span.end - span.begin << " bytes\n";
    }
}

void scan_text(std::istream& in, const std::string& name, bool redact, Outcome& outcome) {
    const Content content{std::string(std::istreambuf_iterator<char>(in), {})};
    const auto spans = policies::find_secrets(content.text);
    outcome.found += spans.size();
    if (redact) std::cout << policies::without(content, spans).text;
    else report(name, content.text, spans);
}

}  // namespace

int scan(const ScanOptions& options) {
    const auto rules = own_secret_rules(options.rules);
    if (!rules) return misunderstood;
    policies::use_own_secret_rules(*rules);
    Outcome outcome;
    const auto one = [&](std::istream& in, const std::string& name) {
        if (options.jsonl) scan_lines(in, name, outcome);
        else scan_text(in, name, options.redact, outcome);
    };
    std::ios::sync_with_stdio(false);
    if (options.files.empty()) one(std::cin, "standard input");
    for (const auto& file : options.files) {
        if (file == "-") {
            one(std::cin, "standard input");
            continue;
        }
        std::ifstream in(file, std::ios::binary);
        if (!in || std::filesystem::is_directory(file)) {
            std::cerr << "wetopi-memory scan: cannot read " << file << '\n';
            return failed;
        }
        one(in, file);
    }
    std::cout.flush();
    if (!std::cout) {
        std::cerr << "wetopi-memory scan: cannot write to standard output\n";
        return failed;
    }
    if (outcome.unreadable > 0) return failed;
    if (options.jsonl || options.redact) return done;
    std::cerr << (outcome.found == 0
                      ? "no secret found\n"
                      : std::to_string(outcome.found) + " found; --redact writes the text without them\n");
    return outcome.found == 0 ? done : drift;
}

}  // namespace wm::cli
