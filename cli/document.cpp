#include "config/document.hpp"
#include "actors/metrics.hpp"
#include "cli/commands.hpp"

#include <iostream>

namespace wm::cli {

int print_documentation(const std::string& subject) {
    if (subject == "config") {
        std::cout << config::document();
        return done;
    }
    std::cout << metrics_document();
    return done;
}

}  // namespace wm::cli
