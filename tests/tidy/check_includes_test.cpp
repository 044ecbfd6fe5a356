// P9: includes and links. The tables here are the matrix of docs/architecture.md.
#include "tests/tidy/rules.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace wm::tidy {
namespace {

// folder → what it may include beside itself: a folder, or one header of it
const std::map<std::string, std::set<std::string>> may_include = {
    {"policies", {}},
    {"runtime", {"policies/instant.hpp"}},
    {"config", {"policies"}},
    {"actors", {"policies", "runtime", "config/settings.hpp"}},
    {"net", {"policies", "config", "runtime", "actors"}},
    {"store",
     {"policies", "config", "runtime", "actors/backend.hpp", "actors/spool.hpp", "actors/name_store.hpp",
      "actors/audit.hpp"}},
    {"cli", {"policies", "config", "runtime", "actors", "net", "store"}},
    {"bench", {"policies", "config", "runtime", "actors", "net", "store", "cli", "tests"}},
    {"tests", {"policies", "config", "runtime", "actors", "net", "store", "cli", "bench"}},
};

// library header → the product folders that may see it; tests and bench may see all
const std::pair<std::string, std::set<std::string>> libraries[] = {
    {"boost/asio", {"runtime", "net", "cli"}},
    {"boost/beast", {"net"}},
    {"boost/json", {"net", "cli"}},
    {"yaml-cpp", {"config"}},
    {"sqlite3.h", {"store"}},
    {"spdlog", {"runtime"}},
    {"fmt/", {"runtime"}},
    {"prometheus/", {"runtime"}},
    {"re2/", {"policies"}},
    {"hs/hs.h", {"policies"}},
    {"openssl/", {"net", "cli"}},
};

const std::pair<std::string, std::set<std::string>> linked[] = {
    {"Boost::json", {"net", "cli"}}, {"yaml-cpp", {"config"}},         {"SQLite::SQLite3", {"store"}},
    {"spdlog::spdlog", {"runtime"}}, {"PkgConfig::RE2", {"policies"}}, {"prometheus-cpp::core", {"runtime"}},
};

std::string folder_of(const std::string& path) { return path.substr(0, path.find('/')); }

// The name between the quotes or angle brackets of an include line; empty when it is none.
std::string included(const std::string& raw, char open, char close) {
    const auto hash = raw.find_first_not_of(' ');
    if (hash == std::string::npos || raw.compare(hash, 8, "#include") != 0) return {};
    const auto from = raw.find(open, hash + 8);
    const auto to = from == std::string::npos ? from : raw.find(close, from + 1);
    return to == std::string::npos ? std::string() : raw.substr(from + 1, to - from - 1);
}

Problems check_quoted(const Source& source, const std::string& where, const std::string& header) {
    const auto folder = folder_of(source.path);
    const auto& allowed = may_include.at(folder);
    if (header.find('/') == std::string::npos) return {where + "\"" + header + "\": includes are named from the root"};
    const auto target = folder_of(header);
    if (target == folder || allowed.contains(target) || allowed.contains(header)) return {};
    return {where + folder + "/ may not include " + header};
}

}  // namespace

Problems check_includes(const Source& source) {
    Problems problems;
    const auto folder = folder_of(source.path);
    if (!may_include.contains(folder)) return problems;
    for (std::size_t i = 0; i < source.raw.size(); ++i) {
        if (source.code[i].find("#include") == std::string::npos) continue;
        const auto where = source.path + ":" + std::to_string(i + 1) + ": ";
        const auto quoted = included(source.raw[i], '"', '"');
        if (!quoted.empty()) std::ranges::copy(check_quoted(source, where, quoted), std::back_inserter(problems));
        const auto system = included(source.raw[i], '<', '>');
        for (const auto& [library, folders] : libraries)
            if (system.starts_with(library) && !folders.contains(folder) && folder != "tests" && folder != "bench")
                problems.push_back(where + folder + "/ may not include <" + system + ">");
    }
    return problems;
}

Problems check_links(const std::string& cmake_lists) {
    std::map<std::string, std::set<std::string>> links;  // folder → folders linked directly
    Problems problems;
    for (const auto& line : lines_of(cmake_lists)) {
        if (!line.starts_with("wm_library(")) continue;
        std::istringstream in(line.substr(11, line.find(')') - 11));
        std::string name, folder;
        in >> name >> folder;
        auto& to = links[folder];
        for (std::string what; in >> what;) {
            if (what.starts_with("wm_")) to.insert(what.substr(3));
            for (const auto& [library, folders] : linked)
                if (what == library && !folders.contains(folder))
                    problems.push_back("CMakeLists.txt: wm_" + folder + " may not link " + what);
        }
    }
    for (const auto& [folder, direct] : links) {
        std::set<std::string> reached, allowed;
        std::function<void(const std::string&)> reach = [&](const std::string& from) {
            for (const auto& next : links[from])
                if (reached.insert(next).second) reach(next);
        };
        reach(folder);
        if (const auto row = may_include.find(folder); row != may_include.end())
            for (const auto& entry : row->second) allowed.insert(folder_of(entry));
        if (reached != allowed)
            problems.push_back("CMakeLists.txt: wm_" + folder + " does not link exactly the folders that " + folder +
                               "/ may include");
    }
    return problems;
}

Problems check_cycles(const std::vector<Source>& sources) {
    std::map<std::string, std::vector<std::string>> includes;
    for (const auto& source : sources)
        for (const auto& line : source.raw)
            if (const auto header = included(line, '"', '"'); !header.empty()) includes[source.path].push_back(header);
    Problems problems;
    std::map<std::string, int> state;  // 1: on the way here, 2: done
    std::function<void(const std::string&)> visit = [&](const std::string& path) {
        state[path] = 1;
        for (const auto& header : includes[path]) {
            if (state[header] == 1) problems.push_back(path + ": including " + header + " closes a circle");
            if (state[header] == 0) visit(header);
        }
        state[path] = 2;
    };
    for (const auto& source : sources)
        if (state[source.path] == 0) visit(source.path);
    return problems;
}

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Problems includes(const std::string& path, const std::string& text) { return check_includes(read_source(path, text)); }

TEST(TidyIncludes, NameTheLineThatPointsTheWrongWay) {
    EXPECT_THAT(includes("policies/bad.hpp", "#pragma once\n#include \"actors/gateway.hpp\"\n"),
                ElementsAre("policies/bad.hpp:2: policies/ may not include actors/gateway.hpp"));
    EXPECT_THAT(includes("net/wire.hpp", "#include \"store/spool.hpp\"\n"),
                ElementsAre(HasSubstr("net/ may not include store/")));
    EXPECT_THAT(includes("actors/x.hpp", "#include \"net/wire.hpp\"\n"), ElementsAre(HasSubstr("net/wire.hpp")));
    EXPECT_THAT(includes("runtime/x.hpp", "#include \"tests/sim/world.hpp\"\n"), ElementsAre(HasSubstr("tests/")));
}

TEST(TidyIncludes, OpenSomeHeadersOfAFolderOnly) {
    EXPECT_THAT(includes("runtime/time.hpp", "#include \"policies/instant.hpp\"\n"), IsEmpty());
    EXPECT_THAT(includes("runtime/time.hpp", "#include \"policies/types.hpp\"\n"),
                ElementsAre(HasSubstr("runtime/ may not")));
    EXPECT_THAT(includes("actors/x.hpp", "#include \"config/settings.hpp\"\n"), IsEmpty());
    EXPECT_THAT(includes("actors/x.hpp", "#include \"config/load.hpp\"\n"), ElementsAre(HasSubstr("actors/ may not")));
    EXPECT_THAT(includes("store/spool.hpp", "#include \"actors/spool.hpp\"\n#include \"actors/backend.hpp\"\n"),
                IsEmpty());
    EXPECT_THAT(includes("store/spool.hpp", "#include \"actors/gateway.hpp\"\n"),
                ElementsAre(HasSubstr("store/ may not")));
}

TEST(TidyIncludes, LeaveCommandsAndTestsFree) {
    EXPECT_THAT(includes("cli/serve.cpp", "#include \"net/wire.hpp\"\n#include \"store/spool.hpp\"\n"), IsEmpty());
    EXPECT_THAT(includes("tests/net/wire_test.cpp", "#include \"net/wire.hpp\"\n#include <boost/json.hpp>\n"),
                IsEmpty());
}

TEST(TidyIncludes, KeepLibrariesWhereTheyBelong) {
    EXPECT_THAT(includes("actors/x.hpp", "#include <boost/asio/post.hpp>\n"),
                ElementsAre(HasSubstr("<boost/asio/post.hpp>")));
    EXPECT_THAT(includes("actors/x.cpp", "#include <boost/json.hpp>\n"), ElementsAre(HasSubstr("<boost/json.hpp>")));
    EXPECT_THAT(includes("runtime/x.cpp", "#include <boost/beast.hpp>\n"), ElementsAre(HasSubstr("<boost/beast.hpp>")));
    EXPECT_THAT(includes("net/x.cpp", "#include <sqlite3.h>\n"), ElementsAre(HasSubstr("<sqlite3.h>")));
    EXPECT_THAT(includes("net/x.cpp", "#include <boost/beast.hpp>\n#include <boost/json.hpp>\n"), IsEmpty());
}

TEST(TidyIncludes, DoNotReadComments) {
    EXPECT_THAT(includes("policies/x.hpp", "// #include \"net/wire.hpp\"\n"), IsEmpty());
}

TEST(TidyIncludes, AreNamedFromTheRoot) {
    EXPECT_THAT(includes("net/x.cpp", "#include \"wire.hpp\"\n"), ElementsAre(HasSubstr("named from the root")));
}

TEST(TidyLinks, MustBeTheIncludeMatrix) {
    const std::string good =
        "wm_library(wm_policies policies PkgConfig::RE2)\nwm_library(wm_config config wm_policies yaml-cpp)\n"
        "wm_library(wm_runtime runtime wm_policies)\nwm_library(wm_actors actors wm_config wm_runtime)\n"
        "wm_library(wm_net net wm_actors Boost::json)\n";
    EXPECT_THAT(check_links(good), IsEmpty());
    EXPECT_THAT(check_links(good + "wm_library(wm_store store wm_net)\n"), ElementsAre(HasSubstr("wm_store")));
    EXPECT_THAT(check_links("wm_library(wm_policies policies Boost::json)\n"),
                ElementsAre("CMakeLists.txt: wm_policies may not link Boost::json"));
    EXPECT_THAT(
        check_links("wm_library(wm_policies policies wm_runtime)\nwm_library(wm_runtime runtime wm_policies)\n"),
        testing::Contains(HasSubstr("wm_policies does not link exactly")));
}

TEST(TidyCycles, AreFound) {
    const std::vector<Source> straight{read_source("a/x.hpp", "#include \"a/y.hpp\"\n"), read_source("a/y.hpp", "\n")};
    EXPECT_THAT(check_cycles(straight), IsEmpty());
    const std::vector<Source> round{read_source("a/x.hpp", "#include \"a/y.hpp\"\n"),
                                    read_source("a/y.hpp", "#include \"a/x.hpp\"\n")};
    EXPECT_THAT(check_cycles(round), ElementsAre("a/y.hpp: including a/x.hpp closes a circle"));
}

}  // namespace
}  // namespace wm::tidy
