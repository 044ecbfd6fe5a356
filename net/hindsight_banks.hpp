#pragma once
// A small blocking client for the banks of a Hindsight server, for the command bootstrap. One thread; every call is one
// request on a connection of its own and ends within its time limit. Nothing is tried twice.

#include "config/settings.hpp"
#include "net/hindsight_bank_wire.hpp"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace wm {

struct BanksFault {
    std::string message;  // what, where, and how to mend it; of the server's own words only names of our settings
    int http_status = 0;  // 0: no answer
};
template <class T>
using BanksResultOf = std::variant<T, BanksFault>;

class HindsightBanks {
public:
    // Does no I/O. A URL or a key that cannot be used is a fault of every call.
    HindsightBanks(const config::BackendSettings& settings, Millis within);
    ~HindsightBanks();
    HindsightBanks(const HindsightBanks&) = delete;
    HindsightBanks& operator=(const HindsightBanks&) = delete;

    BanksResultOf<hindsight::ServerVersion> version();
    BanksResultOf<std::vector<hindsight::ListedBank>> list();  // all of them, in name order; at most 100,000
    // Its name is not in it. A bank that was never made does not exist (1.1.0) or looks like one without settings
    // (0.9.2).
    BanksResultOf<policies::BankState> read(const std::string& bank);
    std::optional<BanksFault> put(const std::string& bank, const std::string& name);
    std::optional<BanksFault> patch(const std::string& bank, const std::vector<policies::KeyChange>& changes);

private:
    struct Transport;
    BanksResultOf<HttpResponse> ask(const HttpRequest& request);
    BanksFault fault_of(const std::string& what, const HttpResponse& response) const;

    std::unique_ptr<Transport> transport_;
};

}  // namespace wm
