#!/bin/sh
# run.sh MPICC MPIEXEC [FILE...] - compiles each test with MPICC, or what it has
# in its name with mpifort for mpicc, and runs it.
# A test's first lines say how: /* np: 2 */, in Fortran ! np: 2 (ranks, default 2; several numbers
# are several runs), /* status: 3 */ (exit status, default 0), /* stderr: text */
# (a line of standard error contains it; else nothing must be printed),
# /* args: ... */ (more arguments for mpiexec), /* only: refmpi */ (no test of
# other MPIs), /* under: a=x b=y */ (a run with each as MURMEL_MPI, instead
# of one as it is set here), /* not under: a=x */ (behaviours that are legal and
# that the test does not stand). Programs that end well also run, once, under
# each of the matrix, which holds every behaviour. Any MPI will do, so the tests themselves can be tested:
#   run.sh mpicc.mpich mpiexec.mpich
set -u
mpicc=$1 mpiexec=$2
shift 2
here=$(dirname "$0")
if [ $# = 0 ]; then # walk.c needs what walk.sh makes for it
    for file in "$here"/*.c "$here"/*.f "$here"/*.f90; do
        [ "$file" = "$here/walk.c" ] || set -- "$@" "$file"
    done
fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM HUP
limit=${REFMPI_TEST_SECONDS:-60}
case $mpiexec in
*murmel-mpiexec) is_own=yes ;;
*) is_own= ;;
esac
matrix="send=sync,coll=barrier,rma=late,progress=weak,wildcard=lowest
    send=eager,coll=minimal,rma=seed,wildcard=highest,seed=2
    memory-model=separate,send=seed,coll=seed,rma=late,wildcard=seed,seed=3"
[ "$is_own" ] || matrix=
mpifort=$(echo "$mpicc" | sed 's|mpicc\([^/]*\)$|mpifort\1|')
passed=0 failed=0 skipped=0

# field NAME FILE: the text of /* NAME: text */, or ! NAME: text, in the head of
# a test.
field()
{
    sed -n -e "1,8s|.*/\\* $1: \\(.*\\) \\*/.*|\\1|p" \
        -e "1,8s|^! $1: \\(.*\\)|\\1|p" "$2"
}

# compile FILE: to $work/test.
compile()
{
    case $1 in
    *.c) $mpicc -O1 -g -Wall -Wextra -o "$work/test" "$1" -lpthread ;;
    *) $mpifort -O1 -g -J "$work" -o "$work/test" "$1" ;;
    esac >"$work/log" 2>&1
}

bad()
{
    failed=$((failed + 1))
    echo "FAILED $1: $2"
    sed 's/^/    /' "$work/log" | head -n 20
}

# one NAME FILE NP BEHAVIOUR: a single run of a compiled test.
one()
{
    run="$1, $3 ranks${4:+, $4}"
    status=$(field status "$2") text=$(field stderr "$2")
    # shellcheck disable=SC2046 # several arguments, on purpose
    MURMEL_MPI=$4 timeout -k 2 "$limit" $mpiexec $(field args "$2") -n "$3" \
        "$work/test" >"$work/log" 2>&1 </dev/null
    got=$?
    if [ "$got" != "${status:-0}" ]; then
        bad "$run" "exit status $got, not ${status:-0}"
    elif [ -n "$text" ] && ! grep -qF -e "$text" "$work/log"; then
        bad "$run" "does not say: $text"
    elif [ -z "$text" ] && [ -s "$work/log" ]; then
        bad "$run" "prints something"
    else
        passed=$((passed + 1))
    fi
}

# stands FILE BEHAVIOURS: none of them is one that the test does not stand.
stands()
{
    for unsafe in $(field 'not under' "$1"); do
        case ,$2, in
        *,"$unsafe",*) return 1 ;;
        esac
    done
}

# under_matrix NAME FILE NP...: with the first number of ranks above 1.
under_matrix()
{
    matrix_name=$1 matrix_file=$2
    shift 2
    [ "$1" != 1 ] || [ $# = 1 ] || shift
    for behaviour in $matrix; do
        if stands "$matrix_file" "$behaviour"; then
            one "$matrix_name" "$matrix_file" "$1" "$behaviour"
        fi
    done
}

for file; do
    name=$(basename "${file%.*}")
    if [ -z "$is_own" ] && [ -n "$(field only "$file")" ]; then
        skipped=$((skipped + 1))
        continue
    fi
    if [ "${file##*.}" != c ] && ! command -v "$mpifort" >/dev/null; then
        echo "skipped $name: there is no $mpifort"
        skipped=$((skipped + 1))
        continue
    fi
    if ! compile "$file"; then
        bad "$name" "does not compile"
        continue
    fi
    np=$(field np "$file") behaviours=$(field under "$file")
    for ranks in ${np:-2}; do
        for behaviour in ${behaviours:-"${MURMEL_MPI-}"}; do
            one "$name" "$file" "$ranks" "$behaviour"
        done
    done
    if [ -z "$(field status "$file")$behaviours${MURMEL_MPI-}" ]; then
        # shellcheck disable=SC2086 # several numbers, on purpose
        under_matrix "$name" "$file" ${np:-2}
    fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
