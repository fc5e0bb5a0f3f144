"""check_status_line.py PREFIX: the status line of a long run, on a terminal
that is played here: it stands in the last row, what the application writes
meanwhile (a line in two parts, more lines than there are rows) stands above it
as if nothing were there, and at the end nothing of it is left.  And it is
nowhere where it was not asked for.  No time decides: the job goes on when the
line was seen."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

ROWS, COLUMNS = 12, 100
PROGRAM = r"""
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static void await(const char *file)
{
    while (access(file, F_OK) != 0)
        usleep(1000);
}

int main(int argc, char **argv)
{
    int rank, line;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    setbuf(stdout, NULL);
    if (rank == 0) {
        printf("a line in");
        await("seen");
        printf(" two parts\n");
        for (line = 1; line <= 15; line++)
            printf("line %d\n", line);
        printf("the last");
        await("seen-again");
        printf(" one\n");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""
problems = []


def expect(condition, what, output=""):
    if not condition:
        problems.append("%s\n%s" % (what, output))


class Screen:
    """As much of a VT100 as is in use here; what it does not know it tells."""

    def __init__(self):
        self.rows = [""] * ROWS
        self.row = self.column = 0
        self.kept, self.last, self.gone = (0, 0), ROWS - 1, []

    def down(self):
        if self.row == self.last:
            self.gone.append(self.rows.pop(0))
            self.rows.insert(self.last, "")
        elif self.row < ROWS - 1:
            self.row += 1

    def put(self, character):
        row = self.rows[self.row].ljust(self.column)
        self.rows[self.row] = (row[:self.column] + character +
                               row[self.column + 1:])
        self.column += 1
        expect(self.column <= COLUMNS, "a line is too long", row)

    def control(self, parameters, final):
        numbers = [int(number) for number in parameters.split(";") if number]
        if final == "r":
            self.last = (numbers[1] if numbers else ROWS) - 1
            self.row = self.column = 0
        elif final == "H":
            self.row, self.column = numbers[0] - 1, numbers[1] - 1
        elif final == "K":
            self.rows[self.row] = self.rows[self.row][:self.column]
        elif final == "A":
            self.row -= 1
        elif final != "m":
            expect(False, "an unknown sequence: " + parameters + final)

    def feed(self, text):
        """Returns what is not whole yet."""
        while text:
            if text[0] != "\033":
                if text[0] == "\n":
                    self.down()
                elif text[0] == "\r":
                    self.column = 0
                else:
                    self.put(text[0])
                text = text[1:]
                continue
            match = re.match(r"\033(?:([78D])|\[([0-9;]*)([A-Za-z]))", text)
            if match is None:
                expect(len(text) < 20, "an unknown sequence", repr(text))
                return text
            if match.group(1) == "7":
                self.kept = (self.row, self.column)
            elif match.group(1) == "8":
                self.row, self.column = self.kept
            elif match.group(1) == "D":
                self.down()
            else:
                self.control(match.group(2), match.group(3))
            text = text[match.end():]
        return ""

    def text(self):
        return "\n".join(self.gone + self.rows)


class Job:
    """murmel run in a terminal of its own, its controlling one."""

    def __init__(self, prefix, folder, *words, **environment):
        self.screen, self.rest, self.raw = Screen(), "", ""
        size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.chdir(folder)
            environ = {**os.environ, "CI": "", "TERM": "xterm", **environment}
            command = [prefix + "/bin/murmel", "run", "-n", "4", *words,
                       "./app"]
            if "BACKGROUND" in environment:
                command = ["bash", "-c", "set -m; \"$@\" & wait $!", "bash",
                           *command]
            os.execvpe(command[0], command, environ)

    def read(self):
        """False at the end."""
        if not select.select([self.fd], [], [], 0.05)[0]:
            return True
        try:
            piece = os.read(self.fd, 65536).decode()
        except OSError:
            return False
        self.raw += piece
        self.rest = self.screen.feed(self.rest + piece)
        return piece != ""

    def read_until(self, condition):
        end = time.monotonic() + 60
        while self.read() and time.monotonic() < end:
            if condition():
                return True
        return False

    def finish(self):
        while self.read():
            pass
        os.close(self.fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def touch(folder, name):
    with open(os.path.join(folder, name), "w"):
        pass


def status_line(prefix, folder):
    job = Job(prefix, folder, "--status-line=1")
    screen = job.screen
    said = (r"murmel \d+:\d\d \| 4 ranks: 3 waiting in MPI, 1 outside MPI "
            r"\| 0 calls/s \| no findings so far")
    expect(job.read_until(lambda: re.fullmatch(said, screen.rows[-1])),
           "the status line", screen.text())
    expect("a line in" in screen.rows and screen.last == ROWS - 2,
           "the line that was begun", screen.text())
    touch(folder, "seen")
    expect(job.read_until(lambda: "the last" in screen.rows) and
           job.read_until(lambda: screen.rows[-1] != "") and
           screen.rows[-2] == "the last" and screen.rows[-3] == "line 15",
           "the lines above it", screen.text())
    touch(folder, "seen-again")
    status = job.finish()
    lines = screen.text().split("\n")
    expect(status == 0 and screen.last == ROWS - 1, "status %d" % status)
    first = lines.index("a line in two parts")
    expect(first == 0 and lines[1:16] == ["line %d" % i for i in range(1, 16)]
           and lines[16] == "the last one" and
           lines[17].startswith("murmel: 4 ranks, no findings") and
           not any(lines[18:]), "the text at the end", screen.text())


def none(prefix, folder):
    """Where there would be one by then, but for what is said."""
    cases = ((["--status-line=0"], {}),
             (["--status-line=1", "--quiet"], {}),
             (["--status-line=1"], {"TERM": "dumb"}),
             (["--status-line=1"], {"CI": "true"}),
             ([], {"MURMEL_STATUS_LINE": "0"}),
             (["--status-line=1"], {"BACKGROUND": "1"}))
    for name in ("seen", "seen-again"):
        os.unlink(os.path.join(folder, name))
    jobs = [Job(prefix, folder, "--report=report-%d" % number, *words,
                NO_COLOR="1", **environment)
            for number, (words, environment) in enumerate(cases)]
    piped = subprocess.Popen([prefix + "/bin/murmel", "run", "-n", "4",
                              "--status-line=1", "./app"], cwd=folder,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True)
    end = time.monotonic() + 3
    while time.monotonic() < end:
        for job in jobs:
            job.read()
    for name in ("seen", "seen-again"):
        touch(folder, name)
    for job, case in zip(jobs, cases):
        status = job.finish()
        expect(status == 0 and "\033" not in job.raw and
               "the last one" in job.raw, "%s %s" % case, repr(job.raw))
    said = piped.communicate(timeout=60)[0]
    expect("\033" not in said and "the last one" in said, "in a pipe", said)


def main():
    prefix = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/app.c", "w") as file:
            file.write(PROGRAM)
        subprocess.run([prefix + "/bin/murmel-mpicc", "-g", "app.c", "-o",
                        "app"], cwd=folder, check=True)
        status_line(prefix, folder)
        none(prefix, folder)
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
