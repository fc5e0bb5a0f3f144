#!/usr/bin/python3
"""Recordings of thousands of ranks, made up (generate.c), are judged: each
fault is found, told once, of the rank that has it; where there is none nothing
is.

    MURMEL=<prefix>/bin/murmel GENERATE=<generate> run.py --help"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

TIME_LIMIT = 120  # of a run
MEMORY_LIMIT = 4 << 30
LITTLE_MEMORY = 300 << 20
RANKS, ROUNDS = 1024, 20
MORE, MOST = 4096, 16384

# What is found of each fault, and whether the job hangs by it.
FAULTS = {
    "stencil": None,
    "stencil:buffer": "BUFFER-IN-USE",
    "stencil:type": "P2P-TYPE-MISMATCH",
    "stencil:op": "COLL-OP-MISMATCH",
    "stencil:tag": "DEADLOCK",
    "alltoall": None,
    "alltoall:count": "COLL-COUNT-MISMATCH",
    "alltoall:root": "COLL-ROOT-MISMATCH",
    "alltoall:kind": "COLL-KIND-MISMATCH",
    "farm": None,
    "farm:lost": "P2P-UNRECEIVED",
    "farm:starved": "DEADLOCK",
    "ring": None,
    "ring:conflict": "RMA-CONFLICT",
    "ring:beyond": "RMA-BEYOND-WINDOW",
}


def judge(folder, name, ranks, rounds, seed, memory):
    """What is wrong with the verdict; None: nothing."""
    recording = os.path.join(folder, "run.murmel")
    made = subprocess.run(
        [os.environ["GENERATE"], "--ranks=%d" % ranks, "--rounds=%d" % rounds,
         "--seed=%d" % seed, name, recording], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, timeout=TIME_LIMIT)
    if made.returncode != 0:
        return "nothing is made: %d" % made.returncode
    victim = int(made.stdout)
    judged = subprocess.run(
        [os.environ["MURMEL"], "replay", recording, "--report=report",
         "--quiet"], cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIME_LIMIT,
        preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_AS, (memory, memory)))
    if judged.returncode not in (0, 1):
        return "exit status %d: %s" % (judged.returncode,
                                       judged.stdout.decode()[-200:])
    with open(os.path.join(folder, "report", "report.json")) as f:
        report = json.load(f)
    rule = FAULTS[name]
    found = [finding["rule"] for finding in report["findings"]]
    if found != ([rule] if rule else []):
        return "%s (victim %d)" % (found, victim)
    if judged.returncode != (1 if rule else 0):
        return "exit status %d with %s" % (judged.returncode, found)
    if rule and not re.search(r"\branks?\b.*\b%d\b" % victim,
                              report["findings"][0]["message"], re.I):
        return "nothing of rank %d" % victim
    if rule and not report["findings"][0]["calls"][0]["stack"][0][
            "file"].startswith("/never/written/"):
        return "no line"
    return None


def main():
    parser = argparse.ArgumentParser(description="judges made-up recordings")
    parser.add_argument("--ranks", type=int, help="of each of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="PROGRAM or PROGRAM:FAULT")
    given = parser.parse_args()
    cases = [(name, given.ranks or RANKS, ROUNDS, given.seed, MEMORY_LIMIT)
             for name in FAULTS]
    if given.ranks is None:
        cases.append(("stencil:type", MOST, 1, given.seed, MEMORY_LIMIT))
        # what all learn of all by a fence is not kept for each
        cases.append(("ring", MORE, 2, given.seed, LITTLE_MEMORY))
    wanted = given.names
    failed = 0
    if wanted:
        cases = [case for case in cases
                 if case[0] in wanted or case[0].split(":")[0] in wanted]
    for name, size, rounds, seed, memory in cases:
        with tempfile.TemporaryDirectory(prefix="large-") as folder:
            trouble = judge(folder, name, size, rounds, seed, memory)
        failed += trouble is not None
        print("%s - %s, %d ranks, seed %d%s" % (
            "not ok" if trouble else "ok", name, size, seed,
            ": " + trouble if trouble else ""))
        sys.stdout.flush()
    print("%d passed, %d failed" % (len(cases) - failed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
