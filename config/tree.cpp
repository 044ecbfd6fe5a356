#include "config/tree.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <sstream>
#include <utility>

namespace wm::config {

namespace {

// Thrown out of yaml-cpp's callbacks, and caught in read_tree: a refusal of ours.
struct Refused final : std::exception {
    explicit Refused(Unreadable reason) : why(std::move(reason)) {}
    const char* what() const noexcept override { return "refused"; }
    Unreadable why;
};

// Builds the tree from yaml-cpp's events, which still hold what its own nodes have lost: double keys, quotes, aliases.
class Builder final : public YAML::EventHandler {
public:
    TreeNode take() { return std::move(root_); }
    int last_line() const { return last_line_; }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++documents_ > 1) refuse(mark, "has a second document (---)", "keep one document in the file");
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        check(mark, "?", anchor);
        add(node(TreeNode::Kind::null, mark));
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuse_anchor(mark); }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        check(mark, tag, anchor);
        auto scalar = node(TreeNode::Kind::scalar, mark);
        scalar.text = value;
        scalar.quoted = tag == "!";
        add(std::move(scalar));
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        check(mark, tag, anchor);
        open(node(TreeNode::Kind::list, mark), mark);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        check(mark, tag, anchor);
        open(node(TreeNode::Kind::map, mark), mark);
    }
    void OnMapEnd() override { close(); }

private:
    struct Open {
        TreeNode node;
        std::optional<TreeNode> key;  // of a map: the key whose value comes next
    };

    [[noreturn]] static void refuse(const YAML::Mark& mark, std::string message, std::string remedy) {
        throw Refused({mark.line + 1, std::move(message), std::move(remedy)});
    }
    [[noreturn]] static void refuse_anchor(const YAML::Mark& mark) {
        refuse(mark, "uses an anchor or alias (& or *)",
               "write the value out; put a text that begins with & or * in quotes");
    }

    static TreeNode node(TreeNode::Kind kind, const YAML::Mark& mark) {
        TreeNode made;
        made.kind = kind;
        made.line = mark.line + 1;  // yaml-cpp counts from 0
        return made;
    }

    void check(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
        if (anchor != YAML::NullAnchor) refuse_anchor(mark);
        if (!tag.empty() && tag != "?" && tag != "!")
            refuse(mark, "uses a tag (!…)", "leave the tag out; put a text that begins with ! in quotes");
        last_line_ = mark.line + 1;
        if (++nodes_ > nodes_max)
            refuse(mark, "holds more than " + std::to_string(nodes_max) + " values", "shorten the file");
    }

    void open(TreeNode made, const YAML::Mark& mark) {
        if (!open_.empty() && open_.back().node.kind == TreeNode::Kind::map && !open_.back().key)
            refuse(mark, "has a key that is not a word",
                   "write each key as a word before a colon, and close each [ and {");
        if (open_.size() >= depth_max)
            refuse(mark, "is nested deeper than " + std::to_string(depth_max) + " levels", "no key lies that deep");
        open_.push_back({std::move(made), std::nullopt});
    }
    void close() {
        auto done = std::move(open_.back().node);
        open_.pop_back();
        add(std::move(done));
    }
    void add(TreeNode made) {
        if (open_.empty()) {
            root_ = std::move(made);
            return;
        }
        auto& [parent, key] = open_.back();
        if (parent.kind == TreeNode::Kind::list) {
            parent.items.push_back(std::move(made));
        } else if (!key) {
            key = std::move(made);  // a null key is an empty word, which no table row has
        } else {
            parent.entries.push_back({std::move(*key), std::move(made)});
            key.reset();
        }
    }

    TreeNode root_;
    std::vector<Open> open_;
    std::size_t nodes_ = 0;
    int last_line_ = 1;
    std::size_t documents_ = 0;
};

int line_at(std::string_view text, std::size_t position) {
    return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

// The length of the UTF-8 sequence at the front of text; 0 when there is none.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto follows = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0) == 0x80; };
    if (byte(0) < 0x80) return 1;
    if (byte(0) >= 0xC2 && byte(0) < 0xE0) return follows(1) ? 2 : 0;
    if (byte(0) >= 0xE0 && byte(0) < 0xF0) {
        if (!follows(1) || !follows(2)) return 0;
        const bool overlong = byte(0) == 0xE0 && byte(1) < 0xA0;
        const bool surrogate = byte(0) == 0xED && byte(1) > 0x9F;
        return overlong || surrogate ? 0 : 3;
    }
    if (byte(0) >= 0xF0 && byte(0) < 0xF5) {
        if (!follows(1) || !follows(2) || !follows(3)) return 0;
        const bool overlong = byte(0) == 0xF0 && byte(1) < 0x90;
        const bool beyond = byte(0) == 0xF4 && byte(1) > 0x8F;
        return overlong || beyond ? 0 : 4;
    }
    return 0;
}

std::optional<Unreadable> fault_of_bytes(std::string_view text) {
    if (text.size() > file_bytes_max)
        return Unreadable{1, "is larger than " + std::to_string(file_bytes_max / 1024) + " KiB", "shorten the file"};
    const auto at = unprintable_at(text);
    if (at == std::string_view::npos) return std::nullopt;
    return Unreadable{line_at(text, at), "holds a control character or bytes that are not UTF-8",
                      "save the file as UTF-8 text"};
}

// The first line that is indented with a tab; 0 when none is.
int line_with_tab(std::string_view text) {
    int number = 1;
    bool indentation = true;
    for (const char c : text) {
        if (c == '\t' && indentation) return number;
        if (c == '\n') ++number;
        indentation = c == '\n' || (indentation && c == ' ');
    }
    return 0;
}

// yaml-cpp names what it expected; a tab in the indentation leads it astray, so that is looked for first.
Unreadable explain(std::string_view text, const YAML::Exception& error, int last_line) {
    if (error.msg == YAML::ErrorMsg::DOC_IN_SCALAR || error.msg == YAML::ErrorMsg::EOF_IN_SCALAR)
        return {last_line, "has a quote on this line, or not far below, that is never closed", "close it"};
    const int line = error.mark.is_null() ? 1 : error.mark.line + 1;
    const int tab = line_with_tab(text);
    if (tab > 0 && tab <= line + 1) return {tab, "is indented with a tab", "indent with spaces"};
    std::string message = "is not YAML";
    for (const char c : error.msg.substr(0, 120)) {
        if (message == "is not YAML") message += ": ";
        message += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return {line, message, "look at the indentation, the colons and the quotes of this line and the one before"};
}

}  // namespace

std::size_t unprintable_at(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto length = utf8_length(text.substr(at));
        const auto byte = static_cast<unsigned char>(text[at]);
        if (length == 0 || byte == 0x7F || (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r')) return at;
        at += length;
    }
    return std::string_view::npos;
}

std::variant<TreeNode, Unreadable> read_tree(std::string_view text) {
    if (auto fault = fault_of_bytes(text)) return *fault;
    Builder builder;
    try {
        // yaml-cpp takes the end of the text for the end of a quote; it does not take the end of a document for one.
        std::istringstream stream(std::string(text) + "\n...\n");
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) {}
        return builder.take();
    } catch (const Refused& refused) {
        return refused.why;
    } catch (const YAML::Exception& error) {
        return explain(text, error, builder.last_line());
    } catch (const std::exception&) {
        return Unreadable{1, "is not YAML", "compare it with the commented default file"};
    }
}

}  // namespace wm::config
