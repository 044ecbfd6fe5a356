#include "net/client.hpp"
#include "cli/commands.hpp"

#include <cstdlib>
#include <iostream>

namespace wm::cli {

int status(const StatusOptions& options) {
    const char* from_environment = std::getenv("WETOPI_MEMORY_TOKEN");
    const Secret token(!options.token.empty() ? options.token : from_environment ? from_environment : "");
    const auto page = fetch(options.url, "/readyz", token, Millis(3000));
    if (const auto* error = std::get_if<ClientError>(&page)) {
        std::cerr << "wetopi-memory status: " << error->message << '\n';
        return failed;
    }
    const auto& answer = std::get<Page>(page);
    std::cout << answer.body << (answer.body.ends_with('\n') ? "" : "\n");
    return answer.status == 200 ? done : failed;
}

}  // namespace wm::cli
