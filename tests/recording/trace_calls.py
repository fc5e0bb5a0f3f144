"""murmel trace: the calls of a recording."""

import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(HERE)
from common import MURMEL, murmel, program, record, require  # noqa: E402


def trace_text(folder):
    """A line for each call, those of a process in their order."""
    require(record(folder, program(folder, "calls")) == 1, "no finding")
    status, out, _ = murmel(folder, "trace", "run.murmel")
    require(status == 0, "status %d" % status)
    place = r"  calls\.c:\d+$"
    of_rank_0 = [line for line in out.splitlines() if "Rank 0" in line]
    expected = [r"MPI_Init\(\) <", r"MPI_Comm_rank\(comm=MPI_COMM_WORLD",
                r"MPI_Comm_dup\(.*newcomm=communicator 1\) <"]
    expected += [r"MPI_Send\(buf=0x\w+, count=1, .* tag=%d, comm=communicator 1"
                 r"\) <" % tag for tag in range(3)]
    expected += ["MPI_Comm_set_errhandler",
                 r"MPI_Send\(.*count=-1.*\) = MPI_ERR_COUNT <",
                 r"MPI_Barrier\(comm=communicator 1\) <",
                 r"MPI_Comm_free\(comm=communicator 1\) <", "MPI_Finalize"]
    require(len(of_rank_0) == len(expected), "lines:\n" + out)
    for line, words in zip(of_rank_0, expected):
        require(re.match(r"^ +\d+\.\d{6}  Rank 0  " + words, line) and
                re.search(place, line), "no %s in %s" % (words, line))
    times = [float(line.split()[0]) for line in of_rank_0]
    require(times == sorted(times), "times: %s" % times)


def trace_json(folder):
    require(record(folder, program(folder, "calls")) == 1, "no finding")
    _, out, _ = murmel(folder, "trace", "--json", "run.murmel")
    lines = [json.loads(line) for line in out.splitlines()]
    for rank in 0, 1:
        numbers = [line["number"] for line in lines if line["rank"] == rank]
        require(numbers == list(range(1, len(numbers) + 1)),
                "numbers %s" % numbers)
    sends = [line for line in lines if line["function"] == "MPI_Send"]
    require([line["arguments"]["count"] for line in sends] ==
            ["1", "1", "1", "-1"], "sends: %s" % sends)
    require(all(0 <= line["begin"] <= line["end"] and line["in"] == "main" and
                line["file"].endswith("/calls.c") for line in sends),
            "sends: %s" % sends)


def trace_chrome(folder):
    """Loads, and each arrow that ends has begun."""
    require(record(folder, program(folder, "calls")) == 1, "no finding")
    _, out, _ = murmel(folder, "trace", "--chrome", "run.murmel")
    events = json.loads(out)["traceEvents"]
    begun = {event["id"] for event in events if event["ph"] == "s"}
    ended = {event["id"] for event in events if event["ph"] == "f"}
    require(len(ended) == 3 and ended <= begun, "arrows %s, %s" % (begun, ended))
    names = {event["args"]["name"] for event in events
             if event["name"] == "process_name"}
    require(names == {"Rank 0", "Rank 1"}, "names %s" % names)
    calls = [event for event in events if event["ph"] == "X"]
    require(all(event["ts"] >= 0 and event["dur"] >= 0 for event in calls) and
            "MPI_Barrier" in {event["name"] for event in calls}, "calls")


def trace_of_hang(folder):
    """Calls that never return are there, too."""
    record(folder, program(folder, "minimal"),
           options=["--launcher=%s-mpiexec -env MURMEL_MPI coll=barrier -n 2" %
                    MURMEL])
    _, out, _ = murmel(folder, "trace", "run.murmel")
    require(sorted(re.findall(r"(MPI_\w+)\(.*<does not return>", out)) ==
            ["MPI_Bcast", "MPI_Recv"], out)
    # as long as their process, or nobody would find them in the picture
    _, out, _ = murmel(folder, "trace", "--chrome", "run.murmel")
    held = [event for event in json.loads(out)["traceEvents"]
            if event.get("args", {}).get("returns") is False]
    require(sorted(event["name"] for event in held) ==
            ["MPI_Bcast", "MPI_Recv"] and
            all(event["dur"] > 100 for event in held), "calls %s" % held)


def trace_windows(folder):
    """What is made and freed again has its name in the line of either."""
    require(record(folder, program(folder, "windows")) == 0, "a finding")
    _, out, _ = murmel(folder, "trace", "--json", "run.murmel")
    lines = [json.loads(line) for line in out.splitlines()]
    require(len(lines) == 2 * (2 + 2 * 50), "%d lines" % len(lines))
    for line in lines:
        require(line["text"].startswith(line["function"] + "(") and
                ("Win" not in line["text"] or "=window " in line["text"]),
                "%s: %s" % (line["function"], line["text"]))


TESTS = [trace_text, trace_json, trace_chrome, trace_of_hang, trace_windows]
