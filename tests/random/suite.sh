#!/bin/sh
# Correct programs, drawn by lot: nothing is found in them.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
exec /usr/bin/python3 "${top_srcdir:?}/tests/random/run.py" --seeds 10
