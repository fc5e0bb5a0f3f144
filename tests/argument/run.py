#!/usr/bin/python3
"""Every wrong argument of every MPI function (generate.py): Murmel tells of
each on its line, and by one rule.  One job makes all the calls; where one of
them ends it, the next job goes on behind it.  It is one of the reference MPI,
and of an MPI that has files for those (MPICH or Open MPI, of the machine)."""

import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import generate  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
WRAPPERS = os.path.join(HERE, "..", "..", "wrappers")
CALLS_OF_A_JOB = 100  # a report has no more than so many findings of a rule
AT_ONCE = 6  # a job that crashes takes time, but not of the processor

# Not called: what ends MPI or the process, or makes others.  The functions of
# the tool interface, and Open MPI's own, are not in the reference MPI.  What
# converts a handle takes any.
NOT_CALLED = re.compile(
    r"MPI_(T_|Register_datarep|Abi_|Init|Finalize|Abort|Session_set_info)"
    r"|.*_([cf](08)?2[fc](08)?|toint|fromint)$")


def all_functions():
    return generate.read_functions(os.path.join(WRAPPERS, "calls.def"))


def is_of_files(function):
    return function.name.startswith("MPI_File_")


def all_cases(of_files=None):
    """of_files: those of files, or (False) the others; else all."""
    kinds = generate.read_kinds(os.path.join(WRAPPERS, "kinds.def"))
    cases = []
    for function in all_functions():
        if not NOT_CALLED.match(function.name) and \
                "removed" not in function.classes and \
                of_files in (None, is_of_files(function)):
            cases += generate.cases_of(kinds, function)
    return cases


def write_program(frame, path, cases):
    """The number of the line of the first call."""
    with open(os.path.join(HERE, frame)) as lines:
        text = lines.read()
    with open(path, "w") as program:
        program.write(text)
        for number, case in enumerate(cases):
            program.write("    if (at(%d)) { %s }\n" % (number, case.code))
        program.write("    MPI_Finalize();\n    return 0;\n}\n")
    return text.count("\n") + 1


def run(murmel, folder, first, end):
    """The rules told, by line, and the number of the call that was the last."""
    report = os.path.join(folder, "report-%d" % first)
    subprocess.run(
        ["timeout", "-k", "5", "-s", "INT", "60", murmel, "run", "--notes",
         "--report=" + report, "-n", "2", "../program", str(first), str(end)],
        cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    told = {}
    with open(os.path.join(report, "report.json")) as text:
        for finding in json.load(text)["findings"]:
            for frame in finding["calls"][0]["stack"]:
                if (frame["file"] or "").endswith("program.c"):
                    told.setdefault(frame["line"], set()).add(finding["rule"])
    with open(os.path.join(folder, "progress")) as text:
        return told, int(text.read())


def run_part(murmel, folder, first, end):
    """The rules told, by line; some calls end the job."""
    told = {}
    folder = os.path.join(folder, "part-%d" % first)
    os.mkdir(folder)
    while first < end:
        more, last = run(murmel, folder, first, end)
        for line, rules in more.items():
            told.setdefault(line, set()).update(rules)
        if last < first:
            break
        first = last + 1
    return told


def run_all(murmel, folder, count):
    told = {}
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for part in [pool.submit(run_part, murmel, folder, first,
                                 min(first + CALLS_OF_A_JOB, count))
                     for first in range(0, count, CALLS_OF_A_JOB)]:
            told.update(part.result())
    return told


def functions_of(compiler, folder):
    """The names of the functions of an MPI."""
    source = os.path.join(folder, "names.c")
    with open(source, "w") as text:
        text.write("#include <mpi.h>\n")
    header = subprocess.run([compiler, "-E", source], check=True,
                            stdout=subprocess.PIPE).stdout.decode()
    return set(re.findall(r"\b(MPI_\w+)\s*\(", header))


def told_wrong(case, rules):
    """What was told is not what had to be."""
    too_many = {rule for rule in rules - {case.rule}
                if rule.startswith("ARG-")}
    if case.fault in ("not committed", "overlapping"):  # and derived, for a
        # predefined op
        too_many.discard("ARG-OP-TYPE")
    if case.fault == "too long":  # so that no info object has it
        too_many.discard("ARG-NO-KEY")
    if case.function.name.startswith("MPI_Intercomm_create"):
        too_many.discard("ARG-GROUPS-OVERLAP")  # one process is both groups
    return case.rule not in rules or too_many


def try_all(murmel, compiler, frame, cases):
    """How many were not told, or wrongly."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        first_line = write_program(frame, os.path.join(folder, "program.c"),
                                   cases)
        subprocess.run([compiler, "-w", "-g", "-I", HERE, "-o", "program",
                        "program.c"], cwd=folder, check=True)
        told = run_all(murmel, folder, len(cases))
    for number, case in enumerate(cases):
        rules = told.get(first_line + number, set())
        if told_wrong(case, rules):
            failed += 1
            print("FAILED %s: %s, %s: expected %s, told %s" % (
                case.function.name, case.parameter.name, case.fault, case.rule,
                " ".join(sorted(rules)) or "nothing"))
    return failed


def try_files(murmel):
    """Likewise, of files; (how many were tried, failed, skipped)."""
    cases = all_cases(True)
    for compiler in ("mpicc.mpich", "mpicc.openmpi"):
        if shutil.which(compiler):
            with tempfile.TemporaryDirectory() as folder:
                names = functions_of(compiler, folder)
            there = [case for case in cases if case.function.name in names]
            return (len(there), try_all(murmel, compiler, "files.c", there),
                    len(cases) - len(there))
    return 0, 0, len(cases)


def main():
    murmel = os.environ["MURMEL"]
    os.environ.update({"OMPI_ALLOW_RUN_AS_ROOT": "1",
                       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
    cases = all_cases(False)
    untold = {"%s %s" % (function.name, name)
              for function in all_functions()
              if not NOT_CALLED.match(function.name)
              for name in generate.untold(function)}
    for name in sorted(untold):
        print("FAILED %s: generate.py says nothing of its kind" % name)
    failed = len(untold) + try_all(murmel, os.path.join(os.path.dirname(murmel),
                                          "murmel-mpicc"), "program.c", cases)
    of_files, files_failed, skipped = try_files(murmel)
    failed += files_failed
    print("%d passed, %d failed, %d skipped" % (
        len(cases) + of_files + len(untold) - failed, failed, skipped))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
