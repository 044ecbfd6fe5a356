#include "cli/asking.hpp"
#include "cli/commands.hpp"
#include "net/client.hpp"

#include <iostream>

namespace wm::cli {

int status(const StatusOptions& options) {
    const auto page = fetch(options.url, "/readyz", token_from(options.token), Millis(3000));
    if (const auto* error = std::get_if<ClientError>(&page)) {
        std::cerr << "wetopi-memory status: " << error->message << '\n';
        return failed;
    }
    const auto& answer = std::get<Page>(page);
    std::cout << answer.body << (answer.body.ends_with('\n') ? "" : "\n");
    return answer.status == 200 ? done : failed;
}

}  // namespace wm::cli
