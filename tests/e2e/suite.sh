#!/bin/sh
# Every program on every MPI.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
exec /usr/bin/python3 "${top_srcdir:?}/tests/e2e/run.py" --jobs 2
