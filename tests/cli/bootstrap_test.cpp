// bootstrap against a server that keeps banks as Hindsight does.

#include "cli/bootstrap.hpp"
#include "cli/commands.hpp"
#include "config/banks.hpp"
#include "tests/net/bank_server.hpp"

#include <gmock/gmock.h>
#include <unistd.h>
#include <boost/json.hpp>

#include <filesystem>
#include <fstream>

namespace wm {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using stand_in::BankServer;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string banks_of_test =
    "banks:\n"
    "  wetopi-platform:\n"
    "    name: Wetopi Platform\n"
    "    config:\n"
    "      retain_extraction_mode: concise\n"
    "      retain_mission: |\n"
    "        Keep states.\n"
    "        Keep events.\n"
    "  wetopi-unused: {config: {enable_observations: true}}\n"
    "templates:\n"
    "  personal: {banks: [\"user-*\"], config: {retain_mission: Of one person.}}\n"
    "  customer: {banks: [\"wetopi-customer-*\"], config: {retain_mission: Of one customer.}}\n";

struct Printed {
    int code = 0;
    std::string out, err;
};

class BootstrapCommand : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "wm_bootstrap_XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder = name;
        write("banks.yaml", banks_of_test);
        configure();
    }
    void TearDown() override { fs::remove_all(folder); }

    void write(const std::string& file, const std::string& text) { std::ofstream(folder / file) << text; }
    void configure(const std::string& more = "") {
        write("config.yaml",
              "backend:\n  type: hindsight\n  url: " + server.url() +
                  "\n  api_key: right\nstores:\n  personal: {bank_template: \"user-{internal_user_id}\"}\n"
                  "  platform: {bank: wetopi-platform}\n  customer-42: {bank: wetopi-customer-42}\n" +
                  more);
    }
    Printed run(cli::BootstrapOptions options = {}) {
        if (options.config.empty()) options.config = (folder / "config.yaml").string();
        if (options.banks.empty()) options.banks = (folder / "banks.yaml").string();
        else if (options.banks == "built in") options.banks.clear();
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        Printed printed;
        printed.code = cli::bootstrap(options);
        printed.out = testing::internal::GetCapturedStdout();
        printed.err = testing::internal::GetCapturedStderr();
        return printed;
    }
    static cli::BootstrapOptions dry() {
        cli::BootstrapOptions options;
        options.dry_run = true;
        return options;
    }
    std::string held(const std::string& bank, const std::string& setting) {
        const auto found = server.bank(bank);
        const auto* value = found.overrides.if_contains(setting);
        return value ? json::serialize(*value) : "";
    }

    BankServer server;
    fs::path folder;
};

TEST_F(BootstrapCommand, MakesWhatIsMissingAndTheSecondRunChangesNothing) {
    server.put("user-u_1", {});
    const auto first = run();
    EXPECT_EQ(first.code, 0) << first.out << first.err;
    EXPECT_THAT(first.out, HasSubstr("Hindsight 1.1.0\n"));
    EXPECT_THAT(first.out, HasSubstr("+ wetopi-platform (missing)"));
    EXPECT_THAT(first.out, HasSubstr("4 of 4 banks made or mended, and read back as declared"));
    EXPECT_EQ(held("wetopi-platform", "retain_mission"), R"("Keep states.\nKeep events.")");
    EXPECT_EQ(server.bank("wetopi-platform").name, "Wetopi Platform");
    EXPECT_EQ(held("wetopi-customer-42", "retain_mission"), R"("Of one customer.")");
    EXPECT_EQ(held("wetopi-unused", "enable_observations"), "true");
    EXPECT_EQ(held("user-u_1", "retain_mission"), R"("Of one person.")");

    const auto writes = server.calls(true).size();
    const auto second = run();
    EXPECT_EQ(second.code, 0) << second.out << second.err;
    EXPECT_THAT(second.out, HasSubstr("nothing to do: 4 banks are as declared"));
    EXPECT_EQ(server.calls(true).size(), writes) << "the second run wrote";
    EXPECT_EQ(run(dry()).code, 0);
}

TEST_F(BootstrapCommand, ShowsDriftMendsItAndLeavesTheRestAlone) {
    ASSERT_EQ(run().code, 0);
    server.put("wetopi-platform",
               {{"retain_extraction_mode", "concise"},
                {"retain_mission", "Keep states.\nKeep everything."},
                {"retain_chunk_size", 9}},
               "Wetopi Platform");
    const auto before = server.calls(true).size();
    const auto shown = run(dry());
    EXPECT_EQ(shown.code, 3) << shown.out;
    EXPECT_THAT(shown.out,
                HasSubstr("~ wetopi-platform\n    retain_mission:\n        Keep states.\n      - Keep everything.\n"
                          "      + Keep events.\n    set there and not declared, left as it is: retain_chunk_size"));
    EXPECT_THAT(shown.out, HasSubstr("1 of 3 banks differ; nothing was changed (--dry-run)"));
    EXPECT_EQ(server.calls(true).size(), before) << "a dry run wrote";

    const auto mended = run();
    EXPECT_EQ(mended.code, 0) << mended.out << mended.err;
    EXPECT_EQ(held("wetopi-platform", "retain_mission"), R"("Keep states.\nKeep events.")");
    EXPECT_EQ(held("wetopi-platform", "retain_chunk_size"), "9");
    const auto last = server.requests();
    for (const auto& request : last)
        if (request.line().starts_with("PATCH") && request.body.find("Keep events") != std::string::npos &&
            &request != &last.front())
            EXPECT_THAT(request.body, Not(HasSubstr("retain_chunk_size")));
    EXPECT_EQ(run(dry()).code, 0);
}

TEST_F(BootstrapCommand, FailsWhenTheServerDoesNotKeepAMissionAndSaysWhich) {
    server.forgets = {"retain_mission"};
    const auto printed = run();
    EXPECT_EQ(printed.code, 1);
    EXPECT_THAT(printed.out, HasSubstr("failed: the server did not keep retain_mission"));
    EXPECT_THAT(printed.out, HasSubstr("failed: not every bank is as declared"));
    EXPECT_EQ(held("wetopi-unused", "enable_observations"), "true") << "the others are made all the same";
}

TEST_F(BootstrapCommand, FailsWhenTheServerRefusesTheSettings) {
    server.patch_status = 422;
    const auto printed = run();
    EXPECT_EQ(printed.code, 1);
    EXPECT_THAT(printed.out, HasSubstr("status 422; it refuses retain_mission; nothing of it was applied"));
    EXPECT_THAT(printed.out + printed.err, Not(HasSubstr("internal words")));
}

TEST_F(BootstrapCommand, DeletesNothingAndReportsWhatNobodyDeclaredOnlyWhenAsked) {
    server.put("left-over", {});
    server.put("user-u_9", {{"retain_mission", "Of one person."}});
    EXPECT_THAT(run().out, Not(HasSubstr("left-over")));
    cli::BootstrapOptions options;
    options.prune_report = true;
    const auto printed = run(options);
    EXPECT_EQ(printed.code, 0);
    EXPECT_THAT(printed.out, HasSubstr("? left-over (on the server, declared nowhere; it is left)"));
    EXPECT_THAT(printed.out, Not(HasSubstr("? user-u_9")));
    EXPECT_TRUE(server.has("left-over"));
}

TEST_F(BootstrapCommand, SpeaksJson) {
    cli::BootstrapOptions options = dry();
    options.json = options.prune_report = true;
    server.put("left-over", {});
    const auto printed = run(options);
    EXPECT_EQ(printed.code, 3);
    const auto report = json::parse(printed.out).as_object();
    EXPECT_EQ(report.at("server").as_string(), "1.1.0");
    EXPECT_TRUE(report.at("drift").as_bool());
    EXPECT_FALSE(report.at("failed").as_bool());
    EXPECT_EQ(json::serialize(report.at("extra")), R"(["left-over"])");
    const auto& bank = report.at("banks").as_array().at(0).as_object();
    EXPECT_EQ(bank.at("bank").as_string(), "wetopi-customer-42");
    EXPECT_EQ(bank.at("action").as_string(), "create");
    EXPECT_EQ(bank.at("result").as_string(), "planned");
    EXPECT_EQ(json::serialize(bank.at("changes")),
              R"([{"setting":"retain_mission","from":null,"to":"Of one customer."}])");
}

TEST_F(BootstrapCommand, LeavesPeoplesBanksToTheNativeProvider) {
    configure("personal:\n  owner: native\n");
    server.put("user-u_1", {{"retain_mission", "native"}});
    EXPECT_EQ(run().code, 0);
    EXPECT_EQ(held("user-u_1", "retain_mission"), R"("native")");
}

TEST_F(BootstrapCommand, TakesOfTheBuiltInBanksOnlyWhatIsConfigured) {
    cli::BootstrapOptions options;
    options.banks = "built in";
    const auto printed = run(options);
    EXPECT_EQ(printed.code, 0) << printed.out << printed.err;
    EXPECT_THAT(held("wetopi-platform", "retain_mission"), HasSubstr("Extract concise operational knowledge"));
    EXPECT_FALSE(server.has("wetopi-business")) << "no scope of this configuration has it";
    EXPECT_THAT(held("wetopi-customer-42", "retain_mission"), HasSubstr("this one customer"));
}

TEST_F(BootstrapCommand, NamesABankThatNobodyDeclaredAndLogsThatKeepTexts) {
    configure("  security: {bank: wetopi-security}\n");
    server.audit_log = server.llm_trace = true;
    const auto printed = run();
    EXPECT_THAT(printed.err, HasSubstr("scope security: its bank wetopi-security is not declared"));
    EXPECT_THAT(printed.err, HasSubstr("HINDSIGHT_API_AUDIT_LOG_RETENTION_DAYS"));
    EXPECT_THAT(printed.err, HasSubstr("HINDSIGHT_API_LLM_TRACE_RETENTION_DAYS"));
    EXPECT_FALSE(server.has("wetopi-security"));
}

TEST_F(BootstrapCommand, SaysWhatItDoesNotUnderstandAndTouchesNothing) {
    write("bad.yaml", "banks:\n  b: {config: {retain_extraction_mode: nope}}\n");
    cli::BootstrapOptions options;
    options.banks = (folder / "bad.yaml").string();
    EXPECT_EQ(run(options).code, 2);
    EXPECT_THAT(run(options).err, HasSubstr("bad.yaml:2: banks.b.config.retain_extraction_mode: is none of the words"));
    options = {};
    options.config = (folder / "none.yaml").string();
    EXPECT_EQ(run(options).code, 2);
    write("embedded.yaml", "version: 1\n");
    options.config = (folder / "embedded.yaml").string();
    EXPECT_EQ(run(options).code, 2);
    EXPECT_THAT(run(options).err, HasSubstr("banks to make are of Hindsight only; set backend.type: hindsight"));
    EXPECT_THAT(server.calls(), IsEmpty());
}

TEST_F(BootstrapCommand, SaysThatTheKeyIsWrongAndNeverShowsIt) {
    server.key = "another";
    const auto printed = run();
    EXPECT_EQ(printed.code, 1);
    EXPECT_THAT(printed.err, HasSubstr("the server does not take the key; set backend.api_key"));
    EXPECT_THAT(printed.out + printed.err, Not(HasSubstr("right")));
    EXPECT_THAT(server.calls(true), IsEmpty());
}

TEST_F(BootstrapCommand, PrintsTheBuiltInBanksSoThatTheyCanBeCopied) {
    cli::BootstrapOptions options;
    options.print = true;
    const auto printed = run(options);
    EXPECT_EQ(printed.code, 0);
    EXPECT_TRUE(config::load_banks(printed.out, "copy").ok());
    EXPECT_THAT(server.calls(), IsEmpty());
}

TEST(Bootstrap, LeavesOutWhatAnOldServerDoesNotKnowAndSaysSo) {
    BankServer server("0.9.2");
    config::Settings settings;
    settings.backend.type = config::BackendType::hindsight;
    settings.backend.url = server.url();
    const auto banks = config::load_banks(
        "banks:\n  b: {config: {retain_mission: x, recall_prefer_observations: true}}\n", "banks.yaml");
    ASSERT_TRUE(banks.ok());
    HindsightBanks client(settings.backend, Millis(5000));
    for (const bool dry_run : {true, false}) {
        const auto report = cli::run_bootstrap({settings, *banks.catalog, true, dry_run}, client);
        EXPECT_FALSE(report.failed());
        ASSERT_EQ(report.banks.size(), 1u);
        EXPECT_THAT(report.banks[0].change.left_out, ElementsAre("recall_prefer_observations"));
    }
    EXPECT_TRUE(server.bank("b").overrides.contains("retain_mission"));
}

}  // namespace
}  // namespace wm
