#!/usr/bin/python3
"""How many instructions a call takes a process, without Murmel and with it:
prints a table.  Unlike times, they do not hang on what else the machine does.

    MURMEL=<prefix>/bin/murmel instructions.py [--flavour F,...]

Of a process alone, counted by valgrind: of many rounds less of a few, so that
neither the start nor what is done once counts.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import common  # noqa: E402
import harness  # noqa: E402

CLASSES = [
    ("query", "MPI_Comm_rank"),
    ("local", "MPI_Type_contiguous, MPI_Type_free"),
    ("message", "MPI_Irecv, MPI_Send, MPI_Wait"),
    ("window", "16 MPI_Irecv, 16 MPI_Isend, MPI_Waitall"),
    ("sendrecv", "MPI_Sendrecv"),
    ("collective", "MPI_Allreduce"),
    ("put", "16 MPI_Put, MPI_Win_flush"),
]
ROUNDS = (100, 3000)
LINE = "%-8s %-42s %8s %12s %8s"


def count(murmel, flavour, folder, argv, under):
    """(instructions, calls) of a run."""
    log = os.path.join(folder, "valgrind.log")
    argv = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
            "--log-file=" + log] + argv
    if under:
        argv = [murmel.path, "run", "--quiet", "--flavour=" + flavour.name,
                "--report=" + os.path.join(folder, "report"), "-n", "1"] + argv
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1",
                       OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    done = subprocess.run(argv, cwd=folder, env=environment, timeout=300,
                          stdin=subprocess.DEVNULL, capture_output=True,
                          text=True)
    with open(log) as f:
        found = re.search(r"Collected : (\d+)", f.read())
    if done.returncode != 0 or not found:
        raise SystemExit("%s ended with %d:\n%s" % (
            " ".join(argv), done.returncode, done.stdout + done.stderr))
    return int(found.group(1)), int(done.stdout.split()[-1])


def per_call(murmel, flavour, folder, program, name, under):
    few, many = (count(murmel, flavour, folder, [program, name, str(rounds)],
                       under) for rounds in ROUNDS)
    return (many[0] - few[0]) / (many[1] - few[1])


def main():
    parser = argparse.ArgumentParser(description="instructions of a call")
    parser.add_argument("--flavour", default="", metavar="F,...")
    arguments = parser.parse_args()
    if not shutil.which("valgrind"):
        raise SystemExit("no valgrind")
    murmel = harness.murmel_from_environment()
    print(LINE % ("MPI", "instructions of a call", "plain", "under Murmel",
                  "added"))
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        for flavour in common.flavours(murmel, arguments.flavour):
            program = os.path.join(folder, flavour.name)
            harness.compile_program(flavour,
                                    os.path.join(HERE, "instructions.c"),
                                    program, ["-O2"])
            for name, what in CLASSES:
                plain, under = (per_call(murmel, flavour, folder, program,
                                         name, with_murmel)
                                for with_murmel in (False, True))
                print(LINE % (flavour.name, what, "%.0f" % plain,
                              "%.0f" % under, "%.0f" % (under - plain)))
                sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
