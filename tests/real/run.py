#!/usr/bin/python3
"""Runs programs of Debian's packages plain and under Murmel: output and exit
status must be the same, and the findings those that doc/real-programs.md
judges.  Programs that are not installed are skipped.

    MURMEL=<prefix>/bin/murmel run.py [--way W,...] [--flavour F] [NAME ...]
"""

import argparse
import collections
import os
import re
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import harness  # noqa: E402
import programs  # noqa: E402

TIME_LIMIT = 150  # for a run
WAYS = ("run", "prefix", "preload")


class Run:
    """What a run of a program came to."""

    def __init__(self):
        self.status = None
        self.lines = []
        self.findings = collections.Counter()
        self.is_wrong = False  # by what was found
        self.problems = []

    def read_output(self, job, program):
        text = job.output()
        for name in program.writes:
            path = os.path.join(job.folder, name)
            if os.path.exists(path):
                with open(path, errors="replace") as written:
                    text += written.read()
        for pattern, replacement in program.varies:
            text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
        # How the lines of the ranks mix is left to the launcher.
        self.lines = sorted(filter(None, map(str.strip, text.splitlines())))

    def read_report(self, job):
        report = job.wait_report(10)
        if report is None:
            self.problems.append("no report")
            return
        self.problems += report["incomplete_because"]
        for finding in report["findings"]:
            self.findings[finding["rule"]] += 1
            if finding["severity"] in ("error", "potential"):
                self.is_wrong = True


def run(murmel, flavour, program, way, folder):
    """A Run in one of the ways; plain: without Murmel."""
    result = Run()
    job = harness.Job(murmel, folder, {"OMP_NUM_THREADS": "1",
                                       "OPENBLAS_NUM_THREADS": "1",
                                       "OMPI_MCA_mpi_yield_when_idle": "1"})
    program.prepare(job.folder)
    try:
        if way == "plain":
            job.start(flavour.mpiexec + ["-n", str(program.np)] +
                      program.argv)
        else:
            job.start_mode(way, flavour, program.np, program.argv,
                           ["--quiet"])
        result.status = job.wait(TIME_LIMIT)
        result.read_output(job, program)
        if result.status is None:
            result.problems.append("ran into the time limit")
        elif way != "plain":
            result.read_report(job)
            result.problems += ["left behind: " + text
                                for text in job.leftovers(5)]
    finally:
        job.kill()
        job.remove()
    return result


def compare(program, way, plain, under):
    """What is not as it should be."""
    problems = list(under.problems)
    if program.unsteady or problems:
        return problems
    # `murmel run` ends with 1 for what is wrong with the program.
    status = 1 if way == "run" and under.is_wrong else plain.status
    if under.status != status:
        problems.append("exit status %s, expected %s" %
                        (under.status, status))
    left, right = (collections.Counter(of.lines) for of in (plain, under))
    problems += ["plain only: " + line for line in list(left - right)[:5]]
    problems += ["Murmel only: " + line for line in list(right - left)[:5]]
    found = collections.Counter({
        rule: min(count, program.findings.get(rule, 0))
        if rule in program.may_find else count
        for rule, count in under.findings.items()})
    if found != collections.Counter(program.findings):
        problems.append("expected to find: %s" % (program.findings or
                                                  "nothing"))
    return problems


def check(murmel, flavour, program, ways, folder, counts):
    plain = run(murmel, flavour, program, "plain", folder)
    for way in ways:
        under = run(murmel, flavour, program, way, folder)
        problems = compare(program, way, plain, under)
        counts["failed" if problems else "passed"] += 1
        print("%s - %s %s -n %d %s: status %s, %s%s" % (
            "not ok" if problems else "ok", flavour.name, program.name,
            program.np, way, under.status,
            ", ".join("%d %s" % (count, rule)
                      for rule, count in under.findings.items()) or
            "nothing found",
            " (unsteady: %s; plain: status %s)" %
            (program.unsteady, plain.status) if program.unsteady else ""))
        for problem in problems:
            print("    " + problem)
        sys.stdout.flush()


def parse_arguments():
    parser = argparse.ArgumentParser(description="real programs")
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="only programs with this in their name")
    parser.add_argument("--way", default=",".join(WAYS), metavar="W,...")
    parser.add_argument("--flavour", metavar="F")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    harness.end_jobs_on_signals()
    murmel = harness.murmel_from_environment()
    flavours = {flavour.name: flavour for flavour in harness.flavours(murmel)}
    folder = tempfile.mkdtemp(prefix="real-")
    counts = collections.Counter()
    try:
        for program in programs.PROGRAMS:
            if (arguments.flavour not in (None, program.flavour) or
                    arguments.names and
                    not any(name in program.name for name in arguments.names)):
                continue
            flavour = flavours[program.flavour]
            if not (shutil.which(program.argv[0]) and
                    shutil.which(flavour.mpiexec[0])):
                print("skip: %s: not installed" % program.name)
                counts["skipped"] += 1
                continue
            check(murmel, flavour, program, arguments.way.split(","), folder,
                  counts)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("%d passed, %d failed, %d skipped" % (
        counts["passed"], counts["failed"], counts["skipped"]))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
