#!/usr/bin/python3
"""Runs every program here under Murmel and compares its report with the
verdict in the program's head comment.  See README.md beside this file.

    MURMEL=<prefix>/bin/murmel run.py [--flavour F,...] [--mode M,...]
                                      [--jobs N] [--keep] [--wrong] [--row R]...
                                      [--behaviour B,...]
                                      [--repeat N] [--delay SEED] [--stop SEED]
                                      [--replay F,...] [--form N] [--nodes N]
                                      [--cable SEED] [--slurm ADDRESS]
                                      [--either WORD]
                                      [NAME ...]
"""

import argparse
import concurrent.futures
import difflib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
for folder in ("report", "nodes"):
    sys.path.append(os.path.join(HERE, "..", folder))
import cable  # noqa: E402
import check_page  # noqa: E402
import harness  # noqa: E402
import verdict  # noqa: E402

TIME_LIMIT = 60  # for a run; generous, only a hang comes near it
SETTLE = 1.5     # more findings may follow the expected ones
SETTLE_STOP = 6  # where the checker may be stopped meanwhile
# Runs a program as on one of several nodes.
DEAL = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                    "nodes", "deal.sh")


class Result:
    """Of all runs of a case."""

    def __init__(self, name):
        self.name = name
        self.skip = self.again = None
        self.runs = self.failed = 0
        self.problems = []
        self.output = []

    def add(self, problems, output, run):
        """One run; `run` names it, where it is not the only one."""
        self.runs += 1
        self.failed += bool(problems)
        self.problems += [run + text for text in problems]
        if problems and not self.output:
            self.output = output


class Stopper(threading.Thread):
    """Stops processes of a job, the checker too, one at a time and for up to
    a second or so: what no pause inside of a program does."""

    def __init__(self, job, seed):
        super().__init__(daemon=True)
        self.job = job
        self.random = random.Random(seed)
        self.over = threading.Event()

    def run(self):
        for _ in range(4):
            if self.over.wait(self.random.uniform(0.02, 0.15)):
                return
            # in the order in which they were started, for equal seeds
            pids = sorted(self.job.processes())
            if pids:
                self.stop(self.random.choice(pids))

    def stop(self, pid):
        seconds = self.random.choice((0.05, 0.2, 0.5, 1.3))
        try:
            os.kill(pid, signal.SIGSTOP)
            self.over.wait(seconds)
            os.kill(pid, signal.SIGCONT)
        except ProcessLookupError:
            pass

    def end(self):
        self.over.set()
        self.join()


def watch(job, program, mode, settle):
    """Waits for the job's end: its exit status, or None when it has to be
    killed.  A job that may hang is ended as its user would, by SIGINT, once
    the expected findings are reported."""
    end = time.monotonic() + TIME_LIMIT
    complete_since = None
    while time.monotonic() < end:
        status = job.wait(0.1)
        if status is not None:
            return status
        if program.hangs == "no":
            continue
        report = job.report()
        if report is not None and program.complete(report):
            complete_since = complete_since or time.monotonic()
            if (time.monotonic() - complete_since > settle and
                    (mode not in ("run", "launcher") or job.has_launcher())):
                return job.interrupt(TIME_LIMIT)
    return None


def check(job, program, mode, status, form):
    """form: of the reports, too, beside what they say."""
    problems = []
    if status is None:
        problems.append("ran into the time limit")
    elif (mode in ("run", "launcher") and
          status not in program.exit_statuses()):
        problems.append("exit status %s, expected %s" % (
            status, " or ".join(map(str, sorted(program.exit_statuses())))))
    report = job.wait_report(TIME_LIMIT)
    if report is None:
        problems.append("no report.json")
        return problems
    if not report["complete"]:
        problems.append("the report is incomplete: " +
                        "; ".join(report["incomplete_because"]))
    problems += program.compare(report)
    if SCHEMA is not None and form:
        problems += ["not by the schema: " + error.message
                     for error in SCHEMA.iter_errors(report)]
        problems += check_sarif.problems(job.sarif(), report)
    try:
        html = job.page()
    except FileNotFoundError:
        problems.append("no report.html")
        html = ""
    if TIDY is not None and form and mode == "run" and html:
        problems += page_problems(job, html, report)
    if program.absent is not None and program.absent in html:
        problems.append("report.html has the raw " + program.absent)
    if "\x1b" in job.output():
        problems.append("an escape character went to the terminal")
    return problems


def page_problems(job, html, report):
    """What tidy says of report.html, and whether all findings are in it."""
    done = subprocess.run(
        [TIDY, "-q", "-e", "-utf8",
         os.path.join(job.report_folder, "report.html")],
        capture_output=True, text=True, timeout=TIME_LIMIT)
    said = done.stderr.splitlines() if done.returncode != 0 else []
    return ["report.html: " + line for line in
            (said + check_page.problems_of(html, report))[:5]]


def check_replay(job, mode, status, program, form):
    """The recorded run, judged again, gives the same report and status.  A job
    of another launcher has that one's status."""
    again, report = job.replay(TIME_LIMIT)
    if report != job.report():
        return ["replay: another report"]
    if again == 2 or (mode == "run" and {again, status} == {0, 1} and
                      1 not in program.statuses):
        return ["replay: exit status %d" % again]
    return check_printed(job) if form else []


# For how long what was begun has been so: report.json has whole seconds.
SINCE = re.compile(r"(?<=</td><td>)[\d.]+ (ns|\u00b5s|ms|s)(?=</td></tr>)")


def check_printed(job):
    """report.json is as good as the run where something is printed."""
    if job.printed(TIME_LIMIT, "--sarif", job.report_folder) != job.sarif_text():
        return ["report: another SARIF"]
    pages = [SINCE.sub("", page).splitlines() for page in
             (job.page(), job.printed(TIME_LIMIT, "--html", job.report_folder))]
    if pages[0] != pages[1]:
        return ["report: another page", *difflib.unified_diff(*pages, n=0)]
    texts = [job.printed(TIME_LIMIT, path)
             for path in (job.recording, job.report_folder)]
    # of one of many findings report.json does not say that it was the last
    texts = [[line for line in text.splitlines()
              if "was found at many places" not in line] for text in texts]
    if texts[0] != texts[1]:
        return ["report: another text", *difflib.unified_diff(*texts, n=0)]
    return []


def schema():
    """A validator of report.json, where python3-jsonschema is there."""
    try:
        import jsonschema
    except ImportError:
        return None
    global check_sarif
    import check_sarif
    path = os.path.join(HERE, "..", "..", "doc", "report.schema.json")
    with open(path) as f:
        rules = json.load(f)
    return jsonschema.validators.validator_for(rules)(rules)


SCHEMA = schema()
TIDY = shutil.which("tidy")


def run_one(runner, case, application, number):
    """Run `number` of a case: (problems, what it printed, the MPI's own fault
    or None)."""
    flavour, program, mode = case
    arguments = runner.arguments
    job = harness.Job(runner.murmel, runner.folder, runner.environment)
    problems, output, over, fault = [], [], False, None
    stopper = line = None
    try:
        options = list(program.options)
        if arguments.nodes:
            options += ["--root=127.0.0.1", "--flavour=" + flavour.name]
            application = [DEAL, str(arguments.nodes)] + application
        if arguments.cable is not None:
            line = cable.Cable(job.folder,
                               cable.of_seed(arguments.cable + number))
            options.append("--root-file=" + line.file)
            application = [line.through] + application
        elif mode in ("run", "launcher") and program.hides_mpi():
            options.append("--flavour=" + flavour.name)
        if arguments.delay is not None:
            options.append("--delay=%d" % (arguments.delay + number))
        if arguments.slurm:
            options.append("--root=" + arguments.slurm)
        replay = flavour.name in arguments.replay.split(",")
        if replay:
            options.append("--record=" + job.recording)
        job.start_mode(mode, flavour, program.np, application, options)
        if arguments.stop is not None:
            stopper = Stopper(job, arguments.stop + number)
            stopper.start()
        status = watch(job, program, mode, SETTLE_STOP if stopper else SETTLE)
        form = runner.is_for_form(program)
        problems = check(job, program, mode, status,
                         form and runner.is_first(program))
        if replay and not problems:
            problems = check_replay(job, mode, status, program, form)
        problems += ["left behind: " + text for text in job.leftovers(TIME_LIMIT)]
        if line is not None:
            problems += line_problems(line, job)
        over = not problems
    finally:
        if stopper is not None:
            stopper.end()
        if line is not None:
            line.end()
        if not over:
            job.kill()
        if problems:
            output = harness.tail(job.output())
            fault = verdict.fault_of_mpi(flavour.name, job.report(),
                                         job.output())
        if not (arguments.keep and problems):
            job.remove()
        else:
            output.append("kept: " + job.folder)
    return problems, output, fault


def line_problems(line, job):
    """Of a job through a bad cable."""
    if not line.is_felt():
        yield "the weather was not felt: " + line.story()
    for text in job.output().splitlines():
        if "is lost" in text:
            yield "it says: " + text


class Runner:
    def __init__(self, murmel, arguments, folder):
        self.murmel = murmel
        self.arguments = arguments
        self.folder = folder
        self.environment = harness.quick_start(folder)
        self.environment["MURMEL_MPI"] = arguments.behaviour
        self.builds = {}
        self.run = set()
        self.lock = threading.Lock()

    def is_first(self, program):
        """Whether it is run for the first time: the form of its report is
        looked at once, and not on each MPI."""
        with self.lock:
            first = program.name not in self.run
            self.run.add(program.name)
        return first

    def is_for_form(self, program):
        """Whether it is one of those in whose reports it is looked at."""
        return zlib.crc32(program.name.encode()) % self.arguments.form == 0

    def application(self, flavour, program):
        """argv of the compiled program, or None and why not; once each."""
        with self.lock:
            key = (flavour.name, program.name)
            lock = self.builds.setdefault(key, [threading.Lock(), None])
        with lock[0]:
            if lock[1] is None:
                lock[1] = self.build(flavour, program)
        return lock[1]

    def build(self, flavour, program):
        if program.flavours and flavour.name not in program.flavours:
            return None, "not for " + flavour.name
        if self.arguments.native and program.compiler == "mpicc":
            return None, "of a program that is compiled as usual"
        if program.needs == "pages" and not harness.kernel_tells_pages():
            return None, "the kernel does not tell which pages are stored into"
        if program.needs == "x86-64" and os.uname().machine != "x86_64":
            return None, "seen on x86-64 only"
        if program.language() == ".py":
            for module in program.modules():
                if os.system("/usr/bin/python3 -c 'import %s' >/dev/null 2>&1"
                             % module) != 0:
                    return None, "/usr/bin/python3 has no " + module
            return ["/usr/bin/python3", program.path], None
        name = "%s-%s" % (flavour.name, program.name.replace(os.sep, "-"))
        if program.plugin:
            path = os.path.join(self.folder, name)
            harness.compile_plugin(flavour, program.path, path)
            return [path], None
        if (self.arguments.nodes or self.arguments.slurm) and any(
                option in ("--on-finding=stop", "--on-deadlock=attach")
                for option in program.options):
            return None, "it holds processes, which is for one node"
        behaviour = program.differs_under(self.arguments.behaviour)
        if behaviour is not None:
            return None, "another verdict under " + behaviour
        native = self.arguments.native or program.compiler == "murmel"
        path, reason = self.compile(flavour, program, name,
                                    self.murmel if native else None)
        return (None, reason) if path is None else ([path], None)

    def compile(self, flavour, program, name, native):
        """As harness.compile_program; kept where other suites look for it."""
        folder = self.arguments.programs
        flags = program.flags
        if self.arguments.optimize:
            flags = ["-O" + self.arguments.optimize] + flags
            folder = None
        if folder is None:
            return harness.compile_program(
                flavour, program.path, os.path.join(self.folder, name),
                flags, native)
        path = os.path.join(folder, name + (".native" if native else ""))
        if os.path.exists(path):
            return path, None
        made, reason = harness.compile_program(
            flavour, program.path,
            "%s.%d.%d" % (path, os.getpid(), threading.get_ident()),
            flags, native)
        if made is None:
            return None, reason
        try:
            os.link(made, path)
        except FileExistsError:
            pass  # another suite was first, and may run it right now
        os.unlink(made)
        return path, None

    def work(self, case):
        flavour, program, mode = case
        result = Result("%s %s %s" % (flavour.name, mode, program.name))
        try:
            argv, reason = self.application(flavour, program)
        except SystemExit as refusal:
            result.problems = ["does not compile"]
            result.output = str(refusal).splitlines()
            return result
        if argv is None:
            result.skip = reason
            return result
        for number in range(self.arguments.repeat):
            run = "run %d: " % number if self.arguments.repeat > 1 else ""
            problems, output, fault = run_one(self, case, argv + program.args,
                                              number)
            if fault is not None:
                result.again = fault
                problems, output, _ = run_one(self, case, argv + program.args,
                                              number)
            result.add(problems, output, run)
        return result


def parse_arguments():
    parser = argparse.ArgumentParser(description="end-to-end tests of Murmel")
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="only programs with this in their name")
    parser.add_argument("--flavour", default="", metavar="F,...")
    parser.add_argument("--mode", default="", metavar="M,...",
                        help="run, launcher, prefix, preload or all; without it, run, "
                        "and those that a program says (`ways:`)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", action="store_true",
                        help="keep the folder of a failed run")
    parser.add_argument("--wrong", action="store_true",
                        help="only programs with a finding")
    parser.add_argument("--clean", action="store_true",
                        help="only programs without one")
    parser.add_argument("--native", action="store_true",
                        help="compile all programs by murmel cc")
    parser.add_argument("--optimize", default="", metavar="LEVEL",
                        help="compile them with -O1, -O2, ...; those that "
                        "have flags of their own as they say")
    parser.add_argument("--row", action="append", metavar="ROW",
                        help="only programs of this acceptance row (A2), or "
                        "of this part (A); may stand more than once")
    parser.add_argument("--behaviour", default="", metavar="B,...",
                        help="of the reference MPI, as MURMEL_MPI; programs "
                        "that have another verdict with one are left out "
                        "(`unless:`)")
    parser.add_argument("--repeat", type=int, default=1, metavar="N",
                        help="run each so often")
    parser.add_argument("--delay", type=int, metavar="SEED",
                        help="with murmel's --delay=SEED; when repeated, with "
                        "SEED, SEED + 1, ...")
    parser.add_argument("--stop", type=int, metavar="SEED",
                        help="stop processes of the job now and then; seeds "
                        "as above")
    parser.add_argument("--replay", default="", metavar="F,...",
                        help="record each run of these flavours and judge it "
                        "again")
    parser.add_argument("--form", type=int, default=1, metavar="N",
                        help="look at the form of the reports, and print them "
                        "anew, of one program in so many")
    parser.add_argument("--nodes", type=int, default=0, metavar="N",
                        help="deal the ranks out to so many checkers, as if "
                        "they were on so many nodes; in the mode run, in which "
                        "alone they find each other on one machine")
    parser.add_argument("--cable", type=int, metavar="SEED",
                        help="with --nodes: between them and the root is a "
                        "cable in bad weather, which is drawn by lot; seeds as "
                        "above")
    parser.add_argument("--slurm", default="", metavar="ADDRESS",
                        help="started by srun on two nodes, of which this is "
                        "one, by its address; with Open MPI, and not in the "
                        "mode run")
    parser.add_argument("--either", metavar="WORD",
                        help="where MPICH and Open MPI are both there, each "
                        "program is run on one of them, or (two in three) "
                        "on neither, as its name and WORD have it; those of "
                        "acceptance rows on both")
    parser.add_argument("--programs", metavar="FOLDER",
                        default=os.environ.get("E2E_PROGRAMS"),
                        help="keep compiled programs there, and take those "
                        "that are there as they are (or by E2E_PROGRAMS)")
    parser.add_argument("--list", action="store_true",
                        help="only print the programs' names")
    arguments = parser.parse_args()
    if arguments.cable is not None and not arguments.nodes:
        parser.error("--cable goes with --nodes")
    if arguments.nodes:
        if arguments.mode not in ("", "run"):
            parser.error("--nodes goes with --mode run alone")
        arguments.mode = "run"
    return arguments


EITHER = ("mpich", "openmpi")


def is_dealt(program, flavour, word):
    """Whether the program is run on this MPI, by --either."""
    if word is None or flavour not in EITHER or program.rows or \
            (program.flavours and not set(EITHER) <= set(program.flavours)):
        return True
    lot = zlib.crc32((word + " " + program.name).encode()) % (3 * len(EITHER))
    return lot < len(EITHER) and EITHER[lot] == flavour


def modes_of(program, wanted):
    if wanted == "all":
        return harness.MODES
    if wanted:
        return wanted.split(",")
    return [mode for mode in harness.MODES
            if mode == "run" or mode in program.ways or
            ("all" in program.ways and mode != "launcher")]


def print_result(number, result):
    word = "not ok" if result.problems else "ok"
    more = " # SKIP " + result.skip if result.skip else ""
    if result.runs > 1:
        more = ": %d of %d runs" % (result.runs - result.failed, result.runs)
    if result.again:
        more += " # run again: " + result.again
    print("%s %d - %s%s" % (word, number, result.name, more))
    for problem in result.problems:
        print("    " + problem.replace("\n", "\n    "))
    for row in result.output:
        print("    | " + row)
    sys.stdout.flush()


def main():
    arguments = parse_arguments()
    try:
        programs = verdict.programs(arguments.names)
        programs = [program for program in programs
                    if (program.findings or not arguments.wrong) and
                    not (program.findings and arguments.clean) and
                    (not arguments.row or program.of_row(arguments.row))]
    except verdict.BadVerdict as problem:
        print("not ok 1 - " + str(problem))
        print("0 passed, 1 failed, 0 skipped")
        return 1
    if arguments.list:
        print("\n".join(program.name for program in programs))
        return 0
    harness.end_jobs_on_signals()
    murmel = harness.murmel_from_environment()
    wanted = arguments.flavour.split(",") if arguments.flavour else None
    cases, skipped = [], 0
    if SCHEMA is None:
        print("skip: reports against their schema: no python3-jsonschema")
        skipped += 1
    if TIDY is None:
        print("skip: report.html by a validator: no tidy")
        skipped += 1
    flavours = ([harness.slurm(murmel)] if arguments.slurm else
                harness.flavours(murmel))
    flavours = [flavour for flavour in flavours
                if wanted is None or flavour.name in wanted]
    there = {flavour.name for flavour in flavours if not flavour.missing()}
    either = arguments.either if set(EITHER) <= there else None
    for flavour in flavours:
        reason = flavour.missing()
        if reason is not None:
            print("skip: flavour %s: %s" % (flavour.name, reason))
            skipped += 1
            continue
        cases += [(flavour, program, mode) for program in programs
                  if is_dealt(program, flavour.name, either)
                  for mode in modes_of(program, arguments.mode)]
    folder = tempfile.mkdtemp(prefix="e2e-")
    runner = Runner(murmel, arguments, folder)
    passed = failed = 0
    try:
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            results = pool.map(runner.work, cases)
            for number, result in enumerate(results, 1):
                print_result(number, result)
                skipped += result.skip is not None
                failed += bool(result.problems)
                passed += not result.skip and not result.problems
    finally:
        if not (arguments.keep and failed):
            shutil.rmtree(folder, ignore_errors=True)
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
