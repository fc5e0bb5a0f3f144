#!/bin/sh
# Runs every suite, three at a time, and adds up their last lines, "N passed, N
# failed" (and ", N skipped").  A suite that prints no such line, or ends badly without a
# failure in it, is one failure.  Needs: top_srcdir, top_builddir, prefix
# (of the installed tree), unit_tests (paths below top_builddir).
set -u
: "${top_srcdir:?}" "${top_builddir:?}" "${prefix:?}"
export top_srcdir top_builddir prefix
logs=$top_builddir/check-logs
rm -rf "$logs"
mkdir -p "$logs"
# Several suites have programs of tests/e2e: each is compiled once.
E2E_PROGRAMS=$logs/programs
export E2E_PROGRAMS
mkdir "$E2E_PROGRAMS"

# failures LOG: the tests that failed, each with what it says about that (the
# lines after it that are indented); of a suite that names none, its end.
failures()
{
    if grep -qE '^(not ok|FAILED)' "$1"; then
        awk '/^(not ok|FAILED)/ {rows = 25}
             !/^(not ok|FAILED|[ \t])/ {rows = 0}
             rows-- > 0 {print "  " substr($0, 1, 400)}' "$1" | head -n 500
    else
        tail -n 40 "$1" | cut -c 1-400 | sed 's/^/  /'
    fi
}

# Sets spent: the seconds of processor time that the suites of this lane which are
# over have taken.  (What "$(times)" says is of a shell of its own.)
take_time()
{
    times >"$logs/times.$lane"
    spent=$(sed -n '2s/[ms]/ /gp' "$logs/times.$lane" |
        awk '{printf "%d", $1 * 60 + $2 + $3 * 60 + $4}')
}

# suite NAME COMMAND...: says how it went, and shows what failed in it.
suite()
{
    name=$1
    shift
    began=$(date +%s)
    take_time
    before=$spent
    "$@" >"$logs/$name.log" 2>&1 </dev/null
    status=$?
    take_time
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$logs/$name.log" |
        tail -n 1)
    numbers=$(printf '%s\n' "${line:-0 passed, 1 failed}" |
        tr -cs '0-9\n' ' ')
    # shellcheck disable=SC2086 # three numbers, on purpose
    set -- $numbers 0
    [ "$status" = 0 ] || [ "$2" != 0 ] || set -- "$1" 1 "$3"
    echo "$1 $2 $3" >"$logs/$name.count"
    {
        printf '%-14s %4d passed, %d failed, %d skipped (%d s, %d of a processor)\n' \
            "$name:" "$1" "$2" "$3" $(($(date +%s) - began)) \
            $((spent - before))
        [ "$2" = 0 ] || failures "$logs/$name.log"
        sed -n 's/^.* # SKIP /skip: /; s/^ok.* # run again: /run again: /
            /^skip/p; /^run again/p' "$logs/$name.log" | sort |
            uniq -c | head -n 20
    } >"$logs/$name.said"
    cat "$logs/$name.said"
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
        [ "$status" = 0 ] || {
            echo "not ok - $test: exit status $status"
            # the tests of it that went wrong, or that it did not survive
            awk '/^\[ RUN/ {run = $0; next} /^\[ +OK / {run = ""; next}
                 run != "" {print "    " run; run = ""} {print "    " $0}
                 END {if (run != "") print "    " run}' "$logs/one.log"
        }
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

# lane NAME...: these suites, one after the other; each is tests/NAME.
lane()
{
    lane=$1
    for name; do
        case $name in
        unit) suite unit unit ;;
        *) suite "$name" sh "$top_srcdir/tests/$name/suite.sh" ;;
        esac
    done
}

# Three at a time: the longest (and one more), those that compute, those that
# mostly wait.
computing="native repeat behaviours random argument coverage report"
waiting="faults nodes"
for script in "$top_srcdir"/tests/*/suite.sh; do
    name=$(basename "$(dirname "$script")")
    case " e2e $computing $waiting " in
    *" $name "*) ;;
    *) waiting="$waiting $name" ;;
    esac
done
lane e2e unit &
# shellcheck disable=SC2086 # a list of words, on purpose
lane $computing &
# shellcheck disable=SC2086 # likewise
lane $waiting
wait
rm -rf "$E2E_PROGRAMS" "$logs/one.log" "$logs"/times.*
suites=$(ls "$top_srcdir"/tests/*/suite.sh | wc -l)
cat "$logs"/*.count | awk -v suites=$((suites + 1)) '
    {passed += $1; failed += $2; skipped += $3}
    END {
        failed += suites - NR # one that came to no end
        printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit failed != 0
    }'
