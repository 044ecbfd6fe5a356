"""A fact stated in one session comes back in another, after both sides have been started anew."""
import pytest

from agent import HEADER, Agent, frames
from client import Client
from daemon import Daemon
from facts import TEMPLATES, UNRELATED


@pytest.mark.hermes
def test_a_new_session_of_the_real_hermes_gets_what_an_earlier_one_was_told(tmp_path, draw):
    told = draw.one_of_each_language()
    with Daemon(tmp_path) as daemon, Agent(daemon) as agent:
        for fact in told:
            agent.ask(fact.statement)
        daemon.wait_stored(len(told))
        daemon.restart()
        for fact in told:
            got = agent.ask(fact.question)
            assert not fact.missing_in(got.get("platform", "")), (str(fact), got)
            line = next(line for line in got["platform"].splitlines() if not fact.missing_in(line))
            assert agent.files_with(HEADER, line, "<scope name=") == []
        for question in UNRELATED[:2]:
            assert agent.ask(question) == {}, question


def test_every_kind_of_fact_comes_back_after_a_restart(tmp_path, draw):
    told = draw.all()
    with Daemon(tmp_path) as daemon:
        token = daemon.token("wetopi-build")
        with Client(daemon.url, token) as c:
            for fact in told:
                c.session().turn(fact.statement)
        daemon.restart()  # at once: what is not in the store yet is taken up again
        daemon.wait_spool_empty()
        lost = []
        with Client(daemon.url, token) as c:
            for fact in told:
                got = frames(c.session().context(fact.question))
                if fact.missing_in(got.get("platform", "")):
                    lost.append((str(fact), got))
        assert not lost


def test_an_unrelated_question_gets_nothing(tmp_path, draw):
    with Daemon(tmp_path) as daemon, Client(daemon.url, daemon.token("wetopi-build")) as c:
        for fact in draw.all():
            c.session().turn(fact.statement)
        daemon.wait_stored(len(TEMPLATES))
        for question in UNRELATED:
            assert c.session().context(question) == "", question
