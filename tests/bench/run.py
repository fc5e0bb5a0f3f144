#!/usr/bin/python3
"""What Murmel costs: prints a table, judges nothing.

    MURMEL=<prefix>/bin/murmel run.py [--rounds N] [--flavour F,...]

Each round runs every program plain and under Murmel, one after the other, so
that whatever else the machine does hits both.
"""

import argparse
import os
import statistics
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import common  # noqa: E402
import harness  # noqa: E402

ROWS = [
    # name, what, unit
    ("query", "local call that only asks, CPU", "ns"),
    ("local", "local call that makes an object, CPU", "ns"),
    ("self", "call of a message to itself (3 a message), CPU", "ns"),
    ("poll", "test of a request that finds nothing, CPU", "ns"),
    ("poll wall", "the same, elapsed", "ns"),
    ("pair", "send and receive of a rank, CPU", "ns"),
    ("pair wall", "send and receive of a rank, elapsed", "ns"),
    ("nonblocking", "message of 32 under way at once, CPU", "ns"),
    ("nonblocking wall", "the same, elapsed", "ns"),
    ("allreduce", "allreduce of 4 B, CPU", "ns"),
    ("allreduce wall", "the same, elapsed", "ns"),
    ("put", "put under lock_all, a flush for 100, CPU", "ns"),
    ("get", "get, likewise", "ns"),
    ("accumulate", "accumulate, likewise", "ns"),
    ("fence-put", "put, a fence for 100, CPU", "ns"),
    ("fence-get", "get, likewise", "ns"),
    ("fence-acc", "accumulate, likewise", "ns"),
    # plain: compiled by mpicc; under Murmel: by murmel cc
    ("elsewhere", "load or store, nobody watches, CPU", "ns"),
    ("beside", "load or store, in a page with a window, CPU", "ns"),
    ("window", "load or store, in a window, CPU", "ns"),
    ("job", "start-up and end of a job of 2, elapsed", "ms"),
]


def run(murmel, flavour, folder, program, under):
    """(elapsed ms, output) of one run with 2 ranks."""
    job = harness.Job(murmel, folder)
    began = time.monotonic()
    if under:
        job.start_mode("run", flavour, 2, [program], ["--quiet"])
    else:
        job.start(flavour.mpiexec + ["-n", "2", program])
    # waiting with a limit looks now and then only
    guard = threading.Timer(120, job.kill)
    guard.start()
    status = job.process.wait()
    elapsed = (time.monotonic() - began) * 1e3
    guard.cancel()
    output = job.output()
    job.kill()
    job.remove()
    if status != 0:
        raise SystemExit("%s %s ended with %s:\n%s" %
                         (flavour.name, program, status, output))
    return elapsed, output


def measure(murmel, flavour, folder, rounds):
    """{row: ([plain], [under Murmel])}"""
    programs = {}
    for name in ("calls", "nothing"):
        programs[name] = os.path.join(folder, flavour.name + "-" + name)
        harness.compile_program(flavour, os.path.join(HERE, name + ".c"),
                                programs[name], ["-O2"])
    native = [os.path.join(folder, flavour.name + "-native" + name)
              for name in ("-plain", "")]
    for program, by in zip(native, (None, murmel)):
        harness.compile_program(flavour, os.path.join(HERE, "native.c"),
                                program, ["-O2"], by)
    samples = {row[0]: ([], []) for row in ROWS}
    for _ in range(rounds):
        for under in (0, 1):
            elapsed, _ = run(murmel, flavour, folder, programs["nothing"],
                             under)
            samples["job"][under].append(elapsed)
            _, output = run(murmel, flavour, folder, programs["calls"], under)
            _, more = run(murmel, flavour, folder, native[under], under)
            for line in (output + more).splitlines():
                fields = line.split()
                if len(fields) == 3 and fields[0] in samples:
                    samples[fields[0]][under].append(float(fields[1]))
                    if fields[0] + " wall" in samples:
                        samples[fields[0] + " wall"][under].append(
                            float(fields[2]))
    return samples


def main():
    parser = argparse.ArgumentParser(description="what Murmel costs")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--flavour", default="", metavar="F,...")
    arguments = parser.parse_args()
    harness.end_jobs_on_signals()
    murmel = harness.murmel_from_environment()
    line = "%-8s %-41s %22s %22s %10s"
    print("medians (quartiles) of %d rounds, %d processors" %
          (arguments.rounds, os.cpu_count()))
    print(line % ("MPI", "", "plain", "under Murmel", "added"))
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        for flavour in common.flavours(murmel, arguments.flavour):
            samples = measure(murmel, flavour, folder, arguments.rounds)
            for row, what, unit in ROWS:
                plain, under = samples[row]
                added = statistics.median(under) - statistics.median(plain)
                print(line % (flavour.name, what, common.spread(plain),
                              common.spread(under), ("+" if added >= 0 else "") +
                              common.short(added) + " " + unit))
                sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
