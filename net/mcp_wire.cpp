#include "net/mcp_wire.hpp"

#include "net/json_text.hpp"
#include "net/mcp_aliases.hpp"
#include "net/tool_arguments.hpp"
#include "net/wire_fields.hpp"

#include <algorithm>
#include <utility>

namespace wm::mcp {
namespace {

using wire::Element;
using wire::Faults;
using wire::Fields;
using wire::Need;
using wire::Object;
using wire::Path;

constexpr std::size_t id_bytes_max = 128, uri_bytes_max = 512, method_bytes_max = 128;

constexpr std::array<std::pair<std::string_view, Method>, 8> methods{{
    {"initialize", Method::initialize},
    {"server/discover", Method::discover},
    {"ping", Method::ping},
    {"tools/list", Method::tools_list},
    {"tools/call", Method::tools_call},
    {"resources/list", Method::resources_list},
    {"resources/templates/list", Method::resource_templates_list},
    {"resources/read", Method::resources_read},
}};

Fault fault(RpcCode code, std::string message, std::string id = {}) {
    return {code, std::move(id), std::move(message)};
}

// A string or a whole number as JSON; empty: it is neither, or too long.
std::string token_of(const std::optional<Element>& value) {
    if (!value) return {};
    std::string_view text;
    std::int64_t number = 0;
    std::string out;
    if (value->get(text) == simdjson::SUCCESS) {
        if (text.size() <= id_bytes_max) json_text::append_string(out, text);
    } else if (value->get(number) == simdjson::SUCCESS) {
        json_text::append_signed(out, number);
    }
    return out;
}

// What is read of one message. Faults of the protocol and those of a tool's arguments are kept apart.
class MessageReader {
public:
    MessageReader(Object root, const WireLimits& limits)
        : limits_(limits), root_(root, path_, faults_, limits.name_bytes_max) {}

    Incoming read() {
        std::string_view version;
        const auto declared = root_.find("jsonrpc");
        const auto raw_id = (*root_.raw())["id"];
        const bool has_id = raw_id.error() == simdjson::SUCCESS;
        const auto id = token_of(root_.find("id"));
        if (!declared || declared->get(version) != simdjson::SUCCESS || version != "2.0")
            return fault(RpcCode::invalid_request, "jsonrpc must be \"2.0\"", id);
        const auto method = root_.find("method");
        if (!method && (root_.find("result") || root_.find("error"))) return Reply{};
        std::string_view name;
        if (!method || method->get(name) != simdjson::SUCCESS || name.empty() || name.size() > method_bytes_max)
            return fault(RpcCode::invalid_request, "method must be a string of at most 128 bytes", id);
        if (has_id && id.empty())
            return fault(RpcCode::invalid_request, "id must be a whole number or a string of at most 128 bytes");
        const auto params = root_.object("params", Need::optional);
        if (faults_) return fault(RpcCode::invalid_params, faults_.first().message, id);
        const Path here{nullptr, "params"};
        const Fields in(params, here, faults_, uri_bytes_max);
        if (!has_id) return notification(name, in);
        return request(id, name, in);
    }

private:
    static Notification notification(std::string_view name, const Fields& params) {
        Notification read;
        read.cancels = name == "notifications/cancelled";
        if (read.cancels) read.cancelled = token_of(params.find("requestId"));
        return read;
    }

    Incoming request(const std::string& id, std::string_view name, const Fields& params) {
        Request read;
        read.id = id;
        read.method_name = name;
        const auto* known = std::ranges::find(methods, name, &std::pair<std::string_view, Method>::first);
        if (known != methods.end()) read.method = known->second;
        const Path path{&params.path(), "_meta"};
        const Fields meta(params.object("_meta", Need::optional), path, faults_, limits_.name_bytes_max);
        read.version = meta.name("io.modelcontextprotocol/protocolVersion", Need::optional);
        read.progress = token_of(meta.find("progressToken"));
        const bool lists = read.method == Method::tools_list || read.method == Method::resources_list ||
                           read.method == Method::resource_templates_list;
        if (lists && params.find("cursor")) params.fault("cursor", "is none of ours: each list is one page");
        if (read.method == Method::initialize) read.version = params.name("protocolVersion", Need::required);
        if (read.method == Method::resources_read) read.name = params.name("uri", Need::required);
        if (read.method == Method::tools_call) read_call(read, params);
        if (faults_) return fault(RpcCode::invalid_params, faults_.first().message, id);
        return read;
    }

    void read_call(Request& into, const Fields& params) {
        into.name = params.name("name", Need::required);
        const auto given = params.object("arguments", Need::optional);
        if (faults_) return;
        Faults faults;
        const Path path{nullptr, "arguments"};
        const Fields arguments(given, path, faults, limits_.name_bytes_max, ErrorCode::argument_invalid);
        if (auto alias = read_alias(into.name, arguments)) into.call = std::move(*alias);
        else into.call = wire::read_tool_arguments(into.name, arguments);
        if (!faults) return;
        if (faults.first().code == ErrorCode::tool_unknown)
            faults_.add(ErrorCode::tool_unknown, "there is no such tool");
        else into.call = ToolFault{faults.first().code, faults.first().message};
    }

    const WireLimits& limits_;
    Path path_;
    Faults faults_;
    Fields root_;
};

}  // namespace

struct Reader::Impl {
    explicit Impl(WireLimits given) : limits(given), parser(given.frame_bytes_max) {
        usable = parser.allocate(std::min<std::size_t>(4096, given.frame_bytes_max), given.depth_max + 1) ==
                 simdjson::SUCCESS;
    }
    WireLimits limits;
    simdjson::dom::parser parser;
    bool usable = false;
};

Reader::Reader(WireLimits limits) : impl_(std::make_unique<Impl>(limits)) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

Incoming Reader::read(std::string_view body) {
    if (!impl_->usable) return fault(RpcCode::internal_error, "out of memory");
    if (body.size() > impl_->limits.frame_bytes_max)
        return fault(RpcCode::invalid_request,
                     "the message is longer than " + std::to_string(impl_->limits.frame_bytes_max) + " bytes");
    Element root;
    const auto error = impl_->parser.parse(body.data(), body.size()).get(root);
    if (error == simdjson::DEPTH_ERROR)
        return fault(RpcCode::parse_error,
                     "the message is nested deeper than " + std::to_string(impl_->limits.depth_max) + " levels");
    if (error != simdjson::SUCCESS) return fault(RpcCode::parse_error, "the message is not JSON in UTF-8");
    Object message;
    if (root.get(message) != simdjson::SUCCESS)
        return fault(RpcCode::invalid_request, "send one JSON-RPC message: an object, not a batch");
    return MessageReader(message, impl_->limits).read();
}

}  // namespace wm::mcp
