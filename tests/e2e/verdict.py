"""The verdict in a program's head comment, and the findings of a report, in
one form, so that they can be compared.  README.md describes the format."""

import os
import re

import harness

EXTENSIONS = (".c", ".cpp", ".f", ".f90", ".py")
VERDICTS = ("clean", "note", "warning", "potential", "error")
FAILING = ("potential", "error")  # what --fail-on counts by default
KEYS = ("np", "verdict", "finding", "hangs", "twin", "status", "calls",
        "flavours", "options", "args", "ways", "plugin", "absent", "says",
        "compiler", "flags", "needs", "unless")


class BadVerdict(Exception):
    pass


class Expected:
    """One `finding:` line: RULE [NAME=RANK@MARKER ...] [ranks=A,B]
    [count=N] [cites=SECTIONS] [...]."""

    def __init__(self, text, markers, path):
        words = text.split()
        self.text = text
        self.rule = words[0]
        # (role or None, ranks or None, lines: of the innermost frame and, if
        # they are told, of those around it in the same file)
        self.calls = []
        self.ranks = None
        self.count = None
        self.cites = None
        self.more = False  # further calls may be shown
        for word in words[1:]:
            name, _, value = word.partition("=")
            if word == "...":
                self.more = True
            elif name == "ranks":
                self.ranks = sorted(int(rank) for rank in value.split(","))
            elif name == "count":
                self.count = int(value)
            elif name == "cites":
                self.cites = "MPI-4.1 " + value.replace(",", ", ")
            else:
                ranks, _, places = value.partition("@")
                for marker in places.split("<"):
                    if marker not in markers:
                        raise BadVerdict("%s: no line is marked @%s" %
                                         (path, marker))
                self.calls.append((
                    None if name == "call" else name,
                    None if ranks == "*" else int(ranks),
                    [markers[marker] for marker in places.split("<")]))

    def differs(self, finding, source):
        """Why this finding is not the expected one, or None."""
        if finding["rule"] not in self.rule.split("|"):
            return "its rule is " + finding["rule"]
        if self.ranks is not None and finding["ranks"] != self.ranks:
            return "its ranks are %s" % finding["ranks"]
        if self.count is not None and finding["count"] != self.count:
            return "it was counted %d times" % finding["count"]
        if self.cites is not None and finding["standard"] != self.cites:
            return "it cites " + finding["standard"]
        calls = list(finding["calls"])
        for role, rank, lines in self.calls:
            for call in calls:
                if (role in (None, call["role"]) and
                        rank in (None, call["rank"]) and
                        call["file"] == source and
                        (call["lines"] if len(lines) > 1 else
                         call["lines"][:1]) == lines):
                    calls.remove(call)
                    break
            else:
                return "no %s of rank %s at line %s" % (
                    role or "call", "any" if rank is None else rank,
                    " by ".join(map(str, lines)))
        if calls and not self.more:
            return "it shows more calls: %s" % describe_calls(calls)
        return None


class Program:
    def __init__(self, path, root):
        self.path = path
        self.name = os.path.relpath(path, root)
        with open(path) as f:
            text = f.read()
        self.keys, said = head(text, path)
        # "(acceptance E1)": the rows it is a program of, and what it does
        self.rows = re.findall(r"acceptance ([A-Z]\d+)", said)
        self.about = re.split(r"[.:](?: |$)| \((?=[^)]*acceptance)", said)[0]
        markers = {}
        for number, line in enumerate(text.splitlines(), 1):
            for name in re.findall(r"(?:/\*|!|#)\s*@([\w-]+)", line):
                if name in markers:
                    raise BadVerdict("%s: @%s stands twice" % (path, name))
                markers[name] = number
        self.np = int(self.one("np", "1"))
        self.verdicts = self.one("verdict").split("|")
        self.verdict = self.verdicts[0]
        self.hangs = self.one("hangs", "no")
        self.statuses = {int(one) for one in
                         self.one("status", "0").split("|")}
        self.twin = self.one("twin", None)
        self.plugin = self.one("plugin", "no") == "yes"
        self.compiler = self.one("compiler", None)
        self.flags = self.one("flags", "").split()
        self.args = self.one("args", "").split()
        self.options = self.one("options", "").split()
        self.flavours = self.one("flavours", "").split()
        self.absent = self.one("absent", None)
        self.says = self.keys.get("says", [])
        self.needs = self.one("needs", None)
        self.unless = self.one("unless", "").split()
        self.ways = self.one("ways", "").split()
        self.calls = None
        if "calls" in self.keys:
            self.calls = {}
            for word in self.one("calls").split():
                rank, _, number = word.partition("=")
                self.calls[int(rank)] = int(number)
        self.findings = [Expected(text, markers, path)
                         for text in self.keys.get("finding", [])]
        if any(word not in VERDICTS for word in self.verdicts):
            raise BadVerdict("%s: verdict: %s?" % (path, self.verdict))
        if self.hangs not in ("no", "maybe", "yes"):
            raise BadVerdict("%s: hangs: %s?" % (path, self.hangs))
        if not set(self.ways) <= {"all", "launcher"}:
            raise BadVerdict("%s: ways: %s?" % (path, self.ways))
        if (self.verdict == "clean") != (not self.findings):
            raise BadVerdict(path + ": findings do not go with the verdict")

    def one(self, key, default=KeyError):
        values = self.keys.get(key)
        if values is None:
            if default is KeyError:
                raise BadVerdict("%s: no `%s:`" % (self.path, key))
            return default
        if len(values) != 1:
            raise BadVerdict("%s: `%s:` stands twice" % (self.path, key))
        return values[0]

    def language(self):
        return os.path.splitext(self.path)[1]

    def modules(self):
        """What a Python program imports."""
        with open(self.path) as file:
            return re.findall(r"^(?:import|from) (\w+)", file.read(),
                              re.MULTILINE)

    def differs_under(self, behaviours):
        """That of the reference MPI's behaviours (MURMEL_MPI) with which the
        program rightly has another verdict, or None.  What a seed chooses may
        be any of its kind."""
        kinds = [name.partition("=")[0] for name in self.unless]
        for behaviour in behaviours.split(","):
            kind, _, value = behaviour.partition("=")
            if behaviour in self.unless or (value == "seed" and kind in kinds):
                return behaviour
        return None

    def hides_mpi(self):
        """True if the executable does not tell which MPI it will load."""
        return self.language() == ".py" or self.plugin

    def of_row(self, wanted):
        """True when it is a program of one of these acceptance rows ("B4") or
        parts ("B")."""
        return any(row in (name, name[0]) for name in self.rows
                   for row in wanted)

    def exit_statuses(self):
        """Those of `murmel run` that are right."""
        return {1} if self.verdict in FAILING else self.statuses

    def compare(self, report):
        """Every difference between the verdict and a report, as texts."""
        found = findings_of(report)
        source = os.path.basename(self.path)
        differences = []
        for expected in self.findings:
            reasons = []
            for finding in found:
                reason = expected.differs(finding, source)
                if reason is None:
                    found.remove(finding)
                    break
                reasons.append("%s, but %s" % (describe(finding), reason))
            else:
                differences.append("missing: " + expected.text)
                differences += ["    there is " + text for text in reasons]
        differences += ["not expected: " + describe(finding)
                        for finding in found]
        if self.calls is not None:
            calls = {process["rank"]: process["call_count"]
                     for process in report["processes"]}
            if calls != self.calls:
                differences.append("calls seen by rank: %s, expected %s" %
                                   (calls, self.calls))
        differences += [fault for fault in map(graph_fault, report["findings"])
                        if fault is not None]
        differences += ["no finding says " + text for text in self.says
                        if not any(text in said(finding)
                                   for finding in report["findings"])]
        severities = [f["severity"] for f in findings_of(report)]
        worst = max(severities, key=VERDICTS.index, default="clean")
        if worst not in self.verdicts and not differences:
            differences.append("the worst severity is %s, expected %s" %
                               (worst, "|".join(self.verdicts)))
        return differences

    def complete(self, report):
        """True when every expected finding is in the report."""
        return not any(text.startswith("missing")
                       for text in self.compare(report))


def said(finding):
    """The message of a finding, and who is in its communicators."""
    return "\n".join([finding["message"]] + [
        "%s: %s" % (item["name"], item["members"])
        for item in finding["objects"] if item["members"] is not None])


def head(text, path):
    """Of the first comment of a program the `key: value` lines, and what it
    says before them, on one line."""
    keys, said = {}, []
    lines = text.splitlines()
    if lines and lines[0].startswith("#!"):
        del lines[0]
    for line in lines:
        if not re.match(r"\s*(/\*|\*|//|!|#(?!\s*include))", line):
            break
        body = re.sub(r"^\s*(/\*|\*/|\*|//|!|#)\s*", "", line).strip()
        match = re.match(r"([a-z]+): *(.*)$", body)
        if match and match.group(1) in KEYS:
            value = match.group(2)
            if match.group(1) != "says":  # a text may end so
                value = re.sub(r"\s+\(.*\)$", "", value)
            keys.setdefault(match.group(1), []).append(value)
        elif not keys:
            said.append(body)
    if not keys:
        raise BadVerdict(path + ": no verdict in the head comment")
    return keys, " ".join(said).strip()


def findings_of(report):
    """The report's findings with just what tests compare."""
    result = []
    for finding in report["findings"]:
        calls = []
        for call in finding["calls"]:
            files = [os.path.basename(frame.get("file") or "?")
                     for frame in call["stack"]] or ["?"]
            calls.append({
                "role": call["role"], "rank": call["rank"], "file": files[0],
                "lines": [frame.get("line") or 0
                          for frame, file in zip(call["stack"], files)
                          if file == files[0]] or [0]})
        result.append({
            "rule": finding["rule"], "severity": finding["severity"],
            "ranks": harness.ranks(finding["ranks"]), "count": finding["count"],
            "standard": finding["standard"],
            "calls": calls})
    return result


def graph_fault(finding):
    """What is wrong with the finding's graph of who waits for whom; None:
    nothing."""
    graph = finding.get("graph")
    if "DEADLOCK" in finding["rule"] and graph is None:
        return finding["rule"] + " has no graph"
    if graph is None:
        return None
    nodes = graph["nodes"]
    for node in nodes:
        if node["text"].endswith(" "):
            return "%s: %s %s: where?" % (finding["rule"], node["name"],
                                          node["text"])
    shown = set(sum((harness.ranks(node["ranks"]) for node in nodes), []))
    if finding["count"] == 1 and \
            not set(harness.ranks(finding["ranks"])) <= shown:
        return "the graph lacks ranks: " + ", ".join(map(str, shown))
    for index, node in enumerate(nodes):
        out = [edge["to"] for edge in graph["edges"]
               if edge["from"] == index and edge["in_knot"]]
        if node["in_knot"] and node["state"] == "waits" and not out:
            return node["name"] + " of the knot waits for nobody of it"
        if any(not nodes[to]["in_knot"] for to in out):
            return node["name"] + " waits in the knot for one outside"
        if node["state"] == "waits" and not node["needs"]:
            return node["name"] + " waits for nothing"
    return None


def describe_calls(calls):
    return " ".join("%s=%s@%s:%s" % (c["role"], c["rank"], c["file"],
                                     "<".join(map(str, c["lines"])))
                    for c in calls)


def describe(finding):
    return "%s %s ranks=%s count=%d" % (
        finding["rule"], describe_calls(finding["calls"]),
        ",".join(map(str, finding["ranks"])), finding["count"])


def programs(filters=()):
    """All programs, the examples too, in order, whose name has one of the
    filters in it."""
    root = os.path.dirname(os.path.abspath(__file__))
    top = os.path.dirname(os.path.dirname(root))
    return (programs_below(root, root, filters) +
            programs_below(os.path.join(top, "examples"), top, filters))


def programs_below(folder, root, filters):
    result = []
    for folder, folders, files in os.walk(folder):
        folders.sort()
        if os.path.samefile(folder, root):
            continue  # the runner's own files
        for name in sorted(files):
            if name.endswith(EXTENSIONS):
                program = Program(os.path.join(folder, name), root)
                if not filters or any(word in program.name
                                      for word in filters):
                    result.append(program)
    return result


def is_in_finalize(report, rank):
    """Whether the last call of that rank is MPI_Finalize."""
    return any(process["rank"] == rank and process["last_calls"] and
               process["last_calls"][-1]["function"] == "MPI_Finalize"
               for process in report["processes"])


def all_finalized(report):
    return all(process["end"]["how"] == "exited" and
               process["end"]["mpi"] == "finalized"
               for process in report["processes"])


def fault_of_mpi(flavour, report, output):
    """A fault of the MPI itself, known and rare, that has spoilt the run; or
    None.  Open MPI 4: a progress thread may crash while MPI_Finalize closes
    what it runs in (open-mpi/ompi issue 10117: some 1 of 1,000 runs); and on a
    busy machine mpiexec may hear of a process's end before it hears that it has
    finalized (2 of some 8,000)."""
    if flavour != "openmpi" or not report:
        return None
    if "exiting improperly" in output and all_finalized(report):
        return ("Open MPI's mpiexec took a process that had finalized for one "
                "that had not")
    for finding in report["findings"]:
        if (finding["rule"] == "PROCESS-CRASHED" and
                any(frame.get("function") == "event_base_loop"
                    for frame in finding["crash_stack"]) and
                any(is_in_finalize(report, rank)
                    for rank in harness.ranks(finding["ranks"]))):
            return ("Open MPI crashed in its own thread in MPI_Finalize "
                    "(open-mpi/ompi 10117)")
    return None
