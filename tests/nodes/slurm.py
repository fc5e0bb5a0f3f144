#!/usr/bin/python3
"""Murmel under Slurm, which is started for it: two nodes that are namespaces
of this machine, of which the first has the controller, too, and the job's
script.  As on most sites, Slurm ends what a step has left on a node with the
step's last process there.

    MURMEL=<prefix>/bin/murmel slurm.py [NAME ...]
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import run  # noqa: E402
from hosts import Hosts, Skip, TIME_LIMIT, harness  # noqa: E402
from run import (finish, go, require, require_equal_calls,  # noqa: E402
                 wait_for, wait_until_rank)

CONFIGURATION = """
ClusterName=murmel
SlurmctldHost=host0({addresses[0]})
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
TmpFS={folder}/tmp-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType={track}
TaskPlugin=task/none
SelectType=select/linear
SwitchType=switch/none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=pmix
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=1
MailProg=/bin/true
NodeName={node}0 NodeAddr={addresses[0]} CPUs=16 State=UNKNOWN
NodeName={node}1 NodeAddr={addresses[1]} CPUs=16 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=10 State=UP OverSubscribe=FORCE
"""


FREEZER = "/sys/fs/cgroup/freezer"
NODE = "murmel%d-"  # by the process that is this test

SUBMIT = r"""
id=$(sbatch --parsable "$@") || exit
while [ -n "$(squeue --noheader --states=all --jobs="$id" --format=%T |
              grep -vE 'CANCELLED|COMPLETED|FAILED')" ]
do sleep 0.2
done
exit "$(scontrol show job "$id" | sed -n 's/.* ExitCode=\([0-9]*\):.*/\1/p')"
"""


def process_tracking():
    """Where there is no cgroup of version 1 for it, a step's processes are
    found by their parents, and the checkers are not among them."""
    return ("proctrack/cgroup" if os.path.isdir(FREEZER)
            else "proctrack/linuxproc")


def remove_cgroups():
    """Slurm leaves them; those of tests that are no more."""
    if not os.path.isdir(FREEZER):
        return
    for pid in [re.sub(r"^slurm_murmel(\d+)-\d$", r"\1", name)
                for name in os.listdir(FREEZER) if "slurm_murmel" in name]:
        if int(pid) == os.getpid() or not os.path.exists("/proc/" + pid):
            for i in range(2):
                top = os.path.join(FREEZER, "slurm_" + NODE % int(pid) + str(i))
                for folder, _, _ in os.walk(top, topdown=False):
                    os.rmdir(folder)


class Slurm:
    def __init__(self, context):
        for program in ("slurmctld", "slurmd", "srun", "sinfo"):
            if not shutil.which(program):
                raise Skip(program + " not found")
        self.context = context
        self.flavour = harness.slurm(context.murmel)
        if self.flavour.missing():
            raise Skip(self.flavour.missing())
        self.folder = os.path.join(context.folder, "slurm")
        self.node = NODE % os.getpid()
        os.makedirs(os.path.join(self.folder, "state"))
        for i in range(2):
            for name in ("spool-", "tmp-"):
                os.mkdir(os.path.join(self.folder, name + self.node + str(i)))
        self.configure()
        remove_cgroups()
        self.hosts = Hosts()
        self.daemons = []
        try:
            self.start_daemons()
        except BaseException:
            self.end()
            raise

    def configure(self):
        self.environment = {
            "SLURM_CONF": os.path.join(self.folder, "slurm.conf")}
        with open(self.environment["SLURM_CONF"], "w") as f:
            f.write(CONFIGURATION.format(folder=self.folder, node=self.node,
                                         addresses=Hosts.addresses,
                                         track=process_tracking()))
        with open(os.path.join(self.folder, "cgroup.conf"), "w") as f:
            f.write("CgroupPlugin=cgroup/v1\n")

    def start_daemon(self, i, *argv):
        with open(os.path.join(self.folder, "%s%d.out" % (argv[0], i)),
                  "wb") as output:
            self.daemons.append(subprocess.Popen(
                self.hosts.enter(i) + list(argv), stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT,
                env=dict(os.environ, **self.environment)))

    def start_daemons(self):
        self.start_daemon(0, "slurmctld", "-D", "-c")
        for i in range(2):
            self.start_daemon(i, "slurmd", "-D", "-c", "-N",
                              self.node + str(i))
        if "pmix" not in self.command("srun", "--mpi=list"):
            raise Skip("this Slurm has no --mpi=pmix")
        wait_for(self.is_up, "Slurm: " + "; ".join(self.complaints()))

    def is_up(self):
        dead = [daemon for daemon in self.daemons if daemon.poll() is not None]
        require(not dead, "; ".join(self.complaints()))
        return self.command("sinfo", "-h", "-o", "%T %D").split() == \
            ["idle", "2"]

    def complaints(self):
        """What the daemons have said last."""
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".out"):
                with open(os.path.join(self.folder, name)) as f:
                    yield name + ": " + " / ".join(harness.tail(f.read(), 3))

    def command(self, *argv):
        done = subprocess.run(
            self.hosts.enter(0) + list(argv), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=dict(os.environ, **self.environment), timeout=TIME_LIMIT)
        return done.stdout.decode()

    def start(self, name, way="launcher",
              options=("--root=" + Hosts.addresses[0],), script=False):
        """In one of the ways of harness.MODES; script: by a job's script."""
        job = harness.Job(self.context.murmel, self.context.folder,
                          harness.quick_start(self.context.folder))
        self.context.jobs.append(job)
        job.environment.update(self.environment)
        job.start_mode(way, self.flavour, 4,
                       [self.context.program(name, self.flavour),
                        os.path.join(job.folder, "go")],
                       options, by=self.hosts.enter(0) +
                       (self.batch(job) if script else []))
        return job

    def batch(self, job):
        """What runs a command by a script that becomes it, and ends as that
        does (sbatch --wait may end before a job that is cancelled, with 0)."""
        script = os.path.join(job.folder, "script")
        with open(script, "w") as f:
            f.write('#!/bin/sh\nexec "$@"\n')
        return ["sh", "-c", SUBMIT, "sh", "--nodes=2", "--ntasks=4",
                "--chdir=" + job.folder, "--output=" + job.output_path,
                "--open-mode=append", script]

    def end(self):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            daemon.wait(TIME_LIMIT)
        self.hosts.end()
        remove_cgroups()

    def of_host(self, i, name):
        """The processes of a host by their program's name."""
        network = os.stat("/proc/%d/ns/net" % self.hosts.holders[i].pid)
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                there = os.stat("/proc/%s/ns/net" % pid)
                with open("/proc/%s/cmdline" % pid) as f:
                    command = f.read().replace("\0", " ")
            except OSError:
                continue
            if there.st_ino == network.st_ino and command.startswith(name):
                yield int(pid)


# ------------------------------------------------------------------- cases

def verdicts(slurm):
    """They are those of one node, without Slurm."""
    programs = ["deadlock/recv_recv.c", "examples/leaked_datatype.c",
                "examples/ordered_bcast.c"]
    said = slurm.command(
        "env", "MURMEL=" + slurm.context.murmel.path, sys.executable,
        os.path.join(run.HERE, "..", "e2e", "run.py"), "--slurm",
        Hosts.addresses[0], "--mode", "launcher", *programs)
    require("%d passed, 0 failed" % len(programs) in said, said)


def calls(slurm):
    """Nothing that a rank does is missing."""
    job = slurm.start("rounds.c")
    wait_until_rank(job, "half", 4)
    require(len(run.relays(job)) == 1, "not one relay")
    go(job)
    require_equal_calls(finish(job, 0))


def without_script(slurm):
    """Nobody but srun starts anything: what it ends with the step on the
    root's node is said to be missing."""
    for way in ("prefix", "preload"):
        job = slurm.start("rounds.c", way)
        wait_until_rank(job, "half", 4)
        require(len(run.relays(job)) == 2, "not two checkers")
        go(job)
        report = finish(job, 0)
        require(report["findings"] == [], "it finds %s" % report["findings"])
        if report["complete"]:
            require_equal_calls(report)
        else:
            require("still running when this report was written" in
                    "".join(report["incomplete_because"]),
                    report["incomplete_because"])


def deadlock_without_script(slurm):
    """What is proved is in the report before the job is ended for it, which
    ends the root, too."""
    job = slurm.start("../e2e/deadlock/recv_recv.c", "prefix")
    require(job.wait(TIME_LIMIT) is not None, "it hangs")
    report = job.wait_report(TIME_LIMIT)
    require(report["complete"], report["incomplete_because"])
    require([finding["rule"] for finding in report["findings"]] ==
            ["DEADLOCK"], "it finds %s" % report["findings"])
    left = job.leftovers(TIME_LIMIT)
    require(not left, "left behind: %s" % left)


def each_by_itself(slurm):
    """Without a root each node has its report, which has all that the ranks of
    the node did when the step is over there."""
    job = slurm.start("rounds.c", "prefix", [])
    go(job)
    require(job.wait(TIME_LIMIT) == 0, "the exit status is not 0")
    left = job.leftovers(TIME_LIMIT)
    require(not left, "left behind: %s" % left)
    for i in range(2):
        report = harness.read_report(
            os.path.join(job.report_folder, "host%d" % i))
        require(not report["complete"], "it is said to be complete")
        ends = [(process["rank"], process["end"]["text"])
                for process in report["processes"]]
        require(ends == [(rank, "exited with status 0, after MPI_Finalize")
                         for rank in (2 * i, 2 * i + 1)],
                "host%d: %s" % (i, ends))


def relay_killed(slurm):
    """The checker of the other node is killed."""
    job = slurm.start("rounds.c")
    wait_until_rank(job, "half", 4)
    os.kill(run.relays(job)[0], signal.SIGKILL)
    go(job)
    report = finish(job, 2)
    because = "\n".join(report["incomplete_because"])
    for rank in (2, 3):
        require("rank %d: the checker of its node, host1," % rank in because,
                because)
    require("rank 0" not in because and "rank 1" not in because, because)
    require(report["findings"] == [], "it finds %s" % report["findings"])
    require(job.output().count("done") == 4, "not all ranks came to the end")


def node_killed(slurm):
    """What Slurm has on the other node is killed: Open MPI ends its processes
    there, and srun waits for those of the first until its user ends it."""
    job = slurm.start("rounds.c")
    wait_until_rank(job, "half", 4)
    steps = list(slurm.of_host(1, "slurmstepd: "))
    require(steps, "no slurmstepd")
    for pid in steps:
        os.kill(pid, signal.SIGKILL)
    wait_for(lambda: not list(slurm.of_host(1, slurm.context.program(
        "rounds.c", slurm.flavour))), "end of the ranks")
    slurm.command("scancel", "--user=root")
    status = job.wait(TIME_LIMIT)
    require(status in (1, 2), "exit status %s" % status)
    report = job.wait_report(TIME_LIMIT)
    ends = {process["rank"]: process["end"]["text"]
            for process in report["processes"]}
    require(len(ends) == 4, "ranks: %s" % ends)
    for rank in (2, 3):
        require("after MPI_Finalize" not in ends[rank], ends[rank])
    require({finding["rule"] for finding in report["findings"]} <=
            {"PROCESS-KILLED"}, report["findings"])


def fatal(slurm):
    """A call that Open MPI takes for fatal: it ends the step, and Slurm what
    is on the nodes, Murmel's checkers, too.  What was wrong is said, and what
    of the others is not known."""
    job = slurm.start("fatal.c")
    report = finish(job, 2)
    require([finding["rule"] for finding in report["findings"]] ==
            ["ARG-RANK"], report["findings"])
    require(all("the checker of its node, host1, was lost" in why
                for why in report["incomplete_because"]),
            report["incomplete_because"])


def fatal_without_script(slurm):
    """The same of a root that is ended with the step: what it had found is in
    its report, which says that it is not the last."""
    job = slurm.start("fatal.c", "prefix")
    require(job.wait(TIME_LIMIT) is not None, "it hangs")
    report = job.wait_report(TIME_LIMIT)
    require(not report["complete"], "it is said to be complete")
    said = "error: ARG-RANK" in job.output()
    require([finding["rule"] for finding in report["findings"]] ==
            ["ARG-RANK"] * said, report["findings"])
    left = job.leftovers(TIME_LIMIT)
    require(not left, "left behind: %s" % left)


def require_interrupted(report):
    """scancel is nobody's fault."""
    require(report["findings"] == [], "it finds %s" % report["findings"])
    require(report["complete"], report["incomplete_because"])
    require(report["job"]["interrupted_by"] == "SIGTERM",
            "interrupted_by: %s" % report["job"]["interrupted_by"])
    require(len(report["processes"]) == 4, "not four processes")


def cancelled(slurm):
    """scancel of what srun alone is told of."""
    job = slurm.start("rounds.c")
    wait_until_rank(job, "half", 4)
    slurm.command("scancel", "--user=root")
    require_interrupted(finish(job, 128 + signal.SIGTERM))


def script_cancelled(slurm):
    """scancel of a job whose script has become murmel run: that is not ended
    with the script, and writes the whole report."""
    job = slurm.start("rounds.c", script=True)
    wait_until_rank(job, "half", 4)
    slurm.command("scancel", "--user=root")
    require_interrupted(finish(job, 128 + signal.SIGTERM))


CASES = (verdicts, calls, without_script, deadlock_without_script,
         each_by_itself, relay_killed, node_killed, fatal,
         fatal_without_script, cancelled, script_cancelled)


def main():
    names = sys.argv[1:]
    cases = [case for case in CASES if not names or case.__name__ in names]
    results = []
    with tempfile.TemporaryDirectory(prefix="slurm-") as folder:
        harness.end_jobs_on_signals([folder])
        context = run.Context(harness.murmel_from_environment(), folder)
        try:
            slurm = Slurm(context)
        except Skip as reason:
            print("skip: Slurm: %s" % reason)
            return run.end([2])
        try:
            for number, case in enumerate(cases, 1):
                result, said = run.run_case(number, case, context, slurm)
                results.append(result)
                print(said, flush=True)
        finally:
            slurm.end()
    return run.end(results)


if __name__ == "__main__":
    sys.exit(main())
