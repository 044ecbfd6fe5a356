#include "policies/known_names.hpp"

#include "policies/fold.hpp"
#include "policies/learning_names.hpp"
#include "policies/secrets.hpp"
#include "policies/stop_words.hpp"

#include <algorithm>
#include <array>

namespace wm::policies {
namespace {

// Written with a capital or a digit and yet no name of anybody's: folded, sorted.
constexpr auto common_words = std::to_array<std::string_view>(
    {"abril",      "access",    "agosto",   "ai",         "aleman",     "alemania",    "alpine",     "amazon",
     "android",    "angular",   "ansible",  "apache",     "api",        "apple",       "april",      "arm64",
     "august",     "aws",       "azure",    "b2b",        "b2c",        "bash",        "berlin",     "bitbucket",
     "brexit",     "cd",        "ceo",      "ceph",       "cfo",        "chrome",      "ci",         "cli",
     "cpu",        "crm",       "csv",      "cto",        "debian",     "december",    "dezember",   "diciembre",
     "dienstag",   "dns",       "docker",   "domingo",    "donnerstag", "ec2",         "elastic",    "enero",
     "english",    "englisch",  "erp",      "espana",     "espanol",    "eu",          "euro",       "europa",
     "europe",     "excel",     "febrero",  "february",   "februar",    "firefox",     "france",     "francia",
     "freitag",    "friday",    "german",   "germany",    "deutsch",    "deutschland", "git",        "github",
     "gitlab",     "gmail",     "golang",   "google",     "gpu",        "grafana",     "grpc",       "h264",
     "helm",       "hermes",    "html",     "http",       "http2",      "https",       "i18n",       "ingles",
     "ios",        "ip",        "ipv4",     "ipv6",       "it",         "january",     "januar",     "java",
     "javascript", "jira",      "json",     "jueves",     "juli",       "julio",       "july",       "june",
     "juni",       "junio",     "k3s",      "k8s",        "kafka",      "kpi",         "kubernetes", "linux",
     "london",     "lunes",     "mac",      "macos",      "madrid",     "mai",         "markdown",   "march",
     "mariadb",    "marz",      "marzo",    "martes",     "may",        "mayo",        "mcp",        "md5",
     "microsoft",  "miercoles", "mittwoch", "monday",     "mongodb",    "montag",      "mp3",        "mp4",
     "mysql",      "n8n",       "nginx",    "node",       "noviembre",  "november",    "oauth2",     "october",
     "octubre",    "office",    "oktober",  "openai",     "opus",       "oracle",      "p2p",        "paris",
     "pdf",        "php",       "postgres", "postgresql", "postgres16", "powershell",  "prometheus", "proxmox",
     "python",     "python2",   "python3",  "qa",         "q1",         "q2",          "q3",         "q4",
     "rabbitmq",   "ram",       "react",    "redis",      "rest",       "roi",         "ruby",       "rust",
     "s3",         "sabado",    "samstag",  "sap",        "saturday",   "scrum",       "september",  "septiembre",
     "sha1",       "sha256",    "sha512",   "sla",        "slack",      "sms",         "sonntag",    "spain",
     "spanish",    "spanisch",  "sql",      "sqlite",     "ssd",        "ssh",         "ssl",        "sunday",
     "tcp",        "teams",     "telegram", "terraform",  "thursday",   "tls",         "tuesday",    "typescript",
     "ubuntu",     "udp",       "uk",       "unix",       "url",        "us",          "usa",        "usb",
     "utf8",       "vat",       "viernes",  "vm",         "vpn",        "vue",         "wednesday",  "whatsapp",
     "wi-fi",      "wifi",      "windows",  "x86",        "x86_64",     "xml",         "yaml",       "zoom"});

bool is_common(std::string_view word) {
    return std::find(common_words.begin(), common_words.end(), word) != common_words.end() || is_stop_word(word) ||
           is_generic_word(word);
}

bool is_word_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

std::uint64_t hash_of(std::string_view word) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash ^ (hash >> 29);
}

// Signs beyond ASCII that end a word as a comma does: ¿ « » and what is among them, … “ ” – and what is among them.
std::size_t sign_bytes(std::string_view folded, std::size_t at) {
    const auto byte = [&](std::size_t i) { return i < folded.size() ? static_cast<unsigned char>(folded[i]) : 0u; };
    if (byte(at) == 0xC2 && byte(at + 1) < 0xC0) return 2;
    if (byte(at) == 0xE2 && (byte(at + 1) == 0x80 || byte(at + 1) == 0x81)) return 3;
    return 0;
}

std::vector<std::string_view> words_of(std::string_view folded) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < folded.size();) {
        if (const auto sign = sign_bytes(folded, at); sign > 0) {
            at = std::min(at + sign, folded.size());
            continue;
        }
        std::size_t end = at;
        while (end < folded.size() && is_word_byte(folded[end]) && sign_bytes(folded, end) == 0) ++end;
        if (end > at) words.push_back(folded.substr(at, end - at));
        at = std::max(end, at + 1);
    }
    return words;
}

bool has_letter(std::string_view word) {
    return std::any_of(word.begin(), word.end(), [](char c) { return is_word_byte(c) && !(c >= '0' && c <= '9'); });
}

// As it is kept, or empty when it is no name to learn.
std::string learnable(std::string_view written) {
    const auto folded = fold_text(written);
    if (is_common(folded)) return {};  // x86_64 and wi-fi, before they are words
    auto words = words_of(folded);
    while (!words.empty() && is_common(words.front())) words.erase(words.begin());
    while (!words.empty() && is_common(words.back())) words.pop_back();
    if (words.empty() || words.size() > name_words_max) return {};
    std::string name;
    for (const auto word : words) name += (name.empty() ? "" : " ") + std::string(word);
    const bool number_only = std::none_of(words.begin(), words.end(), has_letter);
    if (redact(Content{std::string(written)}).text.text != written) return {};
    if (number_only || name.size() < 3 || name.size() > name_bytes_max) return {};
    return name;
}

// What stands in quotes is a name when it is short and begins with a capital or holds a digit.
void add_quoted(std::string_view text, std::vector<std::string>& out) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> quotes{
        {{"\"", "\""}, {"«", "»"}, {"“", "”"}, {"„", "“"}}};
    for (const auto& [open, close] : quotes)
        for (auto at = text.find(open); at != std::string_view::npos; at = text.find(open, at)) {
            at += open.size();
            const auto end = text.find(close, at);
            if (end == std::string_view::npos) break;
            const auto inside = text.substr(at, end - at);
            const bool capital = !inside.empty() && fold_text(inside.substr(0, 2)) != inside.substr(0, 2);
            const bool digit = inside.find_first_of("0123456789") != std::string_view::npos;
            if (inside.size() <= name_bytes_max && (capital || digit)) out.emplace_back(inside);
            at = end + close.size();
        }
}

}  // namespace

std::vector<std::string> names_in(const std::vector<LearningRecord>& records) {
    std::vector<std::string> names;
    for (const auto& record : records) {
        if (record.type == RecordType::preference) continue;
        auto written = record.entities;
        add_quoted(record.text.text, written);
        for (const auto& entity : written) {
            auto name = learnable(entity);
            if (name.empty() || names.size() >= names_of_turn_max) continue;
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
        }
    }
    return names;
}

double weight_of_name(std::string_view name) {
    const bool marked = name.find_first_of(" 0123456789") != std::string_view::npos;
    return marked ? 1.3 : 1.0;  // two words or a host's number are hardly there by chance
}

MessageWords::MessageWords(std::string_view folded) {
    for (const auto word : words_of(folded)) words.push_back({word, hash_of(word)});
}

NameIndex::NameIndex(ScopeName scope, const std::vector<std::string>& names)
    : scope_(std::move(scope)), count_(names.size()) {
    std::size_t bits = 1024;  // sixteen a name at least
    while (bits < names.size() * 16) bits *= 2;
    bits_.resize(bits / 64);
    for (const auto& name : names) {
        const auto hash = hash_of(std::string_view(name).substr(0, name.find(' ')));
        bits_[hash / 64 % bits_.size()] |= std::uint64_t{1} << (hash % 64);
        by_first_[hash].push_back(name);
    }
}

const std::string* NameIndex::find(const MessageWords& message) const {
    const auto& words = message.words;
    const auto holds = [&](std::size_t at, std::string_view name) {
        for (; !name.empty(); ++at) {
            const auto word = name.substr(0, name.find(' '));
            if (at == words.size() || words[at].text != word) return false;
            name.remove_prefix(std::min(name.size(), word.size() + 1));
        }
        return true;
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!may_hold(words[i].hash)) continue;
        const auto found = by_first_.find(words[i].hash);
        if (found == by_first_.end()) continue;
        for (const auto& name : found->second)
            if (holds(i, name)) return &name;
    }
    return nullptr;
}

std::vector<std::pair<ScopeName, std::string>> find_names(const NameIndexes& indexes, std::string_view folded) {
    std::vector<std::pair<ScopeName, std::string>> found;
    if (indexes.empty()) return found;
    const MessageWords words(folded);
    for (const auto& index : indexes)
        if (const auto* name = index->find(words)) found.emplace_back(index->scope(), *name);
    return found;
}

NameBook::Change NameBook::learn(const NamePlace& place, const std::vector<std::string>& names) {
    Change change;
    auto& known = places_[place];
    for (const auto& name : names) {
        if (const auto at = known.places.find(name); at != known.places.end()) {
            known.names.splice(known.names.end(), known.names, at->second);
            continue;
        }
        known.names.push_back(name);
        known.places.emplace(known.names.back(), std::prev(known.names.end()));
        change.added.push_back(name);
        ++size_;
    }
    while (known.names.size() > max_) {
        change.removed.push_back(known.names.front());
        known.places.erase(known.names.front());
        known.names.pop_front();
        --size_;
    }
    std::erase_if(change.added, [&](const std::string& name) { return !known.places.contains(name); });
    return change;
}

std::vector<std::string> NameBook::names(const NamePlace& place) const {
    const auto found = places_.find(place);
    if (found == places_.end()) return {};
    return {found->second.names.begin(), found->second.names.end()};
}

NameIndexes ReadableNames::of(const Principal& principal) const {
    NameIndexes out;
    if (by_bank_.empty()) return out;
    for (const auto& scope : principal.scopes())
        if (const auto bank = principal.bank(scope))
            if (const auto found = by_bank_.find(*bank); found != by_bank_.end()) out.push_back(found->second);
    return out;
}

}  // namespace wm::policies
