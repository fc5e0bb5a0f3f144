"""What the cases of run.py share: a case's Context, and how to look at a job."""

import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
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
    """The pid of the process that holds the job's listening socket; murmel
    run, which has it too, only stands in for that."""
    listening = set()
    with open("/proc/net/unix", errors="replace") as f:
        for line in f.read().splitlines()[1:]:
            fields = line.split()
            if (len(fields) > 7 and fields[7].startswith("@murmel-") and
                    fields[3] == "00010000"):
                listening.add("socket:[%s]" % fields[6])
    for pid in set(job.processes()) - {job.process.pid}:
        try:
            for fd in os.listdir("/proc/%d/fd" % pid):
                if os.readlink("/proc/%d/fd/%s" % (pid, fd)) in listening:
                    return pid
        except OSError:
            continue
    return None
