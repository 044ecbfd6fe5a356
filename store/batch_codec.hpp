#pragma once
// A spooled batch as bytes: a version, the fields in order, a checksum. Own and binary, since a row must be read back
// exactly or be known to be damaged, whatever happened to the file.
//   version(1) | agent user scope operation : text | at : 8 bytes | item count | items | checksum(8)
//   text = length as LEB128, bytes;  item = document content context subject attribute : text, tag count, tags : text

#include "actors/spool.hpp"
#include "store/sqlite.hpp"

#include <optional>
#include <vector>

namespace wm {

std::vector<std::byte> encode(const SpooledBatch& batch);  // all but id and sent, which are columns
std::optional<SpooledBatch> decode(Bytes bytes);           // nothing unless every byte is accounted for

}  // namespace wm
