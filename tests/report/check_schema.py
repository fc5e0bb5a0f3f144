"""check_schema.py [--refuse] SCHEMA REPORT: is the report as the schema says?

With --refuse: does the schema notice when something is missing, of another
type, or not known to it, anywhere in the report?
"""
import copy
import json
import sys

import jsonschema


def places(value, path=()):
    """The paths of all objects and arrays in value."""
    if isinstance(value, dict):
        yield path
        for name in value:
            yield from places(value[name], path + (name,))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, path + (index,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def unlike_places(report):
    """Of the places in arrays that have the same members, one."""
    seen = set()
    for path in places(report):
        kind = (tuple(step for step in path if isinstance(step, str)),
                tuple(at(report, path)))
        if kind not in seen:
            seen.add(kind)
            yield path


def broken(report):
    """Copies of the report with one fault each, and what the fault is."""
    for path in unlike_places(report):
        for name in at(report, path):
            for fault in ("missing", "wrong type"):
                copied = copy.deepcopy(report)
                if fault == "missing":
                    del at(copied, path)[name]
                else:
                    at(copied, path)[name] = {"wrong": "type"}
                yield copied, "%s %s: %s" % (path, name, fault)
        copied = copy.deepcopy(report)
        at(copied, path)["unknown"] = 1
        yield copied, "%s: unknown member" % (path,)


def main():
    refuse = sys.argv[1] == "--refuse"
    with open(sys.argv[-2], encoding="utf-8") as file:
        schema = json.load(file)
    with open(sys.argv[-1], encoding="utf-8") as file:
        report = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    if refuse:
        accepted = [what for copied, what in broken(report)
                    if validator.is_valid(copied)]
        print("\n".join(accepted))
        return 1 if accepted else 0
    problems = 0
    for error in validator.iter_errors(report):
        print("/".join(map(str, error.absolute_path)), error.message[:200])
        problems += 1
        if problems == 20:
            break
    return 1 if problems else 0


sys.exit(main())
