#include "cli/plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace wm::cli {
namespace {

constexpr double width = 720, height = 300, left = 70, right = 150, top = 34, bottom = 44;

template <class... Values>
std::string text(const char* format, Values... values) {
    std::array<char, 512> out{};
    std::snprintf(out.data(), out.size(), format, values...);
    return out.data();
}

std::string number(double value) {
    if (value >= 1e6) return text("%gM", value / 1e6);
    if (value >= 1e4) return text("%gk", value / 1e3);
    return text("%g", value);
}

// A step of 1, 2 or 5 times a power of ten that cuts `span` into about five.
double round_step(double span) {
    const double rough = std::max(span, 1e-9) / 5, power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough) return factor * power;
    return 10 * power;
}

class Axes {
public:
    explicit Axes(const Plot& plot) : log_(plot.y_log) {
        for (const auto& line : plot.lines)
            for (const auto& [x, y] : line.points) {
                x_low_ = std::min(x_low_, x);
                x_high_ = std::max(x_high_, x);
                y_high_ = std::max(y_high_, y);
                y_low_ = std::min(y_low_, std::max(y, 1.0));
            }
        if (!(x_high_ > x_low_)) x_high_ = (x_low_ = std::min(x_low_, 0.0)) + 1;
        y_low_ = log_ && y_low_ < 1e300 ? std::pow(10, std::floor(std::log10(y_low_))) : log_ ? 1 : 0;
        y_high_ =
            log_ ? std::pow(10, std::ceil(std::log10(std::max(y_high_, y_low_ * 10)))) : std::max(y_high_ * 1.05, 1.0);
    }
    double x(double value) const { return left + (value - x_low_) / (x_high_ - x_low_) * (width - left - right); }
    double y(double value) const {
        const double share =
            log_ ? std::log10(std::max(value, 1.0) / y_low_) / std::log10(y_high_ / y_low_) : value / y_high_;
        return height - bottom - share * (height - top - bottom);
    }
    std::vector<double> y_marks() const {
        std::vector<double> marks;
        if (log_)
            for (double at = y_low_; at <= y_high_ * 1.01; at *= 10) marks.push_back(at);
        else
            for (double at = 0, step = round_step(y_high_); at <= y_high_; at += step) marks.push_back(at);
        return marks;
    }
    std::vector<std::pair<double, std::string>> x_marks() const {
        std::vector<std::pair<double, std::string>> marks;
        const double step = round_step(x_high_ - x_low_);
        for (double at = std::ceil(x_low_ / step) * step; at <= x_high_; at += step) marks.emplace_back(at, number(at));
        return marks;
    }

private:
    bool log_;
    double x_low_ = 1e300, x_high_ = -1e300, y_low_ = 1e300, y_high_ = 0;
};

}  // namespace

std::string html_escaped(std::string_view raw) {
    std::string out;
    for (const char c : raw) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '>') out += "&gt;";
        else if (c == '"') out += "&quot;";
        else out += c;
    }
    return out;
}

std::string svg_of(const Plot& plot) {
    const Axes axes(plot);
    const double end = width - right, floor = height - bottom;
    std::string out = text("<svg viewBox=\"0 0 %g %g\" role=\"img\">", width, height);
    out += "<title>" + html_escaped(plot.title) + "</title>";
    out += text("<text class=\"name\" x=\"%g\" y=\"18\">", left) + html_escaped(plot.title) + "</text>";
    for (const double at : axes.y_marks())
        out += text(
            "<line class=\"grid\" x1=\"%g\" x2=\"%g\" y1=\"%.1f\" y2=\"%.1f\"/><text class=\"mark\" "
            "text-anchor=\"end\" x=\"%g\" y=\"%.1f\">%s</text>",
            left, end, axes.y(at), axes.y(at), left - 6, axes.y(at) + 4, number(at).c_str());
    for (const auto& [at, name] : plot.x_marks.empty() ? axes.x_marks() : plot.x_marks)
        out += text("<text class=\"mark\" text-anchor=\"middle\" x=\"%.1f\" y=\"%g\">", axes.x(at), floor + 16) +
               html_escaped(name) + "</text>";
    out += text("<text class=\"mark\" text-anchor=\"middle\" x=\"%g\" y=\"%g\">", (left + end) / 2, height - 8) +
           html_escaped(plot.x_name) + "</text>";
    out += text("<text class=\"mark\" text-anchor=\"middle\" transform=\"translate(14 %g) rotate(-90)\">",
                (top + floor) / 2) +
           html_escaped(plot.y_name) + "</text>";
    for (std::size_t i = 0; i < plot.lines.size(); ++i) {
        const auto& line = plot.lines[i];
        out += text("<polyline class=\"line l%zu\" points=\"", i % 6);
        for (const auto& [x, y] : line.points) out += text("%.1f,%.1f ", axes.x(x), axes.y(y));
        out += "\"/>";
        const double at = top + 8 + 18 * static_cast<double>(i);
        out += text(
                   "<line class=\"line l%zu\" x1=\"%g\" x2=\"%g\" y1=\"%g\" y2=\"%g\"/><text class=\"mark\" x=\"%g\" "
                   "y=\"%g\">",
                   i % 6, end + 12, end + 32, at, at, end + 38, at + 4) +
               html_escaped(line.name) + "</text>";
    }
    return out + "</svg>";
}

}  // namespace wm::cli
