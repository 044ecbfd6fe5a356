#pragma once
// ${NAME} and ${NAME:-default} in a value, from the environment; $${ is a plain ${. What is put in is not read again.
// Pure; any thread.

#include "config/scalar.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wm::config {

using EnvLookup = std::function<std::optional<std::string>(const std::string& name)>;

struct Substituted {
    std::string text;
    bool from_environment = false;  // a ${…} was there, whether the variable or its default was put in
    std::vector<Fault> faults;      // text is of no use then
};

Substituted substitute(std::string_view text, const EnvLookup& lookup);

// The opposite: a text that substitute() gives back as it is.
std::string escape_substitution(std::string_view text);

}  // namespace wm::config
