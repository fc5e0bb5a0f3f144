"""check_elements.py PREFIX: with --element-types=each, what is said of calls by code
that was compiled without -g, and that nothing is found in what is not known."""
import json
import os
import subprocess
import sys
import tempfile

CALLED = r"""
#include <mpi.h>
float block[4];
void all(void *buffer, MPI_Datatype type)
{
    MPI_Bcast(buffer, 4, type, 0, MPI_COMM_WORLD);
}
"""
# Takes the block for another: as a COMMON block may be in Fortran.
MAIN = r"""
#include <mpi.h>
extern int block[4];
static double own[4];
void all(void *buffer, MPI_Datatype type);
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    all(block, MPI_INT);
    MPI_Bcast(own, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""
SAYS = ("types of variables (--element-types) at %d of 4 calls with buffers, "
        "of whose code no debugging information was found: compile it with -g")
problems = []


def expect(condition, what, output=""):
    if not condition:
        problems.append("%s\n%s" % (what, output))


def text(path):
    with open(path) as file:
        return file.read()


def build(prefix, folder, debug):
    """Debug: for which of the two files."""
    for name, source in (("called", CALLED), ("main", MAIN)):
        with open("%s/%s.c" % (folder, name), "w") as file:
            file.write(source)
        subprocess.run([prefix + "/bin/murmel-mpicc", "-c", name + ".c",
                        "-g" if name in debug else "-g0"],
                       cwd=folder, check=True)
    subprocess.run([prefix + "/bin/murmel-mpicc", "called.o", "main.o", "-o",
                    "app"], cwd=folder, check=True)


def run(prefix, folder, *options):
    """What is on the terminal, and report.json."""
    said = subprocess.run([prefix + "/bin/murmel", "run", "-n", "2", *options,
                           "--report=out", "./app"], cwd=folder, text=True,
                          capture_output=True, timeout=60).stderr
    return said, json.loads(text(folder + "/out/report.json"))


def check(prefix, folder, debug, untold, found):
    build(prefix, folder, debug)
    said, report = run(prefix, folder, "--element-types=each")
    page, access = text(folder + "/out/report.html"), report["local_access"]
    what = "-g for %s: " % (" and ".join(debug) or "none")
    expect([one["rule"] for one in report["findings"]] ==
           ["BUFFER-TYPE-MISMATCH"] * found, what + "findings", said)
    expect((access["element_calls"], access["element_calls_not"]) ==
           (4, untold), what + "report.json counts " + json.dumps(access))
    line = SAYS % untold
    for where, count, wanted in (
            ("terminal", said.count("murmel: not seen: " + line + "\n"), 1),
            ("report.html", page.count(line), 1),
            ("report.json", access["unseen"].count(line), 1)):
        expect(count == (wanted if untold else 0), what + where, said)
    expect("murmel cc" not in said, what + "murmel cc is no remedy", said)
    again = subprocess.run([prefix + "/bin/murmel", "report", "--html", "out"],
                           cwd=folder, text=True, capture_output=True,
                           timeout=60).stdout
    expect(again.count(line) == page.count(line), what + "murmel report")
    expect(report["complete"], what + "the report is not complete")


def main():
    prefix = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        check(prefix, folder, (), 4, 0)
        check(prefix, folder, ("main",), 2, 0)
        # a caller of which it is not known what it takes the block to be
        check(prefix, folder, ("called",), 2, 0)
        check(prefix, folder, ("called", "main"), 0, 1)
        said, report = run(prefix, folder)
        expect(report["local_access"]["element_calls"] == 0 and
               "not seen" not in said, "without --element-types", said)
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
