#include "store/batch_codec.hpp"

#include <sodium.h>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

namespace wm {
namespace {

constexpr std::byte version{1};
constexpr std::size_t checksum_bytes = 8;
constexpr std::array<unsigned char, crypto_shorthash_KEYBYTES> checksum_key{};  // against damage, not against people
static_assert(crypto_shorthash_BYTES == checksum_bytes);

std::array<std::byte, checksum_bytes> checksum(Bytes bytes) {
    std::array<std::byte, checksum_bytes> sum{};
    crypto_shorthash(reinterpret_cast<unsigned char*>(sum.data()), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size(), checksum_key.data());
    return sum;
}

class Writer {
public:
    void count(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) out_.push_back(static_cast<std::byte>(value | 0x80));
        out_.push_back(static_cast<std::byte>(value));
    }
    void text(std::string_view value) {
        count(value.size());
        const auto* data = reinterpret_cast<const std::byte*>(value.data());
        out_.insert(out_.end(), data, data + value.size());
    }
    void time(WallTime at) {
        auto value = static_cast<std::uint64_t>(at.time_since_epoch().count());
        for (int i = 0; i < 8; ++i, value >>= 8) out_.push_back(static_cast<std::byte>(value));
    }
    void byte(std::byte value) { out_.push_back(value); }
    std::vector<std::byte> sealed() && {
        const auto sum = checksum(out_);
        out_.insert(out_.end(), sum.begin(), sum.end());
        return std::move(out_);
    }

private:
    std::vector<std::byte> out_;
};

// Reads on past an error give empty values; good() tells at the end. A count never exceeds what could still follow, so
// nothing is reserved on the word of a damaged row.
class Reader {
public:
    explicit Reader(Bytes bytes) : left_(bytes) {}

    std::uint64_t count() {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            const auto next = static_cast<std::uint64_t>(byte());
            value |= (next & 0x7f) << shift;
            if (next < 0x80) return value > left_.size() ? fail() : value;
        }
        return fail();
    }
    std::string text() {
        const auto size = count();
        std::string value(reinterpret_cast<const char*>(left_.data()), size);
        left_ = left_.subspan(size);
        return value;
    }
    WallTime time() {
        std::uint64_t value = 0;
        for (int i = 0; i < 8; ++i) value |= static_cast<std::uint64_t>(byte()) << (8 * i);
        return WallTime(Wall::duration(static_cast<std::int64_t>(value)));
    }
    std::byte byte() {
        if (left_.empty()) return static_cast<std::byte>(fail());
        const auto first = left_.front();
        left_ = left_.subspan(1);
        return first;
    }
    bool good() const { return good_; }
    bool finished() const { return good_ && left_.empty(); }

private:
    std::uint64_t fail() {
        good_ = false;
        left_ = {};
        return 0;
    }

    Bytes left_;
    bool good_ = true;
};

BatchItem read_item(Reader& reader) {
    BatchItem item;
    item.document = DocumentId(reader.text());
    item.content.text = reader.text();
    item.context = reader.text();
    item.subject = reader.text();
    item.attribute = reader.text();
    for (auto tags = reader.count(); tags > 0 && reader.good(); --tags) item.tags.push_back(reader.text());
    return item;
}

}  // namespace

std::vector<std::byte> encode(const SpooledBatch& spooled) {
    Writer writer;
    writer.byte(version);
    writer.text(spooled.agent.str());
    writer.text(spooled.user.str());
    writer.text(spooled.batch.scope.str());
    writer.text(spooled.batch.operation.str());
    writer.time(spooled.batch.at);
    writer.count(spooled.batch.items.size());
    for (const auto& item : spooled.batch.items) {
        writer.text(item.document.str());
        writer.text(item.content.text);
        writer.text(item.context);
        writer.text(item.subject);
        writer.text(item.attribute);
        writer.count(item.tags.size());
        for (const auto& tag : item.tags) writer.text(tag);
    }
    return std::move(writer).sealed();
}

std::optional<SpooledBatch> decode(Bytes bytes) {
    if (bytes.size() < checksum_bytes + 1) return std::nullopt;
    const auto body = bytes.first(bytes.size() - checksum_bytes);
    const auto sum = checksum(body);
    if (std::memcmp(sum.data(), bytes.last(checksum_bytes).data(), checksum_bytes) != 0) return std::nullopt;
    Reader reader(body);
    if (reader.byte() != version) return std::nullopt;
    SpooledBatch spooled;
    spooled.agent = AgentId(reader.text());
    spooled.user = UserId(reader.text());
    spooled.batch.scope = ScopeName(reader.text());
    spooled.batch.operation = OperationId(reader.text());
    spooled.batch.at = reader.time();
    for (auto items = reader.count(); items > 0 && reader.good(); --items) {
        spooled.batch.items.push_back(read_item(reader));
    }
    if (!reader.finished()) return std::nullopt;
    return spooled;
}

}  // namespace wm
