"""check_traffic.py REPORT: report.json of traffic.c has what it sends."""
import json
import sys

with open(sys.argv[1]) as file:
    traffic = json.load(file)["traffic"]
found = [tuple(pair[name] for name in ("from", "to", "messages",
                                       "message_bytes", "rma_calls",
                                       "rma_bytes"))
         for pair in traffic["pairs"]]
expected = [(0, 1, 4, 64, 0, 0), (1, 0, 0, 0, 2, 24), (0, 0, 1, 4, 0, 0),
            (1, 1, 1, 4, 0, 0)]
if found != expected or traffic["pairs_left_out"] != 0:
    print("%s, not %s" % (traffic, expected))
    sys.exit(1)
