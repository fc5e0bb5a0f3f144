#!/bin/sh
# walk.sh MPICC MPI_H - calls every function of mpi.h (walk.c).
set -u
mpicc=$1 header=$2
here=$(dirname "$0")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM HUP
if ! awk -f "$here/walk.awk" "$header" >"$work/walk.inc" ||
    ! "$mpicc" -I"$work" -Wall -Wextra -o "$work/walk" "$here/walk.c"; then
    echo "0 passed, 1 failed"
    exit 1
fi
# What the library says of wrong calls and of such that never end.
"$work/walk" 2>"$work/said"
