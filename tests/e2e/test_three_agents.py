"""wetopi-lead, wetopi-build and wetopi-approver at once on one daemon, each with a person of its own."""
import concurrent.futures

import pytest

from agent import Agent
from daemon import SCOPES, Daemon
from facts import personal

NAMES = ["wetopi-lead", "wetopi-build", "wetopi-approver"]


def at_once(work, items):
    with concurrent.futures.ThreadPoolExecutor(len(NAMES)) as pool:
        return [done.result(180) for done in [pool.submit(work, item) for item in items]]


@pytest.mark.hermes
def test_three_agents_share_what_is_shared_and_nothing_personal(tmp_path, draw):
    people = {name: "u_" + name.split("-")[1] for name in NAMES}
    users = {user: {"allowed_scopes": SCOPES} for user in people.values()}
    shared = {name: fact for name, fact in zip(NAMES, draw.one_of_each_language())}
    own = {name: personal(draw, at) for at, name in enumerate(NAMES)}
    with Daemon(tmp_path, agents={name: SCOPES for name in NAMES}, users=users, owners=people) as daemon:
        agents = {name: Agent(daemon, name) for name in NAMES}
        try:
            at_once(lambda name: agents[name].lib(shared[name].statement, own[name][0]), NAMES)
            daemon.wait_stored(2 * len(NAMES))
            neighbour = {name: NAMES[(at + 1) % len(NAMES)] for at, name in enumerate(NAMES)}
            got = at_once(lambda name: agents[name].ask(shared[neighbour[name]].question), NAMES)
            mine = at_once(lambda name: agents[name].ask(own[name][1]), NAMES)
            seen = {name: repr([request["body"] for request in agents[name].requests()]) for name in NAMES}
        finally:
            for agent in agents.values():
                agent.__exit__()
    for name, frames in zip(NAMES, got):
        fact = shared[neighbour[name]]
        assert not fact.missing_in(frames.get("platform", "")), (name, str(fact), frames)
    for name, frames in zip(NAMES, mine):
        assert own[name][2] in frames.get("personal", ""), (name, own[name], frames)
    for name in NAMES:
        for other in NAMES:
            assert (own[other][2] in seen[name]) == (other == name), (name, other)
    banks = {bank for bank, _ in daemon.documents()}
    assert banks == {"wetopi-platform", *("user-" + user for user in people.values())}
    for name, user in people.items():
        assert {bank for bank, _ in daemon.documents(own[name][2])} == {"user-" + user}
