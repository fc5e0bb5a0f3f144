#!/usr/bin/python3
"""The one way of the data (HACKING) by what the sources include: headers
without circles, mpi.h in three folders only, rules that know the model and not
the other way round."""

import glob
import os
import re
import sys

TOP = os.environ.get("top_srcdir") or os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..")
FOLDERS = ["include", "wrappers", "libcheck", "server", "rules", "refmpi"]
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)
OF_MODEL = re.compile(r"server/(model|machine|access|race|need|clock)")


def sources():
    return sorted(os.path.relpath(path, TOP) for folder in FOLDERS
                  for path in glob.glob(os.path.join(TOP, folder, "*.[ch]")))


def included(path):
    with open(os.path.join(TOP, path), encoding="utf-8") as f:
        return [os.path.basename(name) for name in INCLUDE.findall(f.read())]


def find_circle(graph):
    """The headers of one, in their order; or None."""
    done, way = set(), []

    def visit(header):
        if header in way:
            return way[way.index(header):] + [header]
        if header in done:
            return None
        way.append(header)
        for other in graph.get(header, []):
            circle = visit(other)
            if circle:
                return circle
        done.add(way.pop())
        return None

    for header in graph:
        circle = visit(header)
        if circle:
            return circle
    return None


def circle_of_folder(folder, files):
    """Of a folder and what all share; headers of one name are in several."""
    graph = {os.path.basename(path): included(path) for path in files
             if path.endswith(".h") and path.startswith((folder, "include/"))}
    return find_circle(graph)


def who_includes(files, folders, wrong):
    """Lines on those of the files outside these folders that include what is
    wrong there."""
    return ["%s includes %s" % (path, name) for path in files
            if not path.startswith(folders)
            for name in included(path) if wrong(name)]


JUDGEMENT = ("rule.h", "finding.h", "findings.h", "judge.h", "families.h")


def problems(files):
    """(what is looked at, what is wrong with it), ..."""
    for folder in FOLDERS:
        circle = circle_of_folder(folder + "/", files)
        yield ("headers of %s without circles" % folder,
               [" -> ".join(circle)] if circle else [])
    yield ("mpi.h in three folders only",
           who_includes(files, ("wrappers/", "libcheck/", "refmpi/"),
                        lambda name: name == "mpi.h"))
    yield ("rules know what is public",
           who_includes([path for path in files if path.startswith("rules/")],
                        (), lambda name: name.endswith("_private.h")))
    yield ("the model knows of no judgement",
           who_includes([path for path in files if OF_MODEL.match(path)], (),
                        lambda name: name in JUDGEMENT))


def main():
    failed = number = 0
    for number, (what, wrong) in enumerate(problems(sources()), 1):
        failed += bool(wrong)
        print("%s %d - %s%s" % ("not ok" if wrong else "ok", number, what,
                                "".join("\n    " + line for line in wrong)))
    print("%d passed, %d failed, 0 skipped" % (number - failed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
