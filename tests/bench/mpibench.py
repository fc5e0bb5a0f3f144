#!/usr/bin/python3
"""The reference MPI beside MPICH and Open MPI: prints tables, judges nothing.

    MURMEL=<prefix>/bin/murmel mpibench.py [--rounds N] [--ranks N,...]
                                           [--flavour F,...]

Each round runs all MPIs, one after the other and in another order each time,
so that whatever else the machine does hits all.  Open MPI is told to yield
where there are more ranks than processors, which is what it does best then.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import common  # noqa: E402
import harness  # noqa: E402

ROWS = [
    # name, what, bytes where a rate tells more than a time
    ("trip-8", "round trip of 8 B", 0),
    ("trip-64k", "round trip of 64 KiB", 0),
    ("trip-1m", "round trip of 1 MiB", 0),
    ("stream-8", "message of 8 B, many at once", 0),
    ("stream-64k", "bandwidth, messages of 64 KiB", 1 << 16),
    ("stream-1m", "bandwidth, messages of 1 MiB", 1 << 20),
    ("barrier", "barrier", 0),
    ("bcast-8", "bcast of 8 B", 0),
    ("bcast-64k", "bcast of 64 KiB", 0),
    ("allreduce-8", "allreduce of 8 B", 0),
    ("allreduce-64k", "allreduce of 64 KiB", 0),
    ("alltoall-8", "alltoall of 8 B for each", 0),
    ("alltoall-16k", "alltoall of 16 KiB for each", 0),
    ("fence-put", "put and fence", 0),
    ("lock-put", "lock, put, unlock", 0),
    ("start-put", "post, start, put, complete, wait", 0),
    ("life", "MPI_Init to MPI_Finalize, all ranks", 0),
    ("job", "mpiexec, from start to end", 0),
]
SECONDS = 60  # a run may take; what is not measured by then is "-"


def run(murmel, flavour, folder, ranks, argv):
    """(elapsed us, output, whether it ended) of one run."""
    argv = flavour.mpiexec + ["-n", str(ranks)] + argv
    job = harness.Job(murmel, folder)
    if ranks > os.cpu_count():
        job.environment["OMPI_MCA_mpi_yield_when_idle"] = "1"
    began = time.monotonic()
    job.start(argv)
    status = job.wait(SECONDS)
    elapsed = (time.monotonic() - began) * 1e6
    output = job.output()
    job.kill()
    job.remove()
    if status not in (0, None):
        raise SystemExit("%s ended with %s:\n%s" %
                         (" ".join(argv), status, output))
    return elapsed, output, status == 0


def measure(murmel, flavour, folder, ranks, program, samples):
    """Adds one sample to each row."""
    elapsed, output, has_ended = run(murmel, flavour, folder, ranks,
                                     [program, "life"])
    lives = [line.split()[1:] for line in output.splitlines()
             if line.startswith("life ")]
    if has_ended and len(lives) == ranks:
        samples["job"].append(elapsed)
        samples["life"].append(max(float(life[1]) for life in lives) -
                               min(float(life[0]) for life in lives))
    _, output, _ = run(murmel, flavour, folder, ranks, [program])
    for line in output.splitlines():
        fields = line.split()
        if len(fields) == 2 and fields[0] in samples:
            samples[fields[0]].append(float(fields[1]))


def table(ranks, names, samples):
    line = "%-33s %-5s" + " %24s" * len(names) + "  %s"
    print(line % (("%d ranks" % ranks, "") + tuple(names) + ("ahead",)))
    for row, what, size in ROWS:
        times = [samples[name][row] for name in names]
        shown = [[size / value for value in column] if size else column
                 for column in times]
        others = [statistics.median(column) for name, column in
                  zip(names, times) if column and name != "abi"]
        own = samples.get("abi", {}).get(row)
        ahead = ("%.3g x" % (min(others) / statistics.median(own))
                 if own and others else "-")
        print(line % ((what, "MB/s" if size else "us") +
                      tuple(common.spread(column) for column in shown) + (ahead,)))
    print()
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description="MPIs side by side")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--ranks", default="2,4,8,16,32", metavar="N,...")
    parser.add_argument("--flavour", default="", metavar="F,...")
    arguments = parser.parse_args()
    harness.end_jobs_on_signals()
    murmel = harness.murmel_from_environment()
    print("medians (quartiles) of %d rounds, %d processors; abi is the "
          "reference MPI;\nahead: how many times quicker than the better of "
          "the others\n" % (arguments.rounds, os.cpu_count()))
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        programs = {}
        for flavour in common.flavours(murmel, arguments.flavour):
            programs[flavour] = os.path.join(folder, flavour.name)
            harness.compile_program(flavour,
                                    os.path.join(HERE, "mpibench.c"),
                                    programs[flavour], ["-O2"])
        for ranks in map(int, arguments.ranks.split(",")):
            samples = {flavour.name: {row[0]: [] for row in ROWS}
                       for flavour in programs}
            order = list(programs)
            for _ in range(arguments.rounds):
                for flavour in order:
                    measure(murmel, flavour, folder, ranks, programs[flavour],
                            samples[flavour.name])
                order = order[1:] + order[:1]
            table(ranks, [flavour.name for flavour in programs], samples)
    return 0


if __name__ == "__main__":
    sys.exit(main())
