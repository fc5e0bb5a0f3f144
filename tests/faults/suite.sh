#!/bin/sh
# The checker is killed, ranks die, Murmel is used badly.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
exec /usr/bin/python3 "${top_srcdir:?}/tests/faults/run.py"
