#include "policies/harness.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wm::policies {
namespace {

using testing::ElementsAre;

ToolRun run_of(const std::string& tool, const std::string& command = "") {
    ToolRun run;
    run.tool = tool;
    if (!command.empty()) run.arguments = {{"timeout", "5"}, {"command", command}};
    return run;
}

TEST(Harness, NamesTheTaskByThePlatformAndTheSender) {
    EXPECT_EQ(task_kind("telegram", "42"), "chat");
    EXPECT_EQ(task_kind("cli", ""), "chat");
    EXPECT_EQ(task_kind("api_server", ""), "api");
    EXPECT_EQ(task_kind("cron", ""), "cron");
    EXPECT_EQ(task_kind("curator", ""), "curator");
    EXPECT_EQ(task_kind("subagent", "42"), "subagent");
    EXPECT_EQ(task_kind("webhook", "webhook:orders"), "webhook");
    EXPECT_EQ(task_kind("telegram", "webhook:orders"), "webhook");
}

TEST(Harness, NamesAToolByItsServerOrItsOwnName) {
    std::vector<std::string> names;
    note_tool(names, run_of("mcp__acme-crm__find_customer"));
    note_tool(names, run_of("web_search"));
    note_tool(names, run_of("web_search"));
    note_tool(names, run_of("mcp____x"));
    EXPECT_THAT(names, ElementsAre("acme-crm", "web_search")) << "each once, an empty one never";
}

TEST(Harness, NamesTheProgramThatATerminalRan) {
    const std::pair<const char*, const char*> rows[] = {{"kubectl get pods", "kubectl"},
                                                        {"sudo FOO=1 /usr/bin/helm list", "helm"},
                                                        {"  git\tstatus", "git"},
                                                        {"cd;ls", "cd"}};
    for (const auto& [command, program] : rows) {
        std::vector<std::string> names;
        note_tool(names, run_of("terminal", command));
        EXPECT_THAT(names, ElementsAre("terminal", program)) << command;
    }
    std::vector<std::string> names;
    for (const auto* nothing : {"   ", "A=1 B=2", ";"}) note_tool(names, run_of("terminal", nothing));
    EXPECT_THAT(names, ElementsAre("terminal"));
}

TEST(Harness, KeepsEightNamespacesOfATurnAndNoLongOnes) {
    std::vector<std::string> names;
    note_tool(names, run_of(std::string(65, 'x')));
    EXPECT_TRUE(names.empty());
    for (int i = 0; i < 20; ++i) note_tool(names, run_of("tool" + std::to_string(i)));
    EXPECT_EQ(names.size(), tool_namespaces_max);
}

}  // namespace
}  // namespace wm::policies
