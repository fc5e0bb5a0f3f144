#!/usr/bin/python3
"""Which programs stand for which acceptance row, by their head comments.

    acceptance.py            prints a table (`make acceptance`)
    acceptance.py --check    goes red on a row without a program
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import verdict  # noqa: E402

# Those that there must be a program for.  D5 is seen with murmel cc alone
# (tests/e2e/native).
REQUIRED = (["A%d" % i for i in range(1, 11)] +
            ["B%d" % i for i in range(1, 12)] +
            ["C%d" % i for i in range(1, 10)] +
            ["D%d" % i for i in (1, 2, 3, 4, 6, 7)] +
            ["E%d" % i for i in range(1, 16)])


def table():
    """{row: [program, ...]}, the wrong ones first."""
    rows = {}
    for program in verdict.programs():
        for row in program.rows:
            rows.setdefault(row, []).append(program)
    for programs in rows.values():
        programs.sort(key=lambda program: not program.findings)
    return rows


def show(rows):
    print("| row | program | np | verdict | what it does |")
    print("|---|---|---|---|---|")
    for row in sorted(rows, key=lambda row: (row[0], int(row[1:]))):
        for program in rows[row]:
            print("| %s | %s | %d | %s | %s |" % (
                row, program.name, program.np, " or ".join(program.verdicts),
                program.about))


def check(rows):
    """Prints a line for each required row; how many have no program."""
    missing = 0
    for number, row in enumerate(REQUIRED, 1):
        missing += row not in rows
        print("%s %d - %s" % (
            "ok" if row in rows else "not ok", number, row if row in rows
            else row + ": no program says `acceptance %s' in its head" % row))
    print("%d passed, %d failed, 0 skipped" %
          (len(REQUIRED) - missing, missing))
    return missing


def main():
    rows = table()
    if sys.argv[1:] == ["--check"]:
        return 1 if check(rows) else 0
    show(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
