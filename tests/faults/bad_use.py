"""Murmel is asked for what it cannot do, or has not what it needs."""

import os
import signal
import re
import shutil
import subprocess

from context import TIME_LIMIT, Skip, harness, require, wait_for


def refused(context, argv, job=None, contains=(), goes_on=False):
    """One clear line, status 2.  Where the application goes on, its summary
    may follow."""
    job = job or context.new_job()
    job.start(argv)
    status = context.ended(job)
    output = job.output()
    require(status == 2, "exit status %s, expected 2: %s" % (status, output))
    said = [line for line in output.splitlines() if line.strip()]
    if goes_on and len(said) == 2:
        require(said[1].startswith("murmel: 2 ranks"), output)
        del said[1]
    require(len(said) == 1, "%d lines: %s" % (len(said), output))
    require(said[0].startswith("murmel: "), "who says it? " + said[0])
    for text in contains:
        require(text in said[0], "no '%s' in: %s" % (text, said[0]))


def run_line(context, *words):
    return [context.murmel.path, "run", "-n", "2"] + list(words)


def file_in(context, name, text, mode):
    path = os.path.join(context.folder, name)
    with open(path, "w") as f:
        f.write(text)
    os.chmod(path, mode)
    return path


def compile_c(context, name, text, *flags):
    source = file_in(context, name + ".c", text, 0o644)
    path = os.path.join(context.folder, name)
    done = subprocess.run(["cc", "-o", path, source] + list(flags),
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise Skip("cc: " + done.stderr.strip().splitlines()[-1])
    return path


def bad_not_mpi(context):
    refused(context, run_line(context, "/bin/true"),
            contains=["/bin/true", "MPI"])


def bad_not_executable(context):
    path = file_in(context, "not-executable", "hello\n", 0o644)
    refused(context, run_line(context, path), contains=["not-executable"])


def bad_no_such_file(context):
    refused(context, run_line(context, "./no-such-program"),
            contains=["./no-such-program"])


def bad_directory(context):
    refused(context, run_line(context, "/tmp"), contains=["/tmp"])


def bad_static(context):
    path = compile_c(context, "static-program",
                     "int main(void) { return 0; }\n", "-static")
    refused(context, run_line(context, path), contains=["static"])


def bad_unknown_mpi(context):
    library = compile_c(
        context, "libmpi.so.99",
        "int MPI_Init(int *c, char ***v) { (void)c; (void)v; return 0; }\n"
        "int PMPI_Init(int *c, char ***v) { return MPI_Init(c, v); }\n",
        "-shared", "-fPIC", "-Wl,-soname,libmpi.so.99")
    path = compile_c(
        context, "unknown-mpi",
        "int MPI_Init(int *, char ***);\n"
        "int main(int c, char **v) { return MPI_Init(&c, &v); }\n",
        library, "-Wl,-rpath," + context.folder)
    refused(context, run_line(context, path), contains=["libmpi.so.99"])


def bad_no_application(context):
    refused(context, [context.murmel.path, "run", "-n", "2"])


def bad_option(context):
    refused(context, [context.murmel.path, "run", "--reprot=x", "./app"],
            contains=["--reprot"])


def bad_option_value(context):
    refused(context, [context.murmel.path, "run", "-n", "two", "./app"],
            contains=["two"])


def bad_prefix_with_processes(context):
    refused(context, [context.murmel.path, "-n", "4",
                      context.program("ends.c")],
            contains=["murmel run -n 4", "mpiexec"])


def bad_processes_behind(context):
    """It may be meant, so the application runs."""
    job = context.new_job()
    job.start([context.murmel.path, "run", context.program("nothing.c"),
               "-n", "2"])
    status = context.ended(job)
    output = job.output()
    require(status == 0, "exit status %s: %s" % (status, output))
    require("1 process is started: -n 2 stands behind" in output, output)


def bad_launcher(context):
    """As with the mpiexec of another MPI: each process is a job of its own."""
    script = file_in(context, "two.sh", '"$@" & "$@"\nwait\n', 0o755)
    job = context.new_job()
    job.start([context.murmel.path, "run", "--launcher=sh " + script,
               context.program("nothing.c")])
    status = context.ended(job)
    require(status == 0, "exit status %s, expected 0" % status)
    require("2 processes, but each is alone" in job.output(), job.output())


def bad_flavour(context):
    """It contradicts the application."""
    other = "mpich" if context.flavour.name != "mpich" else "openmpi"
    refused(context, run_line(context, "--flavour=" + other,
                              context.program("nothing.c")),
            contains=["--flavour says " + other, context.flavour.name])


def bad_command(context):
    for word, command in (("rnu", "run"), ("reprot", "report"),
                          ("merg", "merge"), ("trase", "trace")):
        refused(context, [context.murmel.path, word, "-n", "2",
                          context.program("nothing.c")],
                contains=[word, "did you mean murmel %s?" % command])


def bad_not_installed(context):
    """murmel alone, as it lies in the folder where it was built."""
    alone = os.path.join(context.folder, "murmel")
    shutil.copy(context.murmel.path, alone)
    for words in (["run", "-n", "2"], []):
        refused(context, [alone] + words + [context.program("nothing.c")],
                contains=["not in an installed tree", "make stage"])


def bad_prefix_not_mpi(context):
    """It may load an MPI later, so it is started; rank 0 says what is so."""
    job = context.new_job()
    job.start(context.flavour.mpiexec + ["-n", "2", context.murmel.path,
                                         "/bin/echo", "hello"])
    require(context.ended(job) == 0, "the program was not started")
    output = job.output().splitlines()
    said = [line for line in output if line.startswith("murmel: ")]
    require(output.count("hello") == 2, "output: %s" % output)
    require(len(said) == 1 and "no MPI is among its libraries" in said[0],
            "said: %s" % said)


def bad_variable(context):
    job = context.new_job(MURMEL_FAIL_ON="everything")
    refused(context, run_line(context, "./app"), job,
            contains=["MURMEL_FAIL_ON"])


def bad_report_below_file(context):
    path = file_in(context, "a-file", "x\n", 0o644)
    refused(context, run_line(context, "--report=" + path + "/report",
                              context.program("ends.c")),
            contains=["a-file/report"], goes_on=True)


def bad_report_no_permission(context):
    if os.geteuid() != 0:
        folder = os.path.join(context.folder, "closed")
        os.mkdir(folder, 0o500)
        prefix = []
    else:
        if not shutil.which("setpriv"):
            raise Skip("no setpriv, and root may write everywhere")
        folder = os.path.join(context.folder, "closed")
        os.mkdir(folder, 0o700)
        prefix = ["setpriv", "--reuid=65534", "--regid=65534",
                  "--clear-groups"]
        os.chmod(context.folder, 0o755)
    job = context.new_job()
    os.chmod(job.folder, 0o777)
    program = context.program("ends.c")
    if prefix and subprocess.run(prefix + ["test", "-x",
                                           context.murmel.path]).returncode:
        raise Skip("nobody may not run " + context.murmel.path)
    refused(context, prefix + run_line(
        context, "--report=" + folder + "/report", program), job,
        contains=["closed"], goes_on=True)


def bad_full_disk(context):
    """The report's file system is full from the start."""
    folder = os.path.join(context.folder, "full")
    os.mkdir(folder)
    script = ("mount -t tmpfs -o size=64k none '%s' && "
              "{ head -c 1M /dev/zero >'%s/fill' 2>/dev/null; :; } && "
              "exec \"$@\"" % (folder, folder))
    unshare = ["unshare", "--mount"]
    if os.geteuid() != 0:
        unshare.append("-r")
    if subprocess.run(unshare + ["sh", "-c", script, "sh", "true"],
                      capture_output=True).returncode != 0:
        raise Skip("no private tmpfs (unshare --mount)")
    refused(context, unshare + ["sh", "-c", script, "sh"] + run_line(
        context, "--report=" + folder + "/report",
        context.program("ends.c")), contains=["full"], goes_on=True)


def bad_disk_fills(context):
    """The disk fills while the job runs: the application ends as it would,
    one line tells, status 2."""
    folder = os.path.join(context.folder, "fills")
    os.mkdir(folder)
    script = ("mount -t tmpfs -o size=256k none '%s' && exec \"$@\"" % folder)
    unshare = ["unshare", "--mount"]
    if os.geteuid() != 0:
        unshare.append("-r")
    if subprocess.run(unshare + ["sh", "-c", script, "sh", "true"],
                      capture_output=True).returncode != 0:
        raise Skip("no private tmpfs (unshare --mount)")
    job = context.new_job()
    job.start(unshare + ["sh", "-c", script, "sh"] + run_line(
        context, "--report=" + folder + "/report",
        context.program("waits.c")))
    wait_for(lambda: os.path.exists(os.path.join(job.folder, "started")),
             "start of the application")
    # The mount is seen through the root folder of a process inside.
    inside = next(iter(job.processes()))
    try:
        with open("/proc/%d/root%s/fill" % (inside, folder), "wb",
                  buffering=0) as fill:
            while True:
                fill.write(b"\0" * 4096)
    except OSError:
        pass
    with open(os.path.join(job.folder, "go"), "w"):
        pass
    status = context.ended(job)
    output = job.output()
    require(status == 2, "exit status %s, expected 2" % status)
    require("rank 0 is done" in output and "rank 1 is done" in output,
            "the application did not reach its end")
    said = [line for line in output.splitlines()
            if re.match(r"murmel: .*(space|full)", line, re.I)]
    require(len(said) == 1, "%d lines about it: %s" % (len(said), output))


def bad_file_size_limit(context):
    """The limit is Murmel's own: the MPI and the rings need more."""
    script = file_in(context, "unlimited.sh",
                     'ulimit -S -f unlimited\nexec "$@"\n', 0o755)
    refused(context, ["sh", "-c", 'ulimit -S -f 8; exec "$@"', "sh",
                      context.murmel.path, "run",
                      "--launcher=sh %s %s -n 2" %
                      (script, " ".join(context.flavour.mpiexec)),
                      context.program("ends.c")],
            contains=["cannot be written: File too large"], goes_on=True)


def no_standard_descriptors(context):
    """As a daemon may start it."""
    for closed in ("<&-", ">&- 2>&-", "<&- >&- 2>&-"):
        job = context.new_job()
        job.start(["sh", "-c", 'exec "$@" ' + closed, "sh"] +
                  run_line(context, context.program("ends.c")))
        status = context.ended(job)
        require(status == 0, "%s: exit status %s: %s" % (closed, status,
                                                         job.output()))
        report = job.wait_report(TIME_LIMIT)
        require(report["complete"] and
                [process["end"]["mpi"] for process in report["processes"]] ==
                ["finalized", "finalized"], "%s: not two ranks" % closed)


def no_descriptor_is_left(context):
    """For the ring of a second thread: the process goes on unobserved, and
    that is said, though it ends at once."""
    job = context.new_job()
    job.start(["sh", "-c", 'ulimit -S -n 64; exec "$@"', "sh"] +
              run_line(context, context.program("descriptors.c")))
    status = context.ended(job)
    require(status == 2, "exit status %s: %s" % (status, job.output()))
    report = job.wait_report(TIME_LIMIT)
    require(report["findings"] == [] and not report["complete"] and
            "no file descriptor for a ring is left" in job.output() and
            "it went on unobserved" in job.output(), job.output())


def in_a_pid_namespace(context):
    """Each process is number 2 of a container of its own, and its other thread
    answers late: that is not known by the checker's own process 2."""
    unshare = ["unshare", "-pf", "--mount-proc"]
    if os.geteuid() != 0:
        unshare.append("-r")
    if subprocess.run(unshare + ["true"], capture_output=True).returncode:
        raise Skip("no PID namespace (unshare --pid --mount-proc)")
    job = context.new_job()
    job.start([context.murmel.path, "run", "-n", "2",
               "--flavour=" + context.flavour.name] + unshare +
              ["sh", "-c", '"$0"; exit $?', context.program("late.c")])
    status = context.ended(job)
    require(status == 0, "exit status %s: %s" % (status, job.output()))
    require(job.wait_report(TIME_LIMIT)["findings"] == [], job.output())


def jobs_in_a_script(context):
    """`murmel run` of a script that starts jobs of its own: each has a world
    of its own, however they are mixed."""
    lines = []
    for number, source in enumerate(("ends.c", "nothing.c") * 3):
        # two mpiruns of Open MPI that begin at once quarrel over their folder
        lines.append("mkdir %d; TMPDIR=$PWD/%d %s -n 2 %s &" %
                     (number, number, " ".join(context.flavour.mpiexec),
                      context.program(source)))
    script = file_in(context, "jobs.sh",
                     "#!/bin/sh\n%s\nwait\n" % "\n".join(lines), 0o755)
    job = context.new_job()
    job.start([context.murmel.path, "run", "--launcher=sh",
               "--flavour=" + context.flavour.name, script])
    status = context.ended(job)
    require(status == 0, "exit status %s: %s" % (status, job.output()))
    report = job.wait_report(TIME_LIMIT)
    require(len(report["processes"]) == 12 and report["findings"] == [],
            job.output())


def half_observed(context):
    """Rank 1 runs without Murmel, as on a node of its own: rank 0 is checked,
    and the report says that it is not the whole job."""
    names = ("OMPI_COMM_WORLD_RANK", "PMI_RANK", "REFMPI_RANK")
    script = file_in(context, "half.sh", "#!/bin/sh\n"
                     "[ \"%s\" = 0 ] || unset LD_PRELOAD\nexec \"$@\"\n" %
                     "".join("$" + name for name in names), 0o755)
    job = context.new_job()
    job.start([context.murmel.path, "run", "-n", "2",
               "--flavour=" + context.flavour.name, script,
               context.program("ends.c")])
    status = context.ended(job)
    require(status == 2, "exit status %s: %s" % (status, job.output()))
    report = job.wait_report(TIME_LIMIT)
    require([process["rank"] for process in report["processes"]] == [0] and
            report["findings"] == [], job.output())
    said = "1 of 2 processes were not observed: they ran on another node"
    require("murmel: incomplete: " + said in job.output() and
            "\nmurmel: 1 of 2 ranks, no findings" in job.output() and
            report["job"]["world_size"] == 2, job.output())


def launcher_hangs(context):
    """One that does not hear of the ends of what it has started, as mpiexec of
    Open MPI at times, is ended; with the launcher that the user names there is
    no telling what else it does."""
    folder = os.path.join(context.folder, "bin")
    os.mkdir(folder)
    launcher = os.path.join(folder, "mpiexec.mpich")
    with open(launcher, "w") as file:
        file.write("#!/usr/bin/python3\n"
                   "import subprocess, sys, time\n"
                   "process = subprocess.Popen(sys.argv[-1:])\n"
                   "time.sleep(%d)\n" % (2 * TIME_LIMIT))
    os.chmod(launcher, 0o755)
    job = context.new_job(PATH=folder + ":" + os.environ["PATH"])
    job.start([context.murmel.path, "run", "-n", "1",
               context.program("../e2e/argument/provoked_not.c")])
    status = context.ended(job)
    require(status != 0 and "the launcher hangs" in job.output(),
            "exit status %s: %s" % (status, job.output()))
    report = job.wait_report(TIME_LIMIT)
    require(len(report["processes"]) == 1 and report["findings"] == [] and
            report["job"]["launcher_signal"] == signal.SIGKILL, job.output())


def sanitized(context, sanitizer, mode, **options):
    """Threads of a program with a sanitizer of GCC's end, and nothing breaks;
    what the sanitizer says of the MPI library is not asked for."""
    option = "-fsanitize=" + sanitizer
    if subprocess.run(
            ["gcc", option, "-x", "c", "-o",
             os.path.join(context.folder, "nothing"), "-"],
            input=b"int main(void) { return 0; }",
            capture_output=True).returncode != 0:
        raise Skip("gcc has no " + option)
    program = context.program("../e2e/thread/collectives_dup.c",
                              option, "-fuse-ld=bfd")
    job = context.new_job(**options)
    job.start_mode(mode, context.flavour, 2, [program])
    status = context.ended(job)
    require(status == 0, "exit status %s: %s" % (status, job.output()))
    report = job.wait_report(TIME_LIMIT)
    require(len(report["processes"]) == 2 and report["findings"] == [],
            job.output())


def thread_sanitizer(context):
    sanitized(context, "thread", "run", TSAN_OPTIONS="report_bugs=0")


def address_sanitizer(context):
    for mode in ("run", "prefix"):
        sanitized(context, "address", mode, ASAN_OPTIONS="detect_leaks=0")


def bad_second_checker(context):
    key = "murmel-test-%d" % os.getpid()
    first = context.new_job(MURMEL_JOB=key)
    first.start_mode("run", context.flavour, 2, [context.program("waits.c")])
    second = None
    try:
        wait_for(lambda: os.path.exists(os.path.join(first.folder,
                                                     "started")),
                 "start of the application")
        second = harness.Job(context.murmel, context.folder,
                             {"MURMEL_JOB": key})
        refused(context, run_line(context, context.program("ends.c")),
                second, contains=[key])
        with open(os.path.join(first.folder, "go"), "w"):
            pass
        require(context.ended(first) == 0, "the first job was disturbed")
    finally:
        if second is not None:
            second.kill()


def bad_prefix_no_such_file(context):
    refused(context, [context.murmel.path, "./no-such-program"],
            contains=["./no-such-program"])


def bad_rule(context):
    refused(context, [context.murmel.path, "explain", "NO-SUCH-RULE"],
            contains=["NO-SUCH-RULE"])


BAD_USE = [bad_not_mpi, bad_not_executable, bad_no_such_file, bad_directory,
           bad_static, bad_unknown_mpi, bad_no_application, bad_option,
           bad_option_value, bad_launcher, bad_prefix_with_processes,
           bad_processes_behind, bad_variable, bad_flavour, bad_command,
           bad_not_installed,
           bad_prefix_not_mpi, bad_report_below_file,
           bad_report_no_permission, bad_full_disk, bad_disk_fills,
           bad_file_size_limit, no_standard_descriptors,
           no_descriptor_is_left,
           bad_second_checker, bad_prefix_no_such_file, bad_rule]
