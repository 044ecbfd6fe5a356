#include "config/text_file.hpp"

#include "config/tree.hpp"

#include <fstream>

namespace wm::config {

std::optional<std::string> read_text(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return std::nullopt;
    std::string text(file_bytes_max + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad()) return std::nullopt;
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

}  // namespace wm::config
