#!/usr/bin/env python3
"""Mutation check: plants each fault of faults.py in a copy of the tree, one at a time, and shows that the suites notice.

    tests/mutation/run.py                     # all; exit code 1: a fault was not noticed
    tests/mutation/run.py --only lock         # those whose name holds the word
    tests/mutation/run.py --check             # only that each planted text stands in its file, once: takes no build

The copy and its build lie in --work (default .cache/mutation) and are kept, so that the next run compiles little.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import time

from faults import FAULTS

REPO = pathlib.Path(__file__).resolve().parents[2]


def misplaced(fault):
    what, file, before, _, _ = fault
    count = (REPO / file).read_text(encoding="utf-8").count(before)
    return [] if count == 1 else ["%s: its text stands %d times in %s" % (what, count, file)]


def sources():
    for folder, below, files in os.walk(REPO):
        below[:] = [name for name in below if not name.startswith((".", "build")) and name != "__pycache__"]
        for name in files:
            yield (pathlib.Path(folder) / name).relative_to(REPO)


def copy_tree(work):
    """Only what differs is written, so that only that is compiled again."""
    tree, wanted = work / "tree", set(sources())
    for file in wanted:
        there, content = tree / file, (REPO / file).read_bytes()
        if not there.exists() or there.read_bytes() != content:
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(content)
    for old in [path for path in tree.rglob("*") if path.is_file()]:
        file = old.relative_to(tree)
        if not file.parts[0].startswith("build") and file not in wanted:
            old.unlink()
    return tree


def build(tree, targets, jobs):
    folder = tree / "build-mutation"
    if not (folder / "build.ninja").exists():
        subprocess.run(["cmake", "-S", tree, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug"], check=True,
                       stdout=subprocess.DEVNULL)
    done = subprocess.run(["ninja", "-C", folder, "-j", str(jobs), *sorted(targets)], text=True, capture_output=True)
    return done.returncode == 0, done.stdout[-3000:]


def passes(tree, binary, tests, seeds):
    env = {**os.environ, "WM_SIM_SEEDS": str(seeds)}
    done = subprocess.run([str(tree / "build-mutation" / binary), "--gtest_filter=" + tests, "--gtest_brief=1"], cwd=tree,
                          env=env, text=True, capture_output=True, timeout=900, errors="replace")
    return done.returncode == 0


def try_fault(tree, fault, options):
    """The suites that noticed; none: it lives."""
    what, file, before, after, suites = fault
    path = tree / file
    sound = path.read_text(encoding="utf-8")
    path.write_text(sound.replace(before, after), encoding="utf-8")
    try:
        built, words = build(tree, {binary for binary, _ in suites}, options.jobs)
        if not built:
            raise RuntimeError("%s: does not compile\n%s" % (what, words))
        noticed = []
        for binary, tests in suites:
            try:
                well = passes(tree, binary, tests, options.seeds)
            except subprocess.TimeoutExpired:
                well = False
            if not well:
                noticed.append(binary)
                if not options.all_suites:
                    break
        return noticed
    finally:
        path.write_text(sound, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=pathlib.Path, default=REPO / ".cache" / "mutation")
    parser.add_argument("--only", default="")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--all-suites", action="store_true", help="not only the first suite that notices")
    parser.add_argument("--seeds", type=int, default=300, help="of the simulation")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    options = parser.parse_args()
    faults = [fault for fault in FAULTS if options.only in fault[0]]
    wrong = [line for fault in faults for line in misplaced(fault)]
    if wrong or options.check:
        print("\n".join(wrong) or "%d faults stand where they are planted" % len(faults))
        return 1 if wrong else 0
    tree = copy_tree(options.work)
    built, words = build(tree, {binary for fault in faults for binary, _ in fault[4]}, options.jobs)
    if not built:
        print("the sound tree does not compile\n" + words)
        return 1
    for suite in sorted({suite for fault in faults for suite in fault[4]}):
        if not passes(tree, *suite, options.seeds):
            print("the sound tree fails %s %s: nothing can be said" % suite)
            return 1
    lives = 0
    for fault in faults:
        began = time.monotonic()
        noticed = try_fault(tree, fault, options)
        lives += not noticed
        print("%-8s %s (%s, %.0f s)" % ("noticed" if noticed else "LIVES", fault[0], ", ".join(noticed) or "by nobody",
                                        time.monotonic() - began), flush=True)
    print("%d of %d faults noticed" % (len(faults) - lives, len(faults)))
    return 1 if lives else 0


if __name__ == "__main__":
    sys.exit(main())
