#pragma once
// Memories as text: JSON lines that `import` reads again, Markdown for people, GraphML for graph tools.

#include "store/transfer.hpp"

#include <iosfwd>
#include <string>
#include <variant>
#include <vector>

namespace wm::cli {

void write_jsonl(std::ostream& out, const std::vector<CarriedMemory>& memories);
void write_markdown(std::ostream& out, const std::vector<CarriedMemory>& memories);  // what holds, then what held
// Subjects and memories are nodes; the edge between them bears the attribute, another what replaced what.
void write_graphml(std::ostream& out, const std::vector<CarriedMemory>& memories);

// The whole of what write_jsonl wrote, or what is wrong with which line; no text of it is in the message.
std::variant<std::vector<CarriedMemory>, std::string> read_jsonl(std::istream& in);

}  // namespace wm::cli
