#!/bin/sh
# Each wrong argument, tried on each function that has one of its kind.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
exec /usr/bin/python3 "${top_srcdir:?}/tests/argument/run.py"
