// What an operator does with dead letters: look, mend, send again, let go. Part of the spool, within its transactions.
#include "policies/batch.hpp"
#include "store/batch_codec.hpp"
#include "store/spool.hpp"

#include <algorithm>
#include <utility>

namespace wm {

using What = DeadLetterWork::What;

// Everything that may be refused is found before anything is written, so a refusal changes nothing.
std::optional<SqliteSpool::Outcome> SqliteSpool::apply(const Dead& dead) {
    const auto& work = dead.work;
    DeadLettersAnswered answer{.ticket = work.ticket, .status = DeadStatus::done};
    auto letters = dead_of(work);
    if (!letters) return std::nullopt;
    answer.status = judge(*letters, work);
    if (answer.status != DeadStatus::done) return answer;
    const bool writes = work.what == What::fix || work.what == What::replay || work.what == What::drop;
    for (auto& letter : *letters) {
        if (work.what == What::fix && !rewrite_dead(letter)) return std::nullopt;
        if (work.what == What::replay && !revive(letter, answer.revived)) return std::nullopt;
        if (work.what == What::drop && !forget_dead(letter)) return std::nullopt;
        answer.changed += writes;
        if (work.what == What::drop) account(AuditAction::removal, letter.spooled, "dropped");
        else if (writes) account(AuditAction::retain, letter.spooled, work.what == What::fix ? "mended" : "replayed");
        if (work.what == What::list)  // who asks for a list is not shown what was said
            for (auto& item : letter.spooled.batch.items) item.content.text.clear();
    }
    if (work.what != What::replay && work.what != What::drop) answer.letters = *std::move(letters);
    return answer;
}

std::optional<std::vector<DeadLetter>> SqliteSpool::dead_of(const DeadLetterWork& work) {
    std::vector<DeadLetter> letters;
    if (!work.ids.empty()) {
        for (const auto id : work.ids) {
            const auto step = find_dead_.with(id).step();
            if (step == Step::row) letters.push_back(read_dead(find_dead_));
            find_dead_.reset();
            if (step == Step::failed) return std::nullopt;
        }
        return letters;
    }
    list_dead_.with(work.what == What::list ? static_cast<std::int64_t>(work.most) : -1);
    for (;;) {
        const auto step = list_dead_.step();
        if (step == Step::failed) return std::nullopt;
        if (step == Step::done) return letters;
        letters.push_back(read_dead(list_dead_));
    }
}

DeadLetter SqliteSpool::read_dead(const Statement& row) const {
    DeadLetter letter;
    letter.id = static_cast<SpoolId>(row.integer(0));
    letter.bytes = row.bytes(2).size();
    letter.reason = row.text(3);
    letter.at = WallTime(Wall::duration(row.integer(4)));
    const auto plain = keys_.open(row.bytes(2), row.text(1));
    if (auto batch = plain ? decode(*plain) : std::nullopt) {
        letter.readable = true;
        letter.spooled = *std::move(batch);
    } else {
        letter.spooled.batch.operation = OperationId(std::string(row.text(1)));
    }
    return letter;
}

SqliteSpool::DeadStatus SqliteSpool::judge(std::vector<DeadLetter>& letters, const DeadLetterWork& work) const {
    if (!work.ids.empty() && letters.size() != work.ids.size()) return DeadStatus::unknown_letter;
    if (work.what == What::replay) {
        if (work.ids.empty()) std::erase_if(letters, [](const auto& letter) { return !letter.readable; });
        std::ranges::reverse(letters);  // as they once were sent, when the list was made latest first
        std::uint64_t bytes = 0;
        for (const auto& letter : letters) bytes += letter.bytes;
        if (draft_.waiting_bytes + bytes > limits_.bytes_max) return DeadStatus::full;
    }
    if (work.what != What::replay && work.what != What::fix) return DeadStatus::done;
    for (auto& letter : letters) {
        if (!letter.readable) return DeadStatus::unreadable_letter;
        if (work.what == What::fix && !policies::mend(letter.spooled.batch, work.item, work.text))
            return DeadStatus::unknown_item;
    }
    return DeadStatus::done;
}

bool SqliteSpool::rewrite_dead(DeadLetter& letter) {
    const auto& operation = letter.spooled.batch.operation.str();
    const auto payload = keys_.seal(encode(letter.spooled), operation);
    if (!fix_dead_.with(operation, Bytes(payload), letter.id).run()) return false;
    draft_.dead_bytes += payload.size() - letter.bytes;  // wraps round when it shrank, and so does the sum
    letter.bytes = payload.size();
    return true;
}

// One that waits already under the same operation is not added a second time.
bool SqliteSpool::revive(DeadLetter& letter, std::vector<SpooledBatch>& revived) {
    const auto& operation = letter.spooled.batch.operation;
    const auto known = waiting_as(operation);
    if (!known) return false;
    if (!*known) {
        const auto payload = keys_.seal(encode(letter.spooled), operation.str());
        if (!insert_batch_.with(operation.str(), Bytes(payload)).run()) return false;
        ++draft_.waiting;
        draft_.waiting_bytes += payload.size();
        letter.spooled.id = static_cast<SpoolId>(db_.last_rowid());
        revived.push_back(letter.spooled);
    }
    return forget_dead(letter);
}

bool SqliteSpool::forget_dead(const DeadLetter& letter) {
    if (!delete_dead_.with(letter.id).run()) return false;
    if (db_.changed() == 0) return true;  // named twice
    --draft_.dead;
    draft_.dead_bytes -= letter.bytes;
    return true;
}

}  // namespace wm
