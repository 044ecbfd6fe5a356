#pragma once
// Banks as Hindsight's HTTP speaks of them, without I/O: requests, and what their answers say. Read on running servers
// of 0.9.2 and 1.1.0 (tests/net/hindsight_samples). `detail` texts stay out: of a refusal only the status, and which of
// our own settings it names. Pure; any thread.

#include "net/hindsight_http.hpp"
#include "policies/bank_plan.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wm::hindsight {

// Creates the bank, or changes its label; what is not named keeps its value.
HttpRequest put_bank(const std::string& bank, const std::string& name);
HttpRequest get_bank_config(const std::string& bank);
// All of them or, when one is refused, none. It would create a missing bank, so the bank is put first.
HttpRequest patch_bank_config(const std::string& bank, const std::vector<policies::KeyChange>& changes);
HttpRequest get_banks(std::size_t offset);
HttpRequest get_version();
constexpr std::size_t banks_a_page = 100;

// Of a 200 of get_bank_config or patch_bank_config: overrides, known settings. `exists` is left to the caller: 0.9.2
// answers the same for a bank that was never made.
std::optional<policies::BankState> read_bank_config(const HttpResponse& response);

struct ListedBank {
    std::string bank, name;
};
struct BankPage {
    std::vector<ListedBank> banks;
    std::size_t total = 0;
};
std::optional<BankPage> read_banks(const HttpResponse& response);

struct ServerVersion {
    std::string version;     // "1.1.0"
    bool audit_log = false;  // on for banks that do not say otherwise
    bool llm_trace = false;
};
std::optional<ServerVersion> read_version(const HttpResponse& response);

// Which of the settings a refusal names; empty when it names none.
std::vector<std::string> named_in(const HttpResponse& response, const std::vector<policies::KeyChange>& changes);

}  // namespace wm::hindsight
