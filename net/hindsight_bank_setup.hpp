#pragma once
// A bank on demand, without I/O: before the first batch goes to it, it is made as declared, and read back (seeds §21).
// A bank that has a mission is left alone: what somebody has set is bootstrap's to compare, and nothing is overwritten
// here. PATCH would create the bank as well, and so would the retain, with no mission at all; so the bank is put first
// and the retain waits.
//
//   BankSetup setup(desired); for (Step step = setup.begin(); …; step = setup.answered(response)) until it is no request
//
// Not thread-safe; one setup is one attempt.

#include "net/hindsight_http.hpp"
#include "policies/bank_plan.hpp"

#include <cstdint>
#include <utility>
#include <variant>

namespace wm::hindsight {

class BankSetup {
public:
    struct Ready {
        bool made = false;      // or completed, by this setup
        bool differs = false;   // it was there, and is not as declared
        bool left_out = false;  // the server does not know every declared setting
    };
    using Step = std::variant<HttpRequest, Ready, Failure>;

    explicit BankSetup(policies::DesiredBank desired) : desired_(std::move(desired)) {}

    Step begin();
    // A failure is `unready` when the server refuses the settings or fails on them, answers what nobody understands, or
    // does not keep what it took; else what it would be of any other call.
    Step answered(const HttpResponse& response);

private:
    enum class Stage : std::uint8_t { looking, creating, learning, applying, verifying };

    bool has_mission(const policies::BankState& state) const;
    Step look(policies::BankState state);
    Step apply(policies::BankState state);
    Step verify(const policies::BankState& state, int status);
    HttpRequest read(Stage next);

    policies::DesiredBank desired_;
    policies::DesiredBank added_;  // what this setup sets
    Stage stage_ = Stage::looking;
    Ready ready_;
};

}  // namespace wm::hindsight
