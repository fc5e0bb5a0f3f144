"""check_readme.py [--update] PAGE EXAMPLES PREFIX: does what the page shows
hold?

A line "    $ COMMAND" of the page is run by bash, in the order of the page and
in one folder that has EXAMPLES as examples/; the indented lines below it are
what it prints.  Addresses stand as 0x..., the folder as /home/you, a line "..."
for any lines, and elsewhere ... for any text.  Of `murmel run` only what Murmel says is shown, not what
the program does.  --update writes what the commands print into the page.

Other indented lines that begin with a command are usage: they are run, too,
where app, app.c, OLD and NEW are what their names say, and must not fail.
What follows two blanks is an explanation.  What builds Murmel is left to CI,
which begins with it.

Options of murmel that the page names exist, and messages that it quotes
("    murmel: ...") stand in the sources beside EXAMPLES."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

FENCE = "@@@ "
USAGE = re.compile(r"    ((?:murmel|murmel-mpicc|murmel-mpiexec|mpiexec|make|"
                   r"LD_PRELOAD=\S+|MURMEL_MPI=\S+) .*)")
# The build, and what asks a job that runs (check_run.py does so).
ELSEWHERE = ("make install", "make -C build check-all", "murmel status",
             "murmel dump")
# Options of other programs that pages name, and of `murmel server`.
OTHERS = {"--build", "--cap-add", "--chrome", "--error-exitcode", "--html",
          "--job", "--json", "--junit", "--kill-on-bad-exit",
          "--listen-fd", "--mpi",
          "--must", "--native-file", "--ntasks",
          "--output-on-failure", "--oversubscribe", "--pid",
          "--quit-on-interrupt",
          "--rank", "--ranks", "--replay", "--rounds", "--sarif", "--seed",
          "--test-dir", "--text",
          "--way", "--with-mpich", "--with-openmpi", "--wrapper"}


def sessions(lines):
    """[number of the command's line, command, number behind its output]"""
    found = []
    for number, line in enumerate(lines):
        if line.startswith("    $ "):
            found.append([number, line[6:], number + 1])
        elif found and number == found[-1][2] and (
                line.startswith("    ") or
                not line and number + 1 < len(lines) and
                lines[number + 1].startswith("    ") and
                lines[number + 1][4:5] != "$"):
            found[-1][2] += 1
    return found


def run(commands, folder, environment):
    """What each command prints."""
    script = ["said=0"]
    for command in commands:
        if re.match(r"murmel (run )", command):
            command += " 2>&1 >/dev/null"
        script.append('(exit $said)\n%s\nsaid=$?\necho "%s"' %
                      (command, FENCE))
    done = subprocess.run(["bash", "-c", "\n".join(script)], cwd=folder,
                          env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=300, errors="replace")
    said = re.sub(r"0x[0-9a-f]+", "0x...", done.stdout)
    said = said.replace(os.path.realpath(folder), "/home/you")
    return [one.splitlines() for one in said.split(FENCE + "\n")[:-1]]


def agrees(expected, said):
    pattern = "".join("(?:.*\n)*?" if line == "..." else
                      re.escape(line).replace(r"\.\.\.", ".*") + "\n"
                      for line in expected)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n"
                                         for line in said))


def check_sessions(lines, folder, environment, update):
    """Problems; the lines are changed where that is wanted."""
    found = sessions(lines)
    said = run([command for _, command, _ in found], folder, environment)
    problems = []
    for (number, command, end), printed in reversed(list(zip(found, said))):
        expected = [line[4:] for line in lines[number + 1:end]]
        if agrees(expected, printed):
            continue
        problems.append("    $ %s\nprints\n%s" % (command, "\n".join(
            "    " + line for line in printed)))
        if update:
            lines[number + 1:end] = [("    " + line).rstrip()
                                     for line in printed]
    if len(said) != len(found):
        problems.append("the shell ended after %d of %d commands" %
                        (len(said), len(found)))
    return problems


def check_usage(lines, folder, environment):
    """Each in a folder of its own, with what they need in it."""
    problems = []
    shown = {number for begin, _, end in sessions(lines)
             for number in range(begin, end)}
    commands = [USAGE.fullmatch(line) for number, line in enumerate(lines)
                if number not in shown]
    commands = [re.split("   *", match[1])[0] for match in commands if match]
    commands = [command for command in commands if command not in ELSEWHERE]
    prefix = environment["PREFIX"]
    os.mkdir(folder)
    shutil.copy(os.path.join(environment["EXAMPLES"], "halo_exchange.c"),
                folder + "/app.c")
    with open(folder + "/Makefile", "w") as file:
        file.write("app: app.c\n\t$(CC) -o $@ app.c\n"
                   "check: app\n\t$(MPIEXEC) -n 4 ./app\n")
    for command in (["murmel-mpicc -g app.c -o app",
                     "murmel run --report=OLD ./app", "cp -r OLD NEW"] +
                    commands if commands else []):
        done = subprocess.run(["bash", "-c", command.replace("PREFIX", prefix)],
                              cwd=folder, env=environment, text=True,
                              stdin=subprocess.DEVNULL, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              errors="replace")
        if done.returncode != 0:
            problems.append("    %s\nends with %d\n%s" % (
                command, done.returncode, done.stdout))
    return problems


def check_options(text, environment):
    known = set(re.findall("--[a-z-]+", subprocess.run(
        ["murmel", "help", "options"], env=environment, text=True, check=True,
        stdout=subprocess.PIPE).stdout))
    return ["there is no option %s" % name for name in sorted(
        set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)) - known - OTHERS)]


def texts_of_sources(top):
    """What strings of the sources may print, a line each, "\0" for what
    differs."""
    found = []
    for name in sorted(glob.glob(top + "/server/*.[ch]") +
                       glob.glob(top + "/libcheck/*.[ch]")):
        with open(name, encoding="utf-8") as file:
            text = re.sub(r'"\s*\n\s*"', "", file.read())
        found += [re.sub("%[-.*0-9a-z]+", "\0", one) for one in
                  re.findall(r'"((?:[^"\\\n]|\\.)*)"', text)]
    return "\n".join(found)


def check_messages(lines, examples):
    """A line "    murmel: TEXT" outside of sessions is one of Murmel's."""
    texts = texts_of_sources(os.path.dirname(os.path.realpath(examples)))
    shown = {number for begin, _, end in sessions(lines)
             for number in range(begin, end)}
    return ["no source prints: " + part
            for number, line in enumerate(lines)
            if line.startswith("    murmel: ") and number not in shown
            for part in re.split(r"\.\.\.", line[12:])
            if part.strip(" :;()") not in texts]


def prepare(folder, examples, prefix):
    """The environment of the commands."""
    shutil.copytree(examples, folder + "/examples")
    os.mkdir(folder + "/bin")
    for name, stands_for in (("mpicc", "mpicc"), ("mpiexec", "mpiexec"),
                             ("srun", "mpiexec")):
        with open("%s/bin/%s" % (folder, name), "w") as file:
            file.write('#!/bin/sh\n'
                       '[ "$1" != -N ] || shift 2  # nodes, of srun\n'
                       'exec %s/bin/murmel-%s "$@"\n' % (prefix, stands_for))
        os.chmod(file.name, 0o755)
    # Nor what a make that started this test tells other makes.
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("MURMEL", "OMPI_", "LD_", "MAKE",
                                           "MFLAGS"))}
    environment.update(PREFIX=prefix, EXAMPLES=examples, LC_ALL="C.UTF-8",
                       PATH="%s/bin:%s/bin:%s" % (prefix, folder,
                                                  os.environ["PATH"]))
    return environment


def main():
    words = sys.argv[1:]
    update = words[0] == "--update"
    page, examples, prefix = words[update:]
    with open(page, encoding="utf-8") as file:
        text = file.read()
    lines = text.splitlines()
    folder = os.path.realpath(tempfile.mkdtemp())
    try:
        environment = prepare(folder, os.path.realpath(examples),
                              os.path.realpath(prefix))
        problems = (check_sessions(lines, folder, environment, update) +
                    check_usage(lines, folder + "/usage", environment) +
                    check_options(text, environment) +
                    check_messages(lines, examples))
    finally:
        shutil.rmtree(folder)
    if update:
        with open(page, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    if not problems:
        return 0
    print("%s does not hold:" % page)
    print("\n".join(problems))
    return 1


sys.exit(main())
