#!/usr/bin/python3
"""murmel run --record, murmel replay, murmel trace.  That a replay has the
report of its run, tests/e2e/run.py --replay tests.

    MURMEL=<prefix>/bin/murmel run.py [NAME ...]
"""

import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import jsonschema

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.append(HERE)
import trace_calls  # noqa: E402
from common import (HEADER, MURMEL, TIME_LIMIT, Failed, findings,  # noqa: E402
                    murmel, program, record, require)


# ----------------------------------------------------------------- replay

def other_strictness(folder):
    require(record(folder, program(folder, "minimal")) == 1, "no finding")
    require(findings(folder, "live") == ["POTENTIAL-DEADLOCK"], "live")
    status = murmel(folder, "replay", "run.murmel", "--report=lenient",
                    "--strict=coll-minimal")[0]
    require((status, findings(folder, "lenient")) == (0, []), "lenient")
    require(record(folder, program(folder, "minimal"),
                   options=["--strict=coll-minimal"]) == 0, "a finding")
    # what it was judged by holds; what is said now wins
    require(murmel(folder, "replay", "run.murmel", "--report=again")[0] == 0,
            "again")
    require(murmel(folder, "replay", "--strict=standard", "run.murmel",
                   "--report=standard")[0] == 1, "standard")


def program_gone(folder):
    """The lines are in the recording."""
    path = program(folder, "calls")
    record(folder, path)
    os.remove(path)
    murmel(folder, "replay", "run.murmel", "--report=again")
    with open(os.path.join(folder, "again", "report.json")) as f:
        call = json.load(f)["findings"][0]["calls"][0]
    require(call["stack"][0]["file"].endswith("/calls.c"), "%s" % call)


def checker_killed(folder):
    """What was told until then is there, though a process comes only then;
    the report says what it lacks."""
    go = os.path.join(folder, "go")
    program(folder, "calls")
    late = ("test $REFMPI_RANK = 0 || until test -e go; do sleep 0.05; done;"
            "exec ./calls 3 go")
    job = subprocess.Popen([MURMEL, "run", "-n", "2", "--record=run.murmel",
                            "--report=live", "--flavour=abi", "sh", "-c", late],
                           cwd=folder, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        require(job.stdout.readline() == b"ready\n", "it is not ready")
        end = time.monotonic() + TIME_LIMIT
        status = 0
        while time.monotonic() < end and "ARG-NEGATIVE" not in str(status):
            status = murmel(folder, "replay", "run.murmel", "--report=now")
        require(status[0] == 2 and "the recording is not whole: it ends before "
                "the job does" in status[2], "while it runs: %s" % (status,))
        with open("/proc/%d/task/%d/children" % (job.pid, job.pid)) as f:
            children = [int(pid) for pid in f.read().split()]
        checker = [pid for pid in children if os.getpgid(pid) == pid]
        require(len(checker) == 1, "children %s" % children)
        os.kill(checker[0], 9)
        with open(go, "w"):
            pass
        require(job.wait(TIME_LIMIT) == 2, "status of the run")
    finally:
        with open(go, "w"):
            pass
        job.kill()
        job.wait()
    status, _, err = murmel(folder, "replay", "run.murmel", "--report=again")
    require(status == 2 and "ARG-NEGATIVE" in err, "afterwards: %s" % err)
    require("not whole" in murmel(folder, "trace", "run.murmel")[2], "trace")


def damaged(folder):
    """Cut off anywhere and with other bytes anywhere it is read as far as it
    goes, and never ends murmel by a signal."""
    require(record(folder, program(folder, "calls"), "2000") == 1, "no finding")
    damage(folder, random.Random(1))
    # what was received from any source may be judged only at the end
    require(record(folder, program(folder, "wildcard"),
                   options=["-n", "3"]) == 0, "a finding")
    damage(folder, random.Random(2))


def damage(folder, source):
    with open(os.path.join(folder, "run.murmel"), "rb") as f:
        whole = f.read()
    for number in range(40):
        bytes_ = bytearray(whole)
        if number % 2 == 0:
            bytes_ = bytes_[:source.randrange(HEADER, len(whole))]
        else:
            bytes_[source.randrange(HEADER, len(whole))] ^= \
                1 << source.randrange(8)
        with open(os.path.join(folder, "bad.murmel"), "wb") as f:
            f.write(bytes_)
        for words in (["replay", "--report=bad"], ["trace"]):
            status, _, err = murmel(folder, *words, "bad.murmel")
            # a part behind the end, the lines of the program, may lack
            require(status in (0, 1) or
                    (status == 2 and
                     re.search("the recording is not whole: |no process is in "
                               "the recording: ", err)),
                    "%s of number %d: %d %s" % (words, number, status, err))


# ----------------------------------------------------------------- report

def printed_again(folder):
    """From the recording, and from report.json, all is as the run wrote it."""
    require(record(folder, program(folder, "calls")) == 1, "no finding")
    before = sorted(os.listdir(folder))
    for form, name in (("html", "html"), ("json", "json"), ("sarif", "sarif"),
                       ("junit", "junit.xml")):
        with open(os.path.join(folder, "live", "report." + name)) as f:
            written = f.read()
        status, out, err = murmel(folder, "report", "--" + form, "run.murmel")
        require((status, out, err) == (1, written, ""),
                "--%s of the recording: %s %s" % (form, status, err))
        for path in "live", "live/report.json":
            status, out, err = murmel(folder, "report", path, "--" + form)
            require((status, err) == (1, ""), "--%s: %s" % (form, err))
            if form == "json":
                require(json.loads(out) == json.loads(written), "--json")
                continue
            require(out == written, "--%s of %s" % (form, path))
    text = murmel(folder, "report", "run.murmel")
    require(text == murmel(folder, "report", "--text", "live") and
            text[0] == 1 and "murmel: error: ARG-NEGATIVE: " in text[1] and
            "| MPI_Send(" in text[1] and
            text[1].endswith("murmel: 2 ranks, 1 error\n"), text[1])
    require(sorted(os.listdir(folder)) == before, "a file was written")
    for path in "run.murmel", "live":
        status, out, _ = murmel(folder, "report", "--no-source",
                                "--fail-on=never", path)
        require(status == 0 and "ARG-NEGATIVE" in out and "| MPI" not in out,
                out)
    require(murmel(folder, "report", "--baseline=live", "run.murmel")[1] ==
            "murmel: 2 ranks, 1 error (1 known)\n", "--baseline")


def report_refuses(folder):
    record(folder, program(folder, "calls"))
    judging = ("--fail-on --strict --separate --notes --portability "
               "--suppressions --baseline --no-source")
    with open(os.path.join(folder, "live", "report.json")) as f:
        report = json.load(f)
    report["findings"][0]["rule"] = "NO-RULE"
    with open(os.path.join(folder, "newer.json"), "w") as f:
        json.dump(report, f)
    with open(os.path.join(folder, "cut.json"), "w") as f:
        f.write("{")
    for words, why in (
            ([], "a recording, or a report.json, is wanted"),
            (["run.murmel", "live"], "it takes one file"),
            (["--html", "run.murmel", "--json"], "--html and --json: "),
            (["--report=x", "run.murmel"],
             "--report says nothing here; what does is " + judging),
            (["-n", "2", "run.murmel"],
             "--np says nothing here; what does is " + judging),
            (["--notes", "live"],
             "--notes says nothing here; what does is --fail-on --no-source"),
            (["calls"], "calls is no recording"),
            (["nothing"], "nothing: No such file"),
            (["."], "./report.json: it cannot be read"),
            (["cut.json"], "it is no report of Murmel"),
            (["newer.json"], "NO-RULE, which the report names, is not known")):
        status, out, err = murmel(folder, "report", *words)
        require(status == 2 and out == "" and why in err and
                err.count("\n") == 1, "%s: %d %s" % (words, status, err))
    require("murmel report run.murmel" in murmel(folder, "report", "-h")[1],
            "--help")


SCHEMA = os.path.join(HERE, "..", "..", "doc", "report.schema.json")


def merge(folder, out, *reports):
    """What murmel merge makes of them, which is as the schema says."""
    status = murmel(folder, "merge", out, *reports)
    require(status == (0, "", ""), "merge: %s" % (status,))
    with open(os.path.join(folder, out)) as f:
        merged = json.load(f)
    with open(SCHEMA) as f:
        rules = json.load(f)
    validator = jsonschema.validators.validator_for(rules)(rules)
    errors = [error.message for error in validator.iter_errors(merged)]
    require(not errors, "schema: %s" % errors)
    return merged


def merged(folder):
    """What several runs have is told once, with how often and where."""
    calls, minimal = program(folder, "calls"), program(folder, "minimal")
    for name, words in (("a", [calls]), ("b", [minimal]), ("c", [calls])):
        require(murmel(folder, "run", "-n", "2", "--report=" + name,
                       *words)[0] == 1, "no finding in " + name)
    whole = merge(folder, "all.json", "a", "b/report.json", "c")
    require([(finding["rule"], finding["count"], finding["runs"],
              finding["ranks"]) for finding in whole["findings"]] ==
            [("ARG-NEGATIVE", 2, [0, 2], [[0, 0]]),
             ("POTENTIAL-DEADLOCK", 1, [1], [[0, 1]])],
            "findings: %s" % whole["findings"])
    require([run["report"] for run in whole["runs"]] ==
            ["a", "b/report.json", "c"], "runs")
    require([(process["process"], process["rank"], process["run"])
             for process in whole["processes"]] ==
            [(0, 0, 0), (1, 1, 0), (2, 0, 1), (3, 1, 1), (4, 0, 2), (5, 1, 2)],
            "processes")
    deadlock = whole["findings"][1]
    require({call["process"] for call in deadlock["calls"]} == {2, 3},
            "whose calls they are")
    functions = {row["name"]: row["calls"] for row in whole["functions"]}
    require(functions["MPI_Init"] == 6, "functions: %s" % functions)
    require(whole["summary"] == {"error": 1, "potential": 1, "warning": 0,
                                 "note": 0, "not_shown": 0}, "summary")
    # a merged one is as good as the reports that it was made of
    merge(folder, "ab.json", "a", "b/report.json")
    abc = merge(folder, "abc.json", "ab.json", "c")
    require(dict(abc, processes=0) == dict(whole, processes=0) and
            [process["run"] for process in abc["processes"]] ==
            [0, 0, 1, 1, 2, 2], "merged twice")
    require(merge(folder, "abc.json", "all.json") == whole, "written over")
    status, text, _ = murmel(folder, "report", "all.json")
    require(status == 1 and text.count("murmel: error: ARG-NEGATIVE") == 1 and
            "  in 2 of 3 reports: a, c\n" in text and
            "  in 1 of 3 reports: b/report.json\n" in text and
            "murmel: ARG-NEGATIVE was found 2 times on rank 0: " in text,
            text)
    require("rank 0; in 2 of 3 reports: a, c" in
            murmel(folder, "report", "--sarif", "all.json")[1], "SARIF")
    merged_page(folder, "all.json")
    require(murmel(folder, "diff", "all.json", "a")[0] == 0 and
            murmel(folder, "diff", "a", "all.json")[0] == 1, "diff")
    require(murmel(folder, "replay", "nothing")[0] == 2 and
            murmel(folder, "run", "-n", "2", "--baseline=all.json",
                   minimal)[0] == 0, "--baseline")


def merged_page(folder, path):
    """All that a report has is on it, and what is not there is not named."""
    status, page, err = murmel(folder, "report", "--html", path)
    require((status, err) == (1, ""), "--html: %d %s" % (status, err))
    for part in ("<b>Merged of</b> <span>a, b/report.json, c</span>",
                 "in 2 of 3 reports: a, c", "in 1 of 3 reports: b/report.json",
                 '<g class="box knot">', "The last calls of these processes",
                 "<code>MPI_Init</code></td><td>6</td>",
                 "<td>2 communicators</td>"):
        require(part in page, "no %s in the page" % part)
    for part in "wait-graph", "<b>Took</b>":
        require(part not in page, part + " in the page")


def merged_twice_in_one(folder):
    """Of a finding that a report has twice another has both, one or none."""
    require(record(folder, program(folder, "calls")) == 1, "no finding")
    with open(os.path.join(folder, "live", "report.json")) as f:
        report = json.load(f)
    report["findings"].append(dict(report["findings"][0], ranks=[[1, 1]]))
    report["incomplete_because"] = ["it lacks something"]
    report["complete"] = False
    with open(os.path.join(folder, "two.json"), "w") as f:
        json.dump(report, f)
    whole = merge(folder, "out", "live", "two.json", "two.json")
    require([(finding["runs"], finding["count"]) for finding in
             whole["findings"]] == [([0, 1, 2], 3), ([1, 2], 2)],
            "%s" % whole["findings"])
    require(not whole["complete"] and whole["incomplete_because"] ==
            ["two.json: it lacks something"] * 2, "incomplete")
    status, text, _ = murmel(folder, "report", "out")
    require(status == 2 and
            "murmel: incomplete: two.json: it lacks something" in text, text)


def merge_refuses(folder):
    require(record(folder, program(folder, "calls")) == 1, "no finding")
    before = sorted(os.listdir(folder))
    for words, why in (
            ([], "takes the file to be written"),
            (["out"], "takes the file to be written"),
            (["--html", "out", "live"], "--html: murmel merge has no options"),
            (["live/report.json", "live"], "live/report.json is there, and no "
             "report of murmel merge: it is left as it is"),
            (["calls", "live"], "calls is there"),
            (["live", "live"], "live is there"),
            (["out", "live", "nothing"], "nothing: it cannot be read"),
            (["out", "live", "run.murmel"], "run.murmel: it is no report"),
            (["nowhere/out", "live"], "nowhere/out cannot be written: No such")):
        status, out, err = murmel(folder, "merge", *words)
        require(status == 2 and out == "" and why in err and
                err.count("\n") == 1, "%s: %d %s" % (words, status, err))
    require(sorted(os.listdir(folder)) == before, "a file was written")


def strange_report(folder):
    """Whatever stands in it, it is read or refused."""
    record(folder, program(folder, "calls"))
    with open(os.path.join(folder, "live", "report.json")) as f:
        whole = json.load(f)
    source = random.Random(1)

    def spoil(value):
        """Another value somewhere in it."""
        if isinstance(value, (dict, list)) and value and source.random() < 0.8:
            keys = sorted(value) if isinstance(value, dict) else \
                range(len(value))
            key = source.choice(list(keys))
            value[key] = spoil(value[key])
            return value
        return source.choice((None, -1, 1 << 62, "", "x", [], [[0, 1 << 40]],
                              {}, True, 1.5))
    for _ in range(150):
        report = json.loads(json.dumps(whole))
        for _ in range(3):
            report["findings"] = spoil(report["findings"])
            report["processes"] = spoil(report["processes"])
            spoil(report)
        with open(os.path.join(folder, "bad.json"), "w") as f:
            json.dump(report, f)
        for form in "--text", "--sarif", "--junit", "--html":
            status, _, err = murmel(folder, "report", form, "bad.json")
            require(status in (0, 1, 2), "%s: %d %s of %s" %
                    (form, status, err, json.dumps(report)))
        status, _, err = murmel(folder, "merge", "all.json", "live",
                                "bad.json", "bad.json")
        require(status in (0, 2), "merge: %d %s of %s" %
                (status, err, json.dumps(report)))


# -------------------------------------------------------------------- use

def refused(folder):
    path = program(folder, "calls")
    with open(path, "rb") as f:
        before = f.read()
    status, _, err = murmel(folder, "run", "-n", "2", "--record=" + path, path)
    with open(path, "rb") as f:
        require(f.read() == before, "the program was written over")
    require(status == 2 and "is no recording, and is left as it is" in err, err)
    require("MPI_Send with count = -1" in err, "it was not judged")
    os.mkfifo(os.path.join(folder, "pipe"))
    for where, why in (("/nowhere/x", "No such file"), (".", "Is a directory"),
                       ("pipe", "no file"), ("/dev/null", "no file")):
        status, _, err = murmel(folder, "run", "-n", "2", "--record=" + where,
                                path)
        require(status == 2 and "%s: the recording cannot be written" % where in
                err and why in err and err.count("the recording") == 1, err)
    require(record(folder, path) == 1 and record(folder, path) == 1,
            "an older recording is not written over")


def no_room(folder):
    """Where the file cannot grow that is said once, and the job is judged."""
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    launcher = "prlimit --fsize=%s: %s-mpiexec -n 2" % (
        hard if hard >= 0 else "unlimited", MURMEL)

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (20000, hard))

    status, _, err = murmel(folder, "run", "--launcher=" + launcher,
                            "--record=run.murmel", program(folder, "calls"),
                            "2000", preexec_fn=limit)
    require(status == 2 and "MPI_Send with count = -1" in err and
            err.count("run.murmel: the recording cannot be written on: File "
                      "too large") == 1, err)
    require("not whole" in murmel(folder, "trace", "run.murmel")[2], "trace")


def of_two_jobs(folder):
    """A file that another job is writing to is left to it."""
    path, go = program(folder, "calls"), os.path.join(folder, "go")
    job = subprocess.Popen([MURMEL, "run", "-n", "2", "--record=run.murmel",
                            "--report=live", path, "3", go], cwd=folder,
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL)
    try:
        require(job.stdout.readline() == b"ready\n", "it is not ready")
        status, _, err = murmel(folder, "run", "-n", "2", "--report=other",
                                "--record=run.murmel", path)
        require(status == 2 and "run.murmel: the recording cannot be written: "
                "another checker writes to it" in err, err)
        require("MPI_Send with count = -1" in err, "it was not judged")
        with open(go, "w"):
            pass
        require(job.wait(TIME_LIMIT) == 1, "status of the run")
    finally:
        with open(go, "w"):
            pass
        job.wait(TIME_LIMIT)
    require(murmel(folder, "replay", "run.murmel", "--report=again")[0] == 1 and
            findings(folder, "again") == findings(folder, "live"), "replay")


def bad_use(folder):
    path = program(folder, "calls")
    record(folder, path)
    with open(os.path.join(folder, "run.murmel"), "rb") as f:
        whole = bytearray(f.read())
    whole[8] += 1
    with open(os.path.join(folder, "other.murmel"), "wb") as f:
        f.write(whole)
    for words, why in (
            (["nothing.murmel"], "nothing.murmel: No such file"),
            ([], "a recording"),
            (["calls"], "calls is no recording of murmel run --record"),
            (["."], "no recording"),
            (["other.murmel"], "another version of Murmel")):
        for command in "replay", "trace":
            status, out, err = murmel(folder, command, *words)
            require(status == 2 and out == "" and why in err and
                    err.count("\n") == 1,
                    "%s %s: %d %s%s" % (command, words, status, out, err))
    for words in (["replay", "run.murmel", "other.murmel"],
                  ["replay", "--nots", "run.murmel"],
                  ["trace", "--jsn", "run.murmel"]):
        status, out, err = murmel(folder, *words)
        require(status == 2 and out == "" and err.count("\n") == 1,
                "%s: %d %s%s" % (words, status, out, err))


def options_of_a_run(folder):
    """What says nothing of a recorded job is refused, not passed over."""
    record(folder, program(folder, "calls"))
    for words in (["-n", "2"], ["--np=2"], ["--launcher=x"],
                  ["--flavour=mpich"], ["--on-deadlock=wait"],
                  ["--on-finding=stop"], ["--attach=x"], ["--no-progress=1"],
                  ["--delay=1"], ["--timeout=1"], ["--record=y"],
                  ["--status-line=1"]):
        name = "--np" if words[0] == "-n" else words[0].split("=")[0]
        for line in (words + ["run.murmel"], ["run.murmel"] + words):
            status, out, err = murmel(folder, "replay", *line)
            require(status == 2 and out == "" and err ==
                    "murmel: %s says nothing here; what does is --report "
                    "--fail-on --strict --separate --notes --portability "
                    "--suppressions --gen-suppressions --baseline --format "
                    "--no-source --quiet\n" % name, err)
    # a file or a variable is for all commands
    environment = dict(os.environ, MURMEL_TIMEOUT="1", MURMEL_NP="2")
    require(murmel(folder, "replay", "run.murmel", env=environment)[0] == 1,
            "variables")
    status, out, _ = murmel(folder, "replay", "--help")
    require(status == 0 and "murmel replay run.murmel" in out, "--help")


TESTS = trace_calls.TESTS + [
    other_strictness, program_gone, printed_again, report_refuses,
    strange_report, merged, merged_twice_in_one, merge_refuses, checker_killed,
    damaged, refused, no_room, of_two_jobs, bad_use, options_of_a_run]


def main():
    passed = failed = 0
    for test in TESTS:
        if sys.argv[1:] and test.__name__ not in sys.argv[1:]:
            continue
        folder = tempfile.mkdtemp(prefix="recording-")
        try:
            test(folder)
            passed += 1
            print("ok - " + test.__name__)
        except (Failed, subprocess.SubprocessError, OSError) as problem:
            failed += 1
            print("not ok - %s: %s" % (test.__name__, problem))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
