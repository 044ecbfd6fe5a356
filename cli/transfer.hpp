#pragma once
// `wetopi-memory export` and `wetopi-memory import`. Exit codes as in cli/commands.

#include <string>

namespace wm::cli {

struct ExportOptions {
    std::string format = "jsonl";  // jsonl, markdown, graphml
    std::string file;              // to be made; empty: standard output
    std::string config;
};
int export_memories(const ExportOptions& options);
struct ImportOptions {
    std::string file;
    bool dry_run = false;
    std::string config;
};
int import_memories(const ImportOptions& options);  // misunderstood: nothing of the file was taken

}  // namespace wm::cli
