#include "cli/load_run.hpp"

#include "runtime/seeded_random.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <queue>

namespace wm::cli {
namespace {

namespace json = boost::json;

std::uint64_t micros(Duration d) { return static_cast<std::uint64_t>(std::max<std::int64_t>(d.count() / 1000, 0)); }
Duration seconds_of(double seconds) { return Duration(static_cast<std::int64_t>(seconds * 1e9)); }

// One agent on its connection: turns that have arrived wait for the one under way.
struct Agent {
    struct Arrived {
        Instant at{};
        SpokenTurn turn;
        bool searches = false, counted = false;
    };
    enum class Waits : std::uint8_t { nothing, thinks, context, search, ack };

    std::deque<Arrived> arrived;  // the first is under way when waits is not nothing
    Waits waits = Waits::nothing;
    std::int64_t asked = 0;  // id of the message that is to be answered
    std::int64_t last_id = 0;
    Instant due{};           // of that message
    Duration thought{};      // within the turn
    std::uint64_t step = 0;  // grows with every turn; a timer of an older one finds nobody
    std::size_t next = 0;    // what comes after thinking: 0 the calls, 1 the answer
    bool connected = false, lost = false, greeted = false;
    Instant opened{};
};

class Load {
public:
    Load(const std::vector<LoadTurn>& turns, const LoadShape& shape, const LoadMoments& moments)
        : turns_(turns), shape_(shape), moments_(moments), random_(shape.seed), agents_(shape.connections) {}

    std::variant<LoadResult, std::string> run(const std::string& url, const Secret& token) {
        auto made = LoadPool::make(url, token, shape_.connections,
                                   {[this](std::size_t c) { connected(c); },
                                    [this](std::size_t c, std::string_view message) { received(c, message); },
                                    [this](std::size_t c, const std::string& why) { lost(c, why); }});
        if (auto* error = std::get_if<ClientError>(&made)) return error->message;
        pool_ = std::get<std::unique_ptr<LoadPool>>(std::move(made));
        if (auto fault = connect_all()) return *fault;
        moments_.connected();
        speak();
        pool_->close();
        return std::move(result_);
    }

private:
    struct Timer {
        Instant at{};
        std::uint64_t order = 0;
        std::function<void()> work;
        friend bool operator>(const Timer& a, const Timer& b) { return a.at != b.at ? a.at > b.at : a.order > b.order; }
    };

    void call_at(Instant when, std::function<void()> work) { timers_.push({when, ++armed_, std::move(work)}); }

    // Works until `end`, or until `over`.
    void work_until(Instant end, const std::function<bool()>& over) {
        while (pool_->now() < end && !over()) {
            const auto look_again = std::min(end, pool_->now() + Millis(10));  // is it over?
            pool_->run_until(timers_.empty() ? look_again : std::min(look_again, timers_.top().at));
            while (!timers_.empty() && timers_.top().at <= pool_->now()) {
                const auto work = timers_.top().work;
                timers_.pop();
                work();
            }
        }
    }

    std::optional<std::string> connect_all() {
        const auto begin = pool_->now();
        const auto count = agents_.size();
        for (std::size_t c = 0; c < count; ++c) {
            const double share = static_cast<double>(c) / static_cast<double>(count);
            call_at(begin + seconds_of(shape_.ramp_seconds * share), [this, c] {
                agents_[c].opened = pool_->now();
                pool_->open(c);
            });
        }
        const auto end = begin + seconds_of(shape_.ramp_seconds) + Millis(20000);
        work_until(end, [&] { return result_.connected + lost_connections_ == count; });
        if (result_.connected == count) return std::nullopt;
        std::string why = std::to_string(result_.connected) + " of " + std::to_string(count) + " connections came up";
        for (const auto& [reason, times] : result_.errors) why += "; " + std::to_string(times) + " times " + reason;
        return why + "; mind limits.connections_max of the daemon and the limit of open files on both sides";
    }

    void speak() {
        begin_ = pool_->now() + Millis(50);
        counted_from_ = begin_ + seconds_of(shape_.warm_up_seconds);
        counted_to_ = counted_from_ + seconds_of(shape_.seconds);
        result_.seconds.resize(static_cast<std::size_t>(std::max(shape_.seconds, 0.0)) + 1);
        wall_ = pool_->wall();
        call_at(counted_from_, [this] { moments_.begins(); });
        call_at(counted_to_, [this] {
            moments_.ends();
            result_.counted_seconds = shape_.seconds;
        });
        arrive(0);
        work_until(counted_to_, [] { return false; });
        work_until(counted_to_ + shape_.give_up, [this] { return result_.done + result_.lost >= result_.offered; });
        if (result_.counted_seconds == 0) moments_.ends();
        result_.counted_seconds = shape_.seconds;
        result_.lost = result_.offered - result_.done;
    }

    // The turn of that number comes when its time has come, and arms the next one.
    void arrive(std::uint64_t number) {
        const auto when = begin_ + seconds_of(static_cast<double>(number) / shape_.turns_per_second);
        if (when >= counted_to_) return;
        call_at(when, [this, number, when] {
            arrive(number + 1);
            const bool counts = when >= counted_from_;
            result_.offered += counts;
            if (counts) ++second_of(when).offered;
            const auto c = static_cast<std::size_t>(number % agents_.size());
            if (agents_[c].lost) return;
            const auto& turn = turns_[static_cast<std::size_t>(random_.next() % turns_.size())];
            const bool searches = static_cast<double>(random_.next() % 1000) < shape_.searches * 1000;
            agents_[c].arrived.push_back({when, {turn, number, shape_.tools, shape_.result_bytes}, searches, counts});
            if (agents_[c].waits == Agent::Waits::nothing) begin_turn(c);
        });
    }

    LoadSecond& second_of(Instant when) {
        const auto at = static_cast<std::size_t>((when - counted_from_) / std::chrono::seconds(1));
        return result_.seconds[std::min(at, result_.seconds.size() - 1)];
    }
    void count(LoadPart part, const Agent::Arrived& turn, Duration took) {
        if (!turn.counted) return;
        const auto index = static_cast<std::size_t>(part);
        result_.parts[index].add(micros(took));
        second_of(turn.at).parts[index].add(micros(took));
    }

    std::string session(std::size_t c) const { return "load-" + std::to_string(shape_.seed) + "-" + std::to_string(c); }
    WallTime wall() const { return wall_ + std::chrono::duration_cast<Wall::duration>(pool_->now() - begin_); }

    void write(std::size_t c, std::string message) {
        auto& agent = agents_[c];
        if (!agent.arrived.empty() && agent.arrived.front().counted) {
            ++result_.messages;
            result_.bytes += message.size();
        }
        pool_->send(c, std::move(message));
    }
    void ask(std::size_t c, Agent::Waits waits, Instant due, std::string message) {
        auto& agent = agents_[c];
        agent.waits = waits;
        agent.asked = agent.last_id;
        agent.due = due;
        if (agent.arrived.front().counted) result_.late.add(micros(pool_->now() - due));
        write(c, std::move(message));
    }

    void begin_turn(std::size_t c) {
        auto& agent = agents_[c];
        const auto& turn = agent.arrived.front();
        ++agent.step;
        agent.thought = {};
        if (!std::exchange(agent.greeted, true)) write(c, turn.turn.session_start(++agent.last_id, session(c), wall()));
        ask(c, Agent::Waits::context, turn.at, turn.turn.question(++agent.last_id, session(c), wall()));
        call_at(turn.at + shape_.give_up, [this, c, step = agent.step] {
            if (agents_[c].step == step && agents_[c].waits != Agent::Waits::nothing) give_up(c);
        });
    }
    void think(std::size_t c, void (Load::*then)(std::size_t, Instant)) {
        auto& agent = agents_[c];
        agent.waits = Agent::Waits::thinks;
        agent.thought += shape_.think;
        const auto due = pool_->now() + shape_.think;
        if (shape_.think.count() == 0) return (this->*then)(c, due);
        call_at(due, [this, c, then, due, step = agent.step] {
            if (agents_[c].step == step && agents_[c].waits == Agent::Waits::thinks) (this->*then)(c, due);
        });
    }
    void work(std::size_t c, Instant due) {
        auto& agent = agents_[c];
        const auto& turn = agent.arrived.front();
        for (std::size_t i = 0; i < turn.turn.calls(); ++i)
            write(c, turn.turn.call(++agent.last_id, session(c), wall(), i));
        if (!turn.searches) return answer(c, due);
        ask(c, Agent::Waits::search, due, turn.turn.search(++agent.last_id, session(c), wall()));
    }
    void answer(std::size_t c, Instant due) {
        auto& agent = agents_[c];
        ask(c, Agent::Waits::ack, due, agent.arrived.front().turn.answer(++agent.last_id, session(c), wall()));
    }
    void end_turn(std::size_t c) {
        auto& agent = agents_[c];
        agent.waits = Agent::Waits::nothing;
        agent.arrived.pop_front();
        if (!agent.arrived.empty()) begin_turn(c);
    }
    void give_up(std::size_t c) {
        result_.lost += agents_[c].arrived.front().counted;
        ++result_.errors["no answer in time"];
        end_turn(c);
    }

    void received(std::size_t c, std::string_view text) {
        auto& agent = agents_[c];
        boost::system::error_code ec;
        const auto value = json::parse(text, ec);
        if (ec || !value.is_object()) return;
        const auto& answer = value.as_object();
        const auto word = [&](const char* key) {
            const auto* found = answer.if_contains(key);
            return found && found->is_string() ? std::string(found->as_string()) : std::string();
        };
        const auto type = word("type");
        const auto* id = answer.if_contains("id");
        if (type == "pending" || !id || !id->is_int64() || id->as_int64() != agent.asked) return;
        if (agent.waits == Agent::Waits::nothing || agent.waits == Agent::Waits::thinks) return;
        const auto& turn = agent.arrived.front();
        if (turn.counted) result_.answered_bytes += text.size();
        const auto now = pool_->now();
        if (type == "error") {
            if (turn.counted) ++result_.errors[word("code")];
        } else {
            const auto part = agent.waits == Agent::Waits::context  ? LoadPart::context
                              : agent.waits == Agent::Waits::search ? LoadPart::search
                                                                    : LoadPart::ack;
            count(part, turn, now - agent.due);
            if (part == LoadPart::context && turn.counted) ++result_.sources[word("source")];
        }
        if (agent.waits == Agent::Waits::context) return think(c, &Load::work);
        if (agent.waits == Agent::Waits::search) return think(c, &Load::answer);
        if (turn.counted && type != "error") {
            count(LoadPart::turn, turn, now - turn.at - agent.thought);
            ++result_.done;
            ++second_of(turn.at).done;
        } else if (turn.counted) {
            ++result_.lost;
        }
        end_turn(c);
    }
    void connected(std::size_t c) {
        agents_[c].connected = true;
        ++result_.connected;
        result_.parts[static_cast<std::size_t>(LoadPart::connect)].add(micros(pool_->now() - agents_[c].opened));
    }
    void lost(std::size_t c, const std::string& why) {
        auto& agent = agents_[c];
        agent.lost = true;
        ++lost_connections_;
        ++result_.errors["connection: " + why];
        for (const auto& turn : agent.arrived) result_.lost += turn.counted;
        agent.arrived.clear();
        agent.waits = Agent::Waits::nothing;
        ++agent.step;
    }

    const std::vector<LoadTurn>& turns_;
    const LoadShape& shape_;
    const LoadMoments& moments_;
    SeededRandom random_;
    std::vector<Agent> agents_;
    std::unique_ptr<LoadPool> pool_;
    std::priority_queue<Timer, std::vector<Timer>, std::greater<>> timers_;
    std::uint64_t armed_ = 0;
    std::size_t lost_connections_ = 0;
    Instant begin_{}, counted_from_{}, counted_to_{};
    WallTime wall_{};
    LoadResult result_;
};

}  // namespace

std::variant<LoadResult, std::string> run_load(const std::string& url, const Secret& token,
                                               const std::vector<LoadTurn>& turns, const LoadShape& shape,
                                               const LoadMoments& moments) {
    return Load(turns, shape, moments).run(url, token);
}

}  // namespace wm::cli
