#include "store/document.hpp"

#include "policies/fold.hpp"

#include <algorithm>

namespace wm {
namespace {

constexpr std::size_t statements_max = 256;  // the rest stays with the last one

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

bool is_list(std::string_view document) {
    return document.starts_with("- ") || document.find("\n- ") != std::string_view::npos;
}

bool is_date(std::string_view folded) { return folded.starts_with("timestamp:"); }

Said::Kind kind_under(std::string_view folded_heading) {
    const auto has = [&](std::string_view part) { return folded_heading.find(part) != std::string_view::npos; };
    if (has("activity")) return Said::Kind::activity;
    return has("evidence") ? Said::Kind::evidence : Said::Kind::fact;
}

// Reads line by line; what a line is depends on the one before it.
class Reader {
public:
    void take(std::string_view line) {
        if (line.empty()) {
            place_ = Place::gap;
        } else if (line.starts_with("- ")) {
            add(trimmed(line.substr(2)));
            place_ = Place::item;
        } else if (place_ == Place::item) {
            said_.back().text.append("\n").append(line);
        } else {
            stray(line);
        }
    }
    std::vector<Said> all() && {
        std::erase_if(said_, [](const Said& one) { return one.text.empty(); });
        return std::move(said_);
    }

private:
    enum class Place { title, gap, heading, item };

    void add(std::string_view text) {
        if (said_.size() < statements_max) {
            said_.push_back({std::string(text), kind_});
        } else {
            said_.back().text.append("\n").append(text);
        }
    }
    void stray(std::string_view line) {
        const auto folded = policies::fold_text(line);
        if (place_ == Place::title) {
            place_ = Place::heading;
        } else if (is_date(folded)) {
            place_ = Place::heading;
            dated_ = folded.size() == std::string_view("timestamp:").size();  // its value is the next line
        } else if (dated_) {
            dated_ = false;
        } else if (place_ == Place::gap && line.ends_with(':')) {
            kind_ = kind_under(folded);
            place_ = Place::heading;
        } else {
            add(line);
            place_ = Place::item;
        }
    }

    std::vector<Said> said_;
    Said::Kind kind_ = Said::Kind::fact;
    Place place_ = Place::title;
    bool dated_ = false;
};

}  // namespace

std::vector<Said> statements_of(std::string_view document) {
    document = trimmed(document);
    if (document.empty()) return {};
    if (!is_list(document)) return {{std::string(document)}};
    Reader reader;
    for (std::size_t at = 0; at < document.size();) {
        const auto end = std::min(document.find('\n', at), document.size());
        reader.take(trimmed(document.substr(at, end - at)));
        at = end + 1;
    }
    return std::move(reader).all();
}

}  // namespace wm
