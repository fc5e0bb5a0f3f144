"""What the end-to-end tests, the fault tests and the benchmark share: the
flavours on this machine, how a job is started in each of the three ways,
what it left behind, and the report in a form that tests compare."""

import ctypes
import functools
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))
TEST_ID = "MURMEL_TEST_ID"  # in the environment of all a test starts
MODES = ("run", "launcher", "prefix", "preload")


def read_report(folder):
    try:
        with open(os.path.join(folder, "report.json")) as f:
            return json.load(f)
    except FileNotFoundError:
        return None


class Murmel:
    """The installed tree that is tested; MURMEL=<prefix>/bin/murmel."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.bin = os.path.dirname(self.path)
        self.prefix = os.path.dirname(self.bin)

    def tool(self, name):
        return os.path.join(self.bin, name)

    def preload(self):
        """libmurmel.so, wherever under lib the build installs it."""
        for folder, _, files in os.walk(os.path.join(self.prefix, "lib")):
            if "libmurmel.so" in files:
                return os.path.join(folder, "libmurmel.so")
        raise FileNotFoundError("no libmurmel.so under " + self.prefix)


def murmel_from_environment():
    path = os.environ.get("MURMEL") or shutil.which("murmel")
    if not path or not os.access(path, os.X_OK):
        raise SystemExit("set MURMEL=<prefix>/bin/murmel (installed tree)")
    return Murmel(path)


class Flavour:
    """One MPI: its compilers by file extension and its mpiexec."""

    def __init__(self, name, compilers, mpiexec):
        self.name = name
        self.compilers = compilers
        self.mpiexec = mpiexec

    def missing(self):
        """Why it cannot be tested here, or None."""
        for program in (self.compilers[".c"][0], self.mpiexec[0]):
            if not shutil.which(program):
                return program + " not found"
        return None

    def compiler(self, extension):
        """(argv, None) or (None, why there is none)."""
        argv = self.compilers.get(extension)
        if argv is None:
            return None, "%s has no compiler for %s" % (self.name, extension)
        if not shutil.which(argv[0]):
            return None, argv[0] + " not found"
        return argv, None


def flavours(murmel):
    abi_mpicc = murmel.tool("murmel-mpicc")
    fortran = [murmel.tool("murmel-mpifort")]
    abi = {".c": [abi_mpicc], ".f": fortran, ".f90": fortran}
    if shutil.which("g++"):
        abi[".cpp"] = ["env", "MURMEL_CC=g++", abi_mpicc]
    result = [Flavour("abi", abi, [murmel.tool("murmel-mpiexec")])]
    for name, more in (("mpich", []), ("openmpi", ["--oversubscribe"])):
        fortran = ["mpif90." + name]
        result.append(Flavour(
            name,
            {".c": ["mpicc." + name], ".cpp": ["mpicxx." + name],
             ".f": fortran, ".f90": fortran},
            ["mpiexec." + name] + more))
    return result


def slurm(murmel):
    """Open MPI, started by Slurm on two nodes.  Slurm does not tell it to
    yield where there are more processes than processors, as its own launcher
    does, and leaves what is in /dev/shm of processes that it ends."""
    flavour = next(flavour for flavour in flavours(murmel)
                   if flavour.name == "openmpi")
    return Flavour(flavour.name, flavour.compilers,
                   ["env", "OMPI_MCA_mpi_yield_when_idle=1",
                    "OMPI_MCA_btl=tcp,self", "srun", "--mpi=pmix",
                    "--quit-on-interrupt", "--nodes=2"])


class Job:
    """One run of an application under Murmel.

    Everything it starts carries an id of its own in its environment, so that
    what is left of it can be found and ended without touching anything else
    on the machine."""

    running = set()

    def __init__(self, murmel, folder, environment=None):
        self.murmel = murmel
        self.folder = tempfile.mkdtemp(prefix="run-", dir=folder)
        self.report_folder = os.path.join(self.folder, "report")
        self.recording = os.path.join(self.folder, "run.murmel")
        self.id = uuid.uuid4().hex
        self.process = None
        self.output_path = os.path.join(self.folder, "output")
        self.environment = dict(os.environ)
        for name in ("LD_PRELOAD", "MURMEL_REPORT"):
            self.environment.pop(name, None)
        self.environment.update({
            TEST_ID: self.id, "TMPDIR": self.folder,
            "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1",
            "OMPI_MCA_btl_base_warn_component_unused": "0",
            "PYTHONDONTWRITEBYTECODE": "1"})
        self.environment.update(environment or {})

    def start(self, argv, preload=False):
        env = dict(self.environment)
        env["MURMEL_REPORT"] = self.report_folder
        if preload:
            env["LD_PRELOAD"] = ":".join(filter(None, (
                self.murmel.preload(), env.get("LD_PRELOAD"))))
        Job.running.add(self)
        with open(self.output_path, "wb") as output:
            self.process = subprocess.Popen(
                argv, cwd=self.folder, env=env, stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT,
                start_new_session=True)

    def start_mode(self, mode, flavour, np, application, options=(), by=()):
        """Start `application` (argv) in one of the three ways, the first of
        them with Murmel's choice of a launcher or with a given one.  by: what
        runs all that."""
        murmel, options, by = self.murmel.path, list(options), list(by)
        if mode == "run":
            self.start(by + [murmel, "run"] + options + ["-n", str(np)] +
                       application)
        elif mode == "launcher":
            self.start(by + [murmel, "run", "--launcher=%s -n %d" %
                             (" ".join(flavour.mpiexec), np)] + options +
                       application)
        elif mode == "prefix":
            self.start(by + flavour.mpiexec + ["-n", str(np), murmel] +
                       options + application)
        else:
            for option in options:
                name, _, value = option.lstrip("-").partition("=")
                name = "MURMEL_" + name.upper().replace("-", "_")
                self.environment[name] = value or "1"
            self.start(by + flavour.mpiexec + ["-n", str(np)] + application,
                       preload=True)

    def replay(self, seconds, options=()):
        """The exit status and the report of the recorded run, judged again
        (None: there is none)."""
        folder = os.path.join(self.folder, "replay")
        env = dict(self.environment, MURMEL_REPORT=folder)
        status = subprocess.run(
            [self.murmel.path, "replay", self.recording, *options],
            cwd=self.folder, env=env, timeout=seconds,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL).returncode
        return status, read_report(folder)

    def printed(self, seconds, *words):
        """What murmel report prints of this."""
        return subprocess.run(
            [self.murmel.path, "report", *words], cwd=self.folder,
            env=self.environment, timeout=seconds, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()

    def wait(self, seconds):
        """The exit status (negative: a signal), or None."""
        try:
            return self.process.wait(max(seconds, 0.01))
        except subprocess.TimeoutExpired:
            return None

    def interrupt(self, seconds, kill=os.kill):
        """The exit status after SIGINT, or None.  Now and then mpirun of Open
        MPI 4.1 hangs on it, and asks its user to press Ctrl-C twice within 5
        seconds."""
        end = time.monotonic() + seconds
        patience = 15
        status = None
        while status is None and time.monotonic() < end:
            kill(self.process.pid, signal.SIGINT)
            status = self.wait(patience)
            patience = 2
        return status

    def has_launcher(self):
        """Whether murmel run has two children still, the checker and the
        launcher: who interrupts it later ends a checker that waits for what
        other nodes have to say."""
        children = 0
        for pid in self.processes():
            try:
                with open("/proc/%d/stat" % pid) as f:
                    parent = int(f.read().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            children += parent == self.process.pid
        return children > 1

    def output(self):
        with open(self.output_path, errors="replace") as output:
            return output.read()

    def report(self):
        """The report as a dict, or None while there is none."""
        return read_report(self.report_folder)

    def sarif(self):
        return json.loads(self.sarif_text())

    def sarif_text(self):
        with open(os.path.join(self.report_folder, "report.sarif")) as f:
            return f.read()

    def page(self):
        with open(os.path.join(self.report_folder, "report.html"),
                  encoding="utf-8", newline="") as f:
            return f.read()

    def wait_report(self, seconds):
        """Waits until the report on disk is final, or its checker is no
        more."""
        end = time.monotonic() + seconds
        while True:
            report = self.report()
            if report is not None and report["job"]["end"] is not None:
                return report
            if (report is not None and report["job"]["checker"] is not None
                    and not self.processes()):
                return self.report()
            if time.monotonic() > end:
                return report
            time.sleep(0.05)

    def processes(self):
        """pid -> command of everything alive that this job started."""
        mark = ("%s=%s" % (TEST_ID, self.id)).encode()
        found = {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open("/proc/%s/environ" % pid, "rb") as f:
                    if mark not in f.read().split(b"\0"):
                        continue
                with open("/proc/%s/stat" % pid) as f:
                    if f.read().rsplit(")", 1)[1].split()[0] in "ZX":
                        continue
                with open("/proc/%s/cmdline" % pid, "rb") as f:
                    found[int(pid)] = f.read().replace(b"\0", b" ").decode(
                        errors="replace").strip()
            except OSError:
                continue
        return found

    def descriptors(self, pids):
        """What these processes hold that others could see: abstract sockets
        of ours and memfds."""
        names = {}
        with open("/proc/net/unix", errors="replace") as f:
            for line in f.read().splitlines()[1:]:
                fields = line.split()
                if len(fields) > 7 and fields[7].startswith("@murmel-"):
                    names["socket:[%s]" % fields[6]] = fields[7]
        held = []
        for pid in pids:
            try:
                for fd in os.listdir("/proc/%d/fd" % pid):
                    link = os.readlink("/proc/%d/fd/%s" % (pid, fd))
                    if link in names:
                        held.append("socket " + names[link])
                    elif link.startswith("/memfd:"):
                        held.append(link)
            except OSError:
                continue
        return held

    def leftovers(self, seconds):
        """What is still there after `seconds`: a list of texts."""
        end = time.monotonic() + seconds
        alive = self.processes()
        while alive and time.monotonic() < end:
            time.sleep(0.05)
            alive = self.processes()
        found = ["process %d: %s" % item for item in alive.items()]
        found += self.descriptors(alive)
        # Not what the MPI of another job beside this one has there, by the
        # name of a file of that (sem.OMPIO_<file>).
        found += ["/dev/shm/" + name for name in os.listdir("/dev/shm")
                  if name.startswith(("murmel", "refmpi"))]
        found += [os.path.join(self.folder, name)
                  for name in os.listdir(self.folder)
                  if name.startswith(("murmel-", "refmpi"))]
        return found

    def kill(self):
        """Ends all of it, the checker last so that it can still write."""
        for checker in (False, True):
            for pid, command in self.processes().items():
                if not checker and "server" in command:
                    continue
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        if self.process is not None:
            self.process.wait()

    def remove(self):
        Job.running.discard(self)
        shutil.rmtree(self.folder, ignore_errors=True)


def quick_start(folder):
    """Environment in which the MPIs take half of the time: they do not look
    at the machine each time anew (hwloc, whose file is in `folder`), Open MPI
    does not try all networks before it takes what it takes on one host anyway,
    nor has it files for what is told at the start, and MPICH gives up its
    processor where it waits (yield.c)."""
    environment = {"OMPI_MCA_pml": "ob1", "PMIX_MCA_gds": "hash",
                   "LD_PRELOAD": os.path.join(folder, "yield.so")}
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o",
                    environment["LD_PRELOAD"], os.path.join(HERE, "yield.c"),
                    "-ldl"], check=True)
    path = os.path.join(folder, "topology.xml")
    if shutil.which("lstopo-no-graphics") and subprocess.run(
            ["lstopo-no-graphics", path], capture_output=True).returncode == 0:
        environment.update(HWLOC_XMLFILE=path, HWLOC_THISSYSTEM="1")
    return environment


def end_jobs_on_signals(folders=()):
    """A suite that is ended takes its jobs with it, and these folders."""
    def end(number, _frame):
        for job in list(Job.running):
            job.kill()
            job.remove()
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        os._exit(128 + number)
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


def ranks(report_ranks):
    """[[0, 2], [5, 5]] -> [0, 1, 2, 5]"""
    return [rank for first, last in report_ranks
            for rank in range(first, last + 1)]


def kernel_tells_pages():
    """Whether it tells which pages a process has stored into."""
    system = os.uname()
    release = [int(number) for number in re.findall(r"\d+", system.release)]
    userfaultfd = {"x86_64": 323, "aarch64": 282}.get(system.machine)
    if release < [6, 7] or userfaultfd is None:
        return False
    user_mode_only = 1
    opened = ctypes.CDLL(None).syscall(userfaultfd, user_mode_only)
    if opened >= 0:
        os.close(opened)
    return opened >= 0


def tail(text, lines=25):
    rows = text.rstrip().splitlines()
    return rows[-lines:]


def native_compiler(murmel, argv, extension):
    """`murmel cc` or its like, with that compiler."""
    command = {".c": "cc", ".cpp": "c++"}.get(extension, "fc")
    variable = {"cc": "MURMEL_MPICC", "c++": "MURMEL_MPICXX",
                "fc": "MURMEL_MPIFC"}[command]
    return ["env", variable + "=" + " ".join(argv), murmel.path, command]


@functools.lru_cache(maxsize=None)
def run_by(wrapper):
    """What MPICH's compiler, a shell script that takes longer than what it
    runs, runs: argv, for other words to follow (its libraries come first)."""
    shown = subprocess.run([wrapper, "-show"], capture_output=True, text=True,
                           check=True).stdout
    compiler, *words = shlex.split(shown)
    return [compiler, "-Wl,--no-as-needed"] + words


def compile_program(flavour, source, program, more=(), murmel=None):
    """(path, None), or (None, why it is skipped); SystemExit if the compiler
    refuses the program: that is the test's own fault.  murmel: by `murmel cc`
    or its like."""
    argv, reason = flavour.compiler(os.path.splitext(source)[1])
    if argv is None:
        return None, reason
    if murmel is not None:
        argv = native_compiler(murmel, argv, os.path.splitext(source)[1])
    elif flavour.name == "mpich":
        argv = run_by(argv[0]) + argv[1:]
    flags = ["-g", "-O0"]
    if shutil.which("ld.gold"):
        flags.append("-fuse-ld=gold")  # the quicker one
    if source.endswith((".c", ".cpp")):
        flags += ["-Wall", "-Wextra", "-Wno-stringop-overflow",
                  "-Wno-stringop-overread"]
    # A Fortran compiler leaves .mod files, of one name for a wrong program and
    # its twin.
    with tempfile.TemporaryDirectory(dir=os.path.dirname(program)) as folder:
        done = subprocess.run(
            argv + flags + list(more) + ["-o", program, source], cwd=folder,
            capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit("%s: %s\n%s" % (" ".join(argv), source, done.stderr))
    return program, None


def compile_plugin(flavour, source, program):
    """The source with -DPLUGIN as a shared library <program>.so that uses the
    MPI, and without as a program that does not."""
    compile_program(flavour, source, program + ".so",
                    ["-shared", "-fPIC", "-DPLUGIN"])
    done = subprocess.run(["cc", "-g", "-O0", "-o", program, source, "-ldl"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit("cc: %s\n%s" % (source, done.stderr))
