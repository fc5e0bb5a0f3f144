"""Murmel for gdb: what the checker knows of the process that is looked at.

    gdb -x murmel-gdb.py -p PID
    (gdb) murmel

prints what it does and whom it waits for, its pending requests and its open
epochs.  `murmel FOLDER` says where the job's report is, should it not be
found; `murmel all` is all processes of the job.

A process that --on-finding=stop holds goes on by `continue` and by `detach`:
gdb by itself would stop it once more, and leave it stopped."""
import os
import signal
import subprocess

import gdb


class Murmel(gdb.Command):
    """What Murmel knows of this process: pending requests, open epochs.

murmel [all] [FOLDER]
all: of all processes of the job; FOLDER: where its report is (--report)."""

    def __init__(self):
        super().__init__("murmel", gdb.COMMAND_STATUS, gdb.COMPLETE_FILENAME)

    def invoke(self, argument, from_tty):
        words = gdb.string_to_argv(argument)
        everybody = words[:1] == ["all"]
        folders = words[1:] if everybody else words
        pid = gdb.selected_inferior().pid
        if pid == 0:
            raise gdb.GdbError("murmel: there is no process; attach to one")
        environ = environment_of(pid)
        command = [program(pid), "status"]
        if not everybody:
            command.append("--pid=%d" % pid)
        command += folders or [report_of(pid, environ)]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                                  stderr=subprocess.STDOUT, check=False)
        except OSError as error:
            raise gdb.GdbError("murmel: %s" % error)
        gdb.write(done.stdout)


def environment_of(pid):
    """That it was started with."""
    try:
        with open("/proc/%d/environ" % pid, "rb") as file:
            items = os.fsdecode(file.read()).split("\0")
    except OSError as error:
        raise gdb.GdbError("murmel: the process is not on this machine: %s" %
                           error)
    return dict(item.split("=", 1) for item in items if "=" in item)


def program(pid):
    """The murmel that the process's library belongs to."""
    with open("/proc/%d/maps" % pid, encoding="utf-8",
              errors="surrogateescape") as file:
        for line in file:
            root, found, _ = line.partition("/lib/murmel/libmurmel.so")
            murmel = root[root.find("/"):] + "/bin/murmel"
            if found and os.path.exists(murmel):
                return murmel
    return "murmel"


def report_of(pid, environ):
    """The report's folder, which is said from where the job was started."""
    report = environ.get("MURMEL_REPORT", "murmel-report")
    folders = [environ.get("PWD", "/"), os.readlink("/proc/%d/cwd" % pid)]
    for folder in folders:
        path = os.path.join(folder, report)
        if os.path.exists(os.path.join(path, "report.json")):
            return path
    raise gdb.GdbError("murmel: there is no report in %s; say where it is: "
                       "murmel FOLDER" % os.path.join(folders[0], report))


def let_go():
    """Of what stopped the process before gdb did."""
    pid = gdb.selected_inferior().pid
    try:
        if pid != 0:
            os.kill(pid, signal.SIGCONT)
    except OSError:
        pass  # it is on another machine


Murmel()
gdb.execute("handle SIGSTOP nostop noprint nopass", to_string=True)
gdb.execute("define hook-detach\npython let_go()\nend")
