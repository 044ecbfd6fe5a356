#pragma once
// The port to where learned names outlive a restart. store/names implements it; Names alone uses it.

#include "policies/known_names.hpp"
#include "runtime/address.hpp"

#include <string>
#include <vector>

namespace wm {

struct NamesLoaded {
    struct Row {
        policies::NamePlace place;
        std::string name;
    };
    std::vector<Row> rows;  // the longest unheard of first
};

// Calls return at once and take effect in their order; load() is answered exactly once, from any thread. What the
// disk refuses is lost: names are learnt again.
class NameStore {
public:
    virtual ~NameStore() = default;
    virtual void load(Reply<NamesLoaded> reply_to) = 0;  // once, at start
    virtual void save(policies::NamePlace place, policies::NameBook::Change change) = 0;
};

}  // namespace wm
