#!/bin/sh
# Every rule has a wrong program and a clean twin, every acceptance row a
# program; the comparison of verdicts with reports goes red when it should; the
# written programs are as they would be written; sources include each other one
# way.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
status=0
numbers=
for script in rules_tested.py verdict_test.py "acceptance.py --check" \
    "rma_pairs.py --check" headers.py; do
    # shellcheck disable=SC2086 # words, on purpose
    output=$(/usr/bin/python3 "${top_srcdir:?}/tests/lint/"$script 2>&1) ||
        status=1
    printf '%s\n' "$output"
    numbers="$numbers $(printf '%s\n' "$output" | tail -n 1 | tr -cd '0-9 ')"
done
# shellcheck disable=SC2086 # fifteen numbers, on purpose
set -- $numbers
[ $# = 15 ] || exit 1
echo "$(($1 + $4 + $7 + ${10} + ${13})) passed," \
    "$(($2 + $5 + $8 + ${11} + ${14})) failed," \
    "$(($3 + $6 + $9 + ${12} + ${15})) skipped"
exit $status
