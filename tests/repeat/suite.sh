#!/bin/sh
# The wrong programs give their verdicts under delays, too: all of them twice on
# the reference MPI, and those of the acceptance rows A and E once on the
# others.  long.sh does more.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
run=${top_srcdir:?}/tests/e2e/run.py
status=0
numbers=
for arguments in "--flavour abi --repeat 2 --delay 1 deadlock/ collective/ rma/" \
    "--flavour mpich --delay 4 --row A --row E" \
    "--flavour openmpi --delay 5 --row A --row E"; do
    # shellcheck disable=SC2086 # words, on purpose
    output=$(/usr/bin/python3 "$run" --jobs 2 --mode run --wrong \
        $arguments) || status=1
    printf '%s\n' "$output"
    numbers="$numbers $(printf '%s\n' "$output" | tail -n 1 | tr -cd '0-9 ')"
done
# shellcheck disable=SC2086 # nine numbers, on purpose
set -- $numbers
[ $# = 9 ] || exit 1
echo "$(($1 + $4 + $7)) passed, $(($2 + $5 + $8)) failed," \
    "$(($3 + $6 + $9)) skipped"
exit $status
