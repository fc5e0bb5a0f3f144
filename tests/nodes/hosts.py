"""Hosts that are namespaces of this machine: each has a name and a network of
its own, with a cable between them."""

import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "e2e"))
import harness  # noqa: E402

TIME_LIMIT = 120


class Skip(Exception):
    pass


class Hosts:
    """Two of them, host0 and host1; what they are made of is gone when this
    process is, or calls end()."""

    addresses = ["10.77.0.1", "10.77.0.2"]

    def __init__(self):
        for program in ("ip", "unshare", "nsenter"):
            if not shutil.which(program):
                raise Skip(program + " not found")
        self.holders = []
        for i in range(len(self.addresses)):
            self.hold("host%d" % i)
        self.command(0, "ip", "link", "add", "veth0", "type", "veth", "peer",
                     "name", "veth0", "netns", str(self.holders[1].pid))
        for i, address in enumerate(self.addresses):
            self.command(i, "ip", "addr", "add", address + "/24", "dev",
                         "veth0")
            self.command(i, "ip", "link", "set", "veth0", "up")

    def hold(self, name):
        holder = subprocess.Popen(
            ["unshare", "--net", "--uts", os.path.join(HERE, "host.sh"), name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True)
        self.holders.append(holder)
        if holder.stdout.readline() != b"up\n":
            reason = holder.stderr.read().decode().strip()
            self.end()
            raise Skip("no network namespaces: " + reason)

    def enter(self, i):
        """What runs a program on host i."""
        return ["nsenter", "--target=%d" % self.holders[i].pid, "--net",
                "--uts", "--"]

    def command(self, i, *words):
        done = subprocess.run(self.enter(i) + list(words),
                              stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=TIME_LIMIT)
        if done.returncode != 0:
            self.end()
            raise Skip("%s: %s" % (
                " ".join(words), done.stderr.decode().strip()))
        return done.stdout.decode()

    def end(self):
        for holder in self.holders:
            holder.stdin.close()
        for holder in self.holders:
            holder.wait(TIME_LIMIT)
            holder.stdout.close()
            holder.stderr.close()
        self.holders = []

    def cable(self, state):
        self.command(0, "ip", "link", "set", "veth0", state)


class OpenMPI:
    """Its way from host0 to host1: like ssh it hands nothing on of the
    environment."""

    def __init__(self, context):
        self.flavour = next(flavour for flavour
                            in harness.flavours(context.murmel)
                            if flavour.name == "openmpi")
        if self.flavour.missing():
            raise Skip(self.flavour.missing())
        self.hosts = Hosts()
        self.context = context

    def end(self):
        self.hosts.end()

    def launcher(self, folder):
        agent = os.path.join(folder, "agent")
        with open(agent, "w") as f:
            f.write('#!/bin/sh\nshift\n'
                    'exec env -i PATH="$PATH" HOME="$HOME" TMPDIR="$TMPDIR" '
                    '%s="$%s" %s sh -c "$*"\n' %
                    (harness.TEST_ID, harness.TEST_ID,
                     " ".join(self.hosts.enter(1))))
        os.chmod(agent, 0o755)
        words = ("mpiexec.openmpi --mca plm_rsh_agent %s --mca btl tcp,self "
                 "--host %s" % (agent, ",".join(
                     address + ":2" for address in self.hosts.addresses)))
        for what in ("oob", "btl"):
            words += " --mca %s_tcp_if_include veth0" % what
        return words

    def start(self, name, way="run", root=None):
        """In one of the ways of harness.MODES."""
        job = harness.Job(self.context.murmel, self.context.folder,
                          harness.quick_start(self.context.folder))
        self.context.jobs.append(job)
        launcher = self.launcher(job.folder)
        murmel = self.context.murmel
        options = {"root": root or self.hosts.addresses[0],
                   "report": job.report_folder,
                   "root-file": os.path.join(job.folder, "keys")}
        words = ["--%s=%s" % item for item in options.items()]
        if way == "run":
            argv = [murmel.path, "run", *words, "--launcher=" + launcher, "-n",
                    "4"]
        elif way == "prefix":
            argv = [*launcher.split(), "-n", "4", murmel.path, *words]
        else:
            argv = [*launcher.split(), "-n", "4", "-x",
                    "LD_PRELOAD=" + murmel.preload()]
            for option, value in options.items():
                argv += ["-x", "MURMEL_%s=%s" % (
                    option.upper().replace("-", "_"), value)]
        job.start([*self.hosts.enter(0), *argv,
                   self.context.program(name, self.flavour),
                   os.path.join(job.folder, "go")])
        return job
