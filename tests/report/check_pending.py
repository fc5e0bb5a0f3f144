"""check_pending.py PREFIX: murmel status --rank and --pid tell the pending
requests and open epochs of a process that waits, and so does the command
murmel in gdb, where gdb is and may attach (else the last line says so); the
report of a job that was ended because it hung has them."""
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import jsonschema

PROGRAM = r"""
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, in[3], memory[4] = {0}, one = 1;
    MPI_Win window;
    MPI_Request requests[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &window);
    MPI_Win_set_name(window, "halo");
    if (rank == 1) {
        MPI_Irecv(&in[0], 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&in[1], 1, MPI_INT, 0, 6, MPI_COMM_WORLD, &requests[1]);
        MPI_Recv_init(&in[2], 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &requests[2]);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Win_unlock(0, window);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        MPI_Request_free(&requests[2]);
    } else {
        while (access("go", F_OK) != 0)
            usleep(1000);
        MPI_Send(&rank, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
        MPI_Send(&rank, 1, MPI_INT, 1, 6, MPI_COMM_WORLD);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
"""
# Each waits for the other, with requests and an epoch that are open.
HANGS = r"""
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], memory = 0;
    MPI_Win window;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &window);
    MPI_Irecv(&in[0], 1, MPI_INT, 1 - rank, 6, MPI_COMM_WORLD, &request);
    if (rank == 1)
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    MPI_Recv(&in[1], 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""
ROWS = """ranks 0, 1|request|2|MPI_Irecv|hangs.c:14 in main
rank 1|epoch|1|MPI_Win_lock(lock_type=MPI_LOCK_SHARED, rank=1, assert=0, win=window 1)|hangs.c:16 in main
""".splitlines()
RANK_0 = r"""rank 0, pid \d+
  rank 0: is outside MPI since MPI_Win_set_name at app.c:\d+, \d+ s
  no request is pending, and no epoch is open
"""
RANK_1 = r"""rank 1, pid \d+
  rank 1: waits in MPI_Wait at app.c:\d+, \d+ s, for a message from rank 0 with tag 5 \(begun by MPI_Irecv\)
  pending request: MPI_Irecv\(.* tag=5, .*\) at app.c:17, \d+ s
  pending request: MPI_Irecv\(.* tag=6, .*\) at app.c:18, \d+ s
  open epoch: MPI_Win_lock\(lock_type=MPI_LOCK_SHARED, rank=0, assert=0, win=window 1 \("halo"\)\) at app.c:20, \d+ s
"""
problems = []


def expect(condition, what, output=""):
    if not condition:
        problems.append("%s\n%s" % (what, output))


def wrong(murmel):
    for words, said in ((["--rank=7"], "the job has no process with rank 7"),
                        (["--rank="], "--rank=: that must be a number"),
                        (["--rang=1"], "there is no option --rang=1 here"),
                        (["--pid=1x"], "--pid=1x: that must be a number"),
                        (["a", "b"], "there is one folder to look at")):
        done = murmel(*words)
        expect(done.returncode == 2 and said in done.stderr and
               done.stdout == "", " ".join(words), done.stdout + done.stderr)


def gdb(prefix, pid):
    """The reason where that cannot be tried."""
    if not shutil.which("gdb"):
        return "there is no gdb"
    done = subprocess.run(
        ["gdb", "-nx", "-batch", "-x", prefix + "/share/murmel/murmel-gdb.py",
         "-ex", "murmel", "-p", str(pid), "-ex", "murmel", "-ex", "murmel all",
         "-ex", "murmel nowhere"], cwd="/", stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=120)
    if "Operation not permitted" in done.stdout:
        return "gdb may not attach"
    lines = RANK_1.splitlines(True)
    lines.insert(2, "  rank 1: is stopped by a debugger\n")
    expect(re.search("".join(lines), done.stdout), "murmel in gdb",
           done.stdout)
    expect("\nrank 0: is outside MPI since MPI_Win_set_name" in done.stdout,
           "murmel all in gdb", done.stdout)
    expect("nowhere/report.json: there is no report" in done.stdout,
           "murmel nowhere in gdb", done.stdout)
    return None


def ended_job(prefix, folder, schema):
    """The report of a job that hung, and was ended, has what was pending."""
    with open(folder + "/hangs.c", "w") as file:
        file.write(HANGS)
    subprocess.run([prefix + "/bin/murmel-mpicc", "-g", "hangs.c", "-o",
                    "hangs"], cwd=folder, check=True)
    done = subprocess.run([prefix + "/bin/murmel", "run", "-n", "2",
                           "--report=hung", "./hangs"], cwd=folder, text=True,
                          timeout=60, capture_output=True)
    with open(folder + "/hung/report.json") as file:
        report = json.load(file)
    jsonschema.validate(report, schema)
    pending = (report["state"] or {"pending": []})["pending"]
    nodes = report["state"]["graph"]["nodes"] if report["state"] else []
    expect(nodes and all(node["call"]["function"] == "MPI_Recv" for node in
                         nodes), "what they did at the end", str(nodes))
    expect(sorted((one["kind"], one["call"]["rank"]) for one in pending) ==
           [("epoch", 1), ("request", 0), ("request", 1)],
           "pending at the end", done.stderr + json.dumps(pending, indent=1))
    with open(folder + "/hung/report.html") as file:
        page = file.read()
    part = page.partition('id="pending"')[2].partition("</table>")[0]
    rows = ["|".join(html.unescape(re.sub("<[^>]*>", "", cell)) for cell in
                     re.findall("<td.*?</td>", row)[:5])
            for row in re.findall("<tr><td.*", part)]
    expect(sorted(rows, reverse=True) == ROWS, "pending in report.html",
           "\n".join(rows))
    expect('id="state"' not in page, "the graph of the deadlock twice")


def main():
    prefix, skipped = sys.argv[1], None
    with open(prefix + "/share/murmel/report.schema.json") as file:
        schema = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/app.c", "w") as file:
            file.write(PROGRAM)
        subprocess.run([prefix + "/bin/murmel-mpicc", "-g", "app.c", "-o",
                        "app"], cwd=folder, check=True)

        def murmel(*words):
            return subprocess.run([prefix + "/bin/murmel", "status", *words],
                                  cwd=folder, text=True, timeout=60,
                                  capture_output=True)
        job = subprocess.Popen([prefix + "/bin/murmel", "run", "-n", "2",
                                "./app"], cwd=folder,
                               stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 60
            while (murmel("--rank=1").stdout.count("\n  rank 1: waits in "
                                                   "MPI_Wait") == 0 and
                   time.monotonic() < end):
                time.sleep(0.02)
            for rank, expected in enumerate((RANK_0, RANK_1)):
                done = murmel("--rank=%d" % rank, "murmel-report")
                expect(re.fullmatch(expected, done.stdout), "--rank=%d" % rank,
                       done.stdout + done.stderr)
            with open(folder + "/murmel-report/report.json") as file:
                report = json.load(file)
                pid = report["processes"][1]["pid"]
            jsonschema.validate(report, schema)
            done = murmel("--pid=%d" % pid)
            expect(re.fullmatch(RANK_1, done.stdout), "--pid", done.stdout)
            wrong(murmel)
            skipped = gdb(prefix, pid)
        finally:
            with open(os.path.join(folder, "go"), "w"):
                pass
            status = job.wait(60)
        expect(status == 0, "exit status %d" % status)
        ended_job(prefix, folder, schema)
    print("\n".join(problems))
    if skipped:
        print("skip: " + skipped)
    return 1 if problems else 0


sys.exit(main())
