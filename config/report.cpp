#include "config/report.hpp"

#include <algorithm>
#include <utility>

namespace wm::config {

namespace {

bool is_within(std::string_view inner, std::string_view outer) {
    if (outer.empty()) return true;
    return inner.starts_with(outer) &&
           (inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == '[');
}

// Kept in the order of the lines, and of finding where lines are equal.
void add(std::vector<Problem>& problems, Problem problem) {
    const auto after = std::upper_bound(problems.begin(), problems.end(), problem.line,
                                        [](int line, const Problem& other) { return line < other.line; });
    problems.insert(after, std::move(problem));
}

}  // namespace

void Report::problem(int line, std::string path, std::string message, std::string remedy) {
    if (problems_.size() >= problems_max) {
        ++left_out_;
        return;
    }
    faulty_.insert(path);
    add(problems_, {line, std::move(path), std::move(message), std::move(remedy)});
}

void Report::problem_at(const std::string& path, std::string message, std::string remedy) {
    problem(line_of(path), path, std::move(message), std::move(remedy));
}

void Report::notice_at(const std::string& path, std::string message, std::string remedy) {
    if (notices_.size() < problems_max) add(notices_, {line_of(path), path, std::move(message), std::move(remedy)});
}

int Report::line_of(std::string_view path) const {
    while (!path.empty()) {
        if (const auto found = lines_.find(std::string(path)); found != lines_.end()) return found->second;
        const auto cut = path.find_last_of(".[");
        path = cut == std::string_view::npos ? std::string_view{} : path.substr(0, cut);
    }
    return 0;
}

bool Report::sound(std::initializer_list<std::string_view> paths) const {
    for (const auto path : paths)
        for (const auto& faulty : faulty_)
            if (is_within(faulty, path) || is_within(path, faulty)) return false;
    return true;
}

bool Report::reached(std::string_view path) const {
    return std::none_of(faulty_.begin(), faulty_.end(),
                        [&](const std::string& faulty) { return is_within(path, faulty); });
}

std::vector<Problem> Report::take_problems() {
    if (left_out_ > 0)
        problems_.push_back({0, "", std::to_string(left_out_) + " more problems are not listed", "mend these first"});
    return std::move(problems_);
}

std::vector<Problem> Report::take_notices() { return std::move(notices_); }

}  // namespace wm::config
