#!/bin/sh
# Sets Murmel up on this machine, from nothing:
#
#   ./bootstrap.sh demo    build, and watch Murmel catch a wrong MPI program
#   ./bootstrap.sh check   build, and run every test
#
# Installs the Debian packages that are missing (as root, or with sudo);
# on another system it prints what is missing and stops.  Builds in ./build.
set -eu
cd "$(dirname "$0")"
top=$(pwd)
build=$top/build

# What a build needs, and what the tests need on top of that.
build_packages="gcc libc6-dev make autoconf automake libtool libunwind-dev
    uthash-dev libxxhash-dev libjansson-dev libdw-dev libelf-dev
    libzstd-dev libzmq3-dev"
check_packages="libcmocka-dev chromium chromium-driver clang cmake g++ gdb gfortran
    mandoc meson mpich libmpich-dev openmpi-bin libopenmpi-dev python3
    python3-jsonschema python3-mpi4py python3-numpy python3-selenium tidy
    procps"

say()
{
    printf 'bootstrap: %s\n' "$*"
}

usage()
{
    sed -n '2,8s/^# \{0,1\}//p' "$0"
}

die()
{
    printf 'bootstrap: %s\n' "$*" >&2
    exit 2
}

# The packages among "$@" that are not installed.
missing_packages()
{
    for package in "$@"; do
        dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null |
            grep -q '^install ok installed$' || printf ' %s' "$package"
    done
}

# Elsewhere than on Debian: look for the programs and headers themselves.
missing_parts()
{
    for program in gcc make autoconf automake libtoolize awk; do
        command -v "$program" >/dev/null || printf ' %s' "$program"
    done
    for header in libunwind.h uthash.h xxhash.h jansson.h elfutils/libdwfl.h \
        libelf.h zstd.h zmq.h; do
        printf '#include <stddef.h>\n#include <%s>\n' "$header" |
            ${CC:-gcc} -E - >/dev/null 2>&1 || printf ' %s' "$header"
    done
}

install_packages()
{
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null
    then
        missing=$(missing_parts)
        [ -z "$missing" ] || die "not a Debian system; please install:$missing"
        return 0
    fi
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        as_root=sudo
    elif command -v sudo >/dev/null && [ -t 0 ]; then
        as_root=sudo
    else
        die "these packages are missing and I am not root:$missing"
    fi
    say "installing$missing"
    log=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 # lists of words, on purpose
    if ! { $as_root apt-get update &&
        $as_root apt-get install -y --no-install-recommends $missing; } \
        >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        die "could not install:$missing"
    fi
    rm -f "$log"
}

# build [CONFIGURE-OPTION...]: an installed tree in build/stage
build()
{
    mkdir -p "$build"
    say "building in $build, some minutes (log: build/build.log)"
    (
        [ -x configure ] || ./autogen.sh
        cd "$build"
        ../configure "$@"
        make -j"$(nproc)" stage
    ) >"$build/build.log" 2>&1 </dev/null || {
        tail -n 40 "$build/build.log" >&2
        die "the build failed: see $build/build.log"
    }
    bin=$build/stage/usr/local/bin
}

# What a newcomer sees first.
show()
(
    cd "$build"
    "$bin/murmel-mpicc" -g -o demo "$top/examples/reversed_bcast.c"
    say "running examples/reversed_bcast.c with 4 ranks under the checker;"
    say "ranks 1 and 3 may get the two values exchanged, and no MPI complains"
    status=0
    "$bin/murmel" run --report=demo-report -n 4 ./demo || status=$?
    [ "$status" = 1 ] || die "murmel ended with $status; 1 was expected"
    say "the reports:"
    printf '  %s\n' "$build/demo-report/report.html" \
        "$build/demo-report/report.json"
    say "for a program of your own: $bin/murmel run -n 4 ./app"
)

demo()
{
    # shellcheck disable=SC2086
    install_packages $build_packages
    build
    show
}

check()
{
    # shellcheck disable=SC2086
    install_packages $build_packages $check_packages
    build --enable-werror
    show # README's first command, on this machine, is a part of the test
    exec make -s -j"$(nproc)" -C "$build" check-all </dev/null
}

case "${1-}" in
demo | check)
    [ $# = 1 ] || die "one word, please: demo or check"
    "$1"
    ;;
-h | --help)
    usage
    ;;
*)
    usage >&2
    exit 2
    ;;
esac
