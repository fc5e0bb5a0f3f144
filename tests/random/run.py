#!/usr/bin/python3
"""Correct programs, drawn by lot (random.h): Murmel finds nothing in them, they
come to their end, and the data is as it should be.

    run.py [--flavour F] [--seeds N] [--first N] [--steps N] [--jobs N]
           [--delay] [OPTION...]

Without --flavour all MPIs that are there.  --delay: Murmel holds calls up by
lot, too.  OPTION: more for murmel run, say --strict=coll-minimal."""

import argparse
import concurrent.futures
import glob
import os
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import harness  # noqa: E402

SECONDS = 100


def threads_of(flavour, seed):
    """Open MPI 4.1 makes no windows where several threads may call it."""
    return 1 if flavour.name == "openmpi" or seed % 3 else 2


def failure(murmel, flavour, folder, environment, seed, options):
    """What is wrong with the program of that seed, or None."""
    environment = dict(environment)
    if options.delay:
        environment["MURMEL_DELAY"] = str(seed)
    job = harness.Job(murmel, folder, environment)
    try:
        job.start_mode("run", flavour, 2 + seed % 4,
                       [os.path.join(folder, flavour.name), str(seed),
                        str(options.steps), str(threads_of(flavour, seed))],
                       options.more)
        status = job.wait(SECONDS)
        if status is None:
            job.interrupt(SECONDS)
            return "does not end"
        report = job.report()
        if report is None:
            return "no report\n" + "\n".join(harness.tail(job.output(), 60))
        if report["findings"] or status != 0:
            return "status %d\n%s" % (status, "\n".join(harness.tail(job.output(), 60)))
        return None
    finally:
        job.kill()
        job.remove()


def build(flavour, folder):
    sources = sorted(glob.glob(os.path.join(HERE, "*.c")))
    main = os.path.join(HERE, "main.c")
    return harness.compile_program(
        flavour, main, os.path.join(folder, flavour.name),
        [source for source in sources if source != main] + ["-pthread"])


def run_all(murmel, flavours, folder, options):
    """(passed, failed)"""
    environment = harness.quick_start(folder)
    tried = [(flavour, seed) for flavour in flavours for seed in
             range(options.first, options.first + options.seeds)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (flavour, seed), said in zip(tried, pool.map(
                lambda one: failure(murmel, one[0], folder, environment,
                                    one[1], options), tried)):
            if said is not None:
                failed += 1
                print("FAILED %s seed %d: %s" % (
                    flavour.name, seed, said.replace("\n", "\n  ")),
                      flush=True)
    return len(tried) - failed, failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--flavour")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--delay", action="store_true")
    options, options.more = parser.parse_known_args()
    murmel = harness.murmel_from_environment()
    harness.end_jobs_on_signals()
    flavours, skipped = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for flavour in harness.flavours(murmel):
            if options.flavour not in (None, flavour.name):
                continue
            reason = flavour.missing() or build(flavour, folder)[1]
            if reason:
                print("ok # SKIP %s: %s" % (flavour.name, reason))
                skipped += options.seeds
            else:
                flavours.append(flavour)
        passed, failed = run_all(murmel, flavours, folder, options)
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
