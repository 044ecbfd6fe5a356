#include "store/audit_log.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <utility>

namespace wm {
namespace {

std::string path_of(const std::string& folder, std::size_t number) {
    return folder + "/audit" + (number == 0 ? "" : "." + std::to_string(number)) + ".log";
}
bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

StoreError refused(const std::string& path, const std::string& what, const std::string& remedy) {
    return {"the audit trail " + path + " " + what + "; " + remedy};
}

}  // namespace

std::variant<std::unique_ptr<AuditLog>, StoreError> AuditLog::open(const std::string& data_dir,
                                                                   const AuditLimits& limits, Workers& workers,
                                                                   const Time& time) {
    std::unique_ptr<AuditLog> log(new AuditLog(data_dir, limits, workers, time));
    if (auto error = log->take_up()) return *std::move(error);
    return log;
}

AuditLog::AuditLog(std::string folder, const AuditLimits& limits, Workers& workers, const Time& time)
    : folder_(std::move(folder)),
      limits_(limits),
      time_(time),
      queue_(workers, [this](std::vector<Noted> entries) { handle(std::move(entries)); }) {}

AuditLog::~AuditLog() {
    if (file_ >= 0) ::close(file_);
}

std::optional<StoreError> AuditLog::take_up() {
    const auto path = path_of(folder_, 0);
    const auto verdict = read_audit(folder_, limits_, [this](const policies::AuditLine& line) {
        chain_ = policies::AuditChain(line.number, line.hash);
    });
    if (!verdict.broken.empty())
        return refused(
            path, "was changed after it was written (" + verdict.broken + ")",
            "keep a copy of audit*.log for whoever looks into it, move them out of data_dir, and start again");
    file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    struct stat about{};
    if (file_ < 0 || ::fstat(file_, &about) != 0)
        return refused(path, std::string("cannot be opened (") + std::strerror(errno) + ")",
                       "it must be a file that this user may write");
    bytes_ = static_cast<std::size_t>(about.st_size);
    if (!verdict.cut_off) return std::nullopt;
    // Back to the end of the last whole line.
    std::string tail(std::min<std::size_t>(bytes_, 4096), '\0');
    const auto from = static_cast<off_t>(bytes_ - tail.size());
    if (::pread(file_, tail.data(), tail.size(), from) != static_cast<ssize_t>(tail.size()))
        return refused(path, "cannot be read", "check its disk");
    const auto end = tail.rfind('\n');
    bytes_ = end == std::string::npos ? static_cast<std::size_t>(from) : static_cast<std::size_t>(from) + end + 1;
    if (::ftruncate(file_, static_cast<off_t>(bytes_)) != 0)
        return refused(path, std::string("cannot be mended (") + std::strerror(errno) + ")", "check its disk");
    return std::nullopt;
}

void AuditLog::note(AuditEntry entry) { queue_.push({std::move(entry), time_.wall()}); }

void AuditLog::handle(std::vector<Noted> entries) {
    if (bytes_ >= limits_.file_bytes_max) rotate();
    const auto before = chain_;
    std::string text;
    for (const auto& noted : entries)
        if (!too_many(noted)) text += chain_.next(noted.entry, noted.at);
    if (text.empty() || append(text)) return;
    chain_ = before;  // what is not there is not a link of the chain
    failures_ += entries.size();
}

bool AuditLog::too_many(const Noted& noted) {
    if (noted.entry.action != AuditAction::denied) return false;
    if (noted.at < minute_ || noted.at >= minute_ + std::chrono::minutes(1)) {
        minute_ = noted.at;
        denied_ = 0;
    }
    return ++denied_ > denied_a_minute_max;
}

bool AuditLog::append(const std::string& text) {
    if (file_ < 0) return false;
    const auto written = ::write(file_, text.data(), text.size());
    if (written == static_cast<ssize_t>(text.size()) && ::fdatasync(file_) == 0) {
        bytes_ += text.size();
        return true;
    }
    (void)!::ftruncate(file_, static_cast<off_t>(bytes_));
    return false;
}

void AuditLog::rotate() {
    if (limits_.files_max < 2) return;
    (void)::unlink(path_of(folder_, limits_.files_max - 1).c_str());
    for (std::size_t number = limits_.files_max - 1; number > 0; --number)
        (void)::rename(path_of(folder_, number - 1).c_str(), path_of(folder_, number).c_str());
    const int fresh = ::open(path_of(folder_, 0).c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fresh < 0) return;  // the old file goes on
    ::close(std::exchange(file_, fresh));
    bytes_ = 0;
}

AuditVerdict read_audit(const std::string& data_dir, const AuditLimits& limits,
                        const std::function<void(const policies::AuditLine&)>& with) {
    AuditVerdict verdict;
    policies::AuditChain chain;
    for (auto number = std::max<std::size_t>(limits.files_max, 1); number-- > 0;) {
        const auto path = path_of(data_dir, number);
        if (!exists(path)) continue;
        std::ifstream file(path, std::ios::binary);
        std::string line;
        for (std::uint64_t at = 1; std::getline(file, line); ++at) {
            if (file.eof()) {  // no line break behind it
                verdict.cut_off = number == 0;
                if (verdict.cut_off) break;
            }
            const auto read = policies::parse_audit_line(line);
            // The line before the oldest one has been rotated away: it is taken at its word, its number says how old.
            if (verdict.lines == 0 && read && read->number > 1) {
                chain = policies::AuditChain(read->number, read->hash);
            } else if (!chain.follows(line)) {
                verdict.broken = path + " line " + std::to_string(at);
                return verdict;
            }
            if (verdict.lines++ == 0) verdict.first = read->number;
            verdict.last = read->number;
            with(*read);
        }
    }
    return verdict;
}

}  // namespace wm
