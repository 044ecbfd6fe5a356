"""Adds a recalled context to the last thing the user said in a model request.

Only the request is changed, which Hermes neither stores nor replays. What comes before that message keeps its bytes,
and an equal recall gives equal bytes, so a provider's prompt cache holds up to the previous user message.
"""

# Hermes moves a longer hook result to a file in clear text; such a context goes through the request instead.
HOOK_RESULT_LIMIT = 9900


def _is_user_text(item):
    """True for a message in which the user speaks. Tool results also travel in user messages on some APIs."""
    if not isinstance(item, dict) or item.get("role") != "user":
        return False
    content = item.get("content")
    if isinstance(content, str):
        return True
    return isinstance(content, list) and any(
        isinstance(p, str) or (isinstance(p, dict) and p.get("type") in (None, "text", "input_text") and "text" in p
                               or isinstance(p, dict) and "image" in str(p.get("type"))) for p in content)


def _with_text(content, context, part_type):
    if isinstance(content, str):
        return content + "\n\n" + context
    parts = [p for p in content if isinstance(p, dict)]
    if parts and all("type" not in p for p in parts):
        return [*content, {"text": context}]
    return [*content, {"type": part_type, "text": context}]


def into_request(request, context):
    """The request with the context added, or None when there is no user message to add it to. The given request and
    its lists stay as they are."""
    if not context or not isinstance(request, dict):
        return None
    for key, part_type in (("messages", "text"), ("input", "input_text")):
        items = request.get(key)
        if isinstance(items, str) and key == "input":
            return {**request, key: items + "\n\n" + context}
        if not isinstance(items, list):
            continue
        for at in range(len(items) - 1, -1, -1):
            if _is_user_text(items[at]):
                item = {**items[at], "content": _with_text(items[at]["content"], context, part_type)}
                return {**request, key: [*items[:at], item, *items[at + 1:]]}
    return None
