#!/usr/bin/python3
"""Correct programs, drawn by lot (random.h): Murmel finds nothing in them, they
come to their end, and the data is as it should be.

    run.py [--flavour F] [--seeds N] [--first N] [--steps N] [--jobs N]
           [--delay] [OPTION...]

Without --flavour all MPIs that are there.  Every third program has two threads.
--delay: Murmel holds calls up by lot, too.  OPTION: more for murmel run, say
--strict=coll-minimal."""

import argparse
import concurrent.futures
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import harness  # noqa: E402

SECONDS = 100
# A job of which no process makes a call for so long hangs.  MPICH's processes
# never yield: where there are more of them than processors, and on a busy
# machine, a job that goes on may take longer than SECONDS.
QUIET_SECONDS = 30
LONGEST_SECONDS = 600


def ranks_of(flavour, seed):
    """MPICH's never yield: no more than there are processors."""
    most = max(2, os.cpu_count()) if flavour.name == "mpich" else 5
    return min(2 + seed % 4, most)


def threads_of(flavour, seed):
    """Open MPI 4.1 makes no windows where several threads may call it."""
    return 1 if flavour.name == "openmpi" or seed % 3 else 2


def command(flavour, folder, seed, options):
    return [os.path.join(folder, flavour.name), str(seed), str(options.steps),
            str(threads_of(flavour, seed))]


def tail(job):
    return "\n".join(harness.tail(job.output(), 60))


def asked(murmel, job, word):
    """What `murmel status` or `dump` says of a job that runs."""
    return subprocess.run(
        [murmel.path, word, job.report_folder], cwd=job.folder,
        env=job.environment, timeout=SECONDS, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout.decode()


def calls_made(murmel, job):
    asked(murmel, job, "dump")
    report = job.report()
    return report and [process["call_count"] for process in report["processes"]]


def wait_while_it_moves(murmel, job):
    """The exit status, or None: it hangs."""
    end = time.monotonic() + LONGEST_SECONDS
    status, before, seconds = None, None, SECONDS
    while status is None and time.monotonic() < end:
        status = job.wait(seconds)
        calls = calls_made(murmel, job) if status is None else None
        if status is None and calls == before:
            break
        before, seconds = calls, QUIET_SECONDS
    return status


def where_it_hangs(murmel, job, program):
    """What its processes do, as Murmel sees it, and as the MPI does."""
    text = asked(murmel, job, "status")
    ranks = [pid for pid, words in job.processes().items()
             if words.startswith(program)]
    for pid in ranks if shutil.which("gdb") else []:
        text += subprocess.run(
            ["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt 12"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, timeout=SECONDS).stdout.decode()
    return text


def run(murmel, flavour, folder, environment, seed, options):
    """What is wrong with the program of that seed, or None."""
    job = harness.Job(murmel, folder, environment)
    try:
        words = command(flavour, folder, seed, options)
        job.start_mode("run", flavour, ranks_of(flavour, seed), words, options.more)
        status = wait_while_it_moves(murmel, job)
        if status is None:
            where = where_it_hangs(murmel, job, words[0])
            job.interrupt(SECONDS)
            return "does not end\n" + where
        report = job.report()
        if report is None:
            return "no report\n" + tail(job)
        if report["findings"] or status != 0:
            return "status %d\n%s" % (status, tail(job))
        return None
    finally:
        job.kill()
        job.remove()


def ends_well_alone(murmel, flavour, folder, environment, seed, options):
    """Whether it does without Murmel: MPI libraries have faults, too."""
    job = harness.Job(murmel, folder, environment)
    try:
        job.start(flavour.mpiexec + ["-n", str(ranks_of(flavour, seed))] +
                  command(flavour, folder, seed, options))
        return job.wait(SECONDS) == 0
    finally:
        job.kill()
        job.remove()


def failure(murmel, flavour, folder, environment, seed, options):
    """(what is wrong, whether that is the MPI's own fault), or None."""
    environment = dict(environment)
    if options.delay:
        environment["MURMEL_DELAY"] = str(seed)
    said = run(murmel, flavour, folder, environment, seed, options)
    if said is None:
        return None
    return said, not ends_well_alone(murmel, flavour, folder, environment,
                                     seed, options)


def build(flavour, folder):
    sources = sorted(glob.glob(os.path.join(HERE, "*.c")))
    main = os.path.join(HERE, "main.c")
    return harness.compile_program(
        flavour, main, os.path.join(folder, flavour.name),
        [source for source in sources if source != main] + ["-pthread"])


def run_all(murmel, flavours, folder, options):
    """How many passed, failed, skipped."""
    environment = harness.quick_start(folder)
    tried = [(flavour, seed) for flavour in flavours for seed in
             range(options.first, options.first + options.seeds)]
    failed = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (flavour, seed), wrong in zip(tried, pool.map(
                lambda one: failure(murmel, one[0], folder, environment,
                                    one[1], options), tried)):
            if wrong is None:
                continue
            said, without = wrong
            skipped += without
            failed += not without
            print("%s %s seed %d%s" % (
                "ok # SKIP" if without else "FAILED", flavour.name, seed,
                ": it fails without Murmel, too" if without else
                ": " + said.replace("\n", "\n  ")), flush=True)
    return len(tried) - failed - skipped, failed, skipped


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
        passed, failed, without = run_all(murmel, flavours, folder, options)
    print("%d passed, %d failed, %d skipped" % (passed, failed,
                                                skipped + without))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
