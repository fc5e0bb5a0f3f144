#!/usr/bin/python3
"""What happens when something breaks: the checker is killed, a rank dies, or
Murmel is asked for what it cannot do.

    MURMEL=<prefix>/bin/murmel run.py [--flavour F,...] [NAME ...]
"""

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import harness  # noqa: E402

TIME_LIMIT = 60


class Skip(Exception):
    pass


class Failed(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failed(text)


def marked(source, marker):
    with open(os.path.join(HERE, source)) as f:
        for number, line in enumerate(f, 1):
            if "@%s " % marker in line:
                return number
    raise SystemExit("no @%s in %s" % (marker, source))


def frames(stack):
    """[(function, file name, line)] of a stack in a report."""
    return [(frame["function"], os.path.basename(frame["file"] or ""),
             frame["line"]) for frame in stack]


def has_frame(stack, function, source, marker):
    return (function, source, marked(source, marker)) in frames(stack)


class Context:
    """What a case works with."""

    def __init__(self, murmel, flavour, folder):
        self.murmel = murmel
        self.flavour = flavour
        self.folder = folder
        self.job = None

    def new_job(self, **environment):
        self.job = harness.Job(self.murmel, self.folder, environment)
        return self.job

    def program(self, source, *flags):
        name = os.path.basename(source)[:-2]
        path = os.path.join(self.folder, "%s-%s" % (self.flavour.name, name))
        if not os.path.exists(path):
            harness.compile_program(self.flavour,
                                    os.path.join(HERE, source), path, flags)
        return path

    def ended(self, job):
        """The exit status; a case's job ends by itself."""
        status = job.wait(TIME_LIMIT)
        require(status is not None, "the job does not end")
        return status

    def interrupt(self, job, kill=os.kill):
        """The exit status of a job that its user ends."""
        status = job.interrupt(TIME_LIMIT, kill)
        require(status is not None, "the job does not end")
        return status


def wait_for(condition, what, seconds=TIME_LIMIT):
    end = time.monotonic() + seconds
    while not condition():
        require(time.monotonic() < end, "no " + what)
        time.sleep(0.05)


def checker_of(job):
    """The pid of the process that holds the job's listening socket."""
    listening = set()
    with open("/proc/net/unix", errors="replace") as f:
        for line in f.read().splitlines()[1:]:
            fields = line.split()
            if (len(fields) > 7 and fields[7].startswith("@murmel-") and
                    fields[3] == "00010000"):
                listening.add("socket:[%s]" % fields[6])
    for pid in job.processes():
        try:
            for fd in os.listdir("/proc/%d/fd" % pid):
                if os.readlink("/proc/%d/fd/%s" % (pid, fd)) in listening:
                    return pid
        except OSError:
            continue
    return None


# ------------------------------------------------------ it is interrupted

def epoch_interrupted(context):
    """The origin's epoch does not end while the target waits outside MPI
    (acceptance A6), where the MPI needs the target's calls for that.  Nobody
    can prove that the target will wait for ever; its user gives up, and the
    report names both."""
    expected = {0: ("MPI_Win_complete", False), 1: ("MPI_Win_post", True)}
    job = context.new_job(MURMEL_NO_PROGRESS="1")
    job.start_mode("run", context.flavour, 2,
                   [context.program("../e2e/rma/pscw_socket.c")])
    wait_for(lambda: all("rank " + text in job.output()
                         for text in ("0 completes", "1 reads")),
             "rank that completes, or reads")
    wait_for(lambda: job.wait(0) is not None or
             "No progress for 1 s" in job.output(), "end, nor word about it")
    if job.wait(0) is not None:
        raise Skip("this MPI ends the epoch without the target")
    context.interrupt(job)
    report = job.wait_report(TIME_LIMIT)
    require(report["job"]["interrupted_by"] == "SIGINT", "not interrupted")
    require([(finding["rule"], [(call["role"], call["rank"])
                                for call in finding["calls"]])
             for finding in report["findings"]] ==
            [("NO-PROGRESS", [("outside", 1), ("inside", 0)])],
            "the findings are %s" % report["findings"])
    last = {process["rank"]: (process["last_calls"][-1]["function"],
                              process["last_calls"][-1]["returned"])
            for process in report["processes"]}
    require(last == expected, "the last calls are %s" % last)
    for text in ("inside MPI_Win_complete", "last call MPI_Win_post"):
        require(text in job.output(), "nobody says `%s'" % text)


# ------------------------------------------------------------- it hangs

def attach(context):
    """--on-deadlock=attach: the pids of the ranks that wait for each other
    are told, and the job stays as it is until its user ends it."""
    job = context.new_job(MURMEL_ON_DEADLOCK="attach")
    job.start_mode("run", context.flavour, 2,
                   [context.program("../e2e/deadlock/recv_recv.c")])
    wait_for(lambda: "end it with Ctrl-C" in job.output(), "word about gdb")
    said = {int(rank): int(pid) for pid, rank in
            re.findall(r"^murmel:   gdb -p (\d+)   # rank (\d+)$",
                       job.output(), re.M)}
    require(sorted(said) == [0, 1], "it says %s" % said)
    require("on %s:" % socket.gethostname() in job.output(), "no host")
    require(job.wait(2) is None, "the job has ended")
    for rank, pid in said.items():
        require(os.readlink("/proc/%d/exe" % pid) ==
                os.path.realpath(context.program("../e2e/deadlock/recv_recv.c")),
                "rank %d is not process %d" % (rank, pid))
    status = context.interrupt(job)
    require(status == 1, "exit status %s" % status)
    report = job.wait_report(TIME_LIMIT)
    require(report["complete"], "the report is not complete")
    require([finding["rule"] for finding in report["findings"]] ==
            ["DEADLOCK"], "not just the deadlock")
    require({process["rank"]: process["pid"]
             for process in report["processes"]} == said, "other pids")


def children(pid):
    with open("/proc/%d/task/%d/children" % (pid, pid)) as f:
        return [int(child) for child in f.read().split()]


def ended_in_a_hurry(context):
    """A job that hangs is ended by Murmel, which its launcher takes no notice
    of, and the user has no patience: nothing is missing for that."""
    job = context.new_job()
    program = context.program("waits.c")
    job.start_mode("run", context.flavour, 2, [program, "hang"])
    wait_for(lambda: os.path.exists(os.path.join(job.folder, "started")),
             "start of the application")
    checker = checker_of(job)
    launcher = [pid for pid in children(job.process.pid) if pid != checker]
    require(len(launcher) == 1, "launchers: %s" % launcher)
    os.kill(launcher[0], signal.SIGSTOP)
    open(os.path.join(job.folder, "go"), "w").close()
    wait_for(lambda: not any(command.startswith(program)
                             for command in job.processes().values()),
             "end of the application")
    os.kill(checker, signal.SIGTERM)
    os.kill(launcher[0], signal.SIGCONT)
    status = context.ended(job)
    require(status == 1, "exit status %s" % status)
    report = job.wait_report(TIME_LIMIT)
    require(report["complete"], "incomplete: %s" %
            report["incomplete_because"])
    require([finding["rule"] for finding in report["findings"]] ==
            ["DEADLOCK"], "not just the deadlock")


# ------------------------------------------------- the checker is killed

def checker_killed(context, mode):
    """kill -9 of the checker: the application goes on to its normal end, says
    so once, and the report on disk is marked incomplete."""
    job = context.new_job()
    job.start_mode(mode, context.flavour, 2, [context.program("waits.c")])
    wait_for(lambda: os.path.exists(os.path.join(job.folder, "started")),
             "start of the application")
    wait_for(lambda: checker_of(job), "checker")
    wait_for(job.report, "report on disk")
    os.kill(checker_of(job), signal.SIGKILL)
    wait_for(lambda: checker_of(job) is None, "end of the checker")
    with open(os.path.join(job.folder, "go"), "w"):
        pass
    status = context.ended(job)
    output = job.output()
    for rank in (0, 1):
        require("rank %d is done" % rank in output,
                "rank %d did not reach its end" % rank)
    said = [line for line in output.splitlines()
            if line.startswith("murmel:") and "checker" in line]
    require(said, "nobody says that the checker is gone")
    # The application says it once, whatever the number of its ranks; murmel
    # run says it, too.
    require(len(said) <= (2 if mode == "run" else 1),
            "it is said more than once: %s" % said)
    if mode == "run":
        require(status == 2, "exit status %s, expected 2" % status)
    else:
        require(status == 0, "exit status %s, expected 0" % status)
    report = job.report()
    require(report is not None and not report["complete"],
            "the report is not marked incomplete")
    require(report["incomplete_because"], "no reason is given")


def checker_late(context, mode):
    """The checker sleeps while a rank dies and the launcher ends the other:
    it still knows who went first."""
    job = context.new_job()
    job.start_mode(mode, context.flavour, 2,
                   [context.program("waits.c"), "kill"])
    wait_for(lambda: os.path.exists(os.path.join(job.folder, "started")),
             "start of the application")
    wait_for(lambda: checker_of(job), "checker")
    checker = checker_of(job)
    os.kill(checker, signal.SIGSTOP)
    with open(os.path.join(job.folder, "go"), "w"):
        pass
    program = context.program("waits.c")
    wait_for(lambda: not any(command.startswith(program)
                             for command in job.processes().values()),
             "end of the application")
    os.kill(checker, signal.SIGCONT)
    context.ended(job)
    report = job.wait_report(TIME_LIMIT)
    require(report is not None, "no report")
    order = {process["rank"]: process["end"]["order"]
             for process in report["processes"]}
    require(order == {1: 1, 0: 2}, "ranks ended in the order %s" % order)
    ranks = [harness.ranks(finding["ranks"])
             for finding in report["findings"]]
    require(ranks == [[1]], "findings about ranks %s" % ranks)


# -------------------------------------------------------- a rank dies

ENDS = {
    # how rank 1 ends: (end.how, end.mpi, more of end)
    "kill": ("lost", "initialized", {"signal": "SIGKILL"}),
    "term": ("lost", "initialized", {"signal": "SIGTERM"}),
    "alarm": ("lost", "initialized", {"signal": "SIGALRM"}),
    "exec": ("replaced", "initialized", {}),
    "segv": ("crashed", "initialized", {"signal": "SIGSEGV"}),
    "segv-in-mpi": ("crashed", "initialized", {"signal": "SIGSEGV"}),
    "abort": ("crashed", "initialized", {"signal": "SIGABRT",
                                          "address": None}),
    "mpi-abort": (None, "aborted", {}),
    "exit": ("exited", "initialized", {"exit_status": 0}),
    "_exit": ("lost", "initialized", {"exit_status": 5}),
}

# What is found; MPI_Abort apart, the launcher ends the other rank, which is no
# fault of its own.
FOUND = {"segv": "PROCESS-CRASHED", "segv-in-mpi": "PROCESS-CRASHED",
         "abort": "PROCESS-CRASHED", "mpi-abort": "CALL-ABORT",
         "exit": "CALL-NO-FINALIZE"}


def system_tells_statuses():
    """Linux 6.15: of processes that others have waited for, too."""
    major, minor = re.match(r"(\d+)\.(\d+)", os.uname().release).groups()
    return (int(major), int(minor)) >= (6, 15)


def rank_ends(context, mode, how):
    """A rank dies: the report is complete and names the rank, its last calls
    and, where a signal was seen, its stack."""
    job = context.new_job()
    job.start_mode(mode, context.flavour, 2,
                   [context.program("ends.c"), how])
    if how in ("exit", "_exit", "exec"):
        # Not every launcher ends the other rank then: it hangs, by right.
        # What ends shortly before an interrupt ends by that, so it takes
        # some time.
        program = context.program("ends.c")
        wait_for(lambda: os.path.exists(os.path.join(job.folder, "ending")),
                 "end of rank 1")
        wait_for(lambda: sum(command.startswith(program) for command in
                             job.processes().values()) < 2, "end of rank 1")
        wait_for(job.report, "report on disk")
        status = job.wait(5)
        if status is None:
            status = context.interrupt(job)
    else:
        status = context.ended(job)
    require(status != 0, "exit status 0")
    report = job.wait_report(TIME_LIMIT)
    require(report is not None, "no report")
    require(report["job"]["end"] is not None, "the report is not final")
    processes = {process["rank"]: process
                 for process in report["processes"]}
    require(sorted(processes) == [0, 1], "ranks %s" % sorted(processes))
    process, other = processes[1], processes[0]
    end = process["end"]
    expected_how, mpi, more = ENDS[how]
    if expected_how is not None:
        require(end["how"] == expected_how, "rank 1: how: %s" % end["how"])
    require(end["mpi"] == mpi, "rank 1: mpi: %s" % end["mpi"])
    for key, value in more.items():
        unknown = end["how"] == "lost" and not system_tells_statuses()
        require(end[key] == value or (unknown and end[key] is None),
                "rank 1: %s: %s" % (key, end[key]))
    calls = process["last_calls"]
    names = [call["function"] for call in calls]
    require("MPI_Bcast" in names, "rank 1: last calls: %s" % names)
    bcast = calls[names.index("MPI_Bcast")]
    require(has_frame(bcast["stack"], "main", "ends.c", "bcast"),
            "MPI_Bcast at %s" % frames(bcast["stack"]))
    if how == "segv":
        require(has_frame(end["stack"], "end_badly", "ends.c", "segv") and
                has_frame(end["stack"], "main", "ends.c", "caller"),
                "crash at %s" % frames(end["stack"]))
    if how in ("segv-in-mpi", "mpi-abort"):
        name, marker = {"segv-in-mpi": ("MPI_Send", "send"),
                        "mpi-abort": ("MPI_Abort", "mpi-abort")}[how]
        require(names[-1] == name and not calls[-1]["returned"],
                "the last call is %s" % names[-1])
        require(has_frame(calls[-1]["stack"], "end_badly", "ends.c", marker),
                "%s at %s" % (name, frames(calls[-1]["stack"])))
    # Whose fault it was must be plain: the launcher ended rank 0 after rank 1,
    # but for MPI_Abort, where it ends both.  Where the MPI itself ends the others, who is gone first is open.
    require(mpi == "aborted" or how == "exit" or
            end["order"] < other["end"]["order"],
            "rank 0 is said to have ended first")
    found = [(finding["rule"], harness.ranks(finding["ranks"]))
             for finding in report["findings"]]
    if how == "term" and mode != "run" and not found:
        # Then the launcher ended the others so, too, as if it had been asked
        # to end itself: only murmel run can know that it was not.
        require(report["job"]["interrupted_by"] == "SIGTERM",
                "nothing is found")
        return
    require(found == [(FOUND.get(how, "PROCESS-KILLED"), [1])],
            "found: %s" % found)
    if how == "segv":
        require(has_frame(report["findings"][0]["crash_stack"], "end_badly",
                          "ends.c", "segv"), "the finding shows no crash")
        # The others' launcher may be gone, and with it its terminal.
        require(mode != "run" or "ends.c:%d in end_badly" %
                marked("ends.c", "segv") in job.output(),
                "no stack of the crash on the terminal")
    require("unobserved" not in job.output(), "said to go on unobserved")


def interrupted(context, mode, group):
    """The user ends the job (SIGINT to the launcher alone or, as a terminal
    does, to all of its process group): that is nobody's fault."""
    job = context.new_job()
    job.start_mode(mode, context.flavour, 2, [context.program("waits.c")])
    wait_for(lambda: os.path.exists(os.path.join(job.folder, "started")),
             "start of the application")
    wait_for(job.report, "report on disk")
    status = context.interrupt(job, os.killpg if group else os.kill)
    require(status != 0, "exit status 0")
    report = job.wait_report(TIME_LIMIT)
    require(report is not None, "no report")
    require(report["findings"] == [],
            "found: %s" % [finding["message"]
                           for finding in report["findings"]])
    # What the launcher sent, where we do not know what it got.
    require(report["job"]["interrupted_by"] == "SIGINT" or
            (mode != "run" and context.flavour.name == "openmpi" and
             report["job"]["interrupted_by"] == "SIGTERM"),
            "interrupted_by: %s" % report["job"]["interrupted_by"])


def interrupted_late(context):
    """As a terminal does it, but murmel run gets no processor until the
    launcher has ended all, and the checker has seen it."""
    job = context.new_job()
    job.start_mode("run", context.flavour, 2, [context.program("waits.c")])
    wait_for(lambda: os.path.exists(os.path.join(job.folder, "started")),
             "start of the application")
    wait_for(job.report, "report on disk")
    os.kill(job.process.pid, signal.SIGSTOP)
    os.killpg(job.process.pid, signal.SIGINT)
    program = context.program("waits.c")
    wait_for(lambda: not any(command.startswith(program)
                             for command in job.processes().values()),
             "end of the application")
    time.sleep(1)  # what ended just now would be no question
    os.kill(job.process.pid, signal.SIGCONT)
    status = context.ended(job)
    require(status != 0, "exit status 0")
    report = job.wait_report(TIME_LIMIT)
    require(report["findings"] == [],
            "found: %s" % [finding["message"]
                           for finding in report["findings"]])


# ------------------------------------------------------------- bad use

def refused(context, argv, job=None, contains=(), goes_on=False):
    """One clear line, status 2.  Where the application goes on, its summary
    may follow."""
    job = job or context.new_job()
    job.start(argv)
    status = context.ended(job)
    output = job.output()
    require(status == 2, "exit status %s, expected 2: %s" % (status, output))
    said = [line for line in output.splitlines() if line.strip()]
    if goes_on and len(said) == 2:
        require(said[1].startswith("murmel: 2 ranks"), output)
        del said[1]
    require(len(said) == 1, "%d lines: %s" % (len(said), output))
    require(said[0].startswith("murmel: "), "who says it? " + said[0])
    for text in contains:
        require(text in said[0], "no '%s' in: %s" % (text, said[0]))


def run_line(context, *words):
    return [context.murmel.path, "run", "-n", "2"] + list(words)


def file_in(context, name, text, mode):
    path = os.path.join(context.folder, name)
    with open(path, "w") as f:
        f.write(text)
    os.chmod(path, mode)
    return path


def compile_c(context, name, text, *flags):
    source = file_in(context, name + ".c", text, 0o644)
    path = os.path.join(context.folder, name)
    done = subprocess.run(["cc", "-o", path, source] + list(flags),
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise Skip("cc: " + done.stderr.strip().splitlines()[-1])
    return path


def bad_not_mpi(context):
    refused(context, run_line(context, "/bin/true"),
            contains=["/bin/true", "MPI"])


def bad_not_executable(context):
    path = file_in(context, "not-executable", "hello\n", 0o644)
    refused(context, run_line(context, path), contains=["not-executable"])


def bad_no_such_file(context):
    refused(context, run_line(context, "./no-such-program"),
            contains=["./no-such-program"])


def bad_directory(context):
    refused(context, run_line(context, "/tmp"), contains=["/tmp"])


def bad_static(context):
    path = compile_c(context, "static-program",
                     "int main(void) { return 0; }\n", "-static")
    refused(context, run_line(context, path), contains=["static"])


def bad_unknown_mpi(context):
    library = compile_c(
        context, "libmpi.so.99",
        "int MPI_Init(int *c, char ***v) { (void)c; (void)v; return 0; }\n"
        "int PMPI_Init(int *c, char ***v) { return MPI_Init(c, v); }\n",
        "-shared", "-fPIC", "-Wl,-soname,libmpi.so.99")
    path = compile_c(
        context, "unknown-mpi",
        "int MPI_Init(int *, char ***);\n"
        "int main(int c, char **v) { return MPI_Init(&c, &v); }\n",
        library, "-Wl,-rpath," + context.folder)
    refused(context, run_line(context, path), contains=["libmpi.so.99"])


def bad_no_application(context):
    refused(context, [context.murmel.path, "run", "-n", "2"])


def bad_option(context):
    refused(context, [context.murmel.path, "run", "--reprot=x", "./app"],
            contains=["--reprot"])


def bad_option_value(context):
    refused(context, [context.murmel.path, "run", "-n", "two", "./app"],
            contains=["two"])


def bad_prefix_with_processes(context):
    refused(context, [context.murmel.path, "-n", "4",
                      context.program("ends.c")],
            contains=["murmel run -n 4", "mpiexec"])


def bad_processes_behind(context):
    """It may be meant, so the application runs."""
    job = context.new_job()
    job.start([context.murmel.path, "run", context.program("nothing.c"),
               "-n", "2"])
    status = context.ended(job)
    output = job.output()
    require(status == 0, "exit status %s: %s" % (status, output))
    require("1 process is started: -n 2 stands behind" in output, output)


def bad_launcher(context):
    """As with the mpiexec of another MPI: each process is a job of its own."""
    script = file_in(context, "two.sh", '"$@" & "$@"\nwait\n', 0o755)
    job = context.new_job()
    job.start([context.murmel.path, "run", "--launcher=sh " + script,
               context.program("nothing.c")])
    status = context.ended(job)
    require(status == 0, "exit status %s, expected 0" % status)
    require("2 processes, but each is alone" in job.output(), job.output())


def bad_flavour(context):
    """It contradicts the application."""
    other = "mpich" if context.flavour.name != "mpich" else "openmpi"
    refused(context, run_line(context, "--flavour=" + other,
                              context.program("nothing.c")),
            contains=["--flavour says " + other, context.flavour.name])


def bad_command(context):
    refused(context, [context.murmel.path, "rnu", "-n", "2",
                      context.program("nothing.c")],
            contains=["rnu", "did you mean murmel run?"])


def bad_not_installed(context):
    """murmel alone, as it lies in the folder where it was built."""
    alone = os.path.join(context.folder, "murmel")
    shutil.copy(context.murmel.path, alone)
    for words in (["run", "-n", "2"], []):
        refused(context, [alone] + words + [context.program("nothing.c")],
                contains=["not in an installed tree", "make stage"])


def bad_prefix_not_mpi(context):
    """It may load an MPI later, so it is started; rank 0 says what is so."""
    job = context.new_job()
    job.start(context.flavour.mpiexec + ["-n", "2", context.murmel.path,
                                         "/bin/echo", "hello"])
    require(context.ended(job) == 0, "the program was not started")
    output = job.output().splitlines()
    said = [line for line in output if line.startswith("murmel: ")]
    require(output.count("hello") == 2, "output: %s" % output)
    require(len(said) == 1 and "no MPI is among its libraries" in said[0],
            "said: %s" % said)


def bad_variable(context):
    job = context.new_job(MURMEL_FAIL_ON="everything")
    refused(context, run_line(context, "./app"), job,
            contains=["MURMEL_FAIL_ON"])


def bad_report_below_file(context):
    path = file_in(context, "a-file", "x\n", 0o644)
    refused(context, run_line(context, "--report=" + path + "/report",
                              context.program("ends.c")),
            contains=["a-file/report"], goes_on=True)


def bad_report_no_permission(context):
    if os.geteuid() != 0:
        folder = os.path.join(context.folder, "closed")
        os.mkdir(folder, 0o500)
        prefix = []
    else:
        if not shutil.which("setpriv"):
            raise Skip("no setpriv, and root may write everywhere")
        folder = os.path.join(context.folder, "closed")
        os.mkdir(folder, 0o700)
        prefix = ["setpriv", "--reuid=65534", "--regid=65534",
                  "--clear-groups"]
        os.chmod(context.folder, 0o755)
    job = context.new_job()
    os.chmod(job.folder, 0o777)
    program = context.program("ends.c")
    if prefix and subprocess.run(prefix + ["test", "-x",
                                           context.murmel.path]).returncode:
        raise Skip("nobody may not run " + context.murmel.path)
    refused(context, prefix + run_line(
        context, "--report=" + folder + "/report", program), job,
        contains=["closed"], goes_on=True)


def bad_full_disk(context):
    """The report's file system is full from the start."""
    folder = os.path.join(context.folder, "full")
    os.mkdir(folder)
    script = ("mount -t tmpfs -o size=64k none '%s' && "
              "{ head -c 1M /dev/zero >'%s/fill' 2>/dev/null; :; } && "
              "exec \"$@\"" % (folder, folder))
    unshare = ["unshare", "--mount"]
    if os.geteuid() != 0:
        unshare.append("-r")
    if subprocess.run(unshare + ["sh", "-c", script, "sh", "true"],
                      capture_output=True).returncode != 0:
        raise Skip("no private tmpfs (unshare --mount)")
    refused(context, unshare + ["sh", "-c", script, "sh"] + run_line(
        context, "--report=" + folder + "/report",
        context.program("ends.c")), contains=["full"], goes_on=True)


def bad_disk_fills(context):
    """The disk fills while the job runs: the application ends as it would,
    one line tells, status 2."""
    folder = os.path.join(context.folder, "fills")
    os.mkdir(folder)
    script = ("mount -t tmpfs -o size=256k none '%s' && exec \"$@\"" % folder)
    unshare = ["unshare", "--mount"]
    if os.geteuid() != 0:
        unshare.append("-r")
    if subprocess.run(unshare + ["sh", "-c", script, "sh", "true"],
                      capture_output=True).returncode != 0:
        raise Skip("no private tmpfs (unshare --mount)")
    job = context.new_job()
    job.start(unshare + ["sh", "-c", script, "sh"] + run_line(
        context, "--report=" + folder + "/report",
        context.program("waits.c")))
    wait_for(lambda: os.path.exists(os.path.join(job.folder, "started")),
             "start of the application")
    # The mount is seen through the root folder of a process inside.
    inside = next(iter(job.processes()))
    try:
        with open("/proc/%d/root%s/fill" % (inside, folder), "wb",
                  buffering=0) as fill:
            while True:
                fill.write(b"\0" * 4096)
    except OSError:
        pass
    with open(os.path.join(job.folder, "go"), "w"):
        pass
    status = context.ended(job)
    output = job.output()
    require(status == 2, "exit status %s, expected 2" % status)
    require("rank 0 is done" in output and "rank 1 is done" in output,
            "the application did not reach its end")
    said = [line for line in output.splitlines()
            if re.match(r"murmel: .*(space|full)", line, re.I)]
    require(len(said) == 1, "%d lines about it: %s" % (len(said), output))


def bad_file_size_limit(context):
    """The limit is Murmel's own: the MPI and the rings need more."""
    script = file_in(context, "unlimited.sh",
                     'ulimit -S -f unlimited\nexec "$@"\n', 0o755)
    refused(context, ["sh", "-c", 'ulimit -S -f 8; exec "$@"', "sh",
                      context.murmel.path, "run",
                      "--launcher=sh %s %s -n 2" %
                      (script, " ".join(context.flavour.mpiexec)),
                      context.program("ends.c")],
            contains=["cannot be written: File too large"], goes_on=True)


def no_standard_descriptors(context):
    """As a daemon may start it."""
    for closed in ("<&-", ">&- 2>&-", "<&- >&- 2>&-"):
        job = context.new_job()
        job.start(["sh", "-c", 'exec "$@" ' + closed, "sh"] +
                  run_line(context, context.program("ends.c")))
        status = context.ended(job)
        require(status == 0, "%s: exit status %s: %s" % (closed, status,
                                                         job.output()))
        report = job.wait_report(TIME_LIMIT)
        require(report["complete"] and
                [process["end"]["mpi"] for process in report["processes"]] ==
                ["finalized", "finalized"], "%s: not two ranks" % closed)


def jobs_in_a_script(context):
    """`murmel run` of a script that starts jobs of its own: each has a world
    of its own, however they are mixed."""
    lines = []
    for number, source in enumerate(("ends.c", "nothing.c") * 3):
        # two mpiruns of Open MPI that begin at once quarrel over their folder
        lines.append("mkdir %d; TMPDIR=$PWD/%d %s -n 2 %s &" %
                     (number, number, " ".join(context.flavour.mpiexec),
                      context.program(source)))
    script = file_in(context, "jobs.sh",
                     "#!/bin/sh\n%s\nwait\n" % "\n".join(lines), 0o755)
    job = context.new_job()
    job.start([context.murmel.path, "run", "--launcher=sh",
               "--flavour=" + context.flavour.name, script])
    status = context.ended(job)
    require(status == 0, "exit status %s: %s" % (status, job.output()))
    report = job.wait_report(TIME_LIMIT)
    require(len(report["processes"]) == 12 and report["findings"] == [],
            job.output())


def half_observed(context):
    """Rank 1 runs without Murmel, as on a node of its own: rank 0 is checked,
    and the report says that it is not the whole job."""
    names = ("OMPI_COMM_WORLD_RANK", "PMI_RANK", "REFMPI_RANK")
    script = file_in(context, "half.sh", "#!/bin/sh\n"
                     "[ \"%s\" = 0 ] || unset LD_PRELOAD\nexec \"$@\"\n" %
                     "".join("$" + name for name in names), 0o755)
    job = context.new_job()
    job.start([context.murmel.path, "run", "-n", "2",
               "--flavour=" + context.flavour.name, script,
               context.program("ends.c")])
    status = context.ended(job)
    require(status == 2, "exit status %s: %s" % (status, job.output()))
    report = job.wait_report(TIME_LIMIT)
    require([process["rank"] for process in report["processes"]] == [0] and
            report["findings"] == [], job.output())
    said = "1 of 2 processes were not observed: they ran on another node"
    require("murmel: incomplete: " + said in job.output(), job.output())


def thread_sanitizer(context):
    """Threads of a program compiled with -fsanitize=thread end, and nothing
    breaks; what the sanitizer says of the MPI library is not asked for."""
    if subprocess.run(
            ["cc", "-fsanitize=thread", "-x", "c", "-o",
             os.path.join(context.folder, "nothing"), "-"],
            input=b"int main(void) { return 0; }",
            capture_output=True).returncode != 0:
        raise Skip("cc has no -fsanitize=thread")
    program = context.program("../e2e/thread/collectives_dup.c",
                              "-fsanitize=thread", "-fuse-ld=bfd")
    job = context.new_job(TSAN_OPTIONS="report_bugs=0")
    job.start_mode("run", context.flavour, 2, [program])
    status = context.ended(job)
    require(status == 0, "exit status %s: %s" % (status, job.output()))
    report = job.wait_report(TIME_LIMIT)
    require(len(report["processes"]) == 2 and report["findings"] == [],
            job.output())


def bad_second_checker(context):
    key = "murmel-test-%d" % os.getpid()
    first = context.new_job(MURMEL_JOB=key)
    first.start_mode("run", context.flavour, 2, [context.program("waits.c")])
    second = None
    try:
        wait_for(lambda: os.path.exists(os.path.join(first.folder,
                                                     "started")),
                 "start of the application")
        second = harness.Job(context.murmel, context.folder,
                             {"MURMEL_JOB": key})
        refused(context, run_line(context, context.program("ends.c")),
                second, contains=[key])
        with open(os.path.join(first.folder, "go"), "w"):
            pass
        require(context.ended(first) == 0, "the first job was disturbed")
    finally:
        if second is not None:
            second.kill()


def bad_prefix_no_such_file(context):
    refused(context, [context.murmel.path, "./no-such-program"],
            contains=["./no-such-program"])


def bad_rule(context):
    refused(context, [context.murmel.path, "explain", "NO-SUCH-RULE"],
            contains=["NO-SUCH-RULE"])


BAD_USE = [bad_not_mpi, bad_not_executable, bad_no_such_file, bad_directory,
           bad_static, bad_unknown_mpi, bad_no_application, bad_option,
           bad_option_value, bad_launcher, bad_prefix_with_processes,
           bad_processes_behind, bad_variable, bad_flavour, bad_command,
           bad_not_installed,
           bad_prefix_not_mpi, bad_report_below_file,
           bad_report_no_permission, bad_full_disk, bad_disk_fills,
           bad_file_size_limit, no_standard_descriptors,
           bad_second_checker, bad_prefix_no_such_file, bad_rule]


def cases(present):
    """(name, flavour, function of a context)"""
    result = []
    for flavour in present:
        result.append((flavour.name + " epoch_interrupted", flavour,
                       epoch_interrupted))
        result.append((flavour.name + " attach", flavour, attach))
        result.append((flavour.name + " ended_in_a_hurry", flavour,
                       ended_in_a_hurry))
        result.append((flavour.name + " interrupted_late", flavour,
                       interrupted_late))
        result.append((flavour.name + " jobs_in_a_script", flavour,
                       jobs_in_a_script))
        result.append((flavour.name + " half_observed", flavour,
                       half_observed))
        if flavour.name != "mpich":  # its UCX crashes by itself
            result.append((flavour.name + " thread_sanitizer", flavour,
                           thread_sanitizer))
        for mode in ("run", "prefix", "preload"):
            result.append(("%s %s checker_killed" % (flavour.name, mode),
                           flavour,
                           lambda c, m=mode: checker_killed(c, m)))
            result.append(("%s %s checker_late" % (flavour.name, mode),
                           flavour, lambda c, m=mode: checker_late(c, m)))
            for group in (False, True):
                result.append((
                    "%s %s interrupted%s" % (flavour.name, mode,
                                             " group" if group else ""),
                    flavour,
                    lambda c, m=mode, g=group: interrupted(c, m, g)))
            for how in ENDS:
                result.append((
                    "%s %s rank_ends %s" % (flavour.name, mode, how), flavour,
                    lambda c, m=mode, h=how: rank_ends(c, m, h)))
    for function in BAD_USE:
        result.append((function.__name__, present[0], function))
    return result


def run_case(murmel, flavour, function):
    """(word, reasons)"""
    folder = tempfile.mkdtemp(prefix="faults-")
    context = Context(murmel, flavour, folder)
    problems, output = [], []
    try:
        try:
            function(context)
        except Failed as failure:
            problems.append(str(failure))
        except Skip as skip:
            return "skip", [str(skip)]
        if context.job is not None:
            problems += ["left behind: " + text
                         for text in context.job.leftovers(TIME_LIMIT)]
            if problems:
                output = ["| " + row
                          for row in harness.tail(context.job.output())]
    finally:
        if context.job is not None:
            context.job.kill()
        shutil.rmtree(folder, ignore_errors=True)
    return ("not ok" if problems else "ok"), problems + output


def main():
    parser = argparse.ArgumentParser(description="fault tests of Murmel")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--flavour", default="", metavar="F,...")
    arguments = parser.parse_args()
    harness.end_jobs_on_signals()
    murmel = harness.murmel_from_environment()
    wanted = arguments.flavour.split(",") if arguments.flavour else None
    counts = {"ok": 0, "not ok": 0, "skip": 0}
    present = []
    for flavour in harness.flavours(murmel):
        if wanted is not None and flavour.name not in wanted:
            continue
        reason = flavour.missing()
        if reason is None:
            present.append(flavour)
        else:
            print("skip: flavour %s: %s" % (flavour.name, reason))
            counts["skip"] += 1
    selected = [case for case in cases(present)
                if not arguments.names or
                any(name in case[0] for name in arguments.names)]
    for number, (name, flavour, function) in enumerate(selected, 1):
        word, reasons = run_case(murmel, flavour, function)
        counts[word] += 1
        if word == "skip":
            print("ok %d - %s # SKIP %s" % (number, name, reasons[0]))
        else:
            print("%s %d - %s" % (word, number, name))
            for reason in reasons:
                print("    " + reason.replace("\n", "\n    "))
        sys.stdout.flush()
    print("%d passed, %d failed, %d skipped" %
          (counts["ok"], counts["not ok"], counts["skip"]))
    return 1 if counts["not ok"] else 0


if __name__ == "__main__":
    sys.exit(main())
