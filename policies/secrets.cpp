#include "policies/secrets.hpp"

#include "policies/secrets_disguise.hpp"
#include "policies/secrets_scan.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

namespace wm::policies {
namespace {

// Kept until the process ends: a text may be scanned by it while the next one is put in its place.
std::atomic<const secrets::Scanner*> own_scanner{nullptr};

void scan(std::string_view text, const secrets::Cues& cues, secrets::Spans& found) {
    secrets::scan_encoded(text, found);
    if (cues.pem) secrets::scan_keys_in_pem(text, found);
    if (!cues.anchors.empty()) secrets::scanner().scan_formats(text, cues, found);
    if (!cues.tokens.empty()) secrets::scan_jwt(text, cues, found);
    if (cues.url) secrets::scan_urls(text, found);
    if (cues.manifest) secrets::scan_manifests(text, found);
    if (cues.recovery) secrets::scan_recovery_words(text, found);
    if (!cues.key_ends.empty()) secrets::scan_named_values(text, cues, found);
    if (!cues.login_ends.empty()) secrets::scan_logins(text, cues, found);
    if (!cues.commands.empty()) secrets::scan_commands(text, cues, found);
    if (cues.cjk) secrets::scan_cjk(text, found);
}

}  // namespace

namespace secrets {

const Scanner& scanner() {
    static const Scanner built_in;
    const auto* own = own_scanner.load(std::memory_order_acquire);
    return own != nullptr ? *own : built_in;
}

}  // namespace secrets

void use_own_secret_rules(const std::vector<secrets::OwnSecretRule>& rules) {
    static std::vector<std::unique_ptr<const secrets::Scanner>> kept;
    if (rules.empty()) {
        own_scanner.store(nullptr, std::memory_order_release);
        return;
    }
    kept.push_back(std::make_unique<const secrets::Scanner>(rules));
    own_scanner.store(kept.back().get(), std::memory_order_release);
}

std::vector<SecretSpan> find_secrets(std::string_view text) {
    const auto cues = secrets::scanner().cues(text);
    secrets::Spans found;
    scan(text, cues, found);
    if (const auto plain = cues.disguised ? secrets::undisguised(text) : std::nullopt) {
        secrets::Spans inside;
        scan(plain->text, secrets::scanner().cues(plain->text), inside);
        for (const auto& span : inside) found.push_back({plain->at[span.begin], plain->at[span.end], span.kind});
    }
    if (found.empty()) return {};
    std::sort(found.begin(), found.end(), [](const SecretSpan& a, const SecretSpan& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::vector<SecretSpan> merged;
    for (const SecretSpan& span : found) {
        if (!merged.empty() && span.begin < merged.back().end) {
            merged.back().end = std::max(merged.back().end, span.end);
        } else {
            merged.push_back(span);
        }
    }
    return merged;
}

Content without(const Content& text, const std::vector<SecretSpan>& spans) {
    if (spans.empty()) return text;
    Content out;
    out.text.reserve(text.text.size());
    std::size_t at = 0;
    for (const SecretSpan& span : spans) {
        out.text.append(text.text, at, span.begin - at);
        out.text.append("[REDACTED:").append(span.kind).append("]");
        at = span.end;
    }
    out.text.append(text.text, at);
    return out;
}

Redaction redact(const Content& text) {
    const std::vector<SecretSpan> spans = find_secrets(text.text);
    return {without(text, spans), spans.size()};
}

bool holds_secret(std::string_view text) { return !find_secrets(text).empty(); }

}  // namespace wm::policies
