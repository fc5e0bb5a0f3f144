"""What the tests of recordings share: murmel, programs of this folder, and jobs
that are recorded."""

import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
MURMEL = os.path.abspath(os.environ["MURMEL"])
TIME_LIMIT = 60
HEADER = 24  # bytes


class Failed(Exception):
    pass


def require(condition, what):
    if not condition:
        raise Failed(what)


def murmel(folder, *words, **more):
    """The exit status and all output."""
    done = subprocess.run([MURMEL, *words], cwd=folder, timeout=TIME_LIMIT,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False, **more)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def program(folder, name):
    path = os.path.join(folder, name)
    subprocess.run([MURMEL + "-mpicc", "-g", os.path.join(HERE, name + ".c"),
                    "-o", path], check=True, timeout=TIME_LIMIT)
    return path


def record(folder, *words, options=()):
    """The status of a job of two ranks, recorded in run.murmel."""
    return murmel(folder, "run", "-n", "2", "--record=run.murmel",
                  "--report=live", *options, *words)[0]


def findings(folder, report):
    with open(os.path.join(folder, report, "report.json")) as f:
        return sorted(finding["rule"] for finding in json.load(f)["findings"])
