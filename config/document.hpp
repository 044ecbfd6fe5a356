#pragma once
// docs/config.md, made from the table. tests/config compares it with the file in the tree; WM_UPDATE=1 rewrites that.

#include <string>

namespace wm::config {

std::string document();

}  // namespace wm::config
