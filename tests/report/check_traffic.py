"""check_traffic.py REPORT: report.json of traffic.c has what it sends."""
import json
import sys

with open(sys.argv[1]) as file:
    report = json.load(file)
traffic = report["traffic"]
found = [tuple(pair[name] for name in ("from", "to", "messages",
                                       "message_bytes", "rma_calls",
                                       "rma_bytes"))
         for pair in traffic["pairs"]]
expected = [(0, 1, 4, 64, 0, 0), (1, 0, 0, 0, 2, 24), (0, 0, 1, 4, 0, 0),
            (1, 1, 1, 4, 0, 0)]
if found != expected or traffic["pairs_left_out"] != 0:
    print("%s, not %s" % (traffic, expected))
    sys.exit(1)
found = [tuple(row[name] for name in ("function", "made", "left", "smallest",
                                      "largest"))
         for row in report["objects"]]
expected = [("MPI_Comm_split", 5, 0, 1, 2), ("MPI_Win_create", 1, 0, 2, 2)]
if found != expected:
    print("%s, not %s" % (found, expected))
    sys.exit(1)
