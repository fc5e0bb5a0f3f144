#!/bin/sh
# Is every MPI function in the table, and does the table fit every MPI that
# is on this machine?  Needs top_srcdir, top_builddir, prefix; ends with
# "N passed, N failed, N skipped".
set -u
: "${top_srcdir:?}" "${top_builddir:?}" "${prefix:?}"
wrappers=$top_srcdir/wrappers
table="$wrappers/kinds.def $wrappers/calls.def"
here=$top_srcdir/tests/coverage
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

# check TEXT COMMAND...
check()
{
    text=$1
    shift
    if "$@" >"$work/output" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $text"
        head -n 40 "$work/output" | sed 's/^/    /'
    fi
}

skip()
{
    skipped=$((skipped + 1))
    echo "skip $1"
}

# generate OUTPUT [FLAG...]: from $table
generate()
{
    output=$1
    shift
    # shellcheck disable=SC2086 # $table is two files
    awk -v output="$output" "$@" -f "$wrappers/generate.awk" \
        -f "$wrappers/generate_wrappers.awk" $table
}

# The MPI functions a library has: not those in capitals, which are Fortran's
# and predefined callbacks.
functions_of()
{
    nm -D --defined-only "$1" |
        awk '$2 ~ /^[TWVi]$/ && $3 ~ /^MPI_/ && $3 ~ /[a-z]/ {
            sub(/@.*/, "", $3); print $3 }' | LC_ALL=C sort -u
}

# lacking LIBRARY NAMES: prints what the list of names lacks; fails if any
lacking()
{
    functions_of "$1" >"$work/functions"
    [ -s "$work/functions" ] || { echo "no MPI function in $1"; return 1; }
    LC_ALL=C comm -23 "$work/functions" "$2" >"$work/lacking"
    cat "$work/lacking"
    [ ! -s "$work/lacking" ]
}

fails()
{
    ! "$@"
}

mpi_libraries()
{
    {
        /sbin/ldconfig -p 2>/dev/null | sed -n 's/.* => //p'
        ls "$prefix"/lib/*.so* "$prefix"/lib/murmel/*.so* 2>/dev/null
    } | grep -E '/(libmpich|libmpi|libmpi_abi)\.so(\.[0-9]+)?$' |
        while read -r path; do readlink -f "$path"; done | sort -u
}

# ------------------------------------------- every function is in the table

test_names()
{
    generate names | LC_ALL=C sort >"$work/names"
    grep -vx MPI_Send "$work/names" >"$work/fewer"
    for library in $(mpi_libraries); do
        check "functions of $library that calls.def lacks:" \
            lacking "$library" "$work/names"
        check "a lacking function of $library is not noticed" \
            fails lacking "$library" "$work/fewer"
    done
}

# ------------------------------------------------ a new function: one stanza

one_stanza()
{
    mkdir -p "$work/one"
    cp "$wrappers/calls.def" "$work/one/calls.def"
    cat >>"$work/one/calls.def" <<'END'

call MPI_Whistle since=9.0 large class=collective,blocks
    in    buffer                   sendbuf  count=counts type=datatype
    in    count[group_size(comm)]  counts   at=root
    in    datatype                 datatype
    in    root                     root
    in    comm                     comm
    out   request                  request
END
    table="$wrappers/kinds.def $work/one/calls.def"
    for pair in calls_h:calls.h call_table_c:call_table.c stubs_s:stubs.S \
        prototypes:prototypes.h; do
        generate "${pair%%:*}" >"$work/one/${pair##*:}" || return 1
    done
    cat >"$work/one/mpi.h" <<'END'
typedef struct comm *MPI_Comm;
typedef struct datatype *MPI_Datatype;
typedef struct request *MPI_Request;
typedef long long MPI_Count;
END
    grep -A2 Whistle "$work/one/prototypes.h" >>"$work/one/mpi.h"
    cat >"$work/one/use.c" <<'END'
#include "mpi.h"
#include "calls.h"
int main(void)
{
    struct call_MPI_Whistle_c view = {.root = 1, .result = 0};
    return call_table[CALL_MPI_Whistle_c].base != CALL_MPI_Whistle ||
           call_table[CALL_MPI_Whistle].in_words != 7 || /* 6: its request's */
           call_table[CALL_MPI_Whistle].place_word != 6 || view.result != 0;
}
END
    cc -I"$work/one" -I"$top_srcdir/include" -o "$work/one/use" \
        "$work/one/use.c" "$work/one/call_table.c" || return 1
    "$work/one/use" || return 1
    cc -c -o "$work/one/stubs.o" "$work/one/stubs.S" || return 1
    nm "$work/one/stubs.o" | grep -q ' T PMPI_Whistle_c$' || return 1
    echo PMPI_Whistle_c >"$work/one/present"
    generate wrappers_c -v chapter=removed -v present="$work/one/present" |
        grep -q 'comm_cache_group_size(comm)'
}

# refused TEXT: a table that ends with TEXT is an error
refused()
{
    { cat "$wrappers/calls.def"; printf '%s\n' "$1"; } >"$work/calls.def"
    table="$wrappers/kinds.def $work/calls.def"
    fails generate names
}

test_stanzas()
{
    check "one stanza is not enough for a new function" one_stanza
    check "a call twice is not refused" refused "call MPI_Send since=1.0"
    check "no version is not refused" refused "call MPI_Whistle"
    check "an unknown class is not refused" \
        refused "call MPI_Whistle since=1.0 class=loud"
    check "an unknown kind is not refused" refused "    in  noise  volume"
    check "an unknown word is not refused" refused "whistle"
    table="$wrappers/kinds.def $wrappers/calls.def"
}

# ------------------------------------------------------ each MPI's wrappers

# compiles FLAVOUR COMPILER_FLAGS...: all wrappers, without a warning
compiles()
{
    flavour=$1
    shift
    sh "$wrappers/flavour.sh" awk "$work/$flavour" cc "$@" || return 1
    for source in "$work/$flavour"/*.c "$wrappers"/*.c; do
        cc -std=gnu11 -Wall -Wextra -Wpedantic -Wshadow -Werror \
            -fsyntax-only "-DMURMEL_FLAVOUR_$(echo "$flavour" |
                tr '[:lower:]' '[:upper:]')" \
            -I"$work/$flavour" -I"$wrappers" -I"$top_srcdir/libcheck" \
            -I"$top_srcdir/include" -I"$top_builddir/include" \
            "$@" "$source" || return 1
    done
}

# encodes FLAVOUR MPICC LIBRARY: what the wrappers record
encodes()
{
    generate call_table_c >"$work/call_table.c"
    "$2" -std=gnu11 -Wall -Wextra -Werror -Wno-stringop-overflow \
        -Wno-stringop-overread -rdynamic -o "$work/encode_test" \
        -I"$top_builddir/include" -I"$top_srcdir/include" \
        -I"$top_srcdir/libcheck" "$here/encode_test.c" \
        "$work/call_table.c" -ldl || return 1
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
        timeout -k 2 60 "$work/encode_test" \
        "$prefix/lib/murmel/libmurmel-$1.so" "$3"
}

# Library that a program of this mpicc has loaded.
library_of()
{
    echo 'int MPI_Finalize(void); int main(void) { return MPI_Finalize(); }' \
        >"$work/one.c"
    "$1" -o "$work/one" "$work/one.c" 2>/dev/null || return 1
    readelf -d "$work/one" |
        sed -n 's/.*NEEDED.*\[\(libmpi[a-z_]*\.so[.0-9]*\)\].*/\1/p' |
        head -n 1
}

# flags MPICC: the include flags
flags()
{
    for word in $("$1" -show 2>/dev/null); do
        case $word in -I*) printf '%s ' "$word" ;; esac
    done
}

test_flavour()
{
    flavour=$1 mpicc=$2
    [ -e "$prefix/lib/murmel/libmurmel-$flavour.so" ] ||
        { skip "the flavour $flavour is not built"; return; }
    # shellcheck disable=SC2046 # flags are words
    check "wrappers of $flavour do not compile cleanly:" \
        compiles "$flavour" $(flags "$mpicc")
    check "records of $flavour are wrong:" \
        encodes "$flavour" "$mpicc" "$(library_of "$mpicc")"
}

test_names
test_stanzas
test_flavour mpich "$(command -v mpicc.mpich || echo mpicc)"
test_flavour openmpi "$(command -v mpicc.openmpi || echo mpicc)"
test_flavour abi "$prefix/bin/murmel-mpicc"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
