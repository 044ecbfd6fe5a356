// `wetopi-memory export`, `wetopi-memory import FILE`: the memories of the embedded store as text, and back.
#include "cli/transfer.hpp"

#include "cli/commands.hpp"
#include "cli/memory_lines.hpp"
#include "cli/own_secrets.hpp"

#include "config/load.hpp"
#include "policies/secrets.hpp"
#include "store/backup.hpp"
#include "store/lock.hpp"
#include "store/memory_schema.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace wm::cli {
namespace {

int refused(const char* command, const std::string& why, int code = failed) {
    std::cerr << "wetopi-memory " << command << ": " << why << '\n';
    return code;
}

// A copy of one moment to read from, so that a daemon may go on meanwhile.
class Copy {
public:
    Copy() {
        auto name = (std::filesystem::temp_directory_path() / "wetopi-memory-XXXXXX").string();
        if (mkdtemp(name.data())) folder_ = name;
    }
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;
    ~Copy() {
        std::error_code ignored;
        if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
    }
    std::string file() const { return folder_ + "/memory.db"; }

private:
    std::string folder_;
};

bool write_new(const std::string& file, const std::string& text) {  // 0600: it is what people said
    const int out = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (out < 0) return false;
    std::size_t done = 0;
    while (done < text.size()) {
        const auto wrote = ::write(out, text.data() + done, text.size() - done);
        if (wrote <= 0) break;
        done += static_cast<std::size_t>(wrote);
    }
    const bool whole = done == text.size() && ::fsync(out) == 0;
    return ::close(out) == 0 && whole;
}

}  // namespace

int export_memories(const ExportOptions& options) {
    const auto loaded = config::load_file(options.config, config::process_environment());
    if (!loaded.ok()) {
        std::cerr << config::describe(loaded);
        return misunderstood;
    }
    const Copy copy;
    if (const auto error = back_up(loaded.settings->data_dir, copy.file())) return refused("export", error->message);
    auto opened = Database::open(copy.file(), memory_schema());
    if (const auto* error = std::get_if<StoreError>(&opened)) return refused("export", error->message);
    const auto memories = carry_out(std::get<Database>(opened));
    if (!memories) return refused("export", "the store cannot be read; see `wetopi-memory backup`");
    std::ostringstream text;
    if (options.format == "markdown") write_markdown(text, *memories);
    else if (options.format == "graphml") write_graphml(text, *memories);
    else write_jsonl(text, *memories);
    if (options.file.empty()) {
        std::cout << text.str() << std::flush;
        return std::cout ? done : failed;
    }
    if (!write_new(options.file, text.str()))
        return refused("export", options.file + " cannot be written; it must not exist yet, its folder must");
    std::cerr << options.file << ": " << memories->size() << " memories written\n";
    return done;
}

int import_memories(const ImportOptions& options) {
    const auto loaded = config::load_file(options.config, config::process_environment());
    if (!loaded.ok()) {
        std::cerr << config::describe(loaded);
        return misunderstood;
    }
    const auto& settings = *loaded.settings;
    const auto rules = own_secret_rules(settings.secret_rules_file);
    if (!rules) return misunderstood;
    policies::use_own_secret_rules(*rules);
    std::ifstream in(options.file);
    if (!in) return refused("import", options.file + " cannot be read", misunderstood);
    auto read = read_jsonl(in);
    if (const auto* fault = std::get_if<std::string>(&read))
        return refused("import", options.file + ", " + *fault, misunderstood);
    const auto& memories = std::get<std::vector<CarriedMemory>>(read);
    auto lock = DataDirLock::acquire(settings.data_dir);
    if (const auto* error = std::get_if<StoreError>(&lock)) return refused("import", error->message);
    std::optional<BroughtIn> told;
    {
        auto opened = Database::open(settings.data_dir + "/memory.db", memory_schema());
        if (const auto* error = std::get_if<StoreError>(&opened)) return refused("import", error->message);
        told = bring_in(std::get<Database>(opened), memories, options.dry_run);
    }
    if (!told) return refused("import", "the disk refuses; what is done so far is kept, run it again");
    if (!options.dry_run) {
        auto table = MemoryTable::open(settings.data_dir);  // makes the index anew
        if (const auto* error = std::get_if<StoreError>(&table)) return refused("import", error->message);
    }
    std::cout << (options.dry_run ? "would add " : "added ") << told->added << ", already there " << told->known
              << ", refused for a secret " << told->secret << '\n';
    return done;
}

}  // namespace wm::cli
