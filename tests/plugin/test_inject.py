"""Where a context goes in a model request, and that its bytes are stable."""
import copy
import json

import pytest
from wetopi_memory_plugin.inject import into_request


def body(messages, key="messages"):
    return {"model": "m", key: messages}


def test_it_goes_behind_the_last_user_message_after_a_blank_line():
    got = into_request(body([{"role": "system", "content": "S"}, {"role": "user", "content": "old"},
                             {"role": "assistant", "content": "a"}, {"role": "user", "content": "new"}]), "CTX")
    assert [m["content"] for m in got["messages"]] == ["S", "old", "a", "new\n\nCTX"]


def test_in_a_tool_loop_it_stays_with_the_users_message():
    got = into_request(body([{"role": "user", "content": "q"}, {"role": "assistant", "content": None, "tool_calls": []},
                             {"role": "tool", "content": "r", "tool_call_id": "1"}]), "CTX")
    assert got["messages"][0]["content"] == "q\n\nCTX" and got["messages"][2]["content"] == "r"


def test_tool_results_in_user_messages_are_not_the_user_speaking():
    got = into_request(body([{"role": "user", "content": [{"type": "text", "text": "q"}]},
                             {"role": "assistant", "content": [{"type": "tool_use", "id": "1"}]},
                             {"role": "user", "content": [{"type": "tool_result", "content": "r"}]}]), "CTX")
    assert got["messages"][0]["content"] == [{"type": "text", "text": "q"}, {"type": "text", "text": "CTX"}]
    assert got["messages"][2]["content"] == [{"type": "tool_result", "content": "r"}]


def test_a_list_message_gets_one_more_part():
    parts = [{"type": "text", "text": "what is this"}, {"type": "image_url", "image_url": {"url": "data:"}}]
    got = into_request(body([{"role": "user", "content": parts}]), "CTX")
    assert got["messages"][0]["content"] == [*parts, {"type": "text", "text": "CTX"}]


def test_an_image_without_text_still_counts():
    got = into_request(body([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:"}}]}]), "C")
    assert got["messages"][0]["content"][-1] == {"type": "text", "text": "C"}


def test_parts_without_a_type_stay_without_one():
    got = into_request(body([{"role": "user", "content": [{"text": "q"}]}]), "CTX")
    assert got["messages"][0]["content"] == [{"text": "q"}, {"text": "CTX"}]


@pytest.mark.parametrize("content, wanted", [
    ("q", "q\n\nCTX"),
    ([{"type": "input_text", "text": "q"}],
     [{"type": "input_text", "text": "q"}, {"type": "input_text", "text": "CTX"}]),
])
def test_the_responses_api_gets_it_in_its_own_shape(content, wanted):
    items = [{"role": "user", "content": content}, {"type": "function_call", "call_id": "1"},
             {"type": "function_call_output", "call_id": "1", "output": "r"}]
    got = into_request(body(items, "input"), "CTX")
    assert got["input"][0]["content"] == wanted and got["input"][1:] == items[1:]


def test_a_plain_input_text_gets_it_too():
    assert into_request({"input": "q"}, "CTX") == {"input": "q\n\nCTX"}


@pytest.mark.parametrize("request_", [None, {}, {"messages": []}, {"messages": [{"role": "system", "content": "S"}]},
                                      {"messages": "text"}, {"messages": [None, {"role": "user", "content": None}]}])
def test_a_request_without_a_user_message_is_left_alone(request_):
    assert into_request(request_, "CTX") is None


def test_no_context_changes_nothing():
    assert into_request(body([{"role": "user", "content": "q"}]), "") is None


def test_the_given_request_is_not_changed():
    given = body([{"role": "user", "content": [{"type": "text", "text": "q"}]}])
    before = copy.deepcopy(given)
    into_request(given, "CTX")
    assert given == before


def test_equal_recalls_give_equal_bytes_and_the_prefix_keeps_its_own():
    """Provider prompt caches work on the prefix: up to the previous user message it must not differ from the last
    request, whatever was injected then."""
    history = [{"role": "system", "content": "S"}, {"role": "user", "content": "first"}]
    one = into_request(body(copy.deepcopy(history)), "CTX ñ")
    assert json.dumps(one) == json.dumps(into_request(body(copy.deepcopy(history)), "CTX ñ"))
    later = [*history, {"role": "assistant", "content": "a"}, {"role": "user", "content": "second"}]
    two = into_request(body(copy.deepcopy(later)), "OTHER")
    before_previous_user = len(json.dumps(history[:1])) - 1
    assert json.dumps(two["messages"])[:before_previous_user] == json.dumps(one["messages"])[:before_previous_user]
    assert two["messages"][:3] == later[:3]
