// The table of tools is what every door offers, so it is held against the reader of their arguments.

#include "net/tool_table.hpp"

#include "config/names.hpp"
#include "net/wire.hpp"

#include <gtest/gtest.h>
#include <boost/json.hpp>

#include <set>

namespace wm {
namespace {

namespace json = boost::json;

std::string call(const ToolRow& row, const json::object& arguments) {
    return R"({"type":"tool","id":1,"session":{"id":"s"},"tool":")" + std::string(row.name) + R"(","args":)" +
           json::serialize(arguments) + "}";
}

json::value sample(const json::object& schema) {
    const auto type = schema.at("type").as_string();
    if (schema.contains("enum")) return schema.at("enum").as_array().front();
    if (type == "number") return 0.5;
    if (type == "integer") return 1;
    if (type == "boolean") return true;
    if (type == "array") return json::array{"platform"};
    return "platform";
}

json::object sample_of(const ToolRow& row) {
    json::object arguments;
    const auto schema = json::parse(row.input_schema).as_object();
    for (const auto& [key, property] : schema.at("properties").as_object())
        arguments[key] = sample(property.as_object());
    return arguments;
}

}  // namespace

TEST(ToolTable, DescribesEveryToolCompletely) {
    std::set<std::string_view> names;
    for (const auto& row : tool_table()) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        EXPECT_FALSE(row.title.empty() || row.description.empty()) << row.name;
        EXPECT_FALSE(row.read_only && row.destructive) << row.name;
        const auto schema = json::parse(row.input_schema).as_object();
        EXPECT_EQ(schema.at("type").as_string(), "object") << row.name;
        EXPECT_FALSE(schema.at("additionalProperties").as_bool()) << row.name;
        for (const auto& [key, property] : schema.at("properties").as_object())
            EXPECT_FALSE(property.as_object().at("type").as_string().empty()) << row.name << "." << key;
        if (!row.output_schema.empty()) {
            EXPECT_EQ(json::parse(row.output_schema).as_object().at("type").as_string(), "object") << row.name;
        }
    }
}

TEST(ToolTable, IsInTheOrderOfTheConfiguration) {
    const auto table = tool_table();
    const auto names = config::names(config::ToolName{});
    ASSERT_EQ(table.size(), names.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(names[i].value), i);
        EXPECT_EQ(names[i].name, table[i].name);
    }
}

TEST(ToolTable, TellsOfExactlyTheArgumentsThatAreRead) {
    Decoder decoder{WireLimits{}};
    for (const auto& row : tool_table()) {
        auto arguments = sample_of(row);
        const auto decoded = decoder.decode(call(row, arguments), {});
        const auto* refused = std::get_if<WireError>(&decoded);
        EXPECT_EQ(refused, nullptr) << row.name << ": " << (refused ? refused->message : "");
        arguments["bank_id"] = "x";
        const auto forged = decoder.decode(call(row, arguments), {});
        ASSERT_TRUE(std::holds_alternative<WireError>(forged)) << row.name;
        EXPECT_EQ(std::get<WireError>(forged).code, ErrorCode::argument_unknown) << row.name;
    }
}

TEST(ToolTable, RequiresWhatTheReaderRequires) {
    Decoder decoder{WireLimits{}};
    for (const auto& row : tool_table()) {
        std::set<std::string> required;
        const auto schema = json::parse(row.input_schema).as_object();
        if (const auto* list = schema.if_contains("required"))
            for (const auto& key : list->as_array()) required.insert(std::string(key.as_string()));
        for (const auto& [key, value] : sample_of(row)) {
            auto without = sample_of(row);
            without.erase(key);
            const bool taken = std::holds_alternative<HookArrived>(decoder.decode(call(row, without), {}));
            EXPECT_NE(taken, required.contains(std::string(key))) << row.name << " without " << key;
        }
    }
}

}  // namespace wm
