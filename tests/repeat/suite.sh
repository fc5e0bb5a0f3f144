#!/bin/sh
# The wrong programs give their verdicts under delays, too: all of them twice on
# the reference MPI, and those of the acceptance rows A and E once on the
# others.  long.sh does more.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
. "${top_srcdir:?}/tests/sum.sh"
for arguments in "--flavour abi --repeat 2 --delay 1 deadlock/ collective/ rma/" \
    "--flavour mpich --delay 4 --row A --row E" \
    "--flavour openmpi --delay 5 --row A --row E"; do
    # shellcheck disable=SC2086 # words, on purpose
    add /usr/bin/python3 "$top_srcdir/tests/e2e/run.py" --jobs 2 --mode run \
        --wrong $arguments
done
total
