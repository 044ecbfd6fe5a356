#pragma once
// The JSON of GET /v1/admin/explain as a person reads it.

#include <boost/json/object.hpp>

#include <string>

namespace wm::cli {

std::string explained_list(const boost::json::object& answer);  // a line a turn
std::string explained_turn(const boost::json::object& answer);  // every recall of it, whole
std::string explained_text(const boost::json::object& recall);  // how a text is routed, without a daemon

}  // namespace wm::cli
