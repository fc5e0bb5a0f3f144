#!/bin/sh
# Every program of an acceptance row (ROWS, all when not given) many times
# (REPEAT) under delays, on every MPI (FLAVOURS): how many runs of each gave
# the verdict in its head.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
rows=
for row in ${ROWS:-A B C D E}; do
    rows="$rows --row $row"
done
status=0
for flavour in ${FLAVOURS:-abi mpich openmpi}; do
    # shellcheck disable=SC2086 # words, on purpose
    /usr/bin/python3 "${top_srcdir:?}/tests/e2e/run.py" --jobs 2 --mode run \
        --flavour "$flavour" --repeat "${REPEAT:-50}" --delay 1 $rows ||
        status=1
done
exit $status
