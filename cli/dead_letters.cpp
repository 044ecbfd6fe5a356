// `wetopi-memory dead-letters`: asks the running daemon, or with --offline does the same to the spool's file.
#include "cli/dead_letters.hpp"

#include "cli/asking.hpp"
#include "cli/commands.hpp"
#include "config/load.hpp"
#include "policies/secrets.hpp"
#include "runtime/asio_time.hpp"
#include "store/lock.hpp"
#include "store/spool.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/json.hpp>

#include <fcntl.h>
#include <unistd.h>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

namespace wm::cli {
namespace {

namespace json = boost::json;

std::string request_of(const DeadLetterOptions& options) {
    json::object body{{"do", options.what}, {"most", options.most}};
    if (!options.ids.empty()) body["ids"] = json::array(options.ids.begin(), options.ids.end());
    if (options.what == "fix") body["item"] = options.item, body["text"] = options.text;
    return json::serialize(body);
}

struct InlineWorkers final : Workers {
    void run(std::function<void()> work) override { work(); }
};
struct Held {
    void deliver(DeadLettersAnswered arrived) { answer = std::move(arrived); }
    DeadLettersAnswered answer;
};

std::variant<PageAnswer, std::string> ask_file(const DeadLetterOptions& options) {
    const auto loaded = config::load_file(options.config, config::process_environment());
    if (!loaded.ok()) return config::describe(loaded);
    const auto& settings = *loaded.settings;
    auto lock = DataDirLock::acquire(settings.data_dir);
    if (auto* error = std::get_if<StoreError>(&lock)) return error->message;
    auto keys = Keyring::read(settings.spool.key_file, settings.spool.key);
    if (auto* error = std::get_if<StoreError>(&keys)) return error->message;
    boost::asio::io_context io;
    AsioTime time(io);
    InlineWorkers workers;
    auto opened = SqliteSpool::open(settings.data_dir, {settings.limits.spool_bytes_max, settings.limits.turn_memory},
                                    workers, time, std::get<Keyring>(std::move(keys)));
    if (auto* error = std::get_if<StoreError>(&opened)) return error->message;
    auto work = read_dead_letter_work(request_of(options));
    if (auto* wrong = std::get_if<std::string>(&work)) return *wrong;
    auto& wanted = std::get<DeadLetterWork>(work);
    wanted.text = policies::redact(wanted.text).text;
    Held held;
    std::get<std::unique_ptr<SqliteSpool>>(opened)->dead_letters(std::move(wanted), held);
    return dead_letters_page(held.answer);
}

std::variant<PageAnswer, std::string> ask_daemon(const DeadLetterOptions& options) {
    const auto fetched =
        post(options.url, "/v1/admin/dead-letters", token_from(options.token), Millis(35000), request_of(options));
    if (const auto* error = std::get_if<ClientError>(&fetched)) return error->message;
    const auto& page = std::get<Page>(fetched);
    if (page.status != 200) return refusal_of(page);
    return PageAnswer{page.status, page.body};
}

void print(const json::object& page, bool with_text) {
    for (const auto& entry : page.at("dead_letters").as_array()) {
        const auto& letter = entry.as_object();
        const auto text = [&](std::string_view key) {
            const auto* value = letter.if_contains(key);
            return value && value->is_string() ? std::string(value->as_string()) : std::string("-");
        };
        std::cout << letter.at("id").to_number<std::uint64_t>() << "  " << text("at") << "  " << text("reason") << "  "
                  << text("scope") << "  " << text("agent") << "  " << letter.at("bytes").to_number<std::uint64_t>()
                  << " bytes\n";
        const auto* items = letter.if_contains("items");
        if (!with_text || !items) continue;
        std::size_t number = 0;
        for (const auto& item : items->as_array())
            std::cout << "  item " << number++ << ": "
                      << (item.as_object().contains("text") ? std::string(item.at("text").as_string()) : "") << '\n';
    }
    if (const auto changed = page.at("changed").to_number<std::uint64_t>(); changed > 0)
        std::cout << changed << " changed, " << page.at("replayed").to_number<std::uint64_t>() << " sent again\n";
}

}  // namespace

int dead_letters(const DeadLetterOptions& options) {
    if (auto work = read_dead_letter_work(request_of(options)); std::holds_alternative<std::string>(work)) {
        std::cerr << "wetopi-memory dead-letters: " << std::get<std::string>(work) << '\n';
        return misunderstood;
    }
    auto answer = options.offline ? ask_file(options) : ask_daemon(options);
    const auto* fault = std::get_if<std::string>(&answer);
    if (fault || std::get<PageAnswer>(answer).status != 200) {
        std::cerr << "wetopi-memory dead-letters: " << (fault ? *fault : std::get<PageAnswer>(answer).body) << '\n';
        return failed;
    }
    const auto& body = std::get<PageAnswer>(answer).body;
    boost::system::error_code unreadable;
    const auto parsed = json::parse(body, unreadable);
    if (unreadable || !parsed.is_object() || !parsed.as_object().contains("dead_letters")) {
        std::cerr << "wetopi-memory dead-letters: the daemon's answer cannot be read; is it of another version?\n";
        return failed;
    }
    if (options.json) std::cout << body;
    else print(parsed.as_object(), options.what == "show" || options.what == "fix");
    return done;
}

// Written beside and renamed, so that no key is lost when the disk is full.
int spool_key(const std::string& file) {
    const auto key = Keyring::make_key();
    if (key.empty()) {
        std::cerr << "wetopi-memory spool-key: the system gives no random bytes\n";
        return failed;
    }
    if (file.empty()) {
        std::cout << key << '\n';
        return done;
    }
    std::ostringstream before;
    if (std::ifstream old(file); old) before << old.rdbuf();
    const auto text = key + "\n" + before.str();
    const auto beside = file + ".new";
    const int out = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    const bool written =
        out >= 0 && ::write(out, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(out) == 0;
    if (out >= 0) ::close(out);
    if (!written || ::rename(beside.c_str(), file.c_str()) != 0) {
        std::cerr << "wetopi-memory spool-key: cannot write " << beside
                  << "; check its folder, and remove what is there\n";
        return failed;
    }
    std::cout << file << ": a new key in front; restart the daemon, then the older ones may be taken out\n";
    return done;
}

}  // namespace wm::cli
