#include "policies/multi_match.hpp"

#include <hs/hs.h>

#include <atomic>
#include <cassert>
#include <cstdlib>

namespace wm::policies {
namespace {

unsigned flags_of(const Expression& expression) {
    return HS_FLAG_DOTALL | (expression.any_case ? static_cast<unsigned>(HS_FLAG_CASELESS) : 0U);
}

// Working memory of a scan, one a thread; it grows to what the largest set needs.
class Scratch {
public:
    Scratch() = default;
    ~Scratch() {
        if (scratch_ != nullptr) hs_free_scratch(scratch_);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    hs_scratch_t* fit(const hs_database_t* database, std::uint64_t serial) {
        if (serial == for_) return scratch_;
        if (hs_alloc_scratch(database, &scratch_) != HS_SUCCESS) std::abort();  // out of memory
        for_ = serial;
        return scratch_;
    }

private:
    hs_scratch_t* scratch_ = nullptr;
    std::uint64_t for_ = 0;  // the set that it was last fitted to
};

int note(unsigned expression, unsigned long long, unsigned long long end, unsigned, void* hits) {
    static_cast<std::vector<MultiMatch::Hit>*>(hits)->push_back({expression, static_cast<std::size_t>(end)});
    return 0;
}

}  // namespace

struct MultiMatch::Compiled {
    hs_database_t* database = nullptr;
    // An address may come back with another set; a number does not.
    std::uint64_t serial = [] {
        static std::atomic<std::uint64_t> made{0};
        return ++made;
    }();
    ~Compiled() { hs_free_database(database); }
};

MultiMatch::MultiMatch(const std::vector<Expression>& expressions) : compiled_(std::make_unique<Compiled>()) {
    if (expressions.empty()) return;
    std::vector<const char*> texts;
    std::vector<unsigned> flags, ids;
    for (const auto& expression : expressions) {
        texts.push_back(expression.text.c_str());
        flags.push_back(flags_of(expression));
        ids.push_back(static_cast<unsigned>(ids.size()));
    }
    hs_compile_error_t* error = nullptr;
    const auto done = hs_compile_multi(texts.data(), flags.data(), ids.data(), static_cast<unsigned>(texts.size()),
                                       HS_MODE_BLOCK, nullptr, &compiled_->database, &error);
    hs_free_compile_error(error);
    if (done != HS_SUCCESS) std::abort();
}

MultiMatch::~MultiMatch() = default;

void MultiMatch::find(std::string_view text, std::vector<Hit>& hits) const {
    hits.clear();
    if (compiled_->database == nullptr) return;
    thread_local Scratch scratch;
    // A text beyond 4 GB cannot come here: every way in is bounded far below.
    assert(text.size() <= 0xFFFFFFFFU);
    hs_scan(compiled_->database, text.data(), static_cast<unsigned>(text.size()), 0,
            scratch.fit(compiled_->database, compiled_->serial), note, &hits);
}

}  // namespace wm::policies
