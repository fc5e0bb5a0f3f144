#!/bin/sh
# The small applications of the benchmark, on the reference MPI: they compute
# what they should, and nothing is found in them; and the ranks that only write
# records.  What they cost is not looked at.
MURMEL=${prefix:?}/bin/murmel
SCALE=${top_builddir:?}/tests/bench/scale
export MURMEL SCALE
bench=${top_srcdir:?}/tests/bench
passed=0 failed=0

check() {
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

check /usr/bin/python3 "$bench/applications.py" --quick --rounds 1 --flavour abi
check /usr/bin/python3 "$bench/memory.py" --quick
for hang in cycle any barrier halves; do
    check "$SCALE" --hang=$hang 4x4
done
for options in --ring --scan --puts "--puts --separate"; do
    # shellcheck disable=SC2086
    check "$SCALE" --exchanges=20 $options 4x4
done
echo "$passed passed, $failed failed"
