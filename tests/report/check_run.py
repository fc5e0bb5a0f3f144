"""check_run.py PREFIX EXAMPLES: murmel run as CI uses it, in a folder of its
own: exit status by severity, suppressions, baselines, formats, time limit."""
import fcntl
import json
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

FOREVER = r"""
#include <mpi.h>
int main(int argc, char **argv)
{
    int found = 0;
    MPI_Init(&argc, &argv);
    while (!found)
        MPI_Iprobe(0, 7, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""
WAITS = r"""
#include <mpi.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 3)
        MPI_Send(NULL, 0, MPI_INT, 99, 0, MPI_COMM_WORLD);
    while (rank == 0 && access("go", F_OK) != 0)
        usleep(1000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""
CALLS = r"""
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    double start;
    int rank, i;
    MPI_Init(&argc, &argv);
    start = MPI_Wtime();
    for (i = 0; i < 2000; i++)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("%f\n", MPI_Wtime() - start);
    MPI_Finalize();
    return 0;
}
"""
PLACES = r"""
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Datatype type;
    MPI_Init(&argc, &argv);
%s    MPI_Finalize();
    return 0;
}
""" % (40 * "    MPI_Type_contiguous(2, MPI_INT, &type);\n")
CRASHES = r"""
#include <mpi.h>
#include <string.h>
int main(int argc, char **argv)
{
    char *volatile nowhere = (char *)8;
    MPI_Init(&argc, &argv);
    return (int)strlen(nowhere);
}
"""
# One puts in as many epochs, of which another hears nothing.
PUTS = r"""
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, i, n = atoi(argv[1]), *base;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * n, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    for (i = 0; i < n && rank == 0; i++) {
        MPI_Put(&i, 1, MPI_INT, 1, i, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
"""
# A profiler, as programs are linked with one; and a program.
TOOL = r"""
#include <mpi.h>
#include <stdio.h>
static int sends;
int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    sends++;
    return PMPI_Send(buf, count, datatype, dest, tag, comm);
}
int MPI_Finalize(void)
{
    int all;
    MPI_Allreduce(&sends, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    fprintf(stderr, "tool: %d sends of %d\n", sends, all);
    return PMPI_Finalize();
}
"""
# One that finds the MPI's function by itself.
FINDER = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
typedef int function(const void *, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return ((function *)dlsym(RTLD_NEXT, "PMPI_Send"))(buf, count, datatype, dest, tag, comm);
}
"""
SENDS = r"""
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank;
    _Alignas(int) char value[4] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else if (rank == 1)
        MPI_Recv(value, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""
CALLERS = r"""
#include <mpi.h>
static void make(void)
{
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_INT, &pair);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    make();
    make();
    make();
    make();
    make();
    make();
    make();
    make();
    MPI_Finalize();
    return 0;
}
"""
problems = []


def expect(condition, what, output=""):
    if not condition:
        problems.append("%s\n%s" % (what, output))


class Folder:
    def __init__(self, prefix, examples, path):
        self.prefix, self.path = prefix, path
        for name in ("reversed_bcast", "leaked_datatype"):
            shutil.copy(os.path.join(examples, name + ".c"), path)
            self.compile(name)
        self.write("forever.c", FOREVER)
        self.compile("forever")
        self.write("waits.c", WAITS)
        self.compile("waits")
        self.write("calls.c", CALLS)
        self.compile("calls")
        self.write("callers.c", CALLERS)
        self.compile("callers")
        self.write("places.c", PLACES)
        self.compile("places")
        self.write("crashes.c", CRASHES)
        self.compile("crashes")
        self.write("puts.c", PUTS)
        self.compile("puts")
        self.write("tool.c", TOOL)
        self.compile("tool", "-shared", "-fPIC", to="libtool.so")
        self.write("finder.c", FINDER)
        self.compile("finder", "-shared", "-fPIC", to="libfinder.so")
        self.write("sends.c", SENDS)
        self.compile("sends", "./libtool.so")
        self.compile("sends", "./libfinder.so", to="sends_found")

    def compile(self, name, *words, to=None):
        subprocess.run([self.prefix + "/bin/murmel-mpicc", "-g", name + ".c",
                        *words, "-o", to or name], cwd=self.path, check=True)

    def write(self, name, text):
        with open(os.path.join(self.path, name), "w") as file:
            file.write(text)

    def run(self, *words, **variables):
        """Exit status, and what murmel says."""
        done = subprocess.run([self.prefix + "/bin/murmel", "run", "-n", "4"] +
                              list(words), cwd=self.path, text=True,
                              env={**os.environ, **variables}, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=60)
        return done.returncode, done.stderr

    def report(self):
        with open(self.path + "/murmel-report/report.json") as file:
            return json.load(file)


def statuses(folder):
    """LEAK-DATATYPE is a warning, COLL-BLOCKING-MISMATCH an error."""
    for program, fail_on, expected in (
            ("leaked_datatype", "potential", 0),
            ("leaked_datatype", "warning", 1),
            ("leaked_datatype", "note", 1),
            ("reversed_bcast", "error", 1),
            ("reversed_bcast", "never", 0)):
        status, said = folder.run("--fail-on=" + fail_on, "./" + program)
        expect(status == expected, "%s --fail-on=%s: status %d" %
               (program, fail_on, status), said)


def alike(folder):
    """Of a line that is reached in eight ways three are shown in full, and
    three in brief; the report has them all."""
    said = folder.run("./callers")[1]
    expect(said.count("warning: LEAK-DATATYPE") == 6 and
           said.count(" made  rank ") == 3 and
           said.count("  like those before (the report shows it): ") == 2 and
           said.count("  like those before, as may be more, which only the "
                      "report shows: ") == 1 and
           said.count("callers.c:6 in make\n") == 6 + 1 and
           "LEAK-DATATYPE was found 32 times on ranks 0-3 together: " in said,
           "findings of one place", said)
    expect([len(finding["calls"][0]["stack"])
            for finding in folder.report()["findings"]] == [2] * 8,
           "findings of one place in the report", said)
    said = folder.run("./places")[1]
    expect(said.count("warning: LEAK-DATATYPE") == 30 and
           said.count(" made  rank ") == 10 and
           said.count("  one more of that rule (the report shows it): "
                      "places.c:") == 19 and
           said.count("  one more of that rule, as may be more, which only "
                      "the report shows: places.c:") == 1 and
           len(folder.report()["findings"]) == 40, "findings of one rule", said)


def on_terminal(folder, columns=0, **environment):
    """What a terminal of so many columns (0: nobody knows) gets of a run."""
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ,
                struct.pack("HHHH", 24, columns, 0, 0))
    done = subprocess.Popen([folder.prefix + "/bin/murmel", "run", "-n", "4",
                             "./reversed_bcast"], cwd=folder.path,
                            env={**os.environ, "TERM": "xterm",
                                 "COLUMNS": "", **environment},
                            stdout=subprocess.DEVNULL, stderr=terminal)
    os.close(terminal)
    text = b""
    try:
        while piece := os.read(controller, 65536):
            text += piece
    except OSError:  # nobody writes any more
        pass
    os.close(controller)
    done.wait(60)
    return text.decode()


def looks(folder):
    """Colours only where they are seen, and lines of source with a caret."""
    coloured = "\033[1;31merror:\033[0m"
    text = on_terminal(folder)
    expect(coloured in text and "\033[1;32m^~~~~" in text, "colours", text)
    for variable, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        text = on_terminal(folder, **{variable: value})
        expect("error: COLL-BLOCKING-MISMATCH: " in text and
               "\033" not in text, variable, text)
    for words, shown in (([], True), (["--no-source"], False)):
        text = folder.run(*words, "./reversed_bcast")[1]
        with open(folder.path + "/murmel-report/report.html") as file:
            page = file.read()
        expect("\033" not in text, "colours in a pipe", text)
        expect(("| MPI_Ibcast(" in text) == shown, "source lines", text)
        expect(("class=\"source\"" in page) == shown,
               "source lines in report.html")


def words(text):
    """Without the lines of source, of which ends may be left out, and without
    what differs from run to run."""
    text = re.sub(r"\r", "", re.sub(r"\033\[[0-9;]*m", "", text))
    lines = [line for line in text.splitlines()
             if not re.match(r" +\d* \| ", line)]
    return re.sub(r"0x[0-9a-f]+", "0x", "\n".join(lines)).split()


def width(folder):
    """On a terminal no line is longer than it; what goes on is indented, and a
    caret stands below its name."""
    whole = on_terminal(folder)
    for columns, given in ((60, {}), (72, {"NO_COLOR": "1"}),
                           (90, {"COLUMNS": "50"})):
        text = on_terminal(folder, columns, **given)
        columns = int(given.get("COLUMNS", columns))
        plain = re.sub(r"\033\[[0-9;]*m", "", text).replace("\r", "")
        expect(words(text) == words(whole), "other words", text)
        long = [line for line in plain.splitlines()
                if len(line) > columns and " " in line.strip()]
        expect(not long, "longer than %d columns" % columns, plain)
        expect(re.search(r"^murmel: error: .*\n        \S.*\n", plain),
               "a sentence goes on below its beginning", plain)
        expect(re.search(r"^  ranks 0 and 2  MPI_Ibcast\(.*\n {19}\S", plain,
                         re.M), "a call goes on below its beginning", plain)
        source = re.search(r"^( +30 \| )MPI_Ibcast\(.*\.\.\.\n( +\| )\^~{9}\n",
                           plain, re.M)
        expect(source and len(source.group(1)) == len(source.group(2)),
               "source with its caret", plain)
    text = on_terminal(folder, 20)
    expect(words(text) == words(whole) and
           text.count("\n") == whole.count("\n"), "too narrow", text)


def suppressions(folder):
    status, said = folder.run("--gen-suppressions", "./reversed_bcast")
    expect(status == 1, "--gen-suppressions: status %d" % status, said)
    with open(folder.path + "/murmel-report/suppressions.json") as file:
        generated = json.load(file)
    for entry in generated["suppressions"]:
        entry["reason"] = "this is a test"
    generated["suppressions"].append({"reason": "old", "rule": "LEAK-COMM"})
    folder.write("known.json", json.dumps(generated))
    status, said = folder.run("--suppressions=known.json", "./reversed_bcast")
    expect(status == 0 and "COLL-BLOCKING-MISMATCH: Ranks" not in said,
           "suppressed: status %d" % status, said)
    expect("suppressed: 1 finding of COLL-BLOCKING-MISMATCH (this is a test)"
           in said and "nothing fits the entry for LEAK-COMM (old)" in said,
           "what was suppressed is not said", said)
    report = folder.report()
    expect(report["findings"] == [] and report["rules"] == [] and
           [(one["rule"], one["findings"]) for one in report["suppressed"]] ==
           [("COLL-BLOCKING-MISMATCH", 1), ("LEAK-COMM", 0)],
           "report.json of suppressed", json.dumps(report["suppressed"]))


def baseline(folder):
    folder.run("--report=before", "./reversed_bcast")
    status, said = folder.run("--baseline=before", "./reversed_bcast")
    expect(status == 0 and "COLL-BLOCKING-MISMATCH: Ranks" not in said and
           "1 error (1 known)" in said, "baseline: status %d" % status, said)
    expect([one["known"] for one in folder.report()["findings"]] == [True],
           "not known in report.json")
    status, said = folder.run("--fail-on=warning", "--baseline=before",
                              "./leaked_datatype")
    expect(status == 1 and "LEAK-DATATYPE" in said,
           "another finding: status %d" % status, said)
    folder.run("--report=before", "./leaked_datatype")
    status, said = folder.run("--baseline=before", "./leaked_datatype")
    expect("1 warning (1 known)" in said and "LEAK-DATATYPE" not in said,
           "of what is known, how often it was found", said)
    with open(folder.path + "/before/report.json") as file:
        report = json.load(file)
    report["schema_version"] += 1
    folder.write("newer.json", json.dumps(report))
    status, said = folder.run("--baseline=newer.json", "./leaked_datatype")
    expect(status == 2 and "newer.json: it is the report of another version "
           "of Murmel" in said and said.count("\n") == 1,
           "a report of another version: status %d" % status, said)


def difference(folder):
    def diff(*words):
        return subprocess.run([folder.prefix + "/bin/murmel", "diff"] +
                              list(words), cwd=folder.path, text=True,
                              capture_output=True, timeout=60)
    folder.run("--report=one", "./reversed_bcast")
    folder.run("--report=two", "./reversed_bcast")
    folder.run("--report=other", "./leaked_datatype")
    done = diff("one", "two")
    expect(done.returncode == 0 and done.stdout == "", "diff of equal ones",
           done.stdout + done.stderr)
    done = diff("one", "other/report.json")
    lines = done.stdout.splitlines()
    expect(done.returncode == 1 and len(lines) == 2 and
           lines[0].startswith("- error: COLL-BLOCKING-MISMATCH: ") and
           lines[1].startswith("+ warning: LEAK-DATATYPE: "),
           "diff of different ones", done.stdout + done.stderr)
    done = diff("one", "nowhere")
    expect(done.returncode == 2 and "cannot be read" in done.stderr,
           "diff with nowhere", done.stdout + done.stderr)


def wrong_files(folder):
    folder.write("wrong.json", "{\"suppressions\": [{}]}")
    for option, what in (("--suppressions=wrong.json", "entry 1"),
                         ("--suppressions=nowhere", "cannot be read"),
                         ("--suppressions=.", "cannot be read: Is a dir"),
                         ("--baseline=wrong.json", "no report of Murmel"),
                         ("--baseline=nowhere", "cannot be read"),
                         ("--format=xml", "text, github or json")):
        status, said = folder.run(option, "./reversed_bcast")
        expect(status == 2 and what in said and said.count("\n") == 1,
               "%s: status %d" % (option, status), said)


def formats(folder):
    _, said = folder.run("--format=json", "./reversed_bcast")
    lines = [json.loads(line) for line in said.splitlines()]
    expect(len(lines) == 2 and lines[0]["rule"] == "COLL-BLOCKING-MISMATCH" and
           lines[1]["summary"]["error"] == 1, "--format=json", said)
    # GitHub takes names from the root of what is checked out.
    parent, name = os.path.split(folder.path)
    for workspace, file in ((folder.path, ""), (parent, name + "/"),
                            ("/elsewhere", "")):
        _, said = folder.run("--format=github", "./reversed_bcast",
                             GITHUB_WORKSPACE=workspace)
        expect("\n::error file=%sreversed_bcast.c,line=30,"
               "title=Murmel COLL-BLOCKING-MISMATCH::Ranks 0 and 2 call "
               "MPI_Ibcast, but" % file in said,
               "--format=github in " + workspace, said)
    # It crashes in the C library.
    _, said = folder.run("--format=github", "./crashes",
                         GITHUB_WORKSPACE=folder.path)
    expect("\n::error file=crashes.c,line=8,title=Murmel PROCESS-CRASHED::" in
           said, "--format=github of a crash in a library", said)
    with open(folder.path + "/murmel-report/report.sarif") as file:
        results = json.load(file)["runs"][0]["results"]
    expect(all(place["physicalLocation"]["artifactLocation"]["uri"]
               .endswith("crashes.c")
               for result in results for place in result["locations"][:1]),
           "report.sarif of a crash in a library", json.dumps(results))


def dropped(folder):
    """What nothing puts in order is not kept without end."""
    for count, are_dropped in ("1000", False), ("700000", True):
        status, said = folder.run("./puts", count)
        expect(status == 0 and
               (folder.report()["local_access"]["accesses_dropped"],
                "made long after each other" in said) ==
               (are_dropped, are_dropped), count + " epochs", said)


def beside_tool(folder):
    """Another tool that the program is linked with does its work, and what it
    calls is observed, once; one that would pass us by is passed by."""
    for program, sends in ("./sends", 1), ("./sends_found", 0):
        status, said = folder.run(program)
        expect(status == 1 and
               said.count("tool: 1 sends of 1\n") == sends and
               said.count("tool: 0 sends of 1\n") == 3 * sends,
               "beside a tool", said)
        rules = [finding["rule"] for finding in folder.report()["findings"]]
        expect(rules == ["P2P-TYPE-MISMATCH"],
               "beside a tool: " + str(rules), said)


def elsewhere(folder, name):
    """What murmel status says in another folder, where NAME, a variable or
    murmel.json, tells of the job's report."""
    with tempfile.TemporaryDirectory() as other:
        report = folder.path + "/murmel-report"
        variables = dict(os.environ)
        if name == "murmel.json":
            with open(other + "/" + name, "w") as file:
                json.dump({"report": report}, file)
        else:
            variables[name] = report
        done = subprocess.run([folder.prefix + "/bin/murmel", "status"],
                              cwd=other, env=variables, text=True, timeout=60,
                              capture_output=True)
        return done.stdout + done.stderr


def stopped(ask, pid):
    """What murmel status says of a process that somebody has stopped."""
    os.kill(pid, signal.SIGSTOP)
    for words in [], ["--rank=0"]:
        said = ask("status", *words).stdout
        expect("rank 0: is stopped by a signal; to let it go on: "
               "kill -CONT %d\n" % pid in said and
               said.count("stopped") == 1, "murmel status of a stopped process",
               said)
    os.kill(pid, signal.SIGCONT)
    expect("stopped" not in ask("status").stdout, "it is said to be stopped")


def shared(folder):
    """A job that writes its report over that of one that runs is told."""
    line = ("murmel: %s: a job that runs writes its report there, too; "
            "--report=FOLDER gives each its own\n")
    _, said = folder.run("--report=murmel-report/", "./leaked_datatype")
    expect(said.startswith(line % "murmel-report/"), "one folder for two", said)
    _, said = folder.run("--report=other", "./leaked_datatype")
    expect("a job that runs" not in said, "a folder for each", said)


def of_another_user(folder):
    """Who may not ask the checker is told so."""
    if os.geteuid() != 0:
        return
    os.chmod(folder.path, 0o755)
    try:
        done = subprocess.run([folder.prefix + "/bin/murmel", "status"],
                              cwd=folder.path, user=65534, text=True,
                              timeout=60, capture_output=True)
    except PermissionError:
        return  # as it is built where others may not look
    expect(done.returncode == 2 and "its checker belongs to another user" in
           done.stderr, "another user's job", done.stdout + done.stderr)


def status(folder):
    """murmel status tells who waits for whom in a job that runs."""
    def ask(*words):
        return subprocess.run([folder.prefix + "/bin/murmel"] + list(words),
                              cwd=folder.path, text=True, timeout=60,
                              capture_output=True)
    job = subprocess.Popen([folder.prefix + "/bin/murmel", "run", "-n", "4",
                            "./waits"], cwd=folder.path,
                           stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
    try:
        done, end = None, time.monotonic() + 60
        while time.monotonic() < end:
            done = ask("status")
            if "ranks 1-3: wait in MPI_Barrier at waits.c:" in done.stdout:
                break
            time.sleep(0.02)
        expect(done.returncode == 0 and
               "rank 0: is outside MPI since MPI_Comm_set_errhandler at " in
               done.stdout and
               "for rank 0 to call MPI_Barrier too" in done.stdout,
               "murmel status", done.stdout + done.stderr)
        done = ask("dump")
        expect(done.returncode == 0 and
               done.stdout == "murmel-report/report.html\n",
               "murmel dump", done.stdout + done.stderr)
        for words in (["--report=murmel-report"], ["murmel-report"]):
            expect(ask("status", *words).stdout.count("MPI_Barrier") >= 1,
                   "murmel status " + words[0])
        for name in ("MURMEL_REPORT", "murmel.json"):
            expect("MPI_Barrier" in elsewhere(folder, name),
                   "murmel status, the folder by " + name)
        expect("\n4 ranks; findings so far: 1 error, 0 potential errors, "
               "0 warnings\n" in ask("status").stdout, "numbers of findings",
               done.stdout + done.stderr)
        expect(len(folder.report()["state"]["graph"]["nodes"]) == 2,
               "no state in report.json")
        stopped(ask, folder.report()["processes"][0]["pid"])
        of_another_user(folder)
        shared(folder)
    finally:
        folder.write("go", "")
        job.wait(60)
    done = ask("status")
    expect(done.returncode == 2 and "the job is over" in done.stderr,
           "murmel status afterwards", done.stdout + done.stderr)
    for words, expected in (
            (["--json"], "no option --json here: --rank=N"),
            (["--rank=x"], "--rank=x: that must be a number"),
            (["a", "b"], "there is one folder")):
        done = ask("status", *words)
        expect(done.returncode == 2 and expected in done.stderr,
               "murmel status " + words[0], done.stdout + done.stderr)
    done = ask("dump", "--help")
    expect(done.returncode == 0 and
           done.stdout == ask("help", "running").stdout and done.stdout,
           "murmel dump --help", done.stdout + done.stderr)
    done = ask("status", "nowhere")
    expect(done.returncode == 2 and "there is no report" in done.stderr,
           "murmel status nowhere", done.stdout + done.stderr)


def nodes(folder):
    """A launcher tells that there are processes on other nodes, too: the
    report is that of a node.  With all on one node it is as always."""
    binary = folder.prefix + "/bin/"
    for number, (variables, place) in enumerate((
            ({"PMI_SIZE": "4", "MPI_LOCALNRANKS": "2"}, os.uname().nodename),
            ({"OMPI_COMM_WORLD_SIZE": "4", "OMPI_COMM_WORLD_LOCAL_SIZE": "2"},
             os.uname().nodename),
            ({"PMI_SIZE": "2", "MPI_LOCALNRANKS": "2",
              "SLURM_STEP_NUM_NODES": "2"}, ""),
            ({"SLURM_STEP_NUM_NODES": "2"}, os.uname().nodename))):
        name = "node-%d" % number
        done = subprocess.run([binary + "murmel-mpiexec", "-n", "2",
                               binary + "murmel", "--report=" + name,
                               "./calls"], cwd=folder.path, text=True,
                              env=dict(os.environ, **variables),
                              capture_output=True, timeout=60)
        where = os.path.join(folder.path, name, place, "report.json")
        end = time.monotonic() + 60
        report = {"job": {"end": None}}
        while report["job"]["end"] is None and time.monotonic() < end:
            time.sleep(0.02)
            if os.path.exists(where):
                with open(where) as file:
                    report = json.load(file)
        said = json.dumps([report["job"], os.listdir(folder.path)])
        expect(report["job"]["end"] and len(report["processes"]) == 2,
               "%s: no report of the node" % variables, done.stderr + said)
        expect((place == "") == os.path.exists(
            os.path.join(folder.path, name, "report.json")),
            "%s: a report of all" % variables, said)


def delays(folder):
    """Each way to start and to say it: 2,000 calls pause for 0.1 s or so."""
    binary = folder.prefix + "/bin/"
    preload = {"LD_PRELOAD": folder.prefix + "/lib/murmel/libmurmel.so"}
    for words, variables in (
            (["murmel", "run", "--delay=3"], {}),
            (["murmel", "run"], {"MURMEL_DELAY": "3"}),
            (["murmel-mpiexec", "-n", "1", binary + "murmel", "--delay=3"],
             {}),
            (["murmel-mpiexec", "-n", "1"],
             dict(preload, MURMEL_DELAY="3"))):
        done = subprocess.run([binary + words[0]] + words[1:] + ["./calls"],
                              cwd=folder.path, env=dict(os.environ,
                                                        **variables),
                              text=True, capture_output=True, timeout=60)
        expect(float(done.stdout) > 0.02, "no delays: " + " ".join(words),
               done.stdout + done.stderr)


def config(folder):
    folder.write("murmel.json", '{"fail-on": "never", "report": "elsewhere"}')
    status, said = folder.run("./reversed_bcast")
    expect(status == 0 and "/elsewhere/report.html" in said,
           "murmel.json: status %d" % status, said)
    status, said = folder.run("--fail-on=error", "./reversed_bcast")
    expect(status == 1, "the command line wins: status %d" % status, said)
    folder.write("murmel.json", '{"fail-of": "never"}')
    status, said = folder.run("./reversed_bcast")
    expect(status == 2 and "the nearest is fail-on" in said,
           "murmel.json is wrong: status %d" % status, said)
    folder.write("murmel.json", '{"help": true}')
    status, said = folder.run("./reversed_bcast")
    expect(status == 2 and said.endswith("there is no option help\n"),
           "murmel.json asks for help: status %d" % status, said)


def preloaded(folder):
    """Options that make no sense are told where no murmel starts the ranks,
    too, once, and the others hold."""
    for name, value, said in (
            ("NOTES", "maybe", "MURMEL_NOTES=maybe: that must be 1 or 0; it "
             "is left out"),
            ("FAILON", "note", "MURMEL_FAILON is no option; the nearest is "
             "MURMEL_FAIL_ON; it is left out"),
            ("SUPPRESSIONS", "nowhere", "nowhere: it cannot be read: No such "
             "file or directory")):
        done = subprocess.run(
            [folder.prefix + "/bin/murmel-mpiexec", "-n", "2",
             "./reversed_bcast"], cwd=folder.path, text=True, timeout=60,
            capture_output=True, env={
                **os.environ, "MURMEL_" + name: value,
                "MURMEL_REPORT": "by-variable",
                "LD_PRELOAD": folder.prefix + "/lib/murmel/libmurmel.so"})
        expect(done.returncode == 0 and
               done.stderr.count("murmel: " + said + "\n") == 1 and
               "/by-variable/report.html" in done.stderr,
               "preloaded, MURMEL_%s=%s: status %d" %
               (name, value, done.returncode), done.stderr)


def help_fits(folder):
    def said(*words):
        return subprocess.run([folder.prefix + "/bin/murmel"] + list(words),
                              text=True, capture_output=True, timeout=60)
    page = said("--help").stdout
    expect(page.count("\n") <= 32 and
           all(len(line) <= 79 for line in page.splitlines()),
           "--help does not fit a screen", page)
    topics = page.split("murmel help TOPIC")[1].split("\n\n")[0].split(",")
    for topic in [topic.strip() for topic in topics]:
        done = said("help", topic)
        expect(done.returncode == 0 and
               all(len(line) <= 79 for line in done.stdout.splitlines()),
               "murmel help " + topic, done.stdout + done.stderr)
    for command, words in (("run", "finds the mpiexec"),
                           ("cc", "murmel cc"), ("explain", "murmel explain"),
                           ("rules", "murmel rules"), ("dump", "murmel dump"),
                           ("status", "murmel status --rank=2"),
                           ("report", "murmel report --html"),
                           ("merge", "murmel merge"), ("diff", "murmel diff"),
                           ("replay", "murmel replay"),
                           ("trace", "murmel trace --json"), ("help", "TOPIC")):
        for done in ([said("help", command)] if command != "status" else []) + [
                said(command, "--help")] * (command != "run"):
            expect(done.returncode == 0 and words in done.stdout and
                   done.stderr == "", "help on " + command,
                   done.stdout + done.stderr)
    manual = said("help", "man").stdout
    options = [word.split("=")[0] for word in page.split()
               if word.startswith("--")]
    expect(manual.startswith(".TH MURMEL 1 ") and options and
           all("\\fB%s\\fR" % option.replace("-", "\\-") in manual
               for option in options), "murmel help man", manual)
    folder.write("completion", said("help", "completion").stdout)
    for line, completed in (
            ("murmel run --fail-on=n", "note never"),
            ("murmel re", "report replay"),
            # Files, which bash completes where nothing is offered.
            ("murmel report re", ""), ("murmel diff re", ""),
            ("murmel diff --", ""), ("murmel cc -", ""),
            ("murmel explain COLL-MIS", "COLL-MISSING")):
        done = subprocess.run(
            ["bash", "-c", ". ./completion; COMP_LINE=$1; "
             "COMP_POINT=${#COMP_LINE}; COMP_WORDS=($1); "
             "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _murmel; "
             "echo ${COMPREPLY[@]}", "bash", line], cwd=folder.path, text=True,
            capture_output=True, timeout=60, env=dict(os.environ, PATH=
            folder.prefix + "/bin:" + os.environ["PATH"]))
        expect(done.stdout == completed + "\n" and done.stderr == "",
               "completion of " + line, done.stdout + done.stderr)
    for topic, named in (("recrod", "the nearest is record"),
                         ("nonsense", "murmel help shows them")):
        done = said("help", topic)
        expect(done.returncode == 2 and named in done.stderr,
               "murmel help " + topic, done.stderr)


def time_limit(folder):
    status, said = folder.run("--timeout=1", "./forever")
    expect(status == 2 and
           "incomplete: the job was ended after 1 second (--timeout)" in said,
           "--timeout: status %d" % status, said)
    expect("MPI_Iprobe" in json.dumps(folder.report()["state"]),
           "--timeout: no state in report.json")
    status, said = folder.run("--timeout=6", "./forever")
    expect(status == 2 and "warning: NO-PROGRESS: No progress for " in said,
           "--timeout, and why: status %d" % status, said)


def main():
    path = os.path.realpath(tempfile.mkdtemp())
    try:
        folder = Folder(sys.argv[1], sys.argv[2], path)
        for part in (statuses, alike, looks, width, suppressions, baseline, difference,
                     wrong_files, formats, dropped, beside_tool, time_limit, status, nodes,
                     delays, config, preloaded, help_fits):
            part(folder)
    finally:
        shutil.rmtree(path)
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
