#pragma once
// The banks of a Hindsight server, as 0.9.2 and 1.1.0 were seen to keep them, behind the stand-in: an unknown setting
// refuses the whole PATCH, an extraction mode is not looked at, PATCH and a retain create their bank.

#include "config/bank_keys.hpp"
#include "tests/net/stand_in.hpp"

#include <boost/json.hpp>

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace wm::stand_in {

namespace json = boost::json;

class BankServer {
public:
    struct Bank {
        std::string name;
        json::object overrides;
        int retains = 0;
    };

    explicit BankServer(std::string version = "1.1.0")
        : version_(std::move(version)),
          known_(config::bank_keys_of(version_)),
          server_([this](const Request& request) { return act(request); }) {}

    std::string url() const { return server_.url(); }
    void put(const std::string& bank, json::object overrides, const std::string& name = "") {
        const std::lock_guard lock(mutex_);
        banks_[bank] = {name, std::move(overrides), 0};
    }
    Bank bank(const std::string& name) const {
        const std::lock_guard lock(mutex_);
        const auto found = banks_.find(name);
        return found == banks_.end() ? Bank{} : found->second;
    }
    bool has(const std::string& name) const {
        const std::lock_guard lock(mutex_);
        return banks_.contains(name);
    }
    // Method and path of what came, in order; of writes alone when asked.
    std::vector<std::string> calls(bool writes = false) const {
        std::vector<std::string> out;
        for (const auto& request : server_.requests()) {
            auto line = request.line();
            line = line.substr(0, line.rfind(' '));
            if (!writes || !line.starts_with("GET ")) out.push_back(line);
        }
        return out;
    }
    std::vector<Request> requests() const { return server_.requests(); }

    // What it does wrong. Set before the first request.
    std::set<std::string> forgets;  // takes these settings, and does not keep them
    std::string key;                // wanted; empty: none
    int patch_status = 200;         // of every PATCH
    bool audit_log = false, llm_trace = false;

private:
    Act act(const Request& request) {
        const std::lock_guard lock(mutex_);
        const auto line = request.line();
        const auto method = line.substr(0, line.find(' '));
        auto path = line.substr(method.size() + 1, line.rfind(' ') - method.size() - 1);
        path = path.substr(0, path.find('?'));
        if (path == "/version") return reply(version());
        if (!key.empty() && request.head.find("Authorization: Bearer " + key + "\r\n") == std::string::npos)
            return {answer(401, R"({"detail":"Authentication failed: Invalid API key"})")};
        const std::string base = "/v1/default/banks";
        if (path == base) return reply(list());
        const auto rest = path.substr(base.size() + 1);
        const auto bank = rest.substr(0, rest.find('/'));
        const auto what = rest.substr(bank.size());
        if (what.empty() && method == "PUT") return put_bank(bank, request.body);
        if (what == "/config" && method == "GET") return get_config(bank);
        if (what == "/config" && method == "PATCH") return patch_config(bank, request.body);
        if (what == "/memories") return retain(bank, request.body);
        if (what.starts_with("/operations/"))
            return {answer(200, R"({"status":"completed","result_metadata":{"unit_ids_count":1}})")};
        return {answer(404, R"({"detail":"Not Found"})")};
    }

    static Act reply(const json::value& body) { return {answer(200, json::serialize(body))}; }
    json::object version() const {
        return {{"api_version", version_}, {"features", {{"audit_log", audit_log}, {"llm_trace", llm_trace}}}};
    }
    json::object list() const {
        json::array banks;
        for (const auto& [id, bank] : banks_)
            banks.push_back({{"bank_id", id}, {"name", bank.name.empty() ? id : bank.name}, {"fact_count", 0}});
        const auto total = static_cast<std::int64_t>(banks.size());
        return {{"banks", std::move(banks)}, {"total", total}};
    }
    json::object config_of(const std::string& id) const {
        json::object config, overrides;
        for (const auto& name : known_) config[name] = nullptr;
        if (const auto found = banks_.find(id); found != banks_.end()) overrides = found->second.overrides;
        for (const auto& [name, value] : overrides) config[name] = value;
        return {{"bank_id", id}, {"config", config}, {"overrides", overrides}};
    }
    Act put_bank(const std::string& id, const std::string& text) {
        auto& bank = banks_[id];
        const auto body = json::parse(text);
        if (const auto* name = body.as_object().if_contains("name")) bank.name = std::string(name->as_string());
        return reply(json::object{{"bank_id", id}});
    }
    Act get_config(const std::string& id) const {
        if (!banks_.contains(id) && !version_.starts_with("0."))
            return {answer(404, R"({"detail":"Bank ')" + id + R"(' not found"})")};
        return reply(config_of(id));
    }
    Act patch_config(const std::string& id, const std::string& text) {
        if (patch_status != 200)
            return {answer(patch_status, R"({"detail":"retain_mission: internal words of the server"})")};
        const auto body = json::parse(text);
        const auto& updates = body.at("updates").as_object();
        for (const auto& [name, value] : updates)
            if (!known_.contains(std::string(name)))
                return {answer(400, R"({"detail":"Unknown configuration fields: [')" + std::string(name) +
                                        R"(']. Valid configurable fields: ['retain_mission']..."})")};
        auto& bank = banks_[id];
        for (const auto& [name, value] : updates) {
            if (forgets.contains(std::string(name))) continue;
            if (value.is_null()) bank.overrides.erase(name);
            else bank.overrides[name] = value;
        }
        return reply(config_of(id));
    }
    Act retain(const std::string& id, const std::string& text) {
        ++banks_[id].retains;
        const auto body = json::parse(text);
        return reply(json::object{{"success", true}, {"operation_id", body.at("operation_id")}});
    }

    mutable std::mutex mutex_;
    std::string version_;
    std::set<std::string> known_;
    std::map<std::string, Bank> banks_;
    Server server_;  // last: its threads use what is above
};

}  // namespace wm::stand_in
