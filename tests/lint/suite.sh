#!/bin/sh
# Every rule has a wrong program and a clean twin; the comparison of verdicts
# with reports goes red when it should.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
status=0
numbers=
for script in rules_tested.py verdict_test.py; do
    output=$(/usr/bin/python3 "${top_srcdir:?}/tests/lint/$script" 2>&1) ||
        status=1
    printf '%s\n' "$output"
    numbers="$numbers $(printf '%s\n' "$output" | tail -n 1 | tr -cd '0-9 ')"
done
# shellcheck disable=SC2086 # six numbers, on purpose
set -- $numbers
[ $# = 6 ] || exit 1
echo "$(($1 + $4)) passed, $(($2 + $5)) failed, $(($3 + $6)) skipped"
exit $status
