#!/usr/bin/python3
"""Writes the programs tests/e2e/conflict/pairs_*.c: every pair of load, store,
get, put and accumulate, in both memory models, in either order.  Each cell of
the table is an epoch of its own; the calls of those that are wrong are marked.

    rma_pairs.py            writes them
    rma_pairs.py --check    goes red on one that is not as it would be written
"""

import os
import sys

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e",
                    "conflict")

RMA = ("get", "put", "accumulate")
LOCAL = ("load", "store")

# Which overlapping accesses must not meet (MPI-4.1 12.3, 12.7).
CONFLICTS = {frozenset(pair) for pair in (
    ("put", "put"), ("put", "get"), ("put", "accumulate"),
    ("accumulate", "get"), ("load", "put"), ("load", "accumulate"),
    ("store", "get"), ("store", "put"), ("store", "accumulate"))}

UPDATES = ("store", "put", "accumulate")

SKELETON = """/*
 * %(about)s
 * (acceptance D2).  Written by tests/lint/rma_pairs.py.
 *
 * np: 2
 * verdict: %(verdict)s
%(head)s */
#include <mpi.h>

#define GET(disp, n)                                                           \\
    MPI_Get(&results[n], 1, MPI_INT, 1, disp, 1, MPI_INT, win)
#define PUT(disp, n) MPI_Put(&value, 1, MPI_INT, 1, disp, 1, MPI_INT, win)
#define ACCUMULATE(disp, n)                                                    \\
    MPI_Accumulate(&value, 1, MPI_INT, 1, disp, 1, MPI_INT, MPI_SUM, win)
/* To and from itself: sends from, receives into the window. */
#define LOAD(disp, n)                                                          \\
    MPI_Sendrecv(base + (disp), 1, MPI_INT, 0, 0, &results[n], 1, MPI_INT, 0,  \\
                 0, MPI_COMM_SELF, MPI_STATUS_IGNORE)
#define STORE(disp, n)                                                         \\
    MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, base + (disp), 1, MPI_INT, 0, 0,    \\
                 MPI_COMM_SELF, MPI_STATUS_IGNORE)
#define TELL(to) MPI_Send(&value, 0, MPI_INT, to, 0, MPI_COMM_WORLD)
#define HEAR(from)                                                             \\
    MPI_Recv(&value, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)

static void settle(MPI_Win win)
{
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, *base, value = 1, results[2] = {0, 0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
%(body)s    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
"""


class Program:
    """The cells of one file.  `rank` is whose call is the first, and the
    second, of a cell."""

    def __init__(self, name, about, twin=None, separate=False):
        self.name, self.about, self.twin = name, about, twin
        self.separate = separate
        self.body, self.findings = [], []

    def line(self, text):
        self.body.append(text)

    def calls(self, kinds, ranks, disps, wrong):
        """Texts of the two calls.  wrong: the rule, or None."""
        cell = len(self.findings)
        texts = []
        for i, (kind, disp) in enumerate(zip(kinds, disps)):
            mark = " /* @%s%d */" % ("ab"[i], cell) if wrong else ""
            texts.append("%s(%d, %d);%s" % (kind.upper(), disp, i, mark))
        if wrong:
            self.findings.append("%s %s=%d@a%d %s=%d@b%d" % (
                wrong, kinds[0], ranks[0], cell, kinds[1], ranks[1], cell))
        return texts

    def text(self):
        head = "".join(" * finding: %s\n" % f for f in self.findings)
        if self.findings:
            head += " * twin: %s.c\n" % self.twin
        if self.separate:
            head += " * options: --separate\n"
        else:  # its twin in that model is another program
            head = " * unless: memory-model=separate\n" + head
        text = SKELETON % {
            "about": self.about, "head": head,
            "verdict": "error" if self.findings else "clean",
            "body": "".join("    %s\n" % line for line in self.body)}
        if self.separate:  # the reference MPI has real copies then
            text = text.replace(
                "    MPI_Init(", "    setenv(\"MURMEL_MPI\", "
                "\"memory-model=separate\", 1);\n    MPI_Init(")
            text = text.replace("#include <mpi.h>\n",
                                "#include <mpi.h>\n#include <stdlib.h>\n")
        if "settle(win);" not in text:
            start = text.index("static void settle")
            text = text[:start] + text[text.index("int main"):]
        for macro in ("GET", "PUT", "ACCUMULATE", "LOAD", "STORE", "TELL",
                      "HEAR"):
            if text.count(macro + "(") == 1:  # only defined
                start = text.index("#define " + macro + "(")
                end = start
                while True:
                    end = text.index("\n", end) + 1
                    if text[end - 2] != "\\":
                        break
                if macro == "LOAD":
                    start = text.index("/* To and from")
                text = text[:start] + text[end:]
        return text


def rule_of(first, second, separate, overlap):
    pair = frozenset((first, second))
    local = first in LOCAL or second in LOCAL
    if not overlap:
        return "RMA-SEPARATE-CONFLICT" if separate and "store" in pair and \
            pair & {"put", "accumulate"} else None
    if pair not in CONFLICTS:
        return None
    return "RMA-LOCAL-CONFLICT" if local else "RMA-CONFLICT"


def fence(separate, overlap):
    """One fence epoch, in which nothing is in order."""
    suffix = ("" if overlap else "_apart") + ("_separate" if separate else "")
    program = Program(
        "pairs_fence" + suffix,
        "All pairs in one fence epoch, %s" % (
            "of the same bytes" if overlap else "of other bytes"),
        "pairs_fence_apart" if not separate else "pairs_epochs_separate",
        separate)
    for i, first in enumerate(RMA):
        for second in LOCAL + RMA[i:]:
            ranks = (0, 1)
            one, two = program.calls(
                (first, second), ranks, (4, 4 if overlap else 6),
                rule_of(first, second, separate, overlap))
            program.line("MPI_Win_fence(0, win);")
            program.line("if (rank == 0)")
            program.line("    " + one)
            program.line("else")
            program.line("    " + two)
    program.line("MPI_Win_fence(0, win);")
    return program


def epochs():
    """The same, each access in a fence epoch of its own."""
    program = Program("pairs_epochs_separate",
                      "All pairs, each access in a fence epoch of its own", None,
                      True)
    for first in RMA + LOCAL:
        for second in LOCAL + RMA:
            for kind, n in ((first, 0), (second, 1)):
                program.line("MPI_Win_fence(0, win);")
                program.line("if (rank == %d)" % (kind in LOCAL))
                program.line("    %s(4, %d);" % (kind.upper(), n))
    program.line("MPI_Win_fence(0, win);")
    return program


def told(separate, flush, sync):
    """Under shared locks: the one, a message, the other."""
    name = "pairs_told" + ("_flush" if flush else "") + \
        ("_sync" if sync else "") + ("_separate" if separate else "")
    program = Program(
        name, "All pairs, with a message between the two, %s completion%s" % (
            "and" if flush else "but no",
            ", and\n * MPI_Win_sync on both sides" if sync else ""),
        "pairs_told_flush" if not separate else
        "pairs_told_flush_sync_separate", separate)
    program.line("MPI_Win_lock_all(0, win);")
    for first in RMA + LOCAL:
        for second in RMA + LOCAL:
            if first in LOCAL and second in LOCAL:
                continue
            rank = int(first in LOCAL)
            rule = rule_of(first, second, separate, True)
            if first in LOCAL or flush:
                crosses = first in LOCAL or second in LOCAL
                if not (separate and crosses and first in UPDATES and
                        not sync):
                    rule = None
            one, two = program.calls((first, second), (rank, 1 - rank), (4, 4),
                                     rule)
            program.line("if (rank == %d) {" % rank)
            program.line("    " + one)
            if flush:
                program.line("    MPI_Win_flush(1, win);")
            if sync:
                program.line("    MPI_Win_sync(win);")
            program.line("    TELL(%d);" % (1 - rank))
            program.line("} else {")
            program.line("    HEAR(%d);" % rank)
            if sync:
                program.line("    MPI_Win_sync(win);")
            program.line("    " + two)
            program.line("}")
            program.line("settle(win);")
    program.line("MPI_Win_unlock_all(win);")
    return program


def programs():
    yield epochs()
    for separate in (False, True):
        for overlap in (True, False):
            yield fence(separate, overlap)
        yield told(separate, False, False)
        yield told(separate, True, False)
    yield told(True, True, True)


def main():
    check = sys.argv[1:] == ["--check"]
    passed = failed = 0
    for program in programs():
        path = os.path.join(HERE, program.name + ".c")
        if not check:
            with open(path, "w") as f:
                f.write(program.text())
            continue
        with open(path) as f:
            same = f.read() == program.text()
        passed += same
        failed += not same
        print("%s - %s" % ("ok" if same else "not ok", program.name))
    if check:
        print("%d passed, %d failed, 0 skipped" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
