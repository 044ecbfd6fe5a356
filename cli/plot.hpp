#pragma once
// A plot as SVG: lines over one pair of axes. The page's own style gives it its colours in light and dark.

#include <string>
#include <utility>
#include <vector>

namespace wm::cli {

struct PlotLine {
    std::string name;
    std::vector<std::pair<double, double>> points;  // x ascending
};

struct Plot {
    std::string title, x_name, y_name;
    std::vector<PlotLine> lines;
    bool y_log = false;                                        // a value below 1 is drawn as 1
    std::vector<std::pair<double, std::string>> x_marks = {};  // none: round numbers
};

std::string svg_of(const Plot& plot);
std::string html_escaped(std::string_view text);

}  // namespace wm::cli
