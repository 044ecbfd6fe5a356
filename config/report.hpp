#pragma once
// What is wrong with a configuration, gathered while it is read: every problem, not the first. Used by config/load and
// config/cross.

#include <cstddef>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace wm::config {

struct Problem {
    int line = 0;         // from 1; 0: the file as a whole
    std::string path;     // backend.timeouts.recall; empty: the file
    std::string message;  // what is wrong; never the value of a secret or of a variable
    std::string remedy;   // what to do
    friend bool operator==(const Problem&, const Problem&) = default;
};

inline constexpr std::size_t problems_max = 100;  // more are counted, not listed

class Report {
public:
    void problem(int line, std::string path, std::string message, std::string remedy);
    void problem_at(const std::string& path, std::string message,
                    std::string remedy);  // at the line where path, or its section, is
    void notice_at(const std::string& path, std::string message, std::string remedy);

    void seen(const std::string& path, int line) { lines_.emplace(path, line); }
    bool given(const std::string& path) const { return lines_.contains(path); }
    int line_of(std::string_view path) const;  // of the path, else of the nearest section around it that the file gives

    // No problem so far at these paths, in them, or around them: a rule over them may speak.
    bool sound(std::initializer_list<std::string_view> paths) const;
    // No problem at the path or around it: what it holds was read, though some of that may be faulty.
    bool reached(std::string_view path) const;

    std::vector<Problem> take_problems();  // by line; the last one counts those that were too many
    std::vector<Problem> take_notices();

private:
    std::vector<Problem> problems_;
    std::vector<Problem> notices_;
    std::map<std::string, int> lines_;
    std::set<std::string> faulty_;
    std::size_t left_out_ = 0;
};

}  // namespace wm::config
