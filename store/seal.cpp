#include "store/seal.hpp"

#include <sodium.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace wm {
namespace {

constexpr std::byte version{2};  // 1: a plain row (store/batch_codec)
constexpr std::size_t id_bytes = 8, nonce_bytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
                      tag_bytes = crypto_aead_xchacha20poly1305_ietf_ABYTES, head_bytes = 1 + id_bytes + nonce_bytes;
constexpr std::size_t file_bytes_max = 16384, keys_max = 64;
static_assert(crypto_aead_xchacha20poly1305_ietf_KEYBYTES == 32);

const unsigned char* raw(const std::byte* at) { return reinterpret_cast<const unsigned char*>(at); }
unsigned char* raw(std::byte* at) { return reinterpret_cast<unsigned char*>(at); }
const unsigned char* raw(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

std::string_view trimmed(std::string_view line) {
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) line.remove_suffix(1);
    return line;
}

std::variant<std::string, StoreError> read_key_file(const std::string& path) {
    const auto refused = [&](const std::string& what, const std::string& remedy) {
        return StoreError{"spool.key_file " + path + " " + what + "; " + remedy};
    };
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return refused(std::string("cannot be read (") + std::strerror(errno) + ")",
                       "make one with wetopi-memory spool-key --out " + path);
    struct stat about{};
    std::string text(file_bytes_max + 1, '\0');
    const bool known = ::fstat(file, &about) == 0;
    const auto size = known && S_ISREG(about.st_mode) ? ::read(file, text.data(), text.size()) : -1;
    ::close(file);
    if (size < 0) return refused("is not a file that can be read", "name a regular file");
    text.resize(static_cast<std::size_t>(size));
    if ((about.st_mode & 077) != 0)
        return refused("may be read by others than its owner", "chmod 600 it, and make a new key if others had it");
    if (about.st_uid != ::geteuid() && about.st_uid != 0)
        return refused("belongs to another user", "give it to the user that the daemon runs as, or to root");
    if (text.size() > file_bytes_max) return refused("is too large", "one key a line, 64 at most");
    return text;
}

}  // namespace

std::variant<Keyring, StoreError> Keyring::parse(std::string_view text, std::string_view from) {
    Keyring ring;
    std::size_t number = 0;
    while (!text.empty()) {
        const auto end = text.find('\n');
        const auto line = trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++number;
        if (line.empty() || line.front() == '#') continue;
        Key key;
        std::size_t size = 0;
        const char* stopped = nullptr;
        const bool read = sodium_base642bin(key.bytes.data(), key.bytes.size(), line.data(), line.size(), nullptr,
                                            &size, &stopped, sodium_base64_VARIANT_ORIGINAL) == 0;
        if (!read || size != key.bytes.size() || stopped != line.data() + line.size() || ring.keys_.size() == keys_max)
            return StoreError{std::string(from) + " line " + std::to_string(number) +
                              " is no key: it must be 32 bytes in base64, 64 keys at most; make one with "
                              "wetopi-memory spool-key"};
        crypto_generichash(raw(key.id.data()), key.id.size(), key.bytes.data(), key.bytes.size(), nullptr, 0);
        if (!ring.holds(key.id)) ring.keys_.push_back(key);
    }
    return ring;
}

std::variant<Keyring, StoreError> Keyring::read(const std::string& key_file, const Secret& key) {
    if (sodium_init() < 0) return StoreError{"the system gives no random bytes, so nothing can be sealed"};
    auto ring = parse(key.reveal(), "spool.key");
    if (key_file.empty() || std::holds_alternative<StoreError>(ring)) return ring;
    auto text = read_key_file(key_file);
    if (auto* error = std::get_if<StoreError>(&text)) return std::move(*error);
    auto more = parse(std::get<std::string>(text), "spool.key_file " + key_file);
    sodium_memzero(std::get<std::string>(text).data(), std::get<std::string>(text).size());
    if (std::holds_alternative<StoreError>(more)) return more;
    auto& keys = std::get<Keyring>(ring).keys_;
    for (const auto& found : std::get<Keyring>(more).keys_)
        if (!std::get<Keyring>(ring).holds(found.id)) keys.push_back(found);
    if (keys.empty())
        return StoreError{"spool.key_file " + key_file + " holds no key; make one with wetopi-memory spool-key --out " +
                          key_file};
    return ring;
}

std::string Keyring::make_key() {
    if (sodium_init() < 0) return {};
    std::array<unsigned char, 32> bytes{};
    randombytes_buf(bytes.data(), bytes.size());
    std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), sodium_base64_VARIANT_ORIGINAL);
    text.pop_back();  // the final zero
    return text;
}

std::vector<std::byte> Keyring::seal(Bytes plain, std::string_view row) const {
    if (keys_.empty()) return {plain.begin(), plain.end()};
    const auto& key = keys_.front();
    std::vector<std::byte> out(head_bytes + plain.size() + tag_bytes);
    out[0] = version;
    std::ranges::copy(key.id, out.begin() + 1);
    auto* nonce = raw(out.data() + 1 + id_bytes);
    randombytes_buf(nonce, nonce_bytes);
    crypto_aead_xchacha20poly1305_ietf_encrypt(raw(out.data() + head_bytes), nullptr, raw(plain.data()), plain.size(),
                                               raw(row), row.size(), nullptr, nonce, key.bytes.data());
    return out;
}

std::optional<std::vector<std::byte>> Keyring::open(Bytes sealed, std::string_view row) const {
    const auto id = key_of(sealed);
    if (!id) return std::vector<std::byte>(sealed.begin(), sealed.end());
    const auto key = std::ranges::find(keys_, *id, &Key::id);
    if (key == keys_.end()) return std::nullopt;
    const auto body = sealed.subspan(head_bytes);
    std::vector<std::byte> plain(body.size() - tag_bytes);
    if (crypto_aead_xchacha20poly1305_ietf_decrypt(raw(plain.data()), nullptr, nullptr, raw(body.data()), body.size(),
                                                   raw(row), row.size(), raw(sealed.data() + 1 + id_bytes),
                                                   key->bytes.data()) != 0)
        return std::nullopt;
    return plain;
}

bool Keyring::outdated(Bytes sealed) const { return sealing() && key_of(sealed) != keys_.front().id; }

std::optional<Keyring::KeyId> Keyring::key_of(Bytes sealed) {
    if (sealed.size() < head_bytes + tag_bytes || sealed[0] != version) return std::nullopt;
    KeyId id;
    std::copy_n(sealed.begin() + 1, id.size(), id.begin());
    return id;
}

bool Keyring::holds(const KeyId& id) const { return std::ranges::find(keys_, id, &Key::id) != keys_.end(); }

std::string Keyring::text_of(const KeyId& id) {
    std::array<char, 2 * id_bytes + 1> hex{};
    return sodium_bin2hex(hex.data(), hex.size(), raw(id.data()), id.size());
}

}  // namespace wm
