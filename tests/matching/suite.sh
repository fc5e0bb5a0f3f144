#!/bin/sh
# Each collective operation with each fault of matching: one finding, the right.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
exec /usr/bin/python3 "${top_srcdir:?}/tests/matching/run.py" --every 9
