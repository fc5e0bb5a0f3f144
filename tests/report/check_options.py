"""check_options.py PREFIX TOP: each option of murmel's table, and each word
that an option takes, is used in a test that runs murmel, and prints which; and
stands in README or a page of doc/.  The tables' own test (test_option.c) and
what CI does not run do not count.  Then the options that concern the command
line alone, and `make install`'s layout."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

NOT_COUNTED = ("tests/unit/", "tests/bench/", "tests/real/",
               "tests/report/check_readme.py")
# In the pages' sessions these are run, too.
PAGES = ("README", "doc/tutorial.md", "doc/build-systems.md")
INSTALLED = """
bin/murmel bin/murmel-mpicc bin/murmel-mpiexec bin/murmel-mpifort
include/murmel/mpi.h include/murmel/mpif.h lib/murmel/libmurmel.so
lib/murmel/libmurmel-abi.so lib/murmel/libmpi_abi.so
lib/murmel/native/libtsan.a share/bash-completion/completions/murmel
share/man/man1/murmel.1 share/man/man1/murmel-mpicc.1
share/man/man1/murmel-mpiexec.1 share/man/man1/murmel-mpifort.1
share/man/man7/murmel-mpi.7
share/murmel/murmel-gdb.py share/murmel/report.schema.json share/murmel/suppressions.json
""".split()
SELF_EVIDENT = ("np", "help", "version")
SCRIPT = "#!/bin/sh\nexec ./app\n"
problems = []


def expect(condition, what, output=""):
    if not condition:
        problems.append("%s\n%s" % (what, output))


def texts(top):
    """{path: text} of the tests that count, and of the pages."""
    found = {}
    for folder, _, names in os.walk(top + "/tests"):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), top)
            if path.startswith(NOT_COUNTED) or not path.endswith(
                    (".c", ".cpp", ".f90", ".py", ".sh")):
                continue
            with open(os.path.join(top, path), encoding="utf-8") as file:
                found[path] = file.read()
    for path in PAGES:
        with open(os.path.join(top, path), encoding="utf-8") as file:
            found[path] = "\n".join(re.findall(r"^    (?:\$ .*|murmel .*)$",
                                               file.read(), re.M))
    return found


def documents(top):
    text = ""
    for name in ["README"] + sorted("doc/" + name for name in
                                    os.listdir(top + "/doc")):
        if name == "README" or name.endswith(".md"):
            with open(os.path.join(top, name), encoding="utf-8") as file:
                text += file.read()
    return text


def options(murmel):
    """[(name, letter, words that it takes)] of the table."""
    page = subprocess.run([murmel, "help", "options"], text=True, check=True,
                          stdout=subprocess.PIPE).stdout
    completion = subprocess.run([murmel, "help", "completion"], text=True,
                                check=True, stdout=subprocess.PIPE).stdout
    return [(name, letter, re.findall(r"--%s=([a-z-]+)" % name, completion))
            for letter, name in re.findall(r"^  (?:-(\w)(?: [A-Z]+)?, )?--([a-z-]+)",
                                           page, re.M)]


def used_in(files, pattern):
    return next((path for path in sorted(files)
                 if re.search(pattern, files[path])), None)


def used_and_told(murmel, top):
    files, told = texts(top), documents(top)
    table = options(murmel)
    expect(len(table) > 10, "the table of options")
    for name, letter, words in table:
        variable = "MURMEL_" + name.upper().replace("-", "_")
        named = r"(--%s|%s)(?![\w-])" % (name, variable)
        file = used_in(files, named)
        print("--%s: %s" % (name, file))
        expect(file, "--%s is in no test" % name)
        expect(re.search(named, told) or name in SELF_EVIDENT,
               "--%s is in no page" % name)
        for word in words:
            file = used_in({path: text for path, text in files.items()
                            if re.search(named, text)},
                           r'"%s"|%s[=", ]+%s(?![\w-])' % (word, name,
                                                           word))
            print("--%s=%s: %s" % (name, word, file))
            expect(file, "--%s=%s is in no test" % (name, word))


def command_line(prefix, top, folder):
    def said(*words):
        done = subprocess.run([prefix + "/bin/" + words[0]] + list(words[1:]),
                              cwd=folder, stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.STDOUT, timeout=60)
        return done.returncode, done.stdout
    with open(folder + "/script", "w") as file:
        file.write(SCRIPT)
    os.chmod(folder + "/script", 0o755)
    for name, source in (("app", "examples/reversed_bcast"),
                         ("sends", "examples/blocking_exchange"),
                         ("hangs", "tests/e2e/deadlock/recv_recv")):
        status, text = said("murmel-mpicc", "-g", "-o", name,
                            "%s/%s.c" % (top, source))
        expect(status == 0, "no program", text)
    for words in (["--version"], ["-V"], ["run", "--version"]):
        status, text = said("murmel", *words)
        expect(status == 0 and re.fullmatch(r"murmel \d+(\.\d+)*\n", text),
               " ".join(words), text)
    status, text = said("murmel", "-h")
    expect(status == 0 and text == said("murmel", "--help")[1], "-h", text)
    lines = text.splitlines()  # and the prompt: a terminal of 80 x 24
    expect(len(lines) <= 23 and max(map(len, lines)) < 80, "a screen", text)
    # compiled there by a relative name, and run elsewhere
    os.mkdir(folder + "/src")
    os.mkdir(folder + "/elsewhere")
    shutil.copy(top + "/examples/reversed_bcast.c", folder + "/src/away.c")
    said("murmel-mpicc", "-g", "-o", "away", "src/away.c")
    text = subprocess.run(
        [prefix + "/bin/murmel", "run", "-n", "4", "../away"],
        cwd=folder + "/elsewhere", stdout=subprocess.PIPE, text=True,
        stderr=subprocess.STDOUT, timeout=60).stdout
    expect("| MPI_Ibcast(settings" in text, "source, from elsewhere", text)
    for words in (["murmel", "cc"], ["murmel-mpicc"]):
        status, text = said(*words, "-v")  # nothing to link
        expect(status == 0 and "version" in text, " ".join(words), text)
    for words in (["-n", "4"], ["-n4"], ["-np", "4"], ["--np=4"],
                  ["--np", "4"]):
        status, text = said("murmel", "run", *words, "./app")
        expect(status == 1 and "murmel: 4 ranks, 1 error" in text,
               " ".join(words), text)
    for words in (["-q"], ["--quiet"]):
        status, text = said("murmel", "run", "-n", "4", *words, "./app")
        expect(status == 1 and "murmel:" not in text and "rank 3: " in text,
               " ".join(words), text)
    for word, expected in (("standard", 1), ("send-buffered", 0)):
        status, text = said("murmel", "run", "-n", "4", "--strict", word,
                            "./sends")
        expect(status == expected, "--strict " + word, text)
    status, text = said("murmel", "run", "-n", "2", "--on-deadlock=wait",
                        "--timeout=2", "./hangs")
    expect(status == 2 and "the time limit of 2 seconds is over" in text and
           "the job is left as it is; end it with Ctrl-C (SIGINT)" in text and
           "Murmel ends it" not in text, "--on-deadlock=wait", text)
    status, text = said("murmel", "run", "-n", "4", "./hangs")
    expect(status == 1 and text.count("was ended by Murmel") == 1 and
           "murmel: ranks 0-3: each was ended by Murmel, with the job; inside "
           "MPI_Recv: " in text, "ends of several processes", text)
    status, text = said("murmel", "run", "-n", "4", "--format=text",
                        "--on-finding=go", "./app")
    expect(status == 1 and text.count("murmel: error: ") == 1 and
           "::error" not in text and "held" not in text,
           "--format=text --on-finding=go", text)
    status, text = said("murmel", "run", "-n", "4", "./script")
    expect(status == 2 and "--flavour" in text, "a script", text)
    status, text = said("murmel", "run", "-n", "4", "--flavour=abi",
                        "./script")
    expect(status == 1 and "murmel: 4 ranks, 1 error" in text,
           "--flavour=abi", text)
    status, text = said("murmel", "run", "--launcher=%s/bin/murmel-mpiexec "
                        "-n 4" % prefix, "./app")
    expect(status == 1 and "murmel: 4 ranks, 1 error" in text, "--launcher",
           text)


def installed(prefix):
    """The places that packages and README count on."""
    for name in INSTALLED:
        expect(os.path.exists(os.path.join(prefix, name)),
               "make install: %s is missing" % name)
    expect(sorted(os.listdir(prefix)) == ["bin", "include", "lib", "share"] and
           os.listdir(prefix + "/lib") == ["murmel"],
           "make install: more than it should", str(os.listdir(prefix)))


def main():
    prefix, top = sys.argv[1:]
    used_and_told(prefix + "/bin/murmel", top)
    with tempfile.TemporaryDirectory() as folder:
        command_line(prefix, os.path.realpath(top), folder)
    installed(prefix)
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
