#!/usr/bin/python3
"""Prints doc/coverage.md: for each function, of which of its arguments a wrong
one is tried by run.py, and told; and which other rules look at the
call."""

import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import generate  # noqa: E402
import run  # noqa: E402

HEAD = """# What is checked of each function

Printed by `tests/argument/coverage.py` from `wrappers/calls.def`; the tests fail where it is not up to date.

The columns with a rule's name (ARG-NEGATIVE, or what takes its place in RMA calls) give the arguments
of which a wrong value is tried on that very function, with the reference MPI (those on files: with MPICH), and told
(`tests/argument`). Arguments that stand nowhere are of the kinds listed below the table. The last column
names the other families of rules (`rules/`) that look at such calls; every call is also looked at before
MPI is initialized and after it is finalized, and by threads. A twin with `_c` has what the function has.
"""

TAIL = """
## Kinds of arguments of which no wrong value is tried

The tests fail where a parameter is of a kind (`wrappers/kinds.def`) that is neither tried nor listed here.

| kind | why |
|---|---|"""

COLUMNS = [
    ("NULL-HANDLE", ("ARG-NULL-HANDLE", "RMA-NO-WINDOW")),
    ("FREED-HANDLE", ("ARG-FREED-HANDLE",)),
    ("OTHER-KIND, INTRA-INTER", ("ARG-OTHER-KIND", "ARG-INTRA-INTER")),
    ("NEGATIVE", ("ARG-NEGATIVE", "RMA-NEGATIVE-ARGUMENT", "RMA-ATTACH")),
    ("REQUEST", ("REQUEST-UNKNOWN", "REQUEST-TWICE", "REQUEST-ACTIVE",
                 "REQUEST-NOT-PERSISTENT", "REQUEST-GIVEN-UP",
                 "REQUEST-RECEIVE-FREED")),
    ("RANK", ("ARG-RANK", "RMA-RANK")),
    ("TAG", ("ARG-TAG",)),
    ("VALUE", ("ARG-VALUE", "COLL-IN-PLACE", "RMA-ACCUMULATE-OP",
               "IO-AMODE", "ARG-TOO-LONG", "ARG-PREDEFINED",
               "IO-SPLIT-BUFFER", "ARG-EMPTY-INFO", "RMA-ASSERT-BITS", "ARG-PACKED")),
    ("TYPE-NOT-COMMITTED", ("ARG-TYPE-NOT-COMMITTED",
                            "RMA-TYPE-NOT-COMMITTED")),
    ("OVERLAP", ("ARG-OVERLAP",)),
    ("TOPOLOGY", ("ARG-TOPOLOGY", "ARG-NO-GRID")),
    ("NULL-BUFFER", ("ARG-NULL-BUFFER",)),
    ("NULL-POINTER, STATUS-IGNORE", ("ARG-NULL-POINTER",
                                     "ARG-STATUS-IGNORE")),
    ("NO-MEMORY, READ-ONLY", ("ARG-NO-MEMORY", "ARG-READ-ONLY")),
]

# Whose objects are told as left over, or as used after they were freed.
OBJECTS = {"new_comm", "group", "win", "request", "datatype", "op", "info",
           "errhandler", "keyval", "file", "session"}


def families(function):
    """The families of rules that look at such a call."""
    kinds = {parameter.kind for parameter in function.parameters}
    makes = {parameter.kind for parameter in function.parameters
             if parameter.direction == "out"}
    classes = set(function.classes)
    found = []
    if "collective" in classes:
        found.append("collective")
    if kinds & {"source", "dest", "message"} and "query" not in classes:
        found.append("message")
    if classes & {"blocks", "completes"}:
        found.append("deadlock")
    if "request" in kinds - makes:
        found.append("request")
    if "partition" in kinds or "partitions" in kinds:
        found.append("partition")
    if re.search("[Bb]send|_buffer$|Buffer_|_Start", function.name):
        found.append("attached")
    if "buffer" in kinds and "query" not in classes:
        found.append("buffer")
    if classes & {"rma", "rma_sync"}:
        found.append("rma")
    if makes & OBJECTS and "query" not in classes:
        found.append("leak")
    if "io" in classes:
        found.append("io")
    if "deprecated" in classes or "removed" in classes:
        found.append("deprecated")
    return found


def main():
    tried = {}
    for case in run.all_cases():
        for column, rules in COLUMNS:
            if case.rule in rules:
                names = tried.setdefault(case.function.name, {}).setdefault(
                    column, [])
                if case.parameter.name not in names:
                    names.append(case.parameter.name)
    print(HEAD)
    print("| function | %s | other families |" %
          " | ".join(column for column, _ in COLUMNS))
    print("|---" * (len(COLUMNS) + 2) + "|")
    for function in sorted(run.all_functions()):
        if function.large or function.name.startswith("MPI_T_"):
            continue
        cells = [", ".join(tried.get(function.name, {}).get(column, []))
                 for column, _ in COLUMNS]
        print("| %s | %s | %s |" % (function.name, " | ".join(cells),
                                    ", ".join(families(function))))
    print(TAIL)
    for kind, why in sorted(generate.NOT_TRIED.items()):
        print("| %s | %s |" % (kind, why))


if __name__ == "__main__":
    main()
