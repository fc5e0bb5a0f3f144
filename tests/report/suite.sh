#!/bin/sh
# Reports of a made-up job: report.json against its schema, report.html by
# tidy and by what a browser would make of it.  Needs python3-jsonschema and
# tidy (Debian), mandoc for the manual, for a browser's view chromium-driver
# and python3-selenium, tests/report/make_report (check_PROGRAMS), and in
# $prefix the installed murmel, of which all rules are printed and all that README and the
# pages show is repeated; doc/build-systems.md needs cmake and meson.
set -u
: "${top_srcdir:?}" "${top_builddir:?}" "${prefix:?}"
here=$top_srcdir/tests/report
python=/usr/bin/python3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

# check NAME COMMAND...
check()
{
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        head -n 40 "$work/log" | sed 's/^/    /'
    fi
}

# tidy ends with 1 after a warning, with 2 after an error.
valid_html()
{
    tidy -q -e -utf8 "$1"
}

cd "$top_srcdir" || exit 1
for kind in empty plain hostile incomplete many wide; do
    out=$work/$kind
    check "$kind: written" \
        timeout -k 2 60 "$top_builddir/tests/report/make_report" "$kind" "$out"
    check "$kind: page" "$python" "$here/check_page.py" \
        "$out/report.html" "$out/report.json"
    check "$kind: JUnit" "$python" "$here/check_junit.py" \
        "$out/report.junit.xml" "$out/report.json"
    check "$kind: graphs" "$python" "$here/check_dot.py" "$out/report.json"
    [ "$kind" != many ] || continue # the same 10,000 times, for 20 s
    check "$kind: schema" "$python" "$here/check_schema.py" \
        doc/report.schema.json "$out/report.json"
    check "$kind: SARIF" "$python" "$here/check_sarif.py" \
        "$out/report.sarif" "$out/report.json"
    check "$kind: tidy" valid_html "$out/report.html"
done
for kind in plain hostile; do
    check "$kind: the schema refuses what is wrong" \
        "$python" "$here/check_schema.py" \
        --refuse doc/report.schema.json "$work/$kind/report.json"
done

# real NAME SOURCE N STATUS: $work/NAME is the report of that program.
real()
{
    "$prefix/bin/murmel-mpicc" -g -o "$work/$1.bin" "tests/$2.c" &&
        timeout -k 5 60 "$prefix/bin/murmel" run -n "$3" --report="$work/$1" \
            "$work/$1.bin" >/dev/null 2>&1
    [ "$?" = "$4" ]
}

check "a report with a deadlock" real deadlock \
    e2e/deadlock/recv_recv 3 1
check "a report with RMA" real rma e2e/conflict/accumulate_ops 3 1
check "a report with pending requests" real pending \
    e2e/deadlock/waitall_one_missing 2 1
check "a report with classes of ranks" real classes e2e/collective/missing 3 1
check "a report with traffic" real traffic report/traffic 2 0
for name in deadlock rma classes traffic; do
    check "$name: page" "$python" "$here/check_page.py" \
        "$work/$name/report.html" "$work/$name/report.json"
    check "$name: tidy" valid_html "$work/$name/report.html"
done
check "traffic" "$python" "$here/check_traffic.py" "$work/traffic/report.json"
# the browser leaves folders
if TMPDIR=$work timeout -k 5 60 "$python" "$here/check_browser.py" --starts \
    >"$work/log" 2>&1; then
    check "report.html in Chromium" env TMPDIR="$work" timeout -k 5 240 "$python" \
        "$here/check_browser.py" "$work" "$top_builddir/tests/report/shots" \
        "$work/deadlock" "$work/rma"
else
    skipped=$((skipped + 1))
    echo "skip: report.html in Chromium, which does not start:" \
        "$(tail -n 1 "$work/log")"
fi

# Pages of the manual have no fault that mandoc knows, and no line that is
# wider than 80 columns; what it says goes into the log.
whole_manual()
{
    mandoc -T lint "$@" >"$work/lint"
    mandoc -T ascii -O width=78 "$@" | sed 's/.\x08//g' |
        awk 'length > 80' >"$work/long"
    cat "$work/lint" "$work/long"
    [ ! -s "$work/lint" ] && [ ! -s "$work/long" ]
}

# A page has all its sections, none of them empty.
whole_page()
{
    "$prefix/bin/murmel" explain --markdown "$1" >"$work/page.md" &&
        [ "$(head -n 1 "$work/page.md")" = "# $1" ] &&
        grep -q '^Severity: \*\*[a-z]*\*\* · Standard: MPI-[0-9.]* [0-9]' \
            "$work/page.md" &&
        awk '/^## / {if (heading && !text) exit 1; heading = 1; text = 0; next}
             /[a-z]/ && !/^<!--/ {text = 1}
             END {if (!text) exit 1}' "$work/page.md"
}

for page in README doc/*.md; do
    if [ "$page" = doc/build-systems.md ] &&
        ! { command -v cmake && command -v meson; } >/dev/null; then
        skipped=$((skipped + 1))
        echo "skip: $page: there is no cmake or no meson"
        continue
    fi
    check "what $page shows" "$python" "$here/check_readme.py" "$page" \
        examples "$prefix"
done
if command -v mandoc >/dev/null; then
    check "the manual" whole_manual "$prefix/share/man/man1/murmel.1" \
        doc/murmel-mpi.7
else
    skipped=$((skipped + 1))
    echo "skip: the manual: there is no mandoc"
fi
check "the Spack recipe" "$python" -c \
    'compile(open("doc/packaging/spack/package.py").read(), "package.py", "exec")'
check "options" "$python" "$here/check_options.py" "$prefix" "$top_srcdir"
check "what is pending" "$python" "$here/check_pending.py" "$prefix"
if grep -q '^skip: ' "$work/log"; then
    skipped=$((skipped + 1))
    echo "skip: murmel in gdb: $(sed -n 's/^skip: //p' "$work/log")"
fi
check "the status line" "$python" "$here/check_status_line.py" "$prefix"
check "--element-types without -g" "$python" "$here/check_elements.py" "$prefix"
check "processes that are held" "$python" "$here/check_held.py" "$prefix"
check "murmel run in CI" "$python" "$here/check_run.py" "$prefix" examples
rules=$("$prefix/bin/murmel" rules | awk '/^  / {print $1}')
check "there are rules" test -n "$rules"
for rule in $rules; do
    check "page of $rule" whole_page "$rule"
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
