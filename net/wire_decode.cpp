#include "net/json_text.hpp"
#include "net/rfc3339.hpp"
#include "net/tool_arguments.hpp"
#include "net/wire.hpp"
#include "net/wire_fields.hpp"
#include "policies/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace wm {
namespace {

using namespace wire;

constexpr Millis deadline_min{1}, deadline_max{60'000};
constexpr Millis deadline_context{300}, deadline_tool{10'000}, deadline_other{30'000};
// A plugin keeps a turn for seven days, and the clocks of two machines differ a little.
constexpr std::chrono::hours ts_age_max{14 * 24};
constexpr std::chrono::minutes ts_ahead_max{5};

// A date that is believed: the newest of two facts wins by its date, so one from the future would win for ever.
WallTime plausible(WallTime ts, WallTime arrival) {
    if (ts > arrival + ts_ahead_max) return arrival;
    return std::max(ts, arrival - ts_age_max);
}

// Reads the messages of one frame.
class MessageReader {
public:
    MessageReader(const WireLimits& limits, Received received) : limits_(limits), received_(received) {}

    Decoded read(Element element, const Path& root);

private:
    HookArrived read_common(const Fields& in, Millis deadline, bool turn_needed);
    Decoded read_hook(const Fields& in);
    Decoded read_tool(const Fields& in);
    Speaker read_speaker(const Fields& in);
    ToolRun read_run(const Fields& in);
    std::vector<ToolRun> read_runs(const Fields& in);
    HookEvent read_pre_tool(const Fields& data);
    HookEvent read_post_llm(const Fields& data);
    Fields inside(const Fields& outer, Object object, const Path& path) const {
        return {object, path, outer.faults(), limits_.name_bytes_max};
    }
    template <class Read>
    auto with_object(const Fields& outer, std::string_view key, Need need, Read read) {
        const Path path{&outer.path(), key};
        const auto object = outer.object(key, need);
        using Result = decltype(read(outer));
        return object ? read(inside(outer, *object, path)) : Result{};
    }

    const WireLimits& limits_;
    Received received_;
    FrameId frame_ = 0;
};

std::vector<std::pair<std::string, std::string>> read_arguments(Object object) {
    std::vector<std::pair<std::string, std::string>> arguments;
    arguments.reserve(object.size());
    for (const auto field : object) {
        std::string_view text;
        std::string value =
            field.value.get(text) == simdjson::SUCCESS ? std::string(text) : simdjson::minify(field.value);
        arguments.emplace_back(std::string(field.key), std::move(value));
    }
    return arguments;
}

Speaker MessageReader::read_speaker(const Fields& in) {
    auto speaker = with_object(in, "session", Need::required, [](const Fields& session) {
        Speaker read;
        read.session = SessionId{session.name("id", Need::required)};
        read.session_key = session.name("key", Need::optional);
        read.platform = session.name("platform", Need::optional);
        read.profile = session.name("profile", Need::optional);
        read.origin = session.name("origin", Need::optional);
        const auto kind = session.name("kind", Need::optional);
        if (!kind.empty() && kind != "private" && kind != "shared") session.fault("kind", "must be private or shared");
        read.claims_private = kind == "private";  // absent: the stricter of the two
        return read;
    });
    speaker.sender =
        with_object(in, "sender", Need::optional, [](const Fields& who) { return who.name("id", Need::optional); });
    return speaker;
}

HookArrived MessageReader::read_common(const Fields& in, Millis deadline, bool turn_needed) {
    HookArrived hook;
    hook.frame = frame_;
    hook.speaker = read_speaker(in);
    hook.turn = TurnId{in.name("turn", turn_needed ? Need::required : Need::optional)};
    hook.at = received_.wall;
    if (const auto ts = in.name("ts", Need::optional); !ts.empty()) {
        if (const auto when = parse_rfc3339(ts)) hook.at = plausible(*when, received_.wall);
        else in.fault("ts", "must be an RFC 3339 date with an offset, such as 2026-09-06T10:00:00.123+02:00");
    }
    if (const auto wanted = in.whole("deadline_ms", Need::optional)) {
        const auto bounded = std::min<std::uint64_t>(*wanted, deadline_max.count());
        deadline = std::max(deadline_min, Millis{static_cast<Millis::rep>(bounded)});
    }
    hook.deadline = received_.now + deadline;
    return hook;
}

ToolRun MessageReader::read_run(const Fields& in) {
    ToolRun run;
    run.tool = in.name("tool", Need::required);
    run.call_id = in.name("call_id", Need::optional);
    run.ok = in.name("status", Need::optional) == "ok";
    if (const auto arguments = in.object("args", Need::optional)) run.arguments = read_arguments(*arguments);
    run.result = in.text("result", Need::optional);
    run.result.text.resize(policies::cut(run.result.text, limits_.evidence_bytes_max).size());
    return run;
}

std::vector<ToolRun> MessageReader::read_runs(const Fields& in) {
    std::vector<ToolRun> runs;
    const auto list = in.array("tools");
    if (!list) return runs;
    const Path path{&in.path(), "tools"};
    for (const auto element : *list) {
        const Path here{&path, {}, runs.size()};
        Object object;
        if (element.get(object) != simdjson::SUCCESS) {
            in.faults().add(ErrorCode::malformed,
                            here.str() + " must be an object, not " + std::string(type_name(element)));
            break;
        }
        runs.push_back(read_run(inside(in, object, here)));
    }
    return runs;
}

HookEvent MessageReader::read_pre_tool(const Fields& data) {
    PreTool pre;
    pre.tool = data.name("tool", Need::required);
    pre.call_id = data.name("call_id", Need::optional);
    pre.content = with_object(data, "args", Need::optional, [](const Fields& arguments) {
        std::string_view text;  // of another tool "content" may be anything
        const auto value = arguments.find("content");
        return value && value->get(text) == simdjson::SUCCESS ? Content{std::string(text)} : Content{};
    });
    return pre;
}

HookEvent MessageReader::read_post_llm(const Fields& data) {
    PostLlm post;
    post.user_message = data.text("user_message", Need::required);
    post.assistant_response = data.text("assistant_response", Need::required);
    post.resent = data.flag("resent");
    if (post.resent) post.tools = read_runs(data);
    return post;
}

Decoded MessageReader::read_hook(const Fields& in) {
    const auto hook = in.name("hook", Need::required);
    const bool of_session = hook == "on_session_start" || hook == "on_session_end";
    const bool pre_llm = hook == "pre_llm_call", pre_tool = hook == "pre_tool_call";
    const bool post_tool = hook == "post_tool_call", post_llm = hook == "post_llm_call";
    if (!of_session && !pre_llm && !pre_tool && !post_tool && !post_llm) return Ignored{frame_};
    auto arrived = read_common(in, pre_llm ? deadline_context : deadline_other, !of_session);
    if (hook == "on_session_start") arrived.event = SessionStart{};
    if (hook == "on_session_end") arrived.event = SessionEnd{};
    if (of_session) return arrived;
    arrived.event = with_object(in, "data", Need::required, [&](const Fields& data) -> HookEvent {
        if (pre_llm) return PreLlm{data.text("user_message", Need::required)};
        if (pre_tool) return read_pre_tool(data);
        if (post_tool) return PostTool{read_run(data)};
        return read_post_llm(data);
    });
    return arrived;
}

Decoded MessageReader::read_tool(const Fields& in) {
    auto arrived = read_common(in, deadline_tool, false);
    const auto tool = in.name("tool", Need::required);
    const Path path{&in.path(), "args"};
    const auto invalid = ErrorCode::argument_invalid;  // what the model gets wrong, the model is told
    const Fields outer{in.raw(), in.path(), in.faults(), limits_.name_bytes_max, invalid};
    const Fields arguments{outer.object("args", Need::optional), path, in.faults(), limits_.name_bytes_max, invalid};
    arrived.event = ToolCall{read_tool_arguments(tool, arguments)};
    return arrived;
}

Decoded MessageReader::read(Element element, const Path& root) {
    Faults faults;
    Object object;
    if (element.get(object) != simdjson::SUCCESS) {
        const auto where = root.str();
        return WireError{
            ErrorCode::malformed, 0,
            (where.empty() ? "the message" : where) + " must be an object, not " + std::string(type_name(element))};
    }
    const Fields in{object, root, faults, limits_.name_bytes_max};
    const auto id = in.whole("id", Need::required);
    if (id && *id == 0) in.fault("id", "must be 1 or more");
    frame_ = id.value_or(0);
    const auto type = in.name("type", Need::required);
    Decoded decoded = Ignored{frame_};
    if (type == "hook") decoded = read_hook(in);
    else if (type == "tool") decoded = read_tool(in);
    else if (type == "ping") decoded = Ping{frame_};
    if (faults) return WireError{faults.first().code, frame_, faults.first().message};
    return decoded;
}

// The value of the escape \uXXXX that begins at `at`; none when there is no such escape.
std::optional<unsigned> unicode_escape(std::string_view text, std::size_t at) {
    if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return std::nullopt;
    unsigned value = 0;
    const auto end = std::from_chars(text.data() + at + 2, text.data() + at + 6, value, 16).ptr;
    return end == text.data() + at + 6 ? std::optional(value) : std::nullopt;
}

// Python writes half a surrogate pair without complaint, which is not Unicode: such halves become U+FFFD, since a turn
// that can never be read would be sent again for ever.
std::string without_lone_surrogates(std::string_view frame) {
    std::string mended(frame);
    const auto high = [](unsigned value) { return value >= 0xD800 && value <= 0xDBFF; };
    const auto low = [](unsigned value) { return value >= 0xDC00 && value <= 0xDFFF; };
    for (std::size_t at = 0; at < mended.size();) {
        if (mended[at] != '\\') {
            ++at;
            continue;
        }
        const auto value = unicode_escape(mended, at);
        if (!value) {
            at += 2;
            continue;
        }
        const auto next = unicode_escape(mended, at + 6);
        if (high(*value) && next && low(*next)) {
            at += 12;
            continue;
        }
        if (high(*value) || low(*value)) mended.replace(at, 6, "\\ufffd");
        at += 6;
    }
    return mended;
}

}  // namespace

struct Decoder::Impl {
    explicit Impl(WireLimits given) : limits(given), parser(given.frame_bytes_max) {
        // The parser refuses the level it is given; an empty object or array is no level to it.
        usable = parser.allocate(std::min<std::size_t>(4096, given.frame_bytes_max), given.depth_max + 1) ==
                 simdjson::SUCCESS;
    }

    // The root, or what is wrong with the frame as a whole.
    std::variant<Element, WireError> parse(std::string_view frame, std::size_t readable_behind = 0) {
        if (!usable) return WireError{ErrorCode::busy, 0, "out of memory"};
        if (frame.size() > limits.frame_bytes_max)
            return fault("the message is longer than " + std::to_string(limits.frame_bytes_max) + " bytes");
        Element root;
        auto error = parser.parse(frame.data(), frame.size(), readable_behind < frame_padding).get(root);
        if (error == simdjson::STRING_ERROR) {
            const auto mended = without_lone_surrogates(frame);
            error = parser.parse(mended.data(), mended.size()).get(root);
        }
        if (error == simdjson::SUCCESS) return root;
        if (error == simdjson::DEPTH_ERROR)
            return fault("the message is nested deeper than " + std::to_string(limits.depth_max) + " levels");
        if (error == simdjson::UTF8_ERROR) return fault("the message is not UTF-8");
        if (error == simdjson::EMPTY) return fault("the message is empty");
        return fault("the message is not JSON");
    }
    static WireError fault(std::string message) { return WireError{ErrorCode::malformed, 0, std::move(message)}; }

    WireLimits limits;
    simdjson::dom::parser parser;
    bool usable = false;
};

Decoder::Decoder(WireLimits limits) : impl_(std::make_unique<Impl>(limits)) {}
Decoder::~Decoder() = default;
Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;

Decoded Decoder::decode(std::string_view frame, Received received, std::size_t readable_behind) {
    static_assert(frame_padding >= simdjson::SIMDJSON_PADDING);
    const auto parsed = impl_->parse(frame, readable_behind);
    if (const auto* error = std::get_if<WireError>(&parsed)) return *error;
    return MessageReader(impl_->limits, received).read(std::get<Element>(parsed), Path{});
}

std::vector<Decoded> Decoder::decode_all(std::string_view body, Received received) {
    std::vector<Decoded> all;
    const auto parsed = impl_->parse(body);
    if (const auto* error = std::get_if<WireError>(&parsed)) {
        all.emplace_back(*error);
        return all;
    }
    const auto root = std::get<Element>(parsed);
    simdjson::dom::array messages;
    if (root.get(messages) != simdjson::SUCCESS) {
        all.emplace_back(MessageReader(impl_->limits, received).read(root, Path{}));
        return all;
    }
    const Path path{};
    if (messages.size() > impl_->limits.messages_max) {
        all.emplace_back(Impl::fault("more than " + std::to_string(impl_->limits.messages_max) + " messages at once"));
        return all;
    }
    for (const auto message : messages)
        all.emplace_back(MessageReader(impl_->limits, received).read(message, Path{&path, {}, all.size()}));
    return all;
}

}  // namespace wm
