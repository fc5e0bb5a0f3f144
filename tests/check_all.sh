#!/bin/sh
# Runs every suite and adds up their last lines, "N passed, N failed" (and
# ", N skipped").  A suite that prints no such line, or ends badly without a
# failure in it, is one failure.  Needs: top_srcdir, top_builddir, prefix
# (of the installed tree), unit_tests (paths below top_builddir).
set -u
: "${top_srcdir:?}" "${top_builddir:?}" "${prefix:?}"
export top_srcdir top_builddir prefix
logs=$top_builddir/check-logs
rm -rf "$logs"
mkdir -p "$logs"
passed=0 failed=0 skipped=0

# suite NAME COMMAND...: shows the suite's output when it fails.
suite()
{
    name=$1
    shift
    began=$(date +%s)
    "$@" >"$logs/$name.log" 2>&1 </dev/null
    status=$?
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$logs/$name.log" |
        tail -n 1)
    numbers=$(printf '%s\n' "${line:-0 passed, 1 failed}" |
        tr -cs '0-9\n' ' ')
    # shellcheck disable=SC2086 # three numbers, on purpose
    set -- $numbers 0
    [ "$status" = 0 ] || [ "$2" != 0 ] || set -- "$1" 1 "$3"
    passed=$((passed + $1)) failed=$((failed + $2))
    skipped=$((skipped + $3))
    printf '%-14s %4d passed, %d failed, %d skipped (%d s)\n' \
        "$name:" "$1" "$2" "$3" $(($(date +%s) - began))
    if [ "$2" != 0 ]; then
        grep -E '^not ok|\[  FAILED  \]' "$logs/$name.log" | head -n 50
        echo "--- end of $name.log:"
        tail -n 200 "$logs/$name.log"
    fi
    grep -i '^skip' "$logs/$name.log" | sort | uniq -c | head -n 20
}

# Each cmocka program says "[  PASSED  ] N test(s)." and, when it has some,
# "[  FAILED  ] N test(s)".
unit()
{
    good=0 bad=0
    for test in ${unit_tests-}; do
        echo "== $test"
        timeout -k 2 120 "$top_builddir/$test" >"$logs/one.log" 2>&1
        status=$?
        cat "$logs/one.log"
        count=$(sed -n 's/.*\[  PASSED  \] \([0-9]*\) test.*/\1/p' \
            "$logs/one.log" | tail -n 1)
        good=$((good + ${count:-0}))
        count=$(sed -n 's/.*\[  FAILED  \] \([0-9]*\) test.*/\1/p' \
            "$logs/one.log" | head -n 1)
        [ "$status" = 0 ] || bad=$((bad + ${count:-1}))
    done
    rm -f "$logs/one.log"
    echo "$good passed, $bad failed"
}

suite unit unit
for script in "$top_srcdir"/tests/*/suite.sh; do
    suite "$(basename "$(dirname "$script")")" sh "$script"
done
rm -f "$logs/one.log"
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
