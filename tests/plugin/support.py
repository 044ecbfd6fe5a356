"""What several test files need: measured calls, waiting for a condition, a look into the outbox."""
import statistics
import time


HASTE_MS = 300  # the product's own deadline, for the tests that measure it; the others give a busy machine time
SLACK_S = 2.0   # of a busy machine, on top of a deadline


def waits_for_nothing(walls):
    """Most of the calls took less than any wait does: a machine that stalls once is no wait of the plugin."""
    return statistics.median_low(walls) < 0.29


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
