#!/usr/bin/env python3
"""Waits until a Hindsight server has consolidated all it was told: observations are only then what recall can find.

  wait_idle.py URL [--key KEY] [--bank BANK]... [--seconds 120]

Without --bank: every bank there is. Exit 0: idle; 1: still busy, and what with. Standard library only.
A bank with enable_observations off is never idle: its facts stay counted as pending.
"""
import argparse
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


def get(url, key):
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {key}"} if key else {})
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def busy(base, key, banks):
    """What is not done yet, as readable text; empty when idle."""
    names = banks or [bank["bank_id"] for bank in get(f"{base}/v1/default/banks?limit=100", key)["banks"]]
    out = []
    for name in names:
        try:  # without refresh the numbers may be a minute old
            stats = get(f"{base}/v1/default/banks/{urllib.parse.quote(name, safe='')}/stats?refresh=true", key)
        except urllib.error.HTTPError as error:
            if error.code == 404 and banks:
                continue  # never written to
            raise
        waits = {field: stats.get(field) or 0 for field in ("pending_operations", "pending_consolidation")}
        if any(waits.values()):
            out.append(f"{name}: " + ", ".join(f"{count} {field}" for field, count in waits.items() if count))
    return "; ".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("--key", default="")
    parser.add_argument("--bank", action="append", default=[])
    parser.add_argument("--seconds", type=float, default=120)
    arguments = parser.parse_args()
    end = time.monotonic() + arguments.seconds
    quiet = 0
    while True:
        try:
            left = busy(arguments.url.rstrip("/"), arguments.key, arguments.bank)
        except (OSError, ValueError, KeyError) as error:
            left = f"{type(error).__name__}: {error}"
        quiet = 0 if left else quiet + 1
        if quiet == 2:  # twice: between a retain's end and its consolidation's start there is a moment of nothing
            return 0
        if time.monotonic() > end:
            print(f"still busy after {arguments.seconds:.0f} s: {left}", file=sys.stderr)
            return 1
        time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
