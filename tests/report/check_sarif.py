"""check_sarif.py REPORT.sarif REPORT.json: does the one say what the other does?

The shape is checked by what Murmel writes of SARIF 2.1.0, and nothing else.
With SARIF_SCHEMA=FILE also by the schema that OASIS publishes
(oasis-tcs/sarif-spec, sarif-2.1/schema/sarif-schema-2.1.0.json).
"""
import json
import os
import sys
import urllib.parse

import jsonschema


def thing(required, **members):
    return {"type": "object", "additionalProperties": False,
            "required": required.split(), "properties": members}


def several(item, **more):
    return dict({"type": "array", "items": item}, **more)


TEXT = {"type": "string", "minLength": 1}
URI = {"type": "string",
       "pattern": r"^(file://)?([A-Za-z0-9\-._~/]|%[0-9A-F]{2})+$"}
TIME = {"type": "string",
        "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"}
LEVEL = {"enum": ["error", "warning", "note"]}
MESSAGE = thing("text", text=TEXT)
LOCATION = thing(
    "", message=MESSAGE,
    physicalLocation=thing(
        "artifactLocation",
        artifactLocation=thing("uri", uri=URI,
                               uriBaseId={"const": "WORKING_DIRECTORY"}),
        region=thing("startLine",
                     startLine={"type": "integer", "minimum": 1})),
    logicalLocations=several(thing("name kind", name=TEXT,
                                   kind={"const": "function"})))
FRAME = thing("location", location=LOCATION,
              module={"type": ["string", "null"]})
RULE = thing(
    "id shortDescription fullDescription help defaultConfiguration",
    id=TEXT, shortDescription=MESSAGE, fullDescription=MESSAGE, help=MESSAGE,
    defaultConfiguration=thing("level", level=LEVEL),
    properties=thing("severity standard", severity=TEXT, standard=TEXT))
RESULT = thing(
    "ruleId ruleIndex level message occurrenceCount locations",
    ruleId=TEXT, ruleIndex={"type": "integer", "minimum": 0}, level=LEVEL,
    message=MESSAGE, occurrenceCount={"type": "integer", "minimum": 1},
    locations=several(LOCATION, maxItems=1),
    baselineState={"enum": ["new", "unchanged"]},
    relatedLocations=several(LOCATION),
    partialFingerprints=thing("murmel/v1", **{"murmel/v1": TEXT}),
    stacks=several(thing("message frames", message=MESSAGE,
                         frames=several(FRAME))))
INVOCATION = thing(
    "executionSuccessful toolExecutionNotifications",
    executionSuccessful={"type": "boolean"}, commandLine={"type": "string"},
    startTimeUtc=TIME, endTimeUtc=TIME,
    toolExecutionNotifications=several(
        thing("level message", level=LEVEL, message=MESSAGE)))
DRIVER = thing("name version semanticVersion rules", name=TEXT, version=TEXT,
               semanticVersion=TEXT, rules=several(RULE))
SARIF = thing(
    "$schema version runs",
    **{"$schema": TEXT, "version": {"const": "2.1.0"},
       "runs": several(thing(
           "tool invocations results", tool=thing("driver", driver=DRIVER),
           columnKind={"const": "unicodeCodePoints"},
           invocations=several(INVOCATION, minItems=1, maxItems=1),
           originalUriBaseIds=thing("WORKING_DIRECTORY",
                                    WORKING_DIRECTORY=thing("uri", uri=URI)),
           results=several(RESULT)), minItems=1, maxItems=1)})

LEVELS = {"error": "error", "potential": "warning", "warning": "warning",
          "note": "note"}


def problems(sarif, report):
    """What is wrong, in words."""
    for error in jsonschema.Draft7Validator(SARIF).iter_errors(sarif):
        yield "%s: %s" % ("/".join(map(str, error.absolute_path)),
                          error.message[:200])
        return
    run = sarif["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    if len(run["results"]) != len(report["findings"]):
        yield "%d results of %d findings" % (len(run["results"]),
                                             len(report["findings"]))
    for result, finding in zip(run["results"], report["findings"]):
        if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
            yield "ruleIndex of " + result["ruleId"]
        if result["ruleId"] != finding["rule"]:
            yield "%s, but %s" % (result["ruleId"], finding["rule"])
        if result["level"] != LEVELS[finding["severity"]]:
            yield "level of " + result["ruleId"]
        if not result["message"]["text"].startswith(finding["message"]):
            yield "message of " + result["ruleId"]
        stack = finding["crash_stack"] or \
            (finding["calls"][0]["stack"] if finding["calls"] else [])
        places = [location.get("physicalLocation")
                  for location in result["locations"]]
        # Of a crash in the C library it is the program's own frame.
        files = [frame["file"] for frame in
                 (stack if finding["crash_stack"] else stack[:1])
                 if frame["file"]]
        if stack and stack[0]["file"] and \
                (not places or not places[0] or not any(file.endswith(
                    urllib.parse.unquote(
                        places[0]["artifactLocation"]["uri"],
                        errors="replace").replace("file://", ""))
                    for file in files)):
            yield "place of %s: %s" % (result["ruleId"], places)
    if run["invocations"][0]["executionSuccessful"] != report["complete"]:
        yield "executionSuccessful"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        sarif = json.load(file)
    if "SARIF_SCHEMA" in os.environ:
        with open(os.environ["SARIF_SCHEMA"], encoding="utf-8") as file:
            jsonschema.validate(sarif, json.load(file))
    with open(sys.argv[2], encoding="utf-8") as file:
        report = json.load(file)
    found = list(problems(sarif, report))
    print("\n".join(found[:20]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
