// What a tool call proves.

#include "policies/evidence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace wm::policies {
namespace {

using Kind = RunJudgement::Kind;

ToolRun ran(std::string command, std::string result = {}, bool ok = true) {
    ToolRun run;
    run.tool = "terminal";
    run.arguments = {{"command", std::move(command)}};
    run.result.text = std::move(result);
    run.ok = ok;
    return run;
}

struct Row {
    const char* command;
    Kind kind;
    const char* tool;
};

TEST(Evidence, KnowsWhatAHundredCommandsDo) {
    for (const Row& row : std::vector<Row>{
             {"kubectl get nodes -o wide", Kind::check, "kubectl"},
             {"kubectl -n keycloak rollout restart deploy/keycloak", Kind::mutation, "kubectl"},
             {"kubectl -n keycloak rollout status sts/keycloak --timeout=120s", Kind::check, "kubectl"},
             {"kubectl delete pod x && sleep 60 && kubectl get pod", Kind::mutation, "kubectl"},
             {"kubectl apply -f x.yaml --dry-run=server", Kind::check, "kubectl"},
             {"helm upgrade opensearch opensearch/opensearch --version 2.31.0 -n logging", Kind::mutation, "helm"},
             {"helm -n logging list", Kind::check, "helm"},
             {"argocd app sync bookstack --timeout 300", Kind::mutation, "argocd"},
             {"argocd app get bookstack", Kind::check, "argocd"},
             {"ansible-playbook -i inventory/prod ssh.yml -l workers", Kind::mutation, "ansible-playbook"},
             {"ansible-playbook --check site.yml", Kind::check, "ansible-playbook"},
             {"pvesh get /nodes/pve04/qemu --output-format json", Kind::check, "pvesh"},
             {"pvesh create /nodes/pve04/status --command shutdown", Kind::mutation, "pvesh"},
             {"qm migrate 214 pve02 --online", Kind::mutation, "qm"},
             {"ssh pve03 'ceph osd out 17 && systemctl stop ceph-osd@17'", Kind::mutation, "ceph"},
             {"ceph -s", Kind::check, "ceph"},
             {"ceph health detail | head -5", Kind::check, "ceph"},
             {"ssh pve03 uptime", Kind::check, "uptime"},
             {"ssh db-7 'sudo systemctl reboot'", Kind::mutation, "systemctl"},
             {"systemctl status nginx", Kind::check, "systemctl"},
             {"git log --oneline | head", Kind::read, "git"},
             {"git push -q origin main", Kind::mutation, "git"},
             {"curl -s -o /dev/null -w '%{http_code}' https://x/login", Kind::check, "curl"},
             {"curl -X POST https://x/api -d '{}'", Kind::mutation, "curl"},
             {"psql -c 'select 1'", Kind::check, "psql"},
             {"psql -c 'ALTER TABLE a ADD b int'", Kind::mutation, "psql"},
             {"cat /etc/hosts", Kind::read, "cat"},
             {"sed -i s/a/b/ f", Kind::file_edit, "sed"},
             {"FOO=1 sudo timeout 20 docker restart web", Kind::mutation, "docker"},
             {"acmectl service restart web", Kind::mutation, "acmectl"},
             {"acmectl service list", Kind::check, "acmectl"},
             {"regctl-clean --older 90d", Kind::mutation, "regctl-clean"},
             {"./rotate-test.sh demo --wait 120", Kind::other, "rotate-test.sh"},
             {"find /var/spool/tmp -mtime +2 -delete", Kind::mutation, "find"},
             {"find /var/spool/tmp -mtime +2", Kind::read, "find"}}) {
        const RunJudgement judged = judge_run(ran(row.command));
        EXPECT_EQ(judged.kind, row.kind) << row.command;
        EXPECT_EQ(judged.tool, row.tool) << row.command;
    }
}

TEST(Evidence, KnowsHostToolsMemoryToolsAndTheTailOfAnMcpName) {
    const auto kind = [](const char* tool) {
        ToolRun run;
        run.tool = tool;
        run.ok = true;
        return judge_run(run).kind;
    };
    EXPECT_EQ(kind("read_file"), Kind::read);
    EXPECT_EQ(kind("patch"), Kind::file_edit);
    EXPECT_EQ(kind("hindsight_retain"), Kind::native_memory);
    EXPECT_EQ(kind("memory_search"), Kind::own_tool);
    EXPECT_EQ(kind("mcp__wetopi__memory_retain"), Kind::own_tool);
    EXPECT_EQ(kind("mcp__k8s__pods_list"), Kind::check);
    EXPECT_EQ(kind("mcp__k8s__delete_pod"), Kind::mutation);
    EXPECT_EQ(kind("mcp__github__create_issue"), Kind::mutation);
    EXPECT_EQ(kind("todo"), Kind::other);
}

struct Outcome {
    const char* command;
    const char* result;
    bool ok;
    bool succeeded;
};

TEST(Evidence, JudgesSuccessByStatusExitCodeAndErrorMarks) {
    for (const Outcome& row : std::vector<Outcome>{
             {"helm upgrade x y", "Error: UPGRADE FAILED: context deadline exceeded\nexit code: 1", false, false},
             {"helm upgrade x y", "Error: UPGRADE FAILED", true, false},
             {"helm upgrade x y", "Release \"x\" has been upgraded", true, true},
             {"qm migrate 1 b", "{\"output\": \"fine\", \"exit_code\": 0, \"error\": null}", true, true},
             {"qm migrate 1 b", "{\"output\": \"bad\", \"exit_code\": 255}", true, false},
             {"kubectl logs deploy/a", "2026 [error] recv() failed\nerror: upstream\n", true, true},
             {"ansible-playbook x.yml", "w-1 : ok=14 changed=6 unreachable=0 failed=0", true, true},
             {"ansible-playbook x.yml", "w-1 : ok=14 changed=6 unreachable=1 failed=0", true, false},
             {"argocd app sync v", "FATA[0004] namespaces \"tools\" not found", true, false},
             {"git push", "fatal: could not read from remote", true, false},
             {"systemctl restart a", "", false, false}}) {
        EXPECT_EQ(judge_run(ran(row.command, row.result, row.ok)).succeeded, row.succeeded)
            << row.command << " " << row.result;
    }
}

// A log holds other things' errors, exit codes and recaps; a tool says at its end how it went itself.
TEST(Evidence, AsksOnlyTheEndOfALongResultHowTheCallWent) {
    std::string log;
    while (log.size() < 20'000)
        log += "error: upstream is gone\nrc=1\nnode-1 : ok=1 changed=0 unreachable=0 failed=1\nexit code: 1\n";
    const std::string fine = log + std::string(600, '.') + "\ndone\n";
    for (const char* command :
         {"helm upgrade a b", "systemctl restart a", "ansible-playbook x.yml", "kubectl get pods"})
        EXPECT_TRUE(judge_run(ran(command, fine)).succeeded) << command;
    EXPECT_FALSE(judge_run(ran("helm upgrade a b", fine + "exit code: 1")).succeeded);
    EXPECT_FALSE(judge_run(ran("helm upgrade a b", fine + "Error: UPGRADE FAILED: timed out")).succeeded);
    EXPECT_FALSE(judge_run(ran("ansible-playbook x.yml", fine + "w-1 : ok=1 unreachable=0 failed=1")).succeeded);
    EXPECT_FALSE(judge_run(ran("helm upgrade a b", "{\"output\": \"" + fine + "\", \"exit_code\": 1}")).succeeded);
}

TEST(Evidence, TakesNoExitCodeInASentenceForTheCallsOwn) {
    EXPECT_TRUE(judge_run(ran("journalctl -u a", "kubelet: container died with exit code 137")).succeeded);
    EXPECT_TRUE(judge_run(ran("kubectl logs a", "3 jobs, failed=3")).succeeded) << "no recap of Ansible's";
}

TEST(Evidence, MatchesAFailedAttemptWithItsLaterSuccess) {
    const std::vector<RunJudgement> judged = judge_runs(
        {ran("argocd app sync vaultwarden", "FATA[0004] no namespace\nexit code: 20", false), ran("kubectl get ns"),
         ran("argocd app sync vaultwarden --sync-option CreateNamespace=true", "Synced")});
    EXPECT_TRUE(judged[0].failed_then_fixed);
    EXPECT_FALSE(judged[1].failed_then_fixed);
    const std::vector<RunJudgement> other = judge_runs(
        {ran("qm migrate 318 pve05", "exit code: 255", false), ran("systemctl restart nginx", "exit code: 0")});
    EXPECT_FALSE(other[0].failed_then_fixed);
}

TEST(Evidence, SummarisesInOneBoundedLineWithoutResultsOrSecrets) {
    const RunJudgement judged = judge_run(
        ran("curl -H 'Authorization: Bearer sYcEhFZLUGLxwxf7LNc6HNek68' \\\n https://x/" + std::string(400, 'a'),
            "secret output"));
    EXPECT_LE(judged.summary.size(), 160U);
    EXPECT_EQ(judged.summary.find('\n'), std::string::npos);
    EXPECT_EQ(judged.summary.find("sYcEhF"), std::string::npos);
    EXPECT_EQ(judged.summary.find("secret output"), std::string::npos);
    EXPECT_TRUE(judged.summary.ends_with(": succeeded"));
}

TEST(Evidence, NamesTheResourcesOfACommand) {
    const std::vector<std::string> names = judge_run(ran("ssh pve03 'ceph osd out osd.17'")).entities;
    EXPECT_NE(std::find(names.begin(), names.end(), "pve03"), names.end());
    EXPECT_NE(std::find(names.begin(), names.end(), "osd.17"), names.end());
}

TEST(Evidence, SurvivesUnclosedQuotesEmptyCommandsAndLongResults) {
    for (const char* command : {"", "'", "\"ssh '", "a &&& | ; \n", "ssh", "ssh host", "sudo", "timeout 5", "=",
                                "sh -c 'sh -c \"sh -c x y\"'"}) {
        judge_run(ran(command, std::string(100'000, 'x')));
    }
}

}  // namespace
}  // namespace wm::policies
