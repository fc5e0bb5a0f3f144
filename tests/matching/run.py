#!/usr/bin/python3
"""Each collective operation, in each form, with each fault of matching
(generate.py): one finding that counts, and of the right rule, whatever the MPI
does behind the fault; without a fault none.

    run.py [--flavour F] [--every K] [--jobs N] [WORD...]

--every: of the wrong cases only every K-th.  WORD: only cases that have all of
these in their name."""

import argparse
import collections
import concurrent.futures
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import generate  # noqa: E402
import harness  # noqa: E402

SECONDS = 40  # a job that hangs is ended by Murmel, long before


def forms_of(flavour):
    """An MPI before 4.0 has no persistent ones."""
    version = subprocess.run(
        [flavour.compilers[".c"][0], "-E", "-x", "c", "-"], check=True,
        input=b"#include <mpi.h>\nversion MPI_VERSION\n",
        stdout=subprocess.PIPE).stdout.decode().split()[-1]
    return generate.FORMS if int(version) >= 4 else generate.FORMS[:2]


def failure(murmel, flavour, folder, environment, case):
    """What is wrong with the verdict, or None."""
    job = harness.Job(murmel, folder, environment)
    try:
        job.start_mode("run", flavour, 3,
                       [os.path.join(folder, "program"),
                        generate.function(case.name, case.form), case.fault],
                       ["--element-types=none"])
        if job.wait(SECONDS) is None:
            job.interrupt(SECONDS)
            return "does not end"
        report = job.report()
        if report is None:
            return "no report"
        told = [finding for finding in report["findings"]
                if finding["severity"] in ("error", "potential")]
        if [f["rule"] in case.rules for f in told] == [True] * bool(case.rules):
            return None
        return "expected %s, told %s" % (
            " or ".join(case.rules) or "nothing",
            " ".join(sorted(f["rule"] for f in told)) or "nothing")
    finally:
        job.kill()
        job.remove()


def chosen(cases, every, words):
    wrong = [case for case in cases if case.rules]
    kept = [case for case in cases if not case.rules or
            wrong.index(case) % every == 0]
    return [case for case in kept
            if all(word in (case.name.lower(), case.form, case.fault)
                   for word in words)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--flavour", default="abi")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    murmel = harness.murmel_from_environment()
    harness.end_jobs_on_signals()
    flavour = next(f for f in harness.flavours(murmel)
                   if f.name == options.flavour)
    cases = generate.all_cases(forms_of(flavour))
    tried = chosen(cases, options.every, options.words)
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "program.c")
        generate.write_program(source, forms_of(flavour))
        harness.compile_program(flavour, source,
                                os.path.join(folder, "program"))
        environment = harness.quick_start(folder)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for case, said in zip(tried, pool.map(
                    lambda case: failure(murmel, flavour, folder, environment,
                                         case), tried)):
                counts[said is None] += 1
                if said is not None:
                    print("FAILED %s %s %s: %s" % (case.name, case.form,
                                                  case.fault, said), flush=True)
    print("%d of %d cases left out" % (len(cases) - len(tried), len(cases)))
    print("%d passed, %d failed" % (counts[True], counts[False]))
    return counts[False] != 0


if __name__ == "__main__":
    sys.exit(main())
