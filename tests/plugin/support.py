"""What several test files need: measured calls, waiting for a condition, a look into the outbox."""
import time


SLACK_S = 0.25  # of a busy two-core machine, on top of a deadline


def took(work, *args, **kw):
    start = time.monotonic()
    result = work(*args, **kw)
    return time.monotonic() - start, result


def settle(condition, timeout=5.0):
    """Waits until the condition holds."""
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, "did not settle"
        time.sleep(0.01)


def unacked(agent):
    return agent.plugin.runtime().outbox.names()
