// docs/asyncapi.yaml and docs/openapi.yaml are checked, not believed: against the golden lines, the decoder and the
// routes.

#include "net/routes.hpp"
#include "net/wire.hpp"
#include "tests/net/golden.hpp"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>
#include <boost/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

namespace wm {
namespace {

namespace json = boost::json;

const YAML::Node asyncapi = YAML::LoadFile("docs/asyncapi.yaml");
const YAML::Node schemas = asyncapi["components"]["schemas"];
const YAML::Node http_schemas = YAML::LoadFile("docs/openapi.yaml")["components"]["schemas"];

YAML::Node resolved(const YAML::Node& schema) {
    const std::string prefix = "#/components/schemas/";
    if (!schema["$ref"]) return schema;
    const auto name = schema["$ref"].as<std::string>();
    const auto bare = name.substr(std::min(name.size(), prefix.size()));
    if (name.rfind(prefix, 0) != 0 || !(schemas[bare] || http_schemas[bare]))
        throw std::runtime_error("no schema " + name);
    return resolved(schemas[bare] ? schemas[bare] : http_schemas[bare]);
}

bool has_type(const json::value& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_bool();
    if (type == "integer") return value.is_int64() || value.is_uint64();
    return type == "number" && value.is_number();
}

// What does not fit; empty: all does. The part of JSON Schema that the description uses.
void check(const json::value& value, const YAML::Node& given, const std::string& path,
           std::vector<std::string>& wrong) {
    const auto schema = resolved(given);
    if (schema["const"] && (!value.is_string() || value.as_string() != schema["const"].as<std::string>()))
        wrong.push_back(path + " is not " + schema["const"].as<std::string>());
    if (schema["type"] && !has_type(value, schema["type"].as<std::string>()))
        wrong.push_back(path + " is not of type " + schema["type"].as<std::string>());
    if (schema["enum"] && value.is_string()) {
        const auto allowed = schema["enum"].as<std::vector<std::string>>();
        if (std::find(allowed.begin(), allowed.end(), std::string(value.as_string())) == allowed.end())
            wrong.push_back(path + " is none of the enumerated");
    }
    if (value.is_array() && schema["items"])
        for (const auto& item : value.as_array()) check(item, schema["items"], path + "[]", wrong);
    if (!value.is_object() || !schema["properties"]) return;
    for (const auto& key : schema["required"])
        if (!value.as_object().contains(key.as<std::string>()))
            wrong.push_back(path + "." + key.as<std::string>() + " is missing");
    for (const auto& [key, child] : value.as_object()) {
        const auto property = schema["properties"][std::string(key)];
        if (property) check(child, property, path + "." + std::string(key), wrong);
        else wrong.push_back(path + "." + std::string(key) + " is not described");
    }
}

std::string schema_of(const json::value& message) {
    const std::string type(message.at("type").as_string());
    if (type == "hook" || type == "tool") return type + "." + std::string(message.at(type).as_string());
    return type;
}

std::set<std::string> listed(const std::string& direction) {
    std::set<std::string> names;
    for (const auto& one : asyncapi["channels"]["agent"]["messages"][direction]["payload"]["oneOf"]) {
        const auto name = one["$ref"].as<std::string>();
        names.insert(name.substr(name.rfind('/') + 1));
    }
    return names;
}

}  // namespace

TEST(Descriptions, EveryGoldenLineFitsItsSchema) {
    for (const auto& line : test::golden_lines()) {
        const auto message = json::parse(line);
        const auto name = schema_of(message);
        ASSERT_TRUE(schemas[name]) << name << " is not described";
        std::vector<std::string> wrong;
        check(message, schemas[name], name, wrong);
        const bool forged = line.find("bank_id") != std::string::npos && name == "tool.memory_search";
        EXPECT_EQ(wrong, forged ? std::vector<std::string>{"tool.memory_search.args.bank_id is not described"}
                                : std::vector<std::string>{})
            << line;
    }
}

TEST(Descriptions, EveryDescribedMessageHasAGoldenLine) {
    std::set<std::string> seen;
    for (const auto& line : test::golden_lines()) seen.insert(schema_of(json::parse(line)));
    auto described = listed("from_agent");
    described.merge(listed("to_agent"));
    EXPECT_EQ(seen, described);
}

TEST(Descriptions, WhatIsRequiredIsWhatTheDecoderRequires) {
    Decoder decoder{WireLimits{}};
    for (const auto& line : test::golden_lines()) {
        const auto message = json::parse(line);
        if (!listed("from_agent").contains(schema_of(message)) || line.find("bank_id") != std::string::npos) continue;
        const auto required = resolved(schemas[schema_of(message)])["required"].as<std::vector<std::string>>();
        for (const auto& [key, value] : message.as_object()) {
            auto without = message.as_object();
            without.erase(key);
            const auto decoded = decoder.decode(json::serialize(without), {});
            const bool needed = std::find(required.begin(), required.end(), std::string(key)) != required.end();
            EXPECT_EQ(std::holds_alternative<WireError>(decoded), needed) << schema_of(message) << " without " << key;
        }
    }
}

TEST(Descriptions, EveryErrorCodeIsDescribed) {
    std::vector<std::string> codes;
    for (int code = 0; code <= static_cast<int>(ErrorCode::rejected); ++code)
        codes.emplace_back(to_string(static_cast<ErrorCode>(code)));
    EXPECT_EQ(schemas["error"]["properties"]["code"]["enum"].as<std::vector<std::string>>(), codes);
}

TEST(Descriptions, TheExampleOfAnExplanationFitsItsSchema) {
    std::ifstream in("tests/golden/explain.json");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::vector<std::string> wrong;
    check(json::parse(text), http_schemas["explained"], "explained", wrong);
    EXPECT_TRUE(wrong.empty()) << wrong.front();
}

TEST(Descriptions, EveryDescribedPathIsARouteAndItsRefusalsAreDescribed) {
    const auto openapi = YAML::LoadFile("docs/openapi.yaml");
    std::set<std::string> paths;
    for (const auto& path : openapi["paths"]) {
        const auto name = path.first.as<std::string>();
        paths.insert(name);
        for (const auto& method : path.second) {
            RequestHead head;
            auto upper = method.first.as<std::string>();
            std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
            head.method = upper;
            head.target = name;
            const auto described = [&](int status) {
                return static_cast<bool>(method.second["responses"][std::to_string(status)]);
            };
            for (const auto* authorization : {"", "Bearer wmt_unknown"}) {
                head.authorization = authorization;
                const auto admitted = admit(head, TokenTable{}, {});
                const auto* refused = std::get_if<RefusedRequest>(&admitted);
                if (refused) EXPECT_TRUE(described(refused->status)) << upper << " " << name << " " << refused->status;
                else EXPECT_TRUE(described(200)) << upper << " " << name;
                if (refused) EXPECT_TRUE(refused->status != 404 && refused->status != 405) << upper << " " << name;
            }
            EXPECT_TRUE(described(403)) << name << ": a foreign Origin";
        }
    }
    EXPECT_EQ(paths, (std::set<std::string>{"/", "/healthz", "/mcp", "/metrics", "/readyz", "/v1/admin/dead-letters",
                                            "/v1/admin/explain", "/v1/admin/reload", "/v1/hooks", "/v1/ws"}));
}

}  // namespace wm
