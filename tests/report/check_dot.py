"""check_dot.py REPORT: do the graphs beside report.json hold what it says?

Each is read by the grammar of DOT as far as Murmel uses it, and compared
with the graph in the report: the same nodes, edges, AND and OR, knot.
"""
import json
import os
import re
import sys

STRING = r'"((?:[^"\\\x00-\x1f\x7f]|\\["\\n])*)"'
HEAD = re.compile(r"  label=" + STRING + ";")
NODE = re.compile(r"  n(\d+) \[label=" + STRING +
                  r"(, penwidth=2, color=red)?\];")
EDGE = re.compile(r"  n(\d+) -> n(\d+) \[label=" + STRING +
                  r"(, style=dashed)?(, penwidth=2, color=red)?\];")


def check(lines, graph):
    assert lines[0] == "digraph waits {" and lines[-1] == "}", lines
    assert HEAD.fullmatch(lines[1]), lines[1]
    nodes, edges = [], []
    for line in lines[3:-1]:
        node, edge = NODE.fullmatch(line), EDGE.fullmatch(line)
        assert node or edge, line
        if node:
            nodes.append((int(node[1]), bool(node[3])))
        else:
            edges.append((int(edge[1]), int(edge[2]),
                          "or" if edge[4] else "and", bool(edge[5])))
    assert nodes == [(i, node["in_knot"])
                     for i, node in enumerate(graph["nodes"])], nodes
    assert edges == [(edge["from"], edge["to"], edge["kind"], edge["in_knot"])
                     for edge in graph["edges"]], edges


def main():
    folder = os.path.dirname(sys.argv[1])
    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    graphs = [finding["graph"] for finding in report["findings"]
              if finding["graph"]]
    if report["state"]:
        graphs.append(report["state"]["graph"])
        assert len(report["state"]["seconds"]) == len(graphs[-1]["nodes"])
    for graph in graphs:
        with open(os.path.join(folder, graph["dot"]),
                  encoding="utf-8") as file:
            check(file.read().splitlines(), graph)
    assert len(graphs) == sum(name.endswith(".dot")
                              for name in os.listdir(folder))


main()
