#pragma once
// Six-step overflow of a hot file as a plan: capacity, duplicates, stale entries, merging, safe writing, verification
// (MemoryCore document, "Desbordamiento en seis pasos", "Señales de invalidación de reglas"). Pure: what is in the file,
// what its sidecar knows, what the signals say → steps. A step that takes words out of the file names what the cold
// tier must hold first; it is taken only when that was confirmed, and anything that fails leaves the entry as it is.

#include "policies/hot_kind.hpp"
#include "policies/instant.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace wm::policies::hot {

using Days = std::chrono::days;

struct Limits {                                   // each a key of the configuration
    std::size_t characters_max = 5000;            // of the file; the host's own limit where the host owns it
    double soft = 0.6, hard = 0.8, target = 0.4;  // of it
    Days state_ttl{7}, rule_compress{30}, rule_retype{60}, rule_stub_idle{45}, activity_window{30};
    std::size_t compress_from = 200;  // characters
    std::size_t stubs_per_run_max = 3, stub_characters_max = 40;
    double importance_protects = 0.9, importance_hot = 0.8;
};

struct Meta {  // what a sidecar knows of an entry, by its key
    Kind kind = Kind::rule;
    WallTime since{};  // written, or changed last
    std::optional<double> importance;
    bool stub = false;  // a pointer to what is in the cold tier
    friend bool operator==(const Meta&, const Meta&) = default;
};
using Sidecar = std::map<std::string, Meta>;

struct Signals {  // what else is known; what is missing is not guessed
    // words_of() the questions of the last days, with the day of the latest. None: there is no log of questions.
    std::optional<std::map<std::string, WallTime>> asked;
    std::optional<std::set<std::string>> in_cold;  // same_key of entries that the cold tier holds as they are
};

enum class Pressure : std::uint8_t { none, soft, hard };

struct Step {
    enum class What : std::uint8_t {
        drop_duplicate,  // the same stands in another entry
        drop_copied,     // S5: the cold tier holds the same
        sink_stale,      // says only that something is done with
        sink_state,      // its time is over
        merge,           // S3: several of one subject become one
        compress,        // S1: a long rule that nobody touched
        stub,            // S1, S4: a pointer stays
        collect_stub,    // a pointer goes; what it points to stays
    };
    What what = What::drop_duplicate;
    std::vector<std::string> keys;  // of the entries it takes out of the file
    std::string becomes;            // what stands there instead; empty: nothing
    std::vector<std::string> cold;  // texts that the cold tier must hold before
    std::string kept_by;            // drop_duplicate: the key of the entry that says the same
};
std::string_view to_string(Step::What what);

struct Plan {
    std::size_t characters = 0;  // the baseline
    Pressure pressure = Pressure::none;
    bool readable = true;  // false: the file does not round-trip, so nothing is changed
    Sidecar sidecar;       // reconciled: new entries typed, orphans gone, S2 retyped
    std::vector<Step> steps;
};

Pressure pressure_of(std::size_t characters, const Limits& limits);
Plan plan_of(std::string_view file, const Sidecar& known, const Signals& signals, const Limits& limits, WallTime now);

// The file after those steps of a plan whose cold texts `confirmed` holds. An entry that is no longer there, because the
// host changed the file meanwhile, makes its step void. Never removes what no step names.
struct Applied {
    std::string file;
    Sidecar sidecar;
    std::vector<Step> taken;
};
Applied apply(std::string_view file, const Plan& plan, const std::set<std::string>& confirmed, WallTime now);

// Whether everything of `before` is in `after`, or confirmed in the cold tier. The last step of an overflow; where it is
// false, `before` stays.
bool nothing_lost(std::string_view before, std::string_view after, const std::vector<Step>& taken,
                  const std::set<std::string>& confirmed);

}  // namespace wm::policies::hot
