#!/usr/bin/python3
"""What Murmel costs small applications (applications/): prints a table.

    MURMEL=<prefix>/bin/murmel applications.py [--rounds N] [--flavour F,...]
                                               [--record] [--quick] [NAME ...]

Each round runs an application plain and under Murmel, one after the other, so
that whatever else the machine does hits both.  Two ranks, first on all
processors, with the checker; then both on one, with another for the checker.
An application that computes something wrong, or that Murmel finds something
in, ends it.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import common  # noqa: E402
import harness  # noqa: E402

RANKS = 2
APPLICATIONS = [
    # program, what, steps, size
    ("halo2d", "2-D halo, 512 x 512 a rank", 3200, 512),
    ("halo2d", "2-D halo, 128 x 128 a rank", 8000, 128),
    ("halo3d", "3-D halo, 48^3 a rank", 4000, 48),
    ("cg", "conjugate gradients, 512 x 512", 1600, 512),
    ("sort", "sample sort, 20,000 a rank", 50, 20000),
    ("rma", "RMA stencil, 256 x 256 a rank", 2000, 256),
    ("farm", "task farm, 10 us a task", 300, 3000),
]
QUICK = (5, 24)  # steps and size
SECONDS = 120    # a run may take
LINE = "%-8s %-31s %-6s %5s %8s %20s %20s %6s"


class Bench:
    def __init__(self, murmel, arguments, folder):
        self.murmel = murmel
        self.arguments = arguments
        self.folder = folder

    def compile(self, flavour, name):
        program = os.path.join(self.folder, flavour.name + "-" + name)
        if not os.path.exists(program):
            source = os.path.join(HERE, "applications", name + ".c")
            harness.compile_program(flavour, source, program, ["-O2"])
        return program

    def run(self, flavour, argv, under, watch=None):
        """(its figures, its report or None) of a run; watch(job) is called
        now and then."""
        job = harness.Job(self.murmel, self.folder)
        try:
            job.environment["OMPI_MCA_mpi_yield_when_idle"] = "1"
            if under:
                # taskset is no MPI application
                options = ["--quiet", "--flavour=" + flavour.name]
                if self.arguments.record:
                    options.append("--record=" + job.recording)
                job.start_mode("run", flavour, RANKS, argv, options)
            else:
                job.start(flavour.mpiexec + ["-n", str(RANKS)] + argv)
            status = None
            while watch and status is None:
                watch(job)
                status = job.wait(0.02)
            status = job.wait(SECONDS)
            report = job.wait_report(SECONDS) if under and status == 0 else None
            if status != 0 or under and report["findings"]:
                raise SystemExit("%s %s ended with %s:\n%s" % (
                    flavour.name, " ".join(argv), status, job.output()))
            return [float(word) for word in job.output().split()[-4:]], report
        finally:
            job.kill()
            job.remove()

    def memory(self, flavour, argv, plain):
        """(kB a rank has more than plain, kB of the checker)."""
        most = [0]

        def watch(job):
            for pid, command in job.processes().items():
                if command.startswith(self.murmel.path + " "):
                    most.append(resident(pid))
        # the checker, and who waits for the launcher: he has little
        figures, _ = self.run(flavour, argv, True, watch)
        return figures[3] - plain, max(most)

    def measure(self, flavour, application, layout):
        name, what, steps, size = application
        if self.arguments.quick:
            steps, size = QUICK
        argv = [self.compile(flavour, name), str(steps), str(size)]
        if layout == "apart":
            argv = ["taskset", "-c", "0"] + argv
        plain, under = [], []
        for _ in range(self.arguments.rounds):
            plain.append(self.run(flavour, argv, False)[0])
            figures, report = self.run(flavour, argv, True)
            under.append(figures)
        elapsed = [figures[0] for figures in plain]
        slowed = [figures[0] for figures in under]
        median = statistics.median(elapsed)
        calls = sum(row["calls"] for row in report["functions"])
        print(LINE % (
            flavour.name, what, layout,
            "%.0f%%" % min(100, 100 * statistics.median(
                figures[1] for figures in plain) / median),
            "%.0f" % (calls / RANKS / median * 1e3),
            common.spread(elapsed), common.spread(slowed),
            "%.2f" % (statistics.median(slowed) / median)))
        sys.stdout.flush()
        return self.memory(flavour, argv,
                           statistics.median(row[3] for row in plain))


def resident(pid):
    """The most memory a process ever had, in kB; 0 if it is gone."""
    try:
        with open("/proc/%d/status" % pid) as f:
            for line in f:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1])
    except OSError:
        pass
    return 0


def layouts(flavour):
    """Where ranks and checker run; "apart" needs two processors, and an MPI
    that lets others run while it waits, which MPICH does not."""
    if (len(os.sched_getaffinity(0)) > 1 and shutil.which("taskset") and
            flavour.name != "mpich"):
        return ("shared", "apart")
    return ("shared",)


def main():
    parser = argparse.ArgumentParser(description="what Murmel costs")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--flavour", default="", metavar="F,...")
    parser.add_argument("--record", action="store_true",
                        help="Murmel records the run, too")
    parser.add_argument("--quick", action="store_true",
                        help="only whether all of them run: no figures")
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    harness.end_jobs_on_signals()
    murmel = harness.murmel_from_environment()
    print("medians (quartiles) of %d rounds in ms, %d ranks, %d processors; "
          "computing: of the time without Murmel;\ncalls: a second of a rank, "
          "without Murmel" % (arguments.rounds, RANKS, os.cpu_count()))
    print(LINE % ("MPI", "application", "where", "comp.", "calls", "plain",
                  "under Murmel", "ratio"))
    memory = []
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        bench = Bench(murmel, arguments, folder)
        for flavour in common.flavours(murmel, arguments.flavour):
            for application in APPLICATIONS:
                if arguments.names and application[0] not in arguments.names:
                    continue
                for layout in layouts(flavour):
                    more, checker = bench.measure(flavour, application, layout)
                    memory.append((flavour.name, application[1], layout,
                                   more / 1024, checker / 1024))
    print("\nmost memory, in MB: what a rank has more, and the checker")
    for row in memory:
        print("%-8s %-31s %-6s %8s %8s" % (row[:3] + tuple(map(common.short,
                                                              row[3:]))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
