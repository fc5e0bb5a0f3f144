"""check_page.py PAGE REPORT: does the page hold what report.json holds, and
nothing of the application's as markup?"""
import html.parser
import json
import re
import sys

ELEMENTS = set("""html head meta link title style body a header div svg circle
path ellipse g rect text tspan figure figcaption p h1 h2 h3 main section ul li b span code i form input button
details summary strong ol table thead tbody tr th td footer script noscript""".split())
VOID = {"meta", "link", "input", "circle", "path", "ellipse", "rect"}
ATTRIBUTES = set("""lang charset name content http-equiv rel href class
viewbox width height aria-hidden x y cx cy r d rx ry id aria-label
aria-labelledby aria-pressed hidden role type placeholder data-severity
open scope min tabindex""".split())


class Page(html.parser.HTMLParser):
    """Collects text and ids; notes what must not be there."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.problems, self.ids, self.texts, self.inside = [], [], [], []
        self.scripts = self.findings = 0
        self.packed = False

    def handle_starttag(self, tag, attributes):
        self.packed = tag == "script" and attributes == [("type", "text/html")]
        self.scripts += tag == "script" and not self.packed
        if tag not in ELEMENTS:
            self.problems.append("element <%s>" % tag)
        for name, value in attributes:
            if name not in ATTRIBUTES:
                self.problems.append("attribute %s of <%s>" % (name, tag))
            if name == "href" and not re.match("#|data:,$", value):
                self.problems.append("link to " + value)
            if name == "id":
                self.ids.append(value)
                self.findings += value.startswith("finding-")
        if tag not in VOID:
            self.inside.append(tag)

    def handle_endtag(self, tag):
        self.packed = False
        if tag in VOID:
            return
        if not self.inside or self.inside.pop() != tag:
            self.problems.append("</%s> out of place" % tag)

    def unpack(self, text):
        """A finding that the page's script makes a part of the page."""
        inside = Page()
        inside.feed(text)
        inside.close()
        self.problems += inside.problems
        self.ids += inside.ids
        self.findings += inside.findings
        self.texts += inside.texts
        if inside.inside or inside.scripts:
            self.problems.append("a packed finding: %s" % inside.inside)

    def handle_comment(self, data):
        self.problems.append("comment " + data)

    def handle_data(self, data):
        if self.packed:
            self.unpack(data)
        elif not self.inside or self.inside[-1] not in ("script", "style"):
            self.texts.append(data)


def shown(text):
    """A string of the application as the page shows it: its first part."""
    def replace(match):
        code = ord(match.group())
        if code < 0x20:
            return chr(0x2400 + code)
        return "\u2421" if code == 0x7f else "\ufffd"
    return re.sub("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
                  "\ufdd0-\ufdef\ufffe\uffff]", replace, text[:1000])


def problems_of(source, report):
    """What is wrong with that page of that report."""
    page = Page()
    page.feed(source)
    page.close()
    problems = page.problems
    if page.inside:
        problems.append("not closed: %s" % page.inside)
    if page.scripts != 1:
        problems.append("%d scripts" % page.scripts)
    if len(set(page.ids)) != len(page.ids):
        problems.append("an id stands twice")
    if page.findings != len(report["findings"]):
        problems.append("%d findings in the page" % page.findings)
    if re.search(r"(?i)https?://|@import|url\(|\bfetch\(|XMLHttp", source):
        problems.append("something that goes to the network")
    if re.search(r'<h3>([^<]*)\s<span class="rank">\1</span>', source):
        problems.append("a call is said to be of a rank, twice")
    text = "".join(page.texts)
    wanted = [report["job"]["command"]] + report["incomplete_because"]
    for finding in report["findings"]:
        wanted += [finding["message"], finding["rule"]]
        wanted += [call["text"] for call in finding["calls"]]
        wanted += [item["name"] for item in finding["objects"]]
        graph = finding["graph"] or {"nodes": [], "dot": ""}
        wanted.append(graph["dot"])
        timeline = finding["timeline"] or {"relation": "", "mend": None}
        wanted += [timeline["relation"], timeline["mend"] or ""]
        # a hostile string is one and the same everywhere
        if timeline["mend"] and timeline["mend"] in finding["message"] and \
                "<script>" not in timeline["mend"]:
            problems.append("said twice: " + timeline["mend"][:100])
        for node in graph["nodes"]:
            wanted.append(node["name"] + " " + node["text"])
            wanted += [need["text"][:200] for need in node["needs"]]
    wanted += [rule[name] for rule in report["rules"]
               for name in ("why", "fix", "title")]
    wanted += [finding["standard"] for finding in report["findings"]]
    return problems + ["not in the page: %r" % string[:100]
                       for string in set(wanted) if shown(string) not in text]


def main():
    with open(sys.argv[1], encoding="utf-8", errors="strict",
              newline="") as file:
        source = file.read()
    with open(sys.argv[2], encoding="utf-8") as file:
        report = json.load(file)
    problems = problems_of(source, report)
    print("\n".join(problems[:20]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
