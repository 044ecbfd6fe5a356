#pragma once
// What kind of thing an entry of a hot file is, and where a fact belongs, from its words alone (MemoryCore document,
// "Enrutamiento frío/caliente", "Envejecimiento de metadatos"). Spanish, English, German and Chinese.

#include <cstdint>
#include <optional>
#include <string_view>

namespace wm::policies::hot {

enum class Kind : std::uint8_t { state, rule };
enum class Place : std::uint8_t { hot, cold, dropped };

struct Signs {               // of one text
    bool behaviour = false;  // tells the agent how to act, or what the person likes: never, always, prefers
    bool red_line = false;   // what must not happen under any circumstance
    bool precept = false;    // class A: about behaviour, interaction or the style of writing
    bool date = false;       // names a day
    bool stale = false;      // short, and says that a thing is done with
    int completions = 0;     // words that say: decided, configured, finished
};
Signs signs_of(std::string_view text);

// What was decided or done is a state, which goes out of date; everything else is a rule, which does not.
Kind kind_of(const Signs& signs);

// Where a fact that is offered belongs. importance: 0 to 1.
Place place_of(const Signs& signs, std::optional<double> importance, double hot_from = 0.8);

}  // namespace wm::policies::hot
