# For suites that are several runs: adds up their last lines, "N passed, N
# failed, N skipped".
passed=0 failed=0 skipped=0 status=0

# add COMMAND...: runs it, and prints what it prints, as `shown` makes it.
add()
{
    output=$("$@") || status=1
    printf '%s\n' "$output" | shown
    # shellcheck disable=SC2046 # three numbers, on purpose
    set -- $(printf '%s\n' "$output" | tail -n 1 | tr -cd '0-9 ')
    [ $# = 3 ] || exit 1
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
}

shown()
{
    cat
}

total()
{
    echo "$passed passed, $failed failed, $skipped skipped"
    exit "$status"
}
