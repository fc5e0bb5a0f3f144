#!/bin/sh
# sanitize.sh SOURCE CC INSTALLED - builds the reference MPI in ./sanitize with
# the sanitizers of addresses and undefined behaviour and runs its tests and,
# with the checker of the installed tree, the clean programs of e2e; then with
# that of threads, which knows of those of one process only, and runs what has
# threads. A finding of theirs ends a test with a status of its own.
set -u
source=$(cd "$1" && pwd) cc=$2 installed=$3
# Ranks that crash are a matter of the tests; leaks are looked for, too.
export ASAN_OPTIONS=handle_segv=0:exitcode=99
export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=exitcode=99
export REFMPI_TEST_SECONDS=300
passed=0 failed=0

# build NAME OPTION...: an installed tree of the reference MPI alone.
build()
{
    name=$1
    shift
    prefix=$PWD/sanitize/$name/stage
    rm -rf "$prefix"
    mkdir -p "sanitize/$name" && cp -a "$installed" "$prefix" &&
        (cd "sanitize/$name" &&
            "$source/configure" -q --prefix=/usr CC="$cc $*" CFLAGS='-O1 -g' &&
            make -s libmpi_abi.la murmel-mpiexec murmel-mpicc &&
            cp refmpi/mpi.h "$prefix/include/murmel" &&
            cp .libs/libmpi_abi.so* "$prefix/lib/murmel" &&
            cp murmel-mpicc murmel-mpiexec "$prefix/bin" &&
            rm -f "$prefix/bin/murmel-mpifort") \
            >"sanitize/$name.log" 2>&1 || {
        tail -n 20 "sanitize/$name.log"
        echo "FAILED $name: does not build"
        failed=$((failed + 1))
        return 1
    }
}

# tests SCRIPT ARGUMENT...: with what build has made.
tests()
{
    script=$1
    shift
    case $script in
    *.py) interpreter=/usr/bin/python3 ;;
    *) interpreter=sh ;;
    esac
    $interpreter "$source/tests/refmpi/$script" "$prefix/bin/murmel-mpicc" \
        "$@" >"sanitize/log" 2>&1
    echo "$name, $script:"
    cat sanitize/log
    # shellcheck disable=SC2046 # two numbers
    set -- $(tail -n 1 sanitize/log | tr -cs '0-9\n' ' ') 0 1
    passed=$((passed + $1)) failed=$((failed + $2))
}

# checked FOLDER...: clean programs of e2e under the checker, which is not
# sanitized; those whose compiler is not murmel-mpicc, or is told what else to
# do, are not among them.
checked()
{
    ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0:detect_leaks=0 \
        MURMEL=$prefix/bin/murmel /usr/bin/python3 "$source/tests/e2e/run.py" \
        --flavour abi --mode run --clean --jobs 2 "$@" >sanitize/log 2>&1
    echo "$name, clean programs of e2e under the checker:"
    grep -v '^ok' sanitize/log
    # shellcheck disable=SC2046 # two numbers
    set -- $(tail -n 1 sanitize/log | tr -cs '0-9\n' ' ') 0 1
    passed=$((passed + $1)) failed=$((failed + $2))
}

mpiexec=bin/murmel-mpiexec
if build address -fsanitize=address,undefined \
    -fno-sanitize-recover=undefined -fno-omit-frame-pointer; then
    tests run.sh "$prefix/$mpiexec"
    tests launch.sh "$prefix/$mpiexec"
    tests replay.sh "$prefix/$mpiexec"
    tests walk.sh "$prefix/include/murmel/mpi.h"
    tests wrong.py --live
    checked argument/ buffer/ calls/ collective/ conflict/ deadlock/ \
        deprecated/ file/ leak/ local/ message/ partitioned/ race/ request/ \
        rma/ thread/ types/
fi
# That fences are not known to it concerns what other processes see. A thread of
# its own that is not in MPI lets no rank be found in a deadlock.
if build thread -fsanitize=thread -fno-omit-frame-pointer -Wno-tsan; then
    tests run.sh "$prefix/$mpiexec" "$source/tests/refmpi/threads.c" \
        "$source/tests/refmpi/threads_callbacks.c" \
        "$source/tests/refmpi/threads_token.c" \
        "$source/tests/refmpi/mix_threads.c"
    checked thread/
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
