"""check_readme.py README EXAMPLES PREFIX: is the session that README shows
what murmel says?

It is the block that begins with "$ murmel run"; the program is built from
EXAMPLES.  Addresses stand as 0x..., and the working directory as /home/you."""
import os
import re
import shutil
import subprocess
import sys
import tempfile


def session(readme):
    """The words of the command, and the lines that it prints."""
    with open(readme, encoding="utf-8") as file:
        text = file.read()
    block = re.search(r"^    \$ murmel (run .*)\n((?:    .*\n)+)", text, re.M)
    if not block:
        sys.exit("%s shows no session" % readme)
    return block[1].split(), [line[4:] for line in block[2].splitlines()]


def main():
    words, expected = session(sys.argv[1])
    examples, prefix = sys.argv[2:4]
    name = os.path.basename(words[-1])
    folder = tempfile.mkdtemp()
    try:
        shutil.copy(os.path.join(examples, name + ".c"), folder)
        subprocess.run([prefix + "/bin/murmel-mpicc", "-g", name + ".c", "-o",
                        name], cwd=folder, check=True)
        done = subprocess.run([prefix + "/bin/murmel"] + words, cwd=folder,
                              stdout=subprocess.DEVNULL, text=True,
                              stderr=subprocess.PIPE, timeout=60)
    finally:
        shutil.rmtree(folder)
    said = re.sub("0x[0-9a-f]+", "0x...", done.stderr)
    said = said.replace(os.path.realpath(folder), "/home/you").splitlines()
    if said == expected:
        return 0
    print("README does not show what murmel says:")
    print("\n".join("    " + line for line in said))
    return 1


sys.exit(main())
