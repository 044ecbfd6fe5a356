#pragma once
// The audit trail on disk: <data_dir>/audit.log, appended to, synced by the group. At `file_bytes_max` it becomes
// audit.1.log, that one audit.2.log, and so on; the oldest of `files_max` goes. The chain runs through all of them, so a
// trail whose beginning has been rotated away verifies from the first line there is.

#include "actors/audit.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/time.hpp"
#include "store/serial.hpp"
#include "store/sqlite.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace wm {

struct AuditLimits {
    std::size_t file_bytes_max = 16u << 20;
    std::size_t files_max = 8;
};

class AuditLog final : public Audit {
public:
    // Blocks: for the start. A last line that a crash cut off is taken away; a trail that does not verify at its end is
    // left as it is and refused, for somebody has written into it.
    static std::variant<std::unique_ptr<AuditLog>, StoreError> open(const std::string& data_dir,
                                                                    const AuditLimits& limits, Workers& workers,
                                                                    const Time& time);
    ~AuditLog() override;
    AuditLog(const AuditLog&) = delete;
    AuditLog& operator=(const AuditLog&) = delete;

    void note(AuditEntry entry) override;
    // Of `denied` at most so many a minute: who knocks without end must not push out the rest of the trail.
    static constexpr std::uint64_t denied_a_minute_max = 100;
    std::uint64_t failures() const { return failures_; }  // entries that the disk refused; any thread

private:
    struct Noted {
        AuditEntry entry;
        WallTime at;
    };
    AuditLog(std::string folder, const AuditLimits& limits, Workers& workers, const Time& time);
    std::optional<StoreError> take_up();
    void handle(std::vector<Noted> entries);
    bool too_many(const Noted& noted);
    bool append(const std::string& text);
    void rotate();

    std::string folder_;
    AuditLimits limits_;
    const Time& time_;
    int file_ = -1;
    std::size_t bytes_ = 0;
    policies::AuditChain chain_;
    WallTime minute_{};  // of the denials that are counted
    std::uint64_t denied_ = 0;
    std::atomic<std::uint64_t> failures_{0};
    SerialQueue<Noted> queue_;  // last: its handler uses the above
};

struct AuditVerdict {
    std::uint64_t lines = 0, first = 0, last = 0;
    std::string broken;    // the first line that is not as it was written: file and line; empty: the trail is whole
    bool cut_off = false;  // the last line is not whole: a crash, or a daemon that is writing it
};
// Reads the trail of a data directory from its oldest line, and hands each line on.
AuditVerdict read_audit(const std::string& data_dir, const AuditLimits& limits,
                        const std::function<void(const policies::AuditLine&)>& with);

}  // namespace wm
