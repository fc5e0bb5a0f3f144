"""check_junit.py REPORT.junit.xml REPORT.json: a test for each rule, those
failed that found something of severity potential or above."""
import json
import sys
import xml.etree.ElementTree


def problems(suite, report):
    tests = {test.get("name"): test for test in suite.iter("testcase")}
    counts = [("tests", len(tests)),
              ("failures", len(list(suite.iter("failure")))),
              ("errors", len(list(suite.iter("error"))))]
    for name, count in counts:
        if int(suite.get(name)) != count:
            yield "%s: %s, but there are %d" % (name, suite.get(name), count)
    if (tests["complete"].find("error") is None) != report["complete"]:
        yield "complete"
    found = {}
    for finding in report["findings"]:
        found.setdefault(finding["rule"], []).append(finding)
    for rule, findings in found.items():
        heavy = findings[0]["severity"] in ("error", "potential")
        part = tests[rule].find("failure" if heavy else "system-out")
        if part is None:
            yield rule + " has not failed"
        elif not heavy and tests[rule].find("failure") is not None:
            yield rule + " has failed"
        elif len(part.text) < 19000 and \
                part.text.count(": %s: " % rule) < len(findings):
            yield rule + ": findings are missing"
    for name, test in tests.items():
        if name not in found and name != "complete" and len(test):
            yield name + " has found nothing"


def main():
    suite = xml.etree.ElementTree.parse(sys.argv[1]).getroot().find("testsuite")
    with open(sys.argv[2], encoding="utf-8") as file:
        report = json.load(file)
    found = list(problems(suite, report))
    print("\n".join(found[:20]))
    return 1 if found else 0


sys.exit(main())
