#include "cli/asking.hpp"
#include "cli/commands.hpp"
#include "net/client.hpp"

#include <boost/json.hpp>

#include <fstream>
#include <iostream>

namespace wm::cli {
namespace {

namespace json = boost::json;

constexpr Millis answer_within{12000};
constexpr std::size_t shown_bytes = 160;

std::string text_at(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value && value->is_string() ? std::string(value->as_string()) : std::string();
}
std::string in_data(const json::object& frame, std::string_view key) {
    const auto* data = frame.if_contains("data");
    return data && data->is_object() ? text_at(data->as_object(), key) : std::string();
}

std::string one_line(std::string text) {
    for (auto& c : text)
        if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    if (text.size() > shown_bytes) {
        std::size_t end = shown_bytes;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
        text = text.substr(0, end) + " …";
    }
    return text;
}

bool wants_an_answer(const json::object& frame) {
    const auto hook = text_at(frame, "hook");
    return hook == "pre_llm_call" || hook == "post_llm_call" || text_at(frame, "type") == "tool";
}

void show_question(const json::object& frame) {
    const auto hook = text_at(frame, "hook");
    if (hook == "pre_llm_call") std::cout << "\nuser       " << one_line(in_data(frame, "user_message")) << '\n';
    else if (hook == "post_tool_call") std::cout << "  tool     " << in_data(frame, "tool") << '\n';
    else if (hook == "post_llm_call")
        std::cout << "  agent    " << one_line(in_data(frame, "assistant_response")) << '\n';
    else if (text_at(frame, "type") == "tool") std::cout << "  tool     " << text_at(frame, "tool") << '\n';
}

void show_answer(const json::object& answer) {
    const auto type = text_at(answer, "type");
    if (type == "context") {
        const auto context = text_at(answer, "context");
        if (context.empty()) {
            std::cout << "  injected nothing\n";
            return;
        }
        std::cout << "  injected from " << text_at(answer, "source") << ", about "
                  << json::serialize(answer.at("tokens")) << " tokens:\n";
        std::size_t begin = 0;
        while (begin < context.size()) {
            const auto end = std::min(context.find('\n', begin), context.size());
            if (end > begin) std::cout << "           | " << context.substr(begin, end - begin) << '\n';
            begin = end + 1;
        }
    } else if (type == "ack") {
        std::cout << "  judged, and durable what was kept\n";
    } else if (type == "result") {
        std::cout << "  result   " << one_line(text_at(answer, "content")) << '\n';
    } else if (type == "error") {
        std::cout << "  refused  " << text_at(answer, "code") << ": " << text_at(answer, "message") << '\n';
    }
}

// Reads until the answer to `id`; a pending extension is not it. False: none came.
bool await_answer(Client& client, std::int64_t id) {
    while (true) {
        const auto received = client.receive(answer_within);
        if (const auto* error = std::get_if<ClientError>(&received)) {
            std::cerr << "wetopi-memory replay: " << error->message << '\n';
            return false;
        }
        boost::system::error_code ec;
        const auto value = json::parse(std::get<std::string>(received), ec);
        if (ec || !value.is_object()) continue;
        const auto& answer = value.as_object();
        const auto* answered = answer.if_contains("id");
        if (text_at(answer, "type") == "pending" || !answered || !answered->is_int64() || answered->as_int64() != id)
            continue;
        show_answer(answer);
        return true;
    }
}

int fault(const std::string& message, int code) {
    std::cerr << "wetopi-memory replay: " << message << '\n';
    return code;
}

}  // namespace

int replay(const ReplayOptions& options) {
    std::ifstream in(options.file);
    if (!in) return fault(options.file + ": cannot be read", failed);
    const auto token = token_from(options.token);
    if (token.empty())
        return fault("no token: set WETOPI_MEMORY_TOKEN (wetopi-memory token create <agent>)", misunderstood);
    auto connected = Client::connect(options.url, token, Millis(5000));
    if (const auto* error = std::get_if<ClientError>(&connected)) return fault(error->message, failed);
    auto& client = *std::get<std::unique_ptr<Client>>(connected);

    std::string line;
    std::int64_t id = 0;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty()) continue;
        boost::system::error_code ec;
        auto value = json::parse(line, ec);
        if (ec || !value.is_object())
            return fault(options.file + ":" + std::to_string(number) + ": not a JSON object", failed);
        auto& frame = value.as_object();
        frame["id"] = ++id;  // the stream's own numbers may repeat: it was recorded over several connections
        show_question(frame);
        if (auto error = client.send(json::serialize(frame))) return fault(error->message, failed);
        if (wants_an_answer(frame) && !await_answer(client, id)) return failed;
    }
    return done;
}

}  // namespace wm::cli
