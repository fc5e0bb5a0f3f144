#!/usr/bin/python3
"""What the checker needs of memory: prints a table.

    SCALE=<build>/tests/bench/scale memory.py [--quick]

Of a rank that has done nothing, of one that exchanges halos, of an operation
that is under way, and of a run of a hundred million records beside one of a
tenth of them (ranks that only write records: scale.c)."""

import os
import re
import subprocess
import sys

LINE = re.compile(r" *(\d+) ranks +(\d+) records .* (\d+) KiB$")
SECONDS = 600
EXCHANGES = 40


def run(*words):
    """(ranks, records, KiB at most) of a run."""
    said = subprocess.run([os.environ["SCALE"], *words], check=True, text=True,
                          stdout=subprocess.PIPE, timeout=SECONDS).stdout
    return [int(number) for number in LINE.match(said).groups()]


def each(first, second, count):
    """Bytes by which the second has more, for each of so many."""
    return (second[2] - first[2]) * 1024 / count


def main():
    quick = sys.argv[1:] == ["--quick"]
    side, pending, most = (16, 1000, 1000) if quick else (128, 100000, 345000)
    few, many = "8x8", "%dx%d" % (side, side)
    ranks = side * side - 64
    idle = [run("--exchanges=0", grid) for grid in (few, many)]
    halo = [run("--exchanges=%d" % EXCHANGES, grid) for grid in (few, many)]
    under_way = [run("--pending", "--exchanges=%d" % count, "2x2")
                 for count in (1, pending)]
    print("a rank that has called MPI_Init alone   %8.1f kB" %
          (each(*idle, ranks) / 1e3))
    print("a rank with 8 requests under way        %8.1f kB" %
          (each(*halo, ranks) / 1e3))
    print("a receive that is under way             %8.0f B" %
          each(*under_way, 4 * pending))
    for exchanges in (most // 10, most):
        _, records, kibibytes = run("--exchanges=%d" % exchanges, "4x4")
        print("16 ranks, %11d records         %8.2f MB" %
              (records, kibibytes * 1024 / 1e6))


main()
