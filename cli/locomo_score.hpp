#pragma once
// How well ranked turns answer the questions of a dialogue: is a session of the evidence among the first sessions, and how
// many of the evidence's turns are among the first ten.

#include <boost/json.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace wm::cli {

struct RankedTurn {
    std::string session, id;  // both unique in what was searched
};

class LocomoScore {
public:
    // `ranked`: best first. `wanted`: not empty.
    void add(const std::vector<RankedTurn>& ranked, const std::vector<RankedTurn>& wanted, double micros);

    std::size_t questions() const { return micros_.size(); }
    boost::json::object figures() const;  // shares 0..1; microseconds of one search

private:
    double hit_1_ = 0, hit_5_ = 0, hit_10_ = 0, turns_ = 0;
    std::vector<double> micros_;
};

}  // namespace wm::cli
