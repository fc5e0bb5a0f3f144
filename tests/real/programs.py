"""The programs that run.py runs: how, what of their output differs from run
to run, and which findings are true (doc/real-programs.md says why)."""

import dataclasses
import glob
import os
import shutil

HERE = os.path.dirname(os.path.abspath(__file__))
SCALAPACK = "/usr/lib/x86_64-linux-gnu/scalapack/%s-tests/"
NUMBER = (r"[-+]?(\d*\.\d+([eEdD][-+]?\d+)?|\b\d+[eE][-+]?\d+\b)", "#")
SPACE = (r"[ \t]+", " ")
# What Open MPI says of processes that abort, more or less of it each time.
OPENMPI = [(r"^.*(MPI_ABORT was invoked|with errorcode|^NOTE: invoking|"
            r"^You may or may not|^exactly when|mpi_errors_are_fatal|"
            r"Process name:).*|^\[.*|^---.*", "")]


@dataclasses.dataclass
class Program:
    name: str
    flavour: str
    np: int
    argv: list
    inputs: list = ()    # patterns of files that are copied into its folder
    writes: list = ()    # files of its folder that are compared, too
    varies: list = ()    # (pattern, replacement): what differs between runs
    findings: dict = dataclasses.field(default_factory=dict)
    may_find: tuple = () # rules, found as often as data and timing have it,
                         # but no less than findings says
    unsteady: str = ""   # why neither output nor findings are compared

    def prepare(self, folder):
        for pattern in self.inputs:
            for path in glob.glob(pattern):
                shutil.copy(path, folder)


def scalapack(flavour, np):
    """The test programs of ScaLAPACK, with their own inputs."""
    folder = SCALAPACK % flavour
    for path in sorted(glob.glob(folder + "x*") +
                       glob.glob(folder + "PBLAS/*tst")):
        name = os.path.basename(path)
        if name in TOO_LONG or (np < 4 and name in ON_GRIDS):
            continue
        yield Program(
            "scalapack-" + name, flavour, np, [path],
            ["/usr/share/scalapack/*.dat", "/usr/share/scalapack/*/*.dat"],
            varies=[NUMBER, SPACE, SOME_SKIPPED] + OPENMPI,
            findings={"CALL-ABORT": 1} if name in ABORTS else {},
            may_find=("BUFFER-IN-USE", "BUFFER-ACCESSED-EARLY"),
            unsteady=UNSTEADY.get(name[2:], ""))


# Matrices that take minutes on two processors.
TOO_LONG = ("xcheevr", "xdsyevr", "xssyevr", "xzheevr")
# They make a grid of 2 x 2.
ON_GRIDS = ("xdsvd", "xssvd")
# They end with BLACS_ABORT, on purpose.
ABORTS = ("xCbtest", "xFbtest")
# The BLACS' tests look whether sums can be repeated where they had one that
# cannot.
SOME_SKIPPED = (r".*REPEATABLE SUM TEST.*", "")
# Without Murmel, too.
UNSTEADY = {
    "llt": "PxLACON compares an estimate that nobody set (mended in 2.2.3)",
    "lu": "prints which floating-point exceptions its garbage raised",
    "sep": "a test fails in some runs and passes in others",
}


def python_job(kind, np, *module, **more):
    return Program("mpi4py-" + kind, "openmpi", np,
                   ["/usr/bin/python3", *module, HERE + "/job.py", kind],
                   **more)


PROGRAMS = [
    Program("hpcc", "openmpi", 4, ["hpcc"],
            inputs=[HERE + "/hpccinf.txt"], writes=["hpccoutf.txt"],
            # Times, and what it chooses by the clock.
            varies=[NUMBER, SPACE,
                    (r"(?i)^.*(clock ticks|current time|node selected|"
                     r"microseconds|ping).*", "")],
            findings={"POTENTIAL-DEADLOCK": 2}),
    *(Program(command, flavour, 2, [command, "-u", "8192", "-n", "20"],
              varies=[(r"^.*(times -->|Mbps in|^\d+: ).*", "")])
      for flavour, command in (("openmpi", "NPopenmpi"),
                               ("mpich", "NPmpich2"))),
    Program("NPopenmpi2", "openmpi", 2, ["NPopenmpi2", "-u", "8192"],
            varies=OPENMPI, findings={"ARG-OTHER-KIND": 1}),
    *(Program("lammps", "openmpi", np,
              ["lmp", "-in", "melt.in", "-log", "none"],
              inputs=[HERE + "/melt.in"],
              varies=[(r"^.*(CPU|Loop time|Performance:|wall time).*", ""),
                      (r"^.* [|] .*", "")])  # the breakdown of its time
      for np in (2, 4)),
    *(python_job(kind, 3) for kind in (
        "p2p", "collectives", "rma", "threads", "futures", "no-init")),
    python_job("errors", 3, findings={"P2P-TRUNCATED": 1}),
    python_job("uncaught", 2, "-m", "mpi4py", varies=OPENMPI,
               findings={"CALL-ABORT": 1}),
    Program("parform", "openmpi", 3, ["parform", "power.frm"],
            inputs=[HERE + "/power.frm"],
            varies=[NUMBER, (r" *Run: .*", "")],
            findings={"REQUEST-NOT-COMPLETED": 1},
            may_find=("REQUEST-NOT-COMPLETED", "BUFFER-CHANGED-EARLY",
                      "BUFFER-IN-USE")),
    Program("mplrs", "openmpi", 4, ["mplrs", "cube.ine"],
            inputs=[HERE + "/cube.ine"],
            varies=[(r"^\*.*", "")],  # times, and how the work was split
            findings={"P2P-UNMATCHED-RECEIVE": 2}),
    *scalapack("openmpi", 4),
    *scalapack("mpich", 2),
]
