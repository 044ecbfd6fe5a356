#include "cli/memory_lines.hpp"

#include "net/rfc3339.hpp"
#include "store/blocks.hpp"

#include <boost/json.hpp>

#include <istream>
#include <limits>
#include <map>
#include <ostream>
#include <set>
#include <utility>

namespace wm::cli {
namespace {

namespace json = boost::json;

constexpr auto format = "wetopi-memory";
constexpr int version = 1;
constexpr std::size_t line_bytes_max = 16u << 20;

using Text = std::string CarriedMemory::*;
using Number = std::int64_t CarriedMemory::*;
using Maybe = std::optional<std::int64_t> CarriedMemory::*;
using M = CarriedMemory;

constexpr std::pair<std::string_view, Text> texts[] = {
    {"bank", &M::bank},           {"document", &M::document}, {"operation", &M::operation}, {"context", &M::context},
    {"tags", &M::tags},           {"content", &M::content},   {"text", &M::text},           {"subject", &M::subject},
    {"attribute", &M::attribute}, {"category", &M::category},
};
constexpr std::pair<std::string_view, Number> numbers[] = {
    {"id", &M::number}, {"document_at", &M::document_at}, {"valid_from", &M::from}, {"recorded_at", &M::recorded}};
constexpr std::pair<std::string_view, Maybe> maybes[] = {
    {"valid_to", &M::until},     {"recorded_to", &M::recorded_until}, {"updated_at", &M::updated},
    {"expires_at", &M::expires}, {"ttl_days", &M::ttl_days},          {"replaced_by", &M::replaced_by}};

json::object object_of(const M& memory) {
    json::object out;
    for (const auto& [name, field] : numbers) out[name] = memory.*field;
    for (const auto& [name, field] : texts) out[name] = memory.*field;
    for (const auto& [name, field] : maybes)
        if (memory.*field) out[name] = *(memory.*field);
    out["type"] = memory.type == 2 ? "experience" : "world";
    out["kind"] = name_of(static_cast<BlockKind>(memory.kind));
    out["current"] = memory.current;
    if (memory.expired) out["expired"] = true;
    if (memory.confidence) out["confidence"] = *memory.confidence;
    if (!memory.outdates.empty()) out["outdates"] = json::array(memory.outdates.begin(), memory.outdates.end());
    return out;
}

// What is wrong, or nothing.
std::optional<std::string> read_memory(const json::object& in, M& memory) {
    for (const auto& [name, field] : texts) {
        const auto* value = in.if_contains(name);
        if (!value || !value->is_string()) return "\"" + std::string(name) + "\" must be a text";
        memory.*field = value->get_string();
    }
    if (memory.bank.empty() || memory.bank.size() > 200 || memory.text.empty())
        return "\"bank\" and \"text\" must say something";
    for (const auto& [name, field] : numbers) {
        const auto* value = in.if_contains(name);
        if (!value || !value->is_int64()) return "\"" + std::string(name) + "\" must be a whole number";
        memory.*field = value->get_int64();
    }
    for (const auto& [name, field] : maybes) {
        const auto* value = in.if_contains(name);
        if (!value || value->is_null()) continue;
        if (!value->is_int64()) return "\"" + std::string(name) + "\" must be a whole number";
        memory.*field = value->get_int64();
    }
    const auto* type = in.if_contains("type");
    if (!type || (*type != "world" && *type != "experience")) return "\"type\" must be world or experience";
    memory.type = *type == "experience" ? 2 : 1;
    if (const auto* kind = in.if_contains("kind"); kind && *kind != "unknown") {
        const auto known = kind->is_string() ? block_kind(std::string_view(kind->get_string())) : std::nullopt;
        if (!known) return "\"kind\" is none of the kinds of memories";
        memory.kind = static_cast<int>(*known);
    }
    for (const auto& [name, field] : {std::pair{"current", &M::current}, std::pair{"expired", &M::expired}}) {
        const auto* value = in.if_contains(name);
        if (value && !value->is_bool()) return "\"" + std::string(name) + "\" must be true or false";
        memory.*field = value && value->get_bool();
    }
    if (const auto* value = in.if_contains("confidence")) {
        if (!value->is_number()) return "\"confidence\" must be a number";
        memory.confidence = value->to_number<double>();
    }
    if (const auto* value = in.if_contains("outdates")) {
        if (!value->is_array()) return "\"outdates\" must be a list of ids";
        for (const auto& id : value->get_array()) {
            if (!id.is_int64()) return "\"outdates\" must be a list of ids";
            memory.outdates.push_back(id.get_int64());
        }
    }
    return std::nullopt;
}

std::string day_of(std::int64_t at) { return format_rfc3339(WallTime(Wall::duration(at))).substr(0, 10); }

std::string one_line(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '\n' || c == '\r' ? ' ' : c;
    return out;
}
std::string in_xml(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
        }
    }
    return out;
}

}  // namespace

void write_jsonl(std::ostream& out, const std::vector<M>& memories) {
    out << json::object{{"format", format}, {"version", version}, {"memories", memories.size()}} << '\n';
    for (const auto& memory : memories) out << object_of(memory) << '\n';
}

void write_markdown(std::ostream& out, const std::vector<M>& memories) {
    std::map<std::pair<std::string, std::string>, std::vector<const M*>> by_subject;
    for (const auto& memory : memories) by_subject[{memory.bank, memory.subject}].push_back(&memory);
    std::string bank;
    for (const auto& [where, of] : by_subject) {
        if (where.first != bank) out << (bank.empty() ? "" : "\n") << "# " << one_line(bank = where.first) << '\n';
        out << "\n## " << (where.second.empty() ? "(no subject)" : one_line(where.second)) << "\n\n";
        for (const bool holds : {true, false}) {
            for (const auto* memory : of) {
                if (memory->current != holds) continue;
                out << "- " << day_of(memory->from);
                if (memory->until) out << " – " << day_of(*memory->until);
                else if (!holds) out << " (held)";
                out << ": " << one_line(memory->text) << '\n';
            }
        }
    }
}

void write_graphml(std::ostream& out, const std::vector<M>& memories) {
    out << R"(<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="label" for="node" attr.name="label" attr.type="string"/>
<key id="bank" for="node" attr.name="bank" attr.type="string"/>
<key id="from" for="node" attr.name="valid_from" attr.type="string"/>
<key id="to" for="node" attr.name="valid_to" attr.type="string"/>
<key id="relation" for="edge" attr.name="relation" attr.type="string"/>
<graph edgedefault="directed">
)";
    std::map<std::pair<std::string, std::string>, std::size_t> subjects;
    const auto data = [&](std::string_view key, std::string_view text) {
        out << "<data key=\"" << key << "\">" << in_xml(text) << "</data>";
    };
    for (const auto& m : memories) {
        out << "<node id=\"m" << m.number << "\">";
        data("label", m.text), data("bank", m.bank), data("from", format_rfc3339(WallTime(Wall::duration(m.from))));
        if (m.until) data("to", format_rfc3339(WallTime(Wall::duration(*m.until))));
        out << "</node>\n";
        if (m.replaced_by) {
            out << "<edge source=\"m" << *m.replaced_by << "\" target=\"m" << m.number << "\">";
            data("relation", "replaces");
            out << "</edge>\n";
        }
        if (m.subject.empty()) continue;
        const auto [subject, made] = subjects.try_emplace({m.bank, m.subject}, subjects.size() + 1);
        if (made) {
            out << "<node id=\"s" << subject->second << "\">";
            data("label", m.subject), data("bank", m.bank);
            out << "</node>\n";
        }
        out << "<edge source=\"s" << subject->second << "\" target=\"m" << m.number << "\">";
        data("relation", m.attribute.empty() ? "about" : m.attribute);
        out << "</edge>\n";
    }
    out << "</graph>\n</graphml>\n";
}

std::variant<std::vector<M>, std::string> read_jsonl(std::istream& in) {
    std::vector<M> memories;
    std::set<std::int64_t> ids;
    std::string line;
    std::int64_t promised = 0;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        const auto wrong = [&](const std::string& what) { return "line " + std::to_string(number) + ": " + what; };
        if (line.size() > line_bytes_max) return wrong("longer than 16 MiB");
        boost::system::error_code error;
        const auto value = json::parse(line, error);
        const auto* object = value.if_object();
        if (error || !object) return wrong("no JSON object; the file may be cut off");
        if (number == 1) {
            const auto* name = object->if_contains("format");
            const auto* made = object->if_contains("version");
            const auto* count = object->if_contains("memories");
            if (!name || *name != format || !made || *made != version || !count || !count->is_int64())
                return wrong("not an export of wetopi-memory of version 1 (`wetopi-memory export --format jsonl`)");
            promised = count->get_int64();
            continue;
        }
        M memory;
        if (const auto fault = read_memory(*object, memory)) return wrong(*fault);
        if (!ids.insert(memory.number).second) return wrong("its \"id\" has been used before");
        memories.push_back(std::move(memory));
    }
    if (std::cmp_not_equal(memories.size(), promised) || promised == 0)
        return "the file holds " + std::to_string(memories.size()) + " memories, its first line says " +
               std::to_string(promised) + ": it is empty or cut off";
    return memories;
}

}  // namespace wm::cli
