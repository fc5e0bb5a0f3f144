#!/bin/sh
# The tests of the reference MPI, in the installed tree: the C programs, what
# the launcher does, a call of every function, and every wrong argument.
set -u
here=$(dirname "$0")
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
passed=0 failed=0 skipped=0
for part in "sh $here/run.sh $prefix/bin/murmel-mpicc $prefix/bin/murmel-mpiexec" \
    "sh $here/launch.sh $prefix/bin/murmel-mpicc $prefix/bin/murmel-mpiexec" \
    "sh $here/replay.sh $prefix/bin/murmel-mpicc $prefix/bin/murmel-mpiexec" \
    "sh $here/walk.sh $prefix/bin/murmel-mpicc $prefix/include/murmel/mpi.h" \
    "/usr/bin/python3 $here/wrong.py $prefix/bin/murmel-mpicc"; do
    # shellcheck disable=SC2086 # an interpreter, a script and its arguments
    $part >"$log" 2>&1
    status=$?
    cat "$log"
    set -- $(tail -n 1 "$log" | tr -cs '0-9\n' ' ') 0 0 0
    # One that ends badly without a failure that it tells is one.
    [ "$status" = 0 ] || [ "$2" != 0 ] || set -- "$1" 1 "$3"
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
