#include "cli/daemon.hpp"

#include "actors/metrics.hpp"
#include "actors/system.hpp"
#include "cli/dead_letters.hpp"
#include "cli/reload_desk.hpp"
#include "cli/rule_source.hpp"
#include "cli/status_board.hpp"
#include "net/front.hpp"
#include "net/hindsight.hpp"
#include "net/wire.hpp"
#include "policies/secrets.hpp"
#include "runtime/asio_scheduler.hpp"
#include "runtime/asio_time.hpp"
#include "runtime/log.hpp"
#include "runtime/seeded_random.hpp"
#include "runtime/threads.hpp"
#include "runtime/worker_thread.hpp"
#include "store/audit_log.hpp"
#include "store/embedded.hpp"
#include "store/lock.hpp"
#include "store/names.hpp"
#include "store/spool.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <cstdlib>

namespace wm::cli {
namespace {

namespace asio = boost::asio;

class CountedFront final : public NetMetrics {
public:
    explicit CountedFront(MetricsRegistry& registry) : metrics_(registry) {}
    void account_to(Audit& audit) { audit_ = &audit; }  // before the threads run
    void count(NetEvent event, const AgentId& agent) override {
        const bool denied =
            event == NetEvent::unauthorized || event == NetEvent::forbidden || event == NetEvent::argument_unknown;
        if (denied && audit_)
            audit_->note({AuditAction::denied, agent, {}, {}, "front", std::string(to_string(event))});
        metrics_.front_events_total.add({{Label::agent, agent.str()}, {Label::status, to_string(event)}});
    }
    void open_connections(std::size_t now) override { metrics_.connections_open.set(static_cast<double>(now)); }

private:
    FrontMetrics metrics_;
    Audit* audit_ = nullptr;
};

void show(const SpoolCounts& counts, std::uint64_t audit_failures, SpoolMetrics& metrics) {
    metrics.audit_failures.set(static_cast<double>(audit_failures));
    metrics.spool_bytes.set(static_cast<double>(counts.waiting_bytes));
    metrics.dead_letters.set(static_cast<double>(counts.dead_letters));
    metrics.dead_letters_dropped.set(static_cast<double>(counts.dead_dropped));
    metrics.spool_corrupt.set(static_cast<double>(counts.corrupt));
    metrics.spool_failures.set(static_cast<double>(counts.failures));
}

}  // namespace

struct Daemon::Impl {
    Impl(const config::Settings& s, config::Rules r, std::shared_ptr<const policies::BankCatalog> b)
        : settings(s), rules(rule_set(std::move(r))), declared_banks(std::move(b)) {}

    std::optional<std::string> open_data();
    bool uses(config::BackendType type) const;
    std::optional<std::string> build();
    void stop();
    void end_when_closed(int rounds);
    void follow_hang_ups();

    const config::Settings& settings;
    RuleSet rules;  // those of the start
    std::shared_ptr<const policies::BankCatalog> declared_banks;
    std::optional<DataDirLock> lock;
    std::vector<std::unique_ptr<asio::io_context>> contexts;
    std::vector<std::unique_ptr<AsioScheduler>> schedulers;
    std::unique_ptr<AsioTime> time;
    std::unique_ptr<SeededRandom> random;
    MetricsRegistry metrics;
    std::optional<CountedFront> counted;
    std::optional<SpoolMetrics> spool_metrics;
    std::unique_ptr<AuditLog> audit;  // before who notes in it
    std::unique_ptr<SqliteSpool> spool;
    std::unique_ptr<SqliteNames> names;
    std::unique_ptr<EmbeddedStore> embedded;
    std::unique_ptr<Hindsight> hindsight;
    std::unique_ptr<Front> front;
    std::unique_ptr<System> system;
    std::optional<StatusBoard> board;
    std::optional<PackSource> rule_source;
    std::optional<ReloadDesk> reloads;
    std::optional<DeadLetterDesk> letters;
    std::optional<asio::signal_set> signals, hang_ups;
    // Last, so that they end first: their jobs use the spool and the store, and answer actors.
    std::unique_ptr<WorkerThread> audit_worker, store_worker, spool_worker, rules_worker;
    bool stopping = false;
    bool rested = false;
};

Daemon::Daemon(const config::Settings& settings, config::Rules rules,
               std::shared_ptr<const policies::BankCatalog> banks)
    : impl_(std::make_unique<Impl>(settings, std::move(rules), std::move(banks))) {}
Daemon::~Daemon() = default;

std::optional<std::string> Daemon::Impl::open_data() {
    auto taken = DataDirLock::acquire(settings.data_dir);
    if (auto* error = std::get_if<StoreError>(&taken)) return error->message;
    lock.emplace(std::move(std::get<DataDirLock>(taken)));
    audit_worker = std::make_unique<WorkerThread>();  // its own: a commit does not wait for another file's sync
    spool_worker = std::make_unique<WorkerThread>();
    auto trail = AuditLog::open(settings.data_dir, {}, *audit_worker, *time);
    if (auto* error = std::get_if<StoreError>(&trail)) return error->message;
    audit = std::move(std::get<std::unique_ptr<AuditLog>>(trail));
    audit->note({AuditAction::start, {}, {}, {}, WM_VERSION, "started"});
    audit->note({AuditAction::config, {}, {}, {}, "rules_" + rules.fingerprint, "in_force"});
    counted->account_to(*audit);
    auto keys = Keyring::read(settings.spool.key_file, settings.spool.key);
    if (auto* error = std::get_if<StoreError>(&keys)) return error->message;
    const bool sealed = std::get<Keyring>(keys).sealing();
    auto opened = SqliteSpool::open(settings.data_dir, {settings.limits.spool_bytes_max, settings.limits.turn_memory},
                                    *spool_worker, *time, std::get<Keyring>(std::move(keys)), audit.get());
    if (auto* error = std::get_if<StoreError>(&opened)) return error->message;
    spool = std::move(std::get<std::unique_ptr<SqliteSpool>>(opened));
    if (!sealed) log(Level::warning, "spool not sealed: give spool.key_file or spool.key", {});
    if (settings.routing.learned_names) {
        auto known = SqliteNames::open(settings.data_dir, *spool_worker);
        if (auto* error = std::get_if<StoreError>(&known)) return error->message;
        names = std::move(std::get<std::unique_ptr<SqliteNames>>(known));
    }
    if (uses(config::BackendType::hindsight))
        hindsight = std::make_unique<Hindsight>(*contexts.front(), *time, settings.backend, declared_banks);
    if (!uses(config::BackendType::embedded)) return std::nullopt;
    store_worker = std::make_unique<WorkerThread>();
    auto store = EmbeddedStore::open(settings.data_dir, *store_worker, *time);
    if (auto* error = std::get_if<StoreError>(&store)) return error->message;
    embedded = std::move(std::get<std::unique_ptr<EmbeddedStore>>(store));
    return std::nullopt;
}

bool Daemon::Impl::uses(config::BackendType type) const {
    return settings.backend.type == type || !scopes_elsewhere(settings).empty();
}

std::optional<std::string> Daemon::Impl::build() {
    (void)policies::holds_secret({});  // compiles the formats of secrets now, not while the first turn waits
    for (std::size_t i = 0; i < settings.limits.shards; ++i) {
        contexts.push_back(std::make_unique<asio::io_context>(1));
        schedulers.push_back(std::make_unique<AsioScheduler>(*contexts.back()));
    }
    time = std::make_unique<AsioTime>(*contexts.front());
    random = std::make_unique<SeededRandom>(SeededRandom::seed_of_the_machine());
    counted.emplace(metrics);
    spool_metrics.emplace(metrics);
    if (auto fault = open_data()) return fault;

    std::vector<asio::io_context*> shards;
    std::vector<Scheduler*> strands;
    for (auto& context : contexts) shards.push_back(context.get());
    for (auto& scheduler : schedulers) strands.push_back(scheduler.get());
    const std::string tokens = settings.tokens_file.empty() ? settings.data_dir + "/tokens.json" : settings.tokens_file;
    const std::string backend_name = std::string(hindsight ? "Hindsight at " + settings.backend.url : "") +
                                     (hindsight && embedded ? " and " : "") +
                                     (embedded ? "embedded store in " + settings.data_dir : "");
    std::function<std::string()> metrics_page;
    if (settings.observability.metrics)
        metrics_page = [this] {
            show(spool->counts(), audit->failures(), *spool_metrics);
            return metrics.text();
        };
    std::map<ScopeName, std::string> banks;
    for (const auto& [scope, store] : settings.stores)
        banks.emplace(scope, store.bank.empty() ? store.bank_template : store.bank);
    Pages pages{std::move(metrics_page),
                [this] {
                    const auto status = board->latest();
                    return Readiness{status && status->state != BackendState::down && !stopping,
                                     readiness_detail(status.get(), front->connections())};
                },
                [this, backend_name, banks = std::move(banks)](bool detail) {
                    return status_page(board->latest().get(), front->connections(), detail, WM_VERSION, backend_name,
                                       banks);
                },
                [this](std::function<void(PageAnswer)> done) { reloads->ask(std::move(done)); },
                {},
                [this](std::string body, std::function<void(PageAnswer)> done) {
                    letters->ask(std::move(body), std::move(done));
                }};
    if (settings.observability.explain_turns_max > 0)
        pages.explain = [this](Explained question) { return system->tell(ExplainWanted{std::move(question), *front}); };
    front = std::make_unique<Front>(
        shards, *time, front_settings(settings, WM_VERSION),
        [this](HookArrived hook) { return system->tell(std::move(hook)); }, std::move(pages), *counted,
        std::make_unique<TokenFile>(tokens));
    rules_worker = std::make_unique<WorkerThread>();
    rule_source.emplace(settings, *rules_worker);
    std::vector<Backend*> backends;  // the one of backend.type first
    if (hindsight) backends.push_back(hindsight.get());
    if (embedded)
        backends.insert(settings.backend.type == config::BackendType::embedded ? backends.begin() : backends.end(),
                        embedded.get());
    Backend* other = backends.size() > 1 ? backends[1] : nullptr;
    system = std::make_unique<System>(strands,
                                      System::Ports{*time, *random, *backends.front(), other, *spool, metrics, *front,
                                                    &*rule_source, names.get(), encode_ahead, audit.get()},
                                      rules, settings);
    board.emplace(*time, system->status());
    reloads.emplace(*contexts.front(), system->reload(), *audit);
    letters.emplace(*contexts.front(), system->dead_letters());
    return front->listen();
}

std::optional<std::string> Daemon::prepare() { return impl_->build(); }

void Daemon::Impl::stop() {
    if (std::exchange(stopping, true)) std::_Exit(130);  // asked twice: now
    log(Level::info, "stopping", {});
    front->stop_accepting();
    system->drain([this](bool at_rest) {
        rested = at_rest;
        log(at_rest ? Level::info : Level::warning, "drained", {{"at_rest", at_rest ? "yes" : "no"}});
        front->close();
        if (hindsight) hindsight->close();
        end_when_closed(600);
    });
}

void Daemon::Impl::end_when_closed(int rounds) {
    if (!front->at_rest() && rounds > 0)
        return time->call_at(time->now() + Millis(10), [this, rounds] { end_when_closed(rounds - 1); });
    for (auto& context : contexts) context->stop();
}

// SIGHUP reads the rules anew. A closed terminal sends it too, and is no reason to end.
void Daemon::Impl::follow_hang_ups() {
    if (!hang_ups) hang_ups.emplace(*contexts.front(), SIGHUP);
    hang_ups->async_wait([this](boost::system::error_code error, int) {
        if (error) return;
        reloads->ask({});
        follow_hang_ups();
    });
}

bool Daemon::run() {
    auto& d = *impl_;
    std::signal(SIGPIPE, SIG_IGN);
    d.signals.emplace(*d.contexts.front(), SIGTERM, SIGINT);
    const std::function<void()> wait = [&] {
        d.signals->async_wait([&](boost::system::error_code failed, int) {
            if (failed) return;
            d.stop();
            wait();
        });
    };
    wait();
    d.follow_hang_ups();
    d.system->begin();
    d.board->begin();
    log(Level::info, "serving",
        {{"version", WM_VERSION},
         {"port", d.front->port()},
         {"backend", d.settings.backend.type == config::BackendType::hindsight ? "hindsight" : "embedded"},
         {"scopes", d.settings.stores.size()},
         {"data_dir", d.settings.data_dir}});
    std::vector<asio::io_context*> shards;
    for (auto& context : d.contexts) shards.push_back(context.get());
    run_until_stopped(shards);
    d.audit->note({AuditAction::stop, {}, {}, {}, WM_VERSION, d.rested ? "at_rest" : "not_at_rest"});
    d.rules_worker.reset();
    d.store_worker.reset();
    d.spool_worker.reset();
    d.audit_worker.reset();
    log(Level::info, "stopped", {});
    return d.rested;
}

}  // namespace wm::cli
