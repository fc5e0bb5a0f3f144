#!/usr/bin/env python3
"""--on-finding=stop: who is at fault is held at the call, and goes on by
SIGCONT.  Arguments: the prefix of the installation."""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ONE = r"""
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Send(&value, 1, MPI_INT, 0, -7, MPI_COMM_WORLD);
        fclose(fopen("sent", "w"));
    }
    MPI_Finalize();
    return 0;
}
"""
# The same call on all ranks, twice.
ALL = r"""
#include <mpi.h>
int main(int argc, char **argv)
{
    int value = 1, times;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (times = 0; times < 2; times++)
        MPI_Send(&value, 1, MPI_INT, 0, -7, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""
problems = []


def expect(condition, what, output=""):
    if not condition:
        problems.append("%s\n%s" % (what, output))


def state(pid):
    """T: it is stopped; empty: it is gone."""
    try:
        with open("/proc/%d/stat" % pid) as file:
            return file.read().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return ""


class Held:
    """A job of two ranks, from the time on when those ranks are held; words:
    more options."""

    def __init__(self, prefix, path, program, ranks, words=()):
        self.pids = {}
        with open(os.path.join(path, "program.c"), "w") as file:
            file.write(program)
        subprocess.run([prefix + "/bin/murmel-mpicc", "-g", "program.c", "-o",
                        "program"], cwd=path, check=True)
        self.job = subprocess.Popen(
            [prefix + "/bin/murmel", "run", "-n", "2", "--on-finding=stop",
             "--attach=echo {pid} >{rank}.new && mv {rank}.new {rank}",
             *words, "./program"], cwd=path, text=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)
        end = time.monotonic() + 30
        for rank in ranks:
            looked = os.path.join(path, str(rank))
            while (not os.path.exists(looked) and time.monotonic() < end and
                   self.job.poll() is None):
                time.sleep(0.01)
            if os.path.exists(looked):
                with open(looked) as file:
                    self.pids[rank] = int(file.read())
        for rank, pid in self.pids.items():
            while state(pid) not in ("T", "") and time.monotonic() < end:
                time.sleep(0.01)
            expect(state(pid) == "T", "rank %d is held" % rank)
        self.all = len(self.pids) == len(ranks)

    def end(self):
        """Lets them go on; exit status, and what murmel said."""
        for pid in self.pids.values():
            if state(pid) == "T":
                os.kill(pid, signal.SIGCONT)
        try:
            said = self.job.communicate(timeout=60)[1]
        except subprocess.TimeoutExpired:
            self.job.terminate()
            said = "does not end: " + self.job.communicate()[1]
        return self.job.returncode, said


def one(prefix, path):
    """Rank 1 is held before it sends."""
    held = Held(prefix, path, ONE, [1])
    sent = os.path.join(path, "sent")
    expect(not os.path.exists(sent), "held behind the call")
    time.sleep(2)  # until the checker looks who waits for whom
    for words in [], ["--rank=1"]:
        told = subprocess.run([prefix + "/bin/murmel", "status", *words],
                              cwd=path, text=True, timeout=60,
                              capture_output=True).stdout
        expect("rank 1: held for a finding, " in told and
               "murmel-gdb.py -p %d   # rank 1\n" % held.pids[1] in told and
               "  kill -CONT %d\n" % held.pids[1] in told and
               told.count("held") == 1,
               "murmel status of a process that is held", told)
    status, said = held.end()
    expect(status == 1 and "ARG-TAG" in said and
           "to go on: kill -CONT %d\n" % held.pids[1] in said,
           "--on-finding=stop: status %d" % status, said)
    expect(os.path.exists(sent), "it did not go on", said)


def every_one(prefix, path):
    """All are held at their first such call, though it is one finding, and
    not again at the next."""
    held = Held(prefix, path, ALL, [0, 1])
    expect(held.all, "held: ranks %s of 0 and 1" % sorted(held.pids))
    pids = held.pids.values()
    status, said = held.end()
    expect(status == 1 and said.count("murmel: error: ARG-TAG") == 1 and
           all(said.count("to go on: kill -CONT %d\n" % pid) == 1 and
               said.count("murmel-gdb.py -p %d " % pid) == 1
               for pid in pids), "one finding on all ranks: %d" % status, said)


def suppressed(prefix, path):
    """None is held for a finding that is not shown."""
    with open(os.path.join(path, "known.json"), "w") as file:
        json.dump({"suppressions": [{"rule": "ARG-TAG", "reason": "known"}]},
                  file)
    status, said = Held(prefix, path, ALL, [],
                        ["--suppressions=known.json"]).end()
    expect(status == 0 and "to go on" not in said,
           "a suppressed finding: status %d" % status, said)


def goes_on_from(command, prefix, path):
    """A debugger lets it go on."""
    if not shutil.which("gdb"):
        return
    held = Held(prefix, path, ONE, [1])
    done = subprocess.run(
        ["gdb", "-nx", "-batch", "-x", prefix + "/share/murmel/murmel-gdb.py",
         # gdb 13 fails where the process ends meanwhile, and leaves a core.
         "-ex", "maint set internal-error corefile no",
         "-p", str(held.pids[1]), "-ex", command], cwd=path,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=120)
    end = time.monotonic() + 30
    while state(held.pids[1]) == "T" and time.monotonic() < end:
        time.sleep(0.01)
    expect(state(held.pids[1]) != "T" or
           "Operation not permitted" in done.stdout,
           "%s in gdb: it is still stopped" % command, done.stdout)
    status, said = held.end()
    expect(status == 1, "%s in gdb: status %d" % (command, status), said)


def detached(prefix, path):
    goes_on_from("detach", prefix, path)


def continued(prefix, path):
    goes_on_from("continue", prefix, path)


def main():
    for part in one, every_one, suppressed, detached, continued:
        path = os.path.realpath(tempfile.mkdtemp())
        try:
            part(sys.argv[1], path)
        finally:
            shutil.rmtree(path)
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
