#!/usr/bin/python3
"""Goes red on a rule without a wrong program among the end-to-end tests, on a
wrong program without a clean twin, on a deprecated or removed function that
no wrong program calls, on a program that expects a rule which
does not exist, on a rule whose page lacks a part, and on one that cites other
sections of the standard than doc/standard.md has read for it.

    MURMEL=<prefix>/bin/murmel rules_tested.py
"""

import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import harness  # noqa: E402
import verdict  # noqa: E402


def rule_ids(murmel):
    """The first word of each line of `murmel rules` that is an id."""
    listing = subprocess.run([murmel.path, "rules"], capture_output=True,
                             text=True, check=True).stdout
    return re.findall(r"^\s*([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*)\s", listing,
                      re.MULTILINE)


def twin_problem(program, programs):
    """Why the twin of a wrong program is none, or None."""
    if program.twin is None:
        return "has no clean twin (`twin:` in its head)"
    path = os.path.normpath(os.path.join(os.path.dirname(program.path),
                                         program.twin))
    for other in programs:
        if os.path.normpath(other.path) == path:
            if other.verdict != "clean":
                return "its twin %s is not clean" % program.twin
            if other.np < 2 <= program.np:
                return "its twin %s has fewer ranks" % program.twin
            return None
    return "its twin %s does not exist" % program.twin


PARTS = [
    ("why it matters", r"\nWhy it matters\n  \S.*\n"),
    ("how to mend it", r"\nHow to mend it\n  \S.*\n"),
    ("lines that break it", r"\n    - \S.*\n"),
    ("lines that are right", r"\n    \+ \S.*\n"),
    ("section of the standard",
     r"\nIn the standard\n  MPI-4\.1 \d+(\.\d+)*(,\s+\d+(\.\d+)*)*\n"),
]


def rule_page(murmel, rule):
    """What `murmel explain` prints of a rule."""
    return subprocess.run([murmel.path, "explain", rule], text=True,
                          capture_output=True, check=True).stdout


def page_problem(page):
    """What the page of a rule lacks, or None."""
    missing = [name for name, part in PARTS
               if not re.search(part, page)]
    return "its page has no " + ", no ".join(missing) if missing else None


def sections_of(page):
    """The sections of the standard on the page of a rule."""
    cited = re.search(r"\n  MPI-4\.1 ([\d.,\s]+)\n", page)
    return set(re.split(r",\s+", cited.group(1))) if cited else set()


def standard_rows():
    """Of the table in doc/standard.md: the rules and sections of each row."""
    with open(os.path.join(HERE, "..", "..", "doc", "standard.md")) as text:
        rows = [line.split(" | ") for line in text
                if re.match(r"\| [A-Z0-9-]+(, [A-Z0-9-]+)* \| \d", line)]
    return [(set(row[0].lstrip("| ").split(", ")), set(row[1].split(", ")))
            for row in rows]


def standard_problems(pages):
    """Where the pages of the rules and doc/standard.md disagree."""
    unread = dict(pages)
    for rules, sections in standard_rows():
        cited = set()
        for rule in rules:
            cited |= sections_of(unread.pop(rule, ""))
        if cited != sections:
            yield (", ".join(sorted(rules)) + " in doc/standard.md",
                   "%s there, but the rule cites %s" %
                   (", ".join(sorted(sections)), ", ".join(sorted(cited))))
    for rule in unread:
        yield rule, "is not in the table of doc/standard.md"


def old_functions():
    """The names of the functions that are deprecated or removed."""
    with open(os.path.join(HERE, "..", "..", "wrappers", "calls.def")) as text:
        return [line.split()[1] for line in text
                if re.match(r"call .* class=\S*(deprecated|removed)", line)]


def old_problem(function, programs):
    """Why no test shows that its call is told, or None."""
    for program in programs:
        if os.path.basename(os.path.dirname(program.path)) == "deprecated" \
                and program.verdict != "clean":
            with open(program.path) as text:
                if re.search(r"\b%s\(.*/\* @" % function, text.read()):
                    return None
    return "no wrong program in tests/e2e/deprecated calls it"


def main():
    murmel = harness.murmel_from_environment()
    rules = rule_ids(murmel)
    programs = verdict.programs()
    tested = {rule: [] for rule in rules}
    results = []  # (name, problem or None)
    for program in programs:
        if program.verdict == "clean":
            continue
        results.append((program.name, twin_problem(program, programs)))
        for finding in program.findings:
            for rule in finding.rule.split("|"):
                if rule in tested:
                    tested[rule].append(program)
                else:
                    results.append((program.name, "expects the rule %s, "
                                    "which does not exist" % rule))
    if not rules:
        results.append(("murmel rules", "prints no rules"))
    pages = {rule: rule_page(murmel, rule) for rule in rules}
    for rule, page in pages.items():
        results.append((rule + " explained", page_problem(page)))
    results.extend(standard_problems(pages))
    for function in old_functions():
        results.append((function, old_problem(function, programs)))
    for rule, found in tested.items():
        results.append((rule, None if found else
                        "no program under tests/e2e expects it"))
    failed = 0
    for number, (name, problem) in enumerate(results, 1):
        failed += problem is not None
        print("%s %d - %s%s" % ("not ok" if problem else "ok", number, name,
                                ": " + problem if problem else ""))
    print("%d passed, %d failed, 0 skipped" % (len(results) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
