#include "net/wire_fields.hpp"

namespace wm::wire {

std::string Path::str() const {
    std::string before = parent ? parent->str() : std::string();
    if (!key.empty()) return before.empty() ? std::string(key) : before + "." + std::string(key);
    if (!parent) return before;
    return before + "[" + std::to_string(index) + "]";
}

std::string_view type_name(Element element) {
    using simdjson::dom::element_type;
    switch (element.type()) {
        case element_type::ARRAY: return "an array";
        case element_type::OBJECT: return "an object";
        case element_type::INT64:
        case element_type::UINT64: return "a whole number";
        case element_type::DOUBLE: return "a number";
        case element_type::STRING: return "a string";
        case element_type::BOOL: return "true or false";
        case element_type::NULL_VALUE: return "null";
    }
    return "something else";
}

std::string printable_key(std::string_view key) {
    constexpr std::size_t bytes_max = 64;
    std::string text(key.substr(0, bytes_max));
    for (char& c : text) {
        const bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                          c == '-' || c == '.';
        if (!fine) c = '?';
    }
    return text;
}

void Fields::fault(std::string_view key, std::string_view what) const {
    const Path here{&path_, key};
    faults_.add(code_, here.str() + " " + std::string(what));
}

void Fields::wrong_type(std::string_view key, std::string_view wanted, Element found) const {
    fault(key, "must be " + std::string(wanted) + ", not " + std::string(type_name(found)));
}

std::optional<Element> Fields::find(std::string_view key) const {
    Element value;
    if (!object_ || (*object_)[key].get(value) != simdjson::SUCCESS || value.is_null()) return std::nullopt;
    return value;
}

std::optional<Element> Fields::required(std::string_view key, Need need) const {
    auto value = find(key);
    if (!value && need == Need::required) fault(key, "is missing");
    return value;
}

Content Fields::text(std::string_view key, Need need) const {
    const auto value = required(key, need);
    std::string_view found;
    if (!value) return {};
    if (value->get(found) != simdjson::SUCCESS) wrong_type(key, "a string", *value);
    return Content{std::string(found)};
}

std::string Fields::name(std::string_view key, Need need) const {
    const auto value = required(key, need);
    std::string_view found;
    if (!value) return {};
    if (value->get(found) != simdjson::SUCCESS) {
        wrong_type(key, "a string", *value);
        return {};
    }
    if (found.empty() && need == Need::required) fault(key, "must not be empty");
    if (found.size() > name_bytes_max_) {
        fault(key, "is longer than " + std::to_string(name_bytes_max_) + " bytes");
        return {};
    }
    for (const char c : found) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            fault(key, "must not hold control characters");
            return {};
        }
    }
    return std::string(found);
}

std::optional<std::uint64_t> Fields::whole(std::string_view key, Need need) const {
    const auto value = required(key, need);
    std::uint64_t found = 0;
    if (!value) return std::nullopt;
    if (value->get(found) != simdjson::SUCCESS) {
        fault(key, value->is_int64() ? "must not be negative"
                                     : "must be a whole number, not " + std::string(type_name(*value)));
        return std::nullopt;
    }
    return found;
}

std::optional<double> Fields::number(std::string_view key) const {
    const auto value = find(key);
    double found = 0;
    if (!value) return std::nullopt;
    if (value->get(found) != simdjson::SUCCESS) {
        wrong_type(key, "a number", *value);
        return std::nullopt;
    }
    return found;
}

bool Fields::flag(std::string_view key) const {
    const auto value = find(key);
    bool found = false;
    if (value && value->get(found) != simdjson::SUCCESS) wrong_type(key, "true or false", *value);
    return found;
}

std::optional<Object> Fields::object(std::string_view key, Need need) const {
    const auto value = required(key, need);
    Object found;
    if (!value) return std::nullopt;
    if (value->get(found) != simdjson::SUCCESS) {
        wrong_type(key, "an object", *value);
        return std::nullopt;
    }
    return found;
}

std::optional<simdjson::dom::array> Fields::array(std::string_view key) const {
    const auto value = find(key);
    simdjson::dom::array found;
    if (!value) return std::nullopt;
    if (value->get(found) != simdjson::SUCCESS) {
        wrong_type(key, "an array", *value);
        return std::nullopt;
    }
    return found;
}

}  // namespace wm::wire
