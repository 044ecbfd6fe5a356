#include "policies/secrets.hpp"

#include "policies/secrets_scan.hpp"

#include <algorithm>

namespace wm::policies {

std::vector<SecretSpan> find_secrets(std::string_view text) {
    const secrets::Cues cues = secrets::find_cues(text);
    secrets::Spans found;
    if (cues.pem) secrets::scan_keys_in_pem(text, found);
    if (cues.format) secrets::scan_formats(text, found);
    secrets::scan_urls(text, found);
    if (cues.manifest) secrets::scan_manifests(text, found);
    if (cues.recovery) secrets::scan_recovery_words(text, found);
    secrets::scan_named_values(text, cues, found);
    if (cues.cjk) secrets::scan_cjk(text, found);
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

Redaction redact(const Content& text) {
    const std::vector<SecretSpan> spans = find_secrets(text.text);
    if (spans.empty()) return {text, 0};
    Redaction out;
    out.found = spans.size();
    std::string& result = out.text.text;
    result.reserve(text.text.size());
    std::size_t at = 0;
    for (const SecretSpan& span : spans) {
        result.append(text.text, at, span.begin - at);
        result.append("[REDACTED:").append(span.kind).append("]");
        at = span.end;
    }
    result.append(text.text, at);
    return out;
}

bool holds_secret(std::string_view text) { return !find_secrets(text).empty(); }

}  // namespace wm::policies
