"""What several test files need: measured calls, waiting for a condition, a look into the outbox."""
import time


DEADLINE_S = 1.0  # of the tests that measure a wait: longer than a busy machine stalls
SLACK_S = 0.9     # what such a machine may add; less than one wait, so that a wait too many shows


def took(work, *args, **kw):
    start = time.monotonic()
    result = work(*args, **kw)
    return time.monotonic() - start, result


def settle(condition, timeout=30.0):
    """Waits until the condition holds."""
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, "did not settle"
        time.sleep(0.01)


def unacked(agent):
    return agent.plugin.runtime().outbox.names()
