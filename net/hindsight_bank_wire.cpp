#include "net/hindsight_bank_wire.hpp"

#include "net/hindsight_text.hpp"

#include <boost/json.hpp>

#include <cmath>
#include <utility>

namespace wm::hindsight {
namespace {

namespace json = boost::json;
using Method = HttpRequest::Method;
using policies::BankList;
using policies::BankMap;
using policies::BankValue;

json::value to_json(const BankValue& value) {
    struct Make {
        json::value operator()(std::monostate) const { return nullptr; }
        json::value operator()(bool flag) const { return flag; }
        json::value operator()(double number) const {  // 3, not 3.0: an integer setting refuses the other
            if (std::floor(number) == number && std::abs(number) < 1e15) return static_cast<std::int64_t>(number);
            return number;
        }
        json::value operator()(const std::string& text) const { return json::string(clean_utf8(text)); }
        json::value operator()(const BankList& list) const {
            json::array out;
            for (const auto& item : list) out.push_back(to_json(item));
            return out;
        }
        json::value operator()(const BankMap& map) const {
            json::object out;
            for (const auto& [key, item] : map) out[key] = to_json(item);
            return out;
        }
    };
    return std::visit(Make(), value.data);
}

BankValue from_json(const json::value& value) {
    if (value.is_bool()) return {value.get_bool()};
    if (value.is_number()) return {value.to_number<double>()};
    if (const auto* text = value.if_string()) return {std::string(text->data(), text->size())};
    if (const auto* list = value.if_array()) {
        BankList out;
        for (const auto& item : *list) out.push_back(from_json(item));
        return {std::move(out)};
    }
    if (const auto* map = value.if_object()) {
        BankMap out;
        for (const auto& [key, item] : *map) out.emplace(std::string(key), from_json(item));
        return {std::move(out)};
    }
    return {};
}

std::optional<json::object> parse(const HttpResponse& response) {
    boost::system::error_code error;
    auto value = json::parse(response.body, error);
    if (error || !value.is_object()) return {};
    return std::move(value.get_object());
}

std::string text_at(const json::object& from, const char* key) {
    const auto* value = from.if_contains(key);
    const auto* text = value ? value->if_string() : nullptr;
    return text ? std::string(text->data(), text->size()) : std::string();
}

bool flag_at(const json::object& from, const char* key) {
    const auto* value = from.if_contains(key);
    return value && value->is_bool() && value->get_bool();
}

std::string of_bank(const std::string& bank, std::string_view rest) {
    return "/v1/default/banks/" + encode_segment(bank).append(rest);
}

}  // namespace

HttpRequest put_bank(const std::string& bank, const std::string& name) {
    json::object body;
    if (!name.empty()) body["name"] = clean_utf8(name);
    return {Method::put, of_bank(bank, ""), json::serialize(body)};
}

HttpRequest get_bank_config(const std::string& bank) { return {Method::get, of_bank(bank, "/config"), {}}; }

HttpRequest patch_bank_config(const std::string& bank, const std::vector<policies::KeyChange>& changes) {
    json::object updates;
    for (const auto& change : changes) updates[change.key] = change.to ? to_json(*change.to) : json::value(nullptr);
    json::object body;
    body["updates"] = std::move(updates);
    return {Method::patch, of_bank(bank, "/config"), json::serialize(body)};
}

HttpRequest get_banks(std::size_t offset) {
    return {Method::get,
            "/v1/default/banks?limit=" + std::to_string(banks_a_page) + "&offset=" + std::to_string(offset),
            {}};
}

HttpRequest get_version() { return {Method::get, "/version", {}}; }

std::optional<policies::BankState> read_bank_config(const HttpResponse& response) {
    const auto body = parse(response);
    const auto* config = body ? body->if_contains("config") : nullptr;
    if (!config || !config->is_object()) return {};
    policies::BankState state;
    for (const auto& [key, value] : config->get_object()) state.known.emplace(key);
    const auto* overrides = body->if_contains("overrides");
    if (overrides && overrides->is_object())
        for (const auto& [key, value] : overrides->get_object())
            if (!value.is_null()) state.overrides.emplace(std::string(key), from_json(value));
    return state;
}

std::optional<BankPage> read_banks(const HttpResponse& response) {
    const auto body = parse(response);
    const auto* banks = body ? body->if_contains("banks") : nullptr;
    if (!banks || !banks->is_array()) return {};
    BankPage page;
    for (const auto& bank : banks->get_array())
        if (const auto* fields = bank.if_object(); fields && !text_at(*fields, "bank_id").empty())
            page.banks.push_back({text_at(*fields, "bank_id"), text_at(*fields, "name")});
    const auto* total = body->if_contains("total");
    page.total = total && total->is_int64() ? static_cast<std::size_t>(total->get_int64()) : page.banks.size();
    return page;
}

std::optional<ServerVersion> read_version(const HttpResponse& response) {
    const auto body = parse(response);
    if (!body) return {};
    ServerVersion version{text_at(*body, "api_version")};
    if (version.version.empty()) return {};
    const auto* features = body->if_contains("features");
    if (features && features->is_object()) {
        version.audit_log = flag_at(features->get_object(), "audit_log");
        version.llm_trace = flag_at(features->get_object(), "llm_trace");
    }
    version.version = clean_version(version.version);
    return version;
}

std::vector<std::string> named_in(const HttpResponse& response, const std::vector<policies::KeyChange>& changes) {
    const auto is_word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    // What it lists as valid settings says nothing of ours.
    const std::string_view detail = std::string_view(response.body).substr(0, response.body.find("Valid configurable"));
    std::vector<std::string> names;
    for (const auto& change : changes)
        for (auto at = detail.find(change.key); at != std::string_view::npos; at = detail.find(change.key, at + 1)) {
            const auto end = at + change.key.size();
            if ((at > 0 && is_word(detail[at - 1])) || (end < detail.size() && is_word(detail[end]))) continue;
            names.push_back(change.key);
            break;
        }
    return names;
}

}  // namespace wm::hindsight
