#include "config/document.hpp"

#include "config/checks.hpp"
#include "config/defaults.hpp"
#include "config/print.hpp"
#include "config/schema.hpp"
#include "config/tree.hpp"

#include <cstddef>

namespace wm::config {

namespace {

constexpr std::size_t default_cell_max = 60;  // a longer default is shown in the whole default below

// Text for a cell of a table: <name> would be taken for HTML and | for the next cell.
std::string cell(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        if (c == '<' || c == '|') safe += '\\';
        safe += c;
    }
    return safe;
}

std::string code(std::string_view text) { return "`" + std::string(text) + "`"; }

// The default settings, with one entry of each family as it is before the file says anything of it.
Settings specimen() {
    auto settings = default_settings();
    for (const auto& family : families())
        family.open(settings,
                    family.path == "identity.users.<user>.accounts" ? Keys{"<user>", "0"} : Keys{family.placeholder});
    return settings;
}

Keys specimen_keys(std::string_view path) {
    Keys keys;
    for (auto at = path.find('<'); at != std::string_view::npos; at = path.find('<', at + 1))
        keys.emplace_back(path.substr(at, path.find('>', at) + 1 - at));
    if (path.find("[]") != std::string_view::npos) keys.emplace_back("0");
    return keys;
}

std::string default_cell(const Row& row, const Settings& settings) {
    if (row.required) return "must be given";
    for (const auto& family : families())
        if (!family.defaults.empty() && row.path.starts_with(family.path + ".")) return family.defaults;
    const auto shown = row.get(settings, specimen_keys(row.path));
    if (!shown) return "–";
    std::string text;
    for (const auto& item : *shown) text += (text.empty() ? "" : ", ") + item;
    if (row.list) return code("[" + text + "]");
    if (text.empty()) return "empty";
    return text.size() > default_cell_max ? "see below" : code(text);
}

std::string row_line(const Row& row, const Settings& settings) {
    const auto type = row.type + (row.unit.empty() ? "" : ", " + row.unit);
    return "| " + code(row.path) + " | " + type + " | " + default_cell(row, settings) + " | " + cell(row.allowed) +
           " | " + cell(row.text) + " |\n";
}

std::string introduction() {
    return R"(# Configuration

Generated from the table in config/schema*.cpp; `WM_UPDATE=1 ctest -R config` writes it anew.

One YAML file. `wetopi-memory check-config FILE` says every problem at once, with line, path and remedy, and prints
the effective configuration with secrets masked. A file with a problem is never used, not even in part. The commented
default to copy is config/wetopi-memory.yaml; config/hindsight.example.yaml is one for a Hindsight server.

- **Strict.** An unknown, double, mistyped or out-of-range key is a problem. What is not given keeps its default.
- **Environment.** A value may hold `${NAME}` or `${NAME:-default}` (the default also serves when the variable is
  empty); a plain `${` is written `$${`. A variable that is not set is a problem. What is put in is not read again, and
  no problem repeats it.
- **Booleans** are `true` and `false`; numbers are decimal, without leading zeros and without quotes.
- **Durations** carry their unit: `300ms`, `5s`, `2m`, `1h`, `14d`. A key whose name says the unit takes a plain number.
- **Sizes** are bytes, or carry `KiB`, `MiB`, `GiB`.
- **Bounds of the file:** )" +
           std::to_string(file_bytes_max / 1024) + " KiB, " + std::to_string(depth_max) +
           R"( levels, one document, UTF-8; no anchors, no tags, no tabs in the indentation.
)";
}

std::string rules() {
    return R"(
## Rules between keys

- No scope is called `any` or `memory`: rule files mean something else by them (docs/rules.md).
- A scope has either `bank` or `bank_template`; two scopes of one backend can never be the same bank, whoever the person.
- A scope in Hindsight needs `backend.url`.
- `backend.concurrency.reserved_sync` is less than `max_inflight`.
- Every scope of an `allowed_scopes` stands in `stores`; every owner of a profile in `identity.users`; an account
  belongs to one person.
- `personal.owner: native` takes every scope with a `bank_template` out of all `allowed_scopes`: the native provider
  writes those banks, and no bank has two writers.
- `listen.tls.certificate` and `listen.tls.key` come together, and beyond loopback they are needed, unless
  `listen.allow_plaintext: true` says that something else encrypts.
- `limits.backoff_first` is at most `backoff_max`; `evidence_bytes_max` at most `turn_bytes_max` and `frame_bytes_max`;
  `batch_bytes_max` at most `spool_bytes_max`; `query_bytes_max` at most `frame_bytes_max`.

Reported, though the file is good: `retain.require_durable` (superseded), `routing.semantic_fallback.enabled: true`
(there is none), a secret written in the file, no agent at all, scopes that `personal.owner: native` took away.
)";
}

}  // namespace

std::string document() {
    const auto settings = specimen();
    auto text = introduction();
    for (const auto& part : schema().parts) {
        const auto& top = part->name;
        text += "\n## " + top + "\n\n";
        for (const auto& family : families())
            if (family.path == top || family.path.starts_with(top + "."))
                text += code(family.path + (family.placeholder == "[]" ? "[]" : "." + family.placeholder)) + ": " +
                        cell(family.text) + "\n\n";
        text += "| key | type | default | allowed | meaning |\n| --- | --- | --- | --- | --- |\n";
        for (const auto& row : rows())
            if (row.path == top || row.path.starts_with(top + ".")) text += row_line(row, settings);
    }
    return text + rules() + "\n## The whole default\n\nAn empty file is this one.\n\n```yaml\n" +
           print(default_settings()) + "```\n";
}

}  // namespace wm::config
