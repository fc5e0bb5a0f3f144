#!/bin/sh
# Jobs whose ranks are dealt out to several checkers, as if on several nodes:
# the verdicts are those of one, here of programs of each kind; all of them by
# hand: e2e/run.py --nodes 2, 4, 16.  So they are where the connection to the
# root is bad, in each way (cable.py).  And what becomes of a job of which a
# part breaks.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
tests=${top_srcdir:?}/tests
. "$tests/sum.sh"
bad="deadlock/recv_recv.c message/unreceived.c conflict/put_put_shared.c
leak/comm_dup.c calls/point_to_point.c"
for what in "nodes/run.py" \
    "e2e/run.py --jobs 2 --flavour abi --mode run --nodes 2 --row A --row E" \
    "e2e/run.py --jobs 2 --flavour abi --mode run --nodes 4 calls/ examples/" \
    "e2e/run.py --jobs 5 --flavour abi --nodes 2 --cable 0 --repeat 5 $bad"
do
    # shellcheck disable=SC2086 # words, on purpose
    add /usr/bin/python3 "$tests/"$what
done
total
