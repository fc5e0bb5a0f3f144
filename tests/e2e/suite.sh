#!/bin/sh
# Every program on the reference MPI, where it is recorded and judged again, too,
# and a third of them on MPICH or Open MPI: which, and on which, is dealt anew
# with each commit; those of the acceptance rows on both.  Of what a report looks like
# a third of them is enough.  (run.py by itself has each on all.)
MURMEL=${prefix:?}/bin/murmel
export MURMEL
commit=$(git -C "${top_srcdir:?}" rev-parse HEAD 2>/dev/null)
exec /usr/bin/python3 "$top_srcdir/tests/e2e/run.py" --jobs 3 \
    --replay abi --form 3 --either "$commit"
