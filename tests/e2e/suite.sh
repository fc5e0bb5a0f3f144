#!/bin/sh
# Every program on every MPI; on the reference MPI it is recorded and judged
# again, too.  Of what a report looks like a third of them is enough.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
exec /usr/bin/python3 "${top_srcdir:?}/tests/e2e/run.py" --jobs 3 \
    --replay abi --form 3
