#!/usr/bin/python3
"""What happens when something breaks: the checker is killed, a rank dies, or
Murmel is asked for what it cannot do.

    MURMEL=<prefix>/bin/murmel run.py [--flavour F,...] [NAME ...]
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import signal
import socket
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from bad_use import (BAD_USE, address_sanitizer,  # noqa: E402
                     half_observed, in_a_pid_namespace,
                     jobs_in_a_script, launcher_hangs,
                     thread_sanitizer)
from context import (TIME_LIMIT, Context, Failed, Skip,  # noqa: E402
                     checker_of, frames, harness, has_frame, marked, require,
                     wait_for)

AT_ONCE = 2  # cases: much of their time they wait


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
    wait_for(lambda: "end it with Ctrl-C" in job.output() and
             job.output().endswith("   # rank 1\n"), "word about gdb")
    said = {int(rank): int(pid) for pid, rank in
            re.findall(r"^murmel:   gdb -x \S+ -p (\d+)   # rank (\d+)$",
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


def aborted(context):
    """The MPI ends the job inside the wrong call, and its launcher what is in
    the pipes of the ranks: the user reads all that Murmel has to say."""
    job = context.new_job()
    job.start_mode("prefix", context.flavour, 2,
                   [context.program("waits.c"), "negative"])
    open(os.path.join(job.folder, "go"), "w").close()
    context.ended(job)
    job.wait_report(TIME_LIMIT)
    wait_for(lambda: "report: " in job.output(), "last line")
    require("error: ARG-NEGATIVE" in job.output(), "nobody says ARG-NEGATIVE")


# ------------------------------------------------- the checker is killed

def checker_killed(context, mode):
    """kill -9 of the checker: the application goes on to its normal end, says
    so once, and the report on disk is marked incomplete."""
    job = context.new_job()
    job.start_mode(mode, context.flavour, 2, [context.program("waits.c")])
    wait_for(lambda: os.path.exists(os.path.join(job.folder, "started")),
             "start of the application")
    wait_for(lambda: checker_of(job), "checker")
    # Nothing is found, and yet it does not stay as it was at the start.
    wait_for(lambda: [process["rank"] for process
                      in (job.report() or {"processes": []})["processes"]
                      if process["call_count"] > 10] == [0, 1],
             "report on disk with the calls of both ranks")
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


def require_failure(context, mode, status):
    """Of a job that others than MPI end: what mpiexec of MPICH says then is 0
    or not as it comes, without Murmel, too (7 of 8 runs, and 1)."""
    require(status != 0 or
            (mode != "run" and context.flavour.name == "mpich"),
            "exit status 0")


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
    require_failure(context, mode, status)
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
        name, marker = {"segv-in-mpi": ("MPI_Send", "pieces"),
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
    require_failure(context, mode, status)
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


def interrupted_while(context, mode, does, seconds, found):
    """Nobody can prove that one who polls will do so for ever, or that a call
    does not end of which all is there; its user gives up, and the report tells
    who waits for whom.  Not of one who works: that may only take long."""
    job = context.new_job()
    job.start_mode(mode, context.flavour, 2,
                   [context.program("waits.c"), does])
    open(os.path.join(job.folder, "go"), "w").close()
    wait_for(lambda: os.path.exists(os.path.join(job.folder, "started")),
             "start of the application")
    time.sleep(seconds)  # nothing has gone on for two, or five, then at least
    status = context.interrupt(job)
    require_failure(context, mode, status)
    report = job.wait_report(TIME_LIMIT)
    require([(finding["rule"], finding["severity"],
              [(call["role"], call["rank"]) for call in finding["calls"]])
             for finding in report["findings"]] ==
            ([("NO-PROGRESS", "warning", found)] if found else []),
            "found: %s" % [finding["message"]
                           for finding in report["findings"]])


def interrupted_after_finding(context):
    """What was found before is why it hangs, for all that is known: nothing
    more is told at its end, whenever that comes."""
    job = context.new_job()
    job.start_mode("run", context.flavour, 2,
                   [context.program("../e2e/collective/graph_lopsided.c")])
    wait_for(lambda: (job.report() or {}).get("findings"), "its finding")
    time.sleep(9)  # nothing has gone on for five, then at least
    context.interrupt(job)
    report = job.wait_report(TIME_LIMIT)
    require([finding["rule"] for finding in report["findings"]] ==
            ["ARG-TOPOLOGY"],
            "found: %s" % [finding["message"]
                           for finding in report["findings"]])


# In a process group of its own within its session: in one like that of a job of
# ours, SIGTSTP stops nobody.
OWN_GROUP = [sys.executable, "-c",
             "import os, subprocess, sys; sys.exit(subprocess.run("
             "sys.argv[1:], preexec_fn=os.setpgrp).returncode)"]


def is_stopped(pid):
    with open("/proc/%d/stat" % pid) as f:
        return f.read().rsplit(")", 1)[1].split()[0] == "T"


def signalled(context):
    """What does not end a job goes on to its processes: SIGUSR1, SIGUSR2, and
    SIGTSTP, which stops all but the checker until SIGCONT."""
    job = context.new_job()
    job.start(OWN_GROUP + [
        context.murmel.path, "run", "-n", "2", context.program("waits.c"),
        "signals"])
    wait_for(lambda: os.path.exists(os.path.join(job.folder, "started")),
             "start of the application")
    # The checker is in a process group of its own.
    group = [pid for pid in job.processes() if pid != os.getpgid(pid)]
    leader = os.getpgid(group[0])
    group.append(leader)
    os.kill(leader, signal.SIGTSTP)
    wait_for(lambda: all(map(is_stopped, group)), "stop of all processes")
    os.kill(leader, signal.SIGCONT)
    wait_for(lambda: not any(map(is_stopped, group)), "waking of all")
    os.kill(leader, signal.SIGUSR1)
    os.kill(leader, signal.SIGUSR2)
    open(os.path.join(job.folder, "go"), "w").close()
    require(context.ended(job) == 0, "exit status %d" % job.wait(0))
    require(job.wait_report(TIME_LIMIT)["job"]["interrupted_by"] is None,
            "interrupted")


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


def cases(present):
    """(name, flavour, function of a context)"""
    result = []
    for flavour in present:
        result.append((flavour.name + " epoch_interrupted", flavour,
                       epoch_interrupted))
        result.append((flavour.name + " attach", flavour, attach))
        result.append((flavour.name + " ended_in_a_hurry", flavour,
                       ended_in_a_hurry))
        result.append((flavour.name + " aborted", flavour, aborted))
        result.append((flavour.name + " interrupted_late", flavour,
                       interrupted_late))
        result.append((flavour.name + " interrupted_while_working", flavour,
                       lambda c: interrupted_while(c, "run", "works", 5, [])))
        if flavour.name == "abi":  # not each MPI hangs then
            result.append(("abi interrupted_after_finding", flavour,
                           interrupted_after_finding))
            result.append(("abi interrupted_while_reducing", flavour,
                           lambda c: interrupted_while(
                               c, "run", "reduces", 9, [("inside", 0)])))
        if flavour.name == "abi":  # not every launcher passes them on
            result.append((flavour.name + " signalled", flavour, signalled))
        result.append((flavour.name + " jobs_in_a_script", flavour,
                       jobs_in_a_script))
        if flavour.name == "abi": # others' processes share memory by pids
            result.append((flavour.name + " in_a_pid_namespace", flavour,
                           in_a_pid_namespace))
        result.append((flavour.name + " half_observed", flavour,
                       half_observed))
        result.append((flavour.name + " address_sanitizer", flavour,
                       address_sanitizer))
        if flavour.name == "mpich":
            result.append(("mpich launcher_hangs", flavour, launcher_hangs))
        if flavour.name != "mpich":  # its UCX crashes by itself
            result.append((flavour.name + " thread_sanitizer", flavour,
                           thread_sanitizer))
        for mode in ("run", "prefix", "preload"):
            result.append(("%s %s checker_killed" % (flavour.name, mode),
                           flavour,
                           lambda c, m=mode: checker_killed(c, m)))
            result.append(("%s %s checker_late" % (flavour.name, mode),
                           flavour, lambda c, m=mode: checker_late(c, m)))
            result.append((
                "%s %s interrupted_while_polling" % (flavour.name, mode),
                flavour,
                lambda c, m=mode: interrupted_while(
                    c, m, "polls", 5, [("polls", 0), ("waits", 1)])))
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


def print_result(number, name, word, reasons):
    if word == "skip":
        print("ok %d - %s # SKIP %s" % (number, name, reasons[0]))
    else:
        print("%s %d - %s" % (word, number, name))
        for reason in reasons:
            print("    " + reason.replace("\n", "\n    "))
    sys.stdout.flush()


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
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        results = pool.map(lambda case: run_case(murmel, *case[1:]), selected)
        for number, (word, reasons) in enumerate(results, 1):
            counts[word] += 1
            print_result(number, selected[number - 1][0], word, reasons)
    print("%d passed, %d failed, %d skipped" %
          (counts["ok"], counts["not ok"], counts["skip"]))
    return 1 if counts["not ok"] else 0


if __name__ == "__main__":
    sys.exit(main())
