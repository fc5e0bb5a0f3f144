#!/usr/bin/python3
"""What becomes of a job on several nodes when a part of Murmel ends or a
connection breaks: the application goes on, and the report says what is missing.

    MURMEL=<prefix>/bin/murmel run.py [NAME ...]
"""

import concurrent.futures
import json
import os
import signal
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "e2e"))
import harness  # noqa: E402
from cable import Cable, breaking  # noqa: E402
from hosts import OpenMPI, Skip, TIME_LIMIT  # noqa: E402

DEAL = os.path.join(HERE, "deal.sh")
AT_ONCE = 3  # cases: most of their time they wait


class Failed(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failed(text)


def wait_for(condition, what):
    limit = time.monotonic() + TIME_LIMIT
    while not condition():
        require(time.monotonic() < limit, "no " + what)
        time.sleep(0.02)


class Context:
    def __init__(self, murmel, folder):
        self.murmel = murmel
        self.folder = folder
        self.flavour = harness.flavours(murmel)[0]
        self.jobs = []
        self.programs = {}

    def program(self, name, flavour=None):
        flavour = flavour or self.flavour
        key = flavour.name + "-" + name.replace("/", "-")
        if key not in self.programs:
            path, reason = harness.compile_program(
                flavour, os.path.join(HERE, name),
                os.path.join(self.folder, key))
            require(path is not None, reason)
            self.programs[key] = path
        return self.programs[key]

    def start(self, name, np=4, nodes=2, options=(), wrapper=(), inner=()):
        """Starts a program with its ranks on so many nodes; it goes on when
        there is a file `go` in the job's folder.  wrapper, inner: what runs
        the program, before and after its node was chosen."""
        job = harness.Job(self.murmel, self.folder,
                          harness.quick_start(self.folder))
        self.jobs.append(job)
        job.start_mode("run", self.flavour, np,
                       [*wrapper, DEAL, str(nodes), *inner, self.program(name),
                        os.path.join(job.folder, "go")],
                       ["--flavour=abi", "--root=127.0.0.1", *options])
        return job

    def end(self):
        for job in self.jobs:
            job.kill()
            job.remove()
        self.jobs = []


def go(job):
    with open(os.path.join(job.folder, "go"), "w"):
        pass


def relays(job):
    return [pid for pid, command in job.processes().items()
            if command.startswith("murmel server")]


def wait_until_rank(job, text, count):
    wait_for(lambda: job.output().count(text) >= count, "rank that says `%s'" %
             text)


def finish(job, status):
    got = job.wait(TIME_LIMIT)
    require(got == status, "exit status %s, not %d" % (got, status))
    report = job.wait_report(TIME_LIMIT)
    require(report is not None, "no report")
    left = job.leftovers(TIME_LIMIT)
    require(not left, "left behind: %s" % left)
    return report


def require_equal_calls(report):
    """All calls of all four ranks are known."""
    require(report["complete"], report["incomplete_because"])
    calls = {process["rank"]: process["call_count"]
             for process in report["processes"]}
    require(len(calls) == 4 and len(set(calls.values())) == 1,
            "calls by rank: %s" % calls)


# ------------------------------------------------------------------- cases

def all_well(context):
    """Nothing breaks."""
    file = os.path.join(context.folder, "keys of it")
    job = context.start("rounds.c", options=["--root-file=" + file])
    wait_until_rank(job, "half", 4)
    require(len(relays(job)) == 1, "not one relay")
    require(os.stat(file).st_mode & 0o7777 == 0o600, "the keys are public")
    for pid in job.processes():
        with open("/proc/%d/environ" % pid, "rb") as f:
            environment = f.read()
        with open("/proc/%d/cmdline" % pid, "rb") as f:
            environment += f.read()
        with open(file) as f:
            secrets = json.load(f)
        for key in ("server", "client", "secret"):
            require(secrets[key].encode() not in environment,
                    "a key is in an environment")
    go(job)
    report = finish(job, 0)
    require(report["complete"], report["incomplete_because"])
    require(not os.path.exists(file), "the keys are left")


def lose_relay(context, kill, seconds):
    """The checker of a node is ended by a signal: the report says from where on
    its ranks are missing, and nothing is found that depends on them."""
    job = context.start("rounds.c")
    wait_until_rank(job, "half", 4)
    os.kill(relays(job)[0], kill)
    wait_for(lambda: not relays(job), "end of the relay")
    go(job)
    wait_until_rank(job, "done", 4)
    began = time.monotonic()
    report = finish(job, 2)
    require(time.monotonic() - began < seconds, "the verdict took too long")
    require(not report["complete"], "it is said to be complete")
    because = "\n".join(report["incomplete_because"])
    for rank in (1, 3):
        require("rank %d: the checker of its node" % rank in because and
                "after its call" in because, because)
    require("rank 0" not in because and "rank 2" not in because, because)
    require(report["findings"] == [], "it finds %s" % report["findings"])


def relay_killed(context):
    """... by SIGKILL, which the root has to find out: the launcher has ended, so
    it does not wait for as long as for a link that may come back."""
    lose_relay(context, signal.SIGKILL, 18)


def relay_terminated(context):
    """... by SIGTERM, and tells the root."""
    lose_relay(context, signal.SIGTERM, 6)


def keys_in_use(context):
    """The file for the nodes is not taken from another job that runs, and no
    file that is something else is written over."""
    file = os.path.join(context.folder, "one for two")
    job = context.start("rounds.c", options=["--root-file=" + file])
    wait_until_rank(job, "half", 4)
    other = os.path.join(context.folder, "notes")
    with open(other, "w") as f:
        f.write("notes")
    for path, why in ((file, "another checker has it"),
                      (other, "it is something else")):
        with open(path) as f:
            before = f.read()
        late = context.start("rounds.c", options=["--root-file=" + path])
        require(late.wait(TIME_LIMIT) == 2, "the exit status is not 2")
        require(late.output().count(why) == 1 and "half" not in late.output(),
                "nobody says why, or not one, or it was started")
        with open(path) as f:
            require(f.read() == before, "it was written over")
    go(job)
    require_equal_calls(finish(job, 0))
    require(not os.path.exists(file), "the keys are left")
    # ... but that of a job which was killed is
    with open(file, "w") as f:
        json.dump({"murmel_root": 1}, f)
    os.chmod(file, 0o600)
    job = context.start("rounds.c", options=["--root-file=" + file])
    go(job)
    require_equal_calls(finish(job, 0))


def relay_killed_late(context):
    """The checker of a node is killed when its ranks have finalized: nothing of
    what they did is missing, and nobody waits for it."""
    job = context.start("lingers.c")
    wait_until_rank(job, "finalized", 4)
    time.sleep(0.1)  # MPI_Finalize has returned: that is to come to the root
    os.kill(relays(job)[0], signal.SIGKILL)
    go(job)
    began = time.monotonic()
    report = finish(job, 0)
    require(time.monotonic() - began < 6, "the verdict took too long")
    require_equal_calls(report)


def relay_killed_in_finalize(context):
    """The checker of a node is killed while its ranks wait in MPI_Finalize
    until the root has what they did, which it had not come to: that is said to
    be missing, and is not taken for leaks, lost messages or a deadlock."""
    job = context.start("tail.c")
    wait_until_rank(job, "half", 4)
    time.sleep(0.1)  # what they did before comes to the root
    relay = relays(job)[0]
    os.kill(relay, signal.SIGSTOP)
    go(job)
    wait_until_rank(job, "finalizes", 4)
    time.sleep(0.3)  # and they are in it
    require("rank 1: done" not in job.output() and
            "rank 3: done" not in job.output(), "nobody waits for the root")
    os.kill(relay, signal.SIGKILL)
    report = finish(job, 2)
    require(not report["complete"], "it is said to be complete")
    because = "\n".join(report["incomplete_because"])
    for rank in (1, 3):
        require("rank %d: the checker of its node" % rank in because, because)
    require(report["findings"] == [], "it finds %s" % report["findings"])
    require(job.output().count("done") == 4, "not all ranks came to the end")


KILL_CHECKER = """#!/usr/bin/python3
import os, signal, subprocess, sys
if not os.environ["MURMEL_JOB"].endswith(".1"):
    os.execv(sys.argv[1], sys.argv[1:])
status = subprocess.run(sys.argv[1:], close_fds=False).returncode
mark = ("--job=%s" % os.environ["MURMEL_JOB"]).encode()
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        with open("/proc/%s/cmdline" % pid, "rb") as f:
            if mark in f.read().split(b"\\0"):
                os.kill(int(pid), signal.SIGKILL)
    except FileNotFoundError:
        continue
sys.exit(status)
"""


def relay_ended_with_ranks(context):
    """A launcher that ends all that is on a node with its last process, as
    Slurm does: nothing is missing."""
    end = os.path.join(context.folder, "kill-checker")
    with open(end, "w") as f:
        f.write(KILL_CHECKER)
    os.chmod(end, 0o755)
    for name, status, rules in (("lingers.c", 0, []),
                                ("../e2e/calls/no_finalize.c", 1,
                                 ["CALL-NO-FINALIZE"])):
        job = context.start(name, np=2, inner=[end])
        go(job)
        began = time.monotonic()
        report = finish(job, status)
        require(time.monotonic() - began < 8, "the verdict took too long")
        require(report["complete"], report["incomplete_because"])
        how = report["processes"][1]["end"]
        require(how["exit_status"] == 0, "rank 1: " + how["text"])
        require([finding["rule"] for finding in report["findings"]] == rules,
                report["findings"])


def last_words(context):
    """MPI_Abort goes on, and a crash ends the process, when what was done has
    come to the root: the launcher may end the node's checker then."""
    end = os.path.join(context.folder, "kill-checker-after")
    with open(end, "w") as f:
        f.write(KILL_CHECKER)
    os.chmod(end, 0o755)
    for more, rule in (([], "CALL-ABORT"),
                       (["/usr/bin/env", "LEAVE=crash"], "PROCESS-CRASHED")):
        job = context.start("leaves.c", np=2, inner=[end, *more])
        wait_until_rank(job, "half", 2)
        wait_for(lambda: len((job.report() or {"processes": []})["processes"])
                 == 2, "report of two processes")
        relay = relays(job)[0]
        os.kill(relay, signal.SIGSTOP)
        go(job)
        wait_until_rank(job, "leaves", 1)
        time.sleep(0.3)  # it is in it
        program = context.program("leaves.c")
        ranks = [command for command in job.processes().values()
                 if command.startswith(program)]
        os.kill(relay, signal.SIGCONT)
        require(len(ranks) == 2, "nobody waits for the root")
        began = time.monotonic()
        report = finish(job, 3 if rule == "CALL-ABORT" else 1)
        require(time.monotonic() - began < 18, "the verdict took too long")
        require([finding["rule"] for finding in report["findings"]] == [rule],
                "it finds %s" % report["findings"])
        require(report["complete"], report["incomplete_because"])


def lingering(context):
    """The launcher ends before ranks that have finalized: the verdict does not
    wait for them."""
    launcher = os.path.join(context.folder, "early-launcher")
    with open(launcher, "w") as f:
        f.write('#!/bin/sh\n%s "$@" &\nwhile [ ! -e launched ]; do sleep .1; '
                'done\n' % " ".join(context.flavour.mpiexec))
    os.chmod(launcher, 0o755)
    job = context.start("lingers.c", options=["--launcher=" + launcher])
    wait_until_rank(job, "finalized", 4)
    with open(os.path.join(job.folder, "launched"), "w"):
        began = time.monotonic()
    require(job.wait(TIME_LIMIT) == 0, "the exit status is not 0")
    require(time.monotonic() - began < 6, "the verdict took too long")
    require_equal_calls(job.wait_report(TIME_LIMIT))
    go(job)
    left = job.leftovers(TIME_LIMIT)
    require(not left, "left behind: %s" % left)


def root_killed(context):
    """The root is killed: all ranks go on."""
    job = context.start("rounds.c")
    wait_until_rank(job, "half", 4)
    # the checker of murmel run is its child of the same name
    with open("/proc/%d/task/%d/children" % (job.process.pid,
                                             job.process.pid)) as f:
        children = [int(pid) for pid in f.read().split()]
    checkers = [pid for pid in children
                if os.readlink("/proc/%d/exe" % pid) ==
                os.path.realpath(context.murmel.path)]
    require(len(checkers) == 1, "checkers: %s" % checkers)
    os.kill(checkers[0], signal.SIGKILL)
    wait_until_rank(job, "the checker was killed by signal 9", 1)
    go(job)
    require(job.wait(TIME_LIMIT) == 2, "the exit status is not 2")
    require(job.output().count("done") == 4, "not all ranks came to the end")
    for pid in relays(job):  # it would wait for its root for a minute
        os.kill(pid, signal.SIGTERM)
    left = job.leftovers(TIME_LIMIT)
    require(not left, "left behind: %s" % left)


KILLS = """#include <signal.h>
__attribute__((constructor)) static void end(void) { raise(SIGKILL); }
"""


def root_killed_early(context):
    """The root is killed before it listens: nothing is started, and one line
    says why."""
    library = os.path.join(context.folder, "libzmq.so.5")
    subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", library],
                   input=KILLS.encode(), check=True)
    job = harness.Job(context.murmel, context.folder,
                      {"LD_LIBRARY_PATH": context.folder})
    context.jobs.append(job)
    job.start_mode("run", context.flavour, 2, [context.program("lingers.c")],
                   ["--root=127.0.0.1"])
    require(job.wait(TIME_LIMIT) == 2, "the exit status is not 2")
    require(job.output().count("the checker was killed by signal 9") == 1,
            "nobody says why, or not one")
    require("finalized" not in job.output(), "something was started")
    left = job.leftovers(TIME_LIMIT)
    require(not left, "left behind: %s" % left)


def start_with_cable(context, name, inner=()):
    """A job of which the node that has not the root finds it through a cable.
    """
    cable = Cable(context.folder)
    return cable, context.start(name, wrapper=[cable.through], inner=inner,
                                options=["--root-file=" + cable.file])


def wait_until_told(cable):
    """The checker behind the cable has looked at its processes since, and what
    they have told has come to the root: it says now and then that it is there.
    """
    for _ in range(4):
        before = cable.bytes
        wait_for(lambda: cable.bytes > before, "byte through the cable")


def link_down(context):
    """The connection breaks for 3 seconds, in which the program goes on:
    nothing is lost."""
    cable, job = start_with_cable(context, "rounds.c")
    try:
        wait_until_rank(job, "half", 4)
        require(cable.bytes > 0, "nothing went through the cable")
        cable.cut = True
        wait_for(lambda: not cable.ends, "cut")
        go(job)
        time.sleep(3)
        cable.cut = False
        report = finish(job, 0)
    finally:
        cable.end()
    require_equal_calls(report)


def nowhere_to_keep(context):
    """The connection breaks, and what is for the root has no room: that is said
    once, and why, and the processes go on."""
    cable, job = start_with_cable(context, "floods.c",
                                  inner=["env", "TMPDIR=/nowhere"])
    try:
        wait_until_rank(job, "half", 4)
        wait_until_told(cable)
        cable.cut = True
        wait_for(lambda: not cable.ends, "cut")
        go(job)
        wait_until_rank(job, "done", 4)
        report = finish(job, 2)
    finally:
        cable.end()
    because = "\n".join(report["incomplete_because"])
    require("rank 1: the checker of its node" in because and
            "rank 3: the checker of its node" in because, because)
    require(report["findings"] == [], "it finds %s" % report["findings"])
    said = [line for line in job.output().splitlines() if "is lost" in line and
            "root" in line]
    require(len(said) == 1 and "(what is for it cannot be kept in /nowhere: No "
            "such file or directory)" in said[0], "it says %s" % said)


def bad_cable(context):
    """The connection is slow, and breaks again and again, and each time
    something is lost that was on its way: nothing is missing."""
    cable, job = start_with_cable(context, "rounds.c")
    try:
        wait_until_rank(job, "half", 4)
        cable.change(breaking(1))
        go(job)
        report = finish(job, 0)
    finally:
        cable.end()
    require(cable.breaks > 2, cable.story())
    require_equal_calls(report)


def keys_of_others(context):
    """A file that others can read is not believed: the processes of that node
    go on unobserved, and the report says that they are missing."""
    wrapper = os.path.join(context.folder, "public-keys")
    with open(wrapper, "w") as f:
        f.write('#!/bin/sh\n'
                'cp "$MURMEL_ROOT_FILE" "$MURMEL_ROOT_FILE.$$"\n'
                'chmod 644 "$MURMEL_ROOT_FILE.$$"\n'
                'MURMEL_ROOT_FILE=$MURMEL_ROOT_FILE.$$ exec "$@"\n')
    os.chmod(wrapper, 0o755)
    job = context.start("rounds.c", wrapper=[wrapper])
    go(job)
    report = finish(job, 2)
    require("2 of 4 processes were not observed" in
            "\n".join(report["incomplete_because"]),
            report["incomplete_because"])
    require(job.output().count("must be this user's, with mode 0600") == 1,
            "nobody says why, or not one")
    require(report["findings"] == [], "it finds %s" % report["findings"])


def root_not_reached(context):
    """The root is where the node does not find it: one process of the node says
    so, and what to look at."""
    jobs = []
    for address, why in (("127.0.0.1:1", "which is the node itself"),
                         ("0.0.0.0:1", "firewall")):
        wrapper = os.path.join(context.folder, "to-" + address)
        with open(wrapper, "w") as f:
            f.write('#!/bin/sh\n'
                    'umask 077\n'
                    'sed "s/127.0.0.1:[0-9]*/%s/" "$MURMEL_ROOT_FILE" '
                    '>"$MURMEL_ROOT_FILE.$$"\n'
                    'MURMEL_ROOT_FILE=$MURMEL_ROOT_FILE.$$ exec "$@"\n' %
                    address)
        os.chmod(wrapper, 0o755)
        jobs.append((context.start("rounds.c", wrapper=[wrapper]), address,
                     why))
        go(jobs[-1][0])
    for job, address, why in jobs:
        report = finish(job, 2)
        require("2 of 4 processes were not observed" in
                "\n".join(report["incomplete_because"]),
                report["incomplete_because"])
        said = [line for line in job.output().splitlines()
                if "the root checker does not answer at " + address in line]
        require(len(said) == 1 and why in said[0], "it says %s" % said)


LATE_FIRST = """#!/bin/sh
[ "$REFMPI_RANK" != 0 ] || sleep 0.3
exec "$@"
"""


def refused(context):
    """Why no process is started is said by rank 0, which the launcher would end
    with any other rank that ended before."""
    late = os.path.join(context.folder, "late-first")
    with open(late, "w") as f:
        f.write(LATE_FIRST)
    os.chmod(late, 0o755)
    for option, why in (("--root=127.0.0.1 --on-finding=stop",
                         "--on-finding=stop holds processes of one node"),
                        ("--fail-on=nothing", "--fail-on"),
                        ("--baseline=not-there", "not-there")):
        job = harness.Job(context.murmel, context.folder)
        context.jobs.append(job)
        job.start([*context.flavour.mpiexec, "-n", "3", late,
                   context.murmel.path, *option.split(),
                   context.program("rounds.c")])
        require(job.wait(TIME_LIMIT) == 2, "the exit status is not 2")
        require(job.output().count(why) == 1, "nobody says why, or not one")


def for_one_node(context):
    """Options that hold processes of one node are refused, in each way."""
    for option in ("on-finding=stop", "on-deadlock=attach"):
        for mode, status in (("run", 2), ("prefix", 2), ("preload", 0)):
            job = harness.Job(context.murmel, context.folder,
                              {"MURMEL_JOB": os.path.basename(context.folder)})
            context.jobs.append(job)
            job.start_mode(mode, context.flavour, 1,
                           [context.program("rounds.c")],
                           ["--root=127.0.0.1", "--" + option])
            got = job.wait(TIME_LIMIT)
            require(got == status, "%s: exit status %s" % (mode, got))
            require("--%s holds processes of one node; it does not go with "
                    "--root" % option in job.output(), "nobody says why")
            left = job.leftovers(TIME_LIMIT)
            require(not left, "left behind: %s" % left)


# The other process is there until it is told to end, so that the launcher is.
ONLY_FIRST = """#!/bin/sh
[ "$REFMPI_RANK" != 0 ] || exec "$@"
unset LD_PRELOAD
"$@" || exit
until [ -e "$2.over" ]; do sleep 0.05; done
"""


def others_not_seen(context):
    """A node's checker that waits for processes which it does not see has
    written before what it knows: its launcher may end it now."""
    only = os.path.join(context.folder, "only-first")
    with open(only, "w") as f:
        f.write(ONLY_FIRST)
    os.chmod(only, 0o755)
    job = harness.Job(context.murmel, context.folder,
                      {"MURMEL_JOB": os.path.basename(context.folder)})
    context.jobs.append(job)
    job.start_mode("preload", context.flavour, 2,
                   [only, context.program("lingers.c"),
                    os.path.join(job.folder, "go")])
    go(job)
    wait_for(lambda: [process["end"]["how"] for process
                      in (job.report() or {"processes": []})["processes"]] ==
             ["exited"], "report of the end")
    report = job.report()
    require(report["job"]["end"] is None, "only the last report says it")
    require(not report["complete"], "it is said to be complete")
    open(os.path.join(job.folder, "go.over"), "w").close()
    report = finish(job, 0)
    require("1 of 2 processes were not observed" in
            "\n".join(report["incomplete_because"]),
            report["incomplete_because"])


# ------------------------------------------------------ network namespaces

def two_hosts(context):
    """Open MPI on two hosts: each has its relay or the root; all is seen, and a
    deadlock between them is proved."""
    hosts = OpenMPI(context)
    try:
        job = hosts.start("rounds.c")
        wait_until_rank(job, "half", 4)
        require(len(relays(job)) == 1, "not one relay")
        go(job)
        require_equal_calls(finish(job, 0))
        report = finish(hosts.start("../e2e/deadlock/recv_recv.c"), 1)
        require([finding["rule"] for finding in report["findings"]] ==
                ["DEADLOCK"], "it finds %s" % report["findings"])
        require(report["complete"], report["incomplete_because"])
    finally:
        hosts.end()


def address_of_none(context):
    """The root's address is one that each host takes for itself, as the name of
    a host may be in its own /etc/hosts: one process of the other host says so.
    """
    hosts = OpenMPI(context)
    try:
        job = hosts.start("rounds.c", root="127.0.0.1")
        wait_until_rank(job, "half", 4)
        go(job)
        report = finish(job, 2)
        require("2 of 4 processes were not observed" in
                "\n".join(report["incomplete_because"]),
                report["incomplete_because"])
        require(job.output().count("unobserved") == 1 and
                "which is the node itself" in job.output(),
                "nobody says why, or not one")
        require(job.output().count("done") == 4, "not all came to the end")
    finally:
        hosts.end()


def prefix_and_preload(context):
    """Nobody but the launcher starts anything: the checker of the node that has
    the root's address is the root."""
    hosts = OpenMPI(context)
    try:
        for way in ("prefix", "preload"):
            job = hosts.start("rounds.c", way)
            wait_until_rank(job, "half", 4)
            require(len(relays(job)) == 2, "not two checkers")
            go(job)
            require_equal_calls(finish(job, 0))
            require(not os.path.exists(os.path.join(job.folder, "keys")),
                    "the keys are left")
    finally:
        hosts.end()


def root_of_host_killed(context):
    """The root that processes have started is killed: all go on, those of the
    other host too, and there and here one line says so; the report on disk says
    that it is not the last."""
    hosts = OpenMPI(context)
    try:
        job = hosts.start("rounds.c", "prefix")
        wait_until_rank(job, "half", 4)
        wait_for(lambda: len((job.report() or {"processes": []})["processes"])
                 == 4, "report of four processes")
        root = job.report()["job"]["checker"]
        require(root in relays(job), "process %s is no checker" % root)
        os.kill(root, signal.SIGKILL)
        go(job)
        # Who has waited for it in MPI_Finalize does not once more.
        wait_until_rank(job, "done", 4)
        began = time.monotonic()
        ranks = context.program("rounds.c", hosts.flavour)
        wait_for(lambda: not any(command.startswith(ranks) for command
                                 in job.processes().values()), "end of ranks")
        require(time.monotonic() - began < 8, "they end late")
        require(job.wait(TIME_LIMIT) == 0, "the exit status is not 0")
        left = job.leftovers(TIME_LIMIT)
        require(not left, "left behind: %s" % left)
        for said in ("the checker is gone", "the root checker is lost"):
            require(job.output().count(said) == 1, "not one says: " + said)
        require(job.output().count("done") == 4, "not all came to the end")
        report = job.report()
        require(not report["complete"] and report["findings"] == [],
                "the report is taken for the last, or finds something")
        require("still running when this report was written" in
                "".join(report["incomplete_because"]),
                report["incomplete_because"])
    finally:
        hosts.end()


def interface_down(context):
    """The interface of a host is down for 3 seconds: nothing is lost."""
    hosts = OpenMPI(context)
    try:
        job = hosts.start("rounds.c")
        wait_until_rank(job, "half", 4)
        hosts.hosts.cable("down")
        time.sleep(3)
        hosts.hosts.cable("up")
        go(job)
        require_equal_calls(finish(job, 0))
    finally:
        hosts.end()


def bad_link(context):
    """Between the hosts frames take their time, come out of order, or not at
    all: nothing is lost."""
    if not shutil.which("tc"):
        raise Skip("tc not found")
    hosts = OpenMPI(context)
    try:
        for i in range(2):
            hosts.hosts.command(i, "tc", "qdisc", "add", "dev", "veth0", "root",
                                "netem", "delay", "5ms", "3ms", "loss", "2%")
        job = hosts.start("rounds.c")
        go(job)
        require_equal_calls(finish(job, 0))
    finally:
        hosts.end()


CASES = (all_well, keys_in_use, relay_killed, relay_terminated,
         relay_killed_late, relay_killed_in_finalize, relay_ended_with_ranks,
         last_words, lingering, root_killed, root_killed_early, link_down,
         nowhere_to_keep, bad_cable, keys_of_others, root_not_reached, refused,
         for_one_node, others_not_seen, two_hosts, address_of_none,
         prefix_and_preload, root_of_host_killed, interface_down, bad_link)


def run_case(number, case, context, argument):
    """(0 if it is well, 1 if not, 2 if it was skipped; what there is to say);
    ends its jobs."""
    try:
        case(argument)
        return 0, "ok %d - %s" % (number, case.__name__)
    except Skip as reason:
        return 2, "ok %d - %s # SKIP %s" % (number, case.__name__, reason)
    except Failed as problem:
        said = "not ok %d - %s\n    %s" % (number, case.__name__, problem)
        for job in context.jobs:
            for row in harness.tail(job.output()):
                said += "\n    | " + row
            for pid, command in job.processes().items():
                said += "\n    left: %d %s" % (pid, command)
        return 1, said
    finally:
        context.end()


def end(results):
    """Prints how many there were of each; the exit status."""
    print("%d passed, %d failed, %d skipped" %
          tuple(results.count(result) for result in range(3)))
    return int(1 in results)


def main():
    names = sys.argv[1:]
    folders, results = [], []
    harness.end_jobs_on_signals(folders)
    murmel = harness.murmel_from_environment()

    def run_numbered(item):
        number, case = item
        with tempfile.TemporaryDirectory(prefix="nodes-") as folder:
            folders.append(folder)
            context = Context(murmel, folder)
            return run_case(number, case, context, context)

    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for result, said in pool.map(run_numbered, [
                (number, case) for number, case in enumerate(CASES, 1)
                if not names or case.__name__ in names]):
            results.append(result)
            print(said, flush=True)
    return end(results)


if __name__ == "__main__":
    sys.exit(main())
