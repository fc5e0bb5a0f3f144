#!/bin/sh
# Correct programs of tests/e2e, compiled by `murmel cc`: what is seen of their
# loads and stores is no finding.  With Open MPI, too, where these are judged
# against those of others.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
passed=0 failed=0 skipped=0 status=0
for what in "abi buffer/ collective/ conflict/ local/ partitioned/ rma/" \
    "openmpi conflict/"
do
    # shellcheck disable=SC2086 # words, on purpose
    output=$(/usr/bin/python3 "${top_srcdir:?}/tests/e2e/run.py" --jobs 2 \
        --native --clean --flavour $what) || status=1
    printf '%s\n' "$output"
    # shellcheck disable=SC2046 # three numbers, on purpose
    set -- $(printf '%s\n' "$output" | tail -n 1 | tr -cd '0-9 ')
    [ $# = 3 ] || exit 1
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
done
echo "$passed passed, $failed failed, $skipped skipped"
exit $status
