#!/bin/sh
# What a profile-guided build (make profile-guided) learns from: recordings of
# many ranks, judged, and what ranks do, on the reference MPI.
#
#   train.sh SOURCE BUILD PREFIX
set -eu
top_srcdir=$1
generate=$2/tests/large/generate
MURMEL=$3/bin/murmel
export MURMEL

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for program in stencil alltoall farm ring; do
    "$generate" --ranks=64 --rounds=100 $program "$folder/$program" \
        >"$folder/said"
    "$MURMEL" replay --quiet --report="$folder/report" "$folder/$program" ||
        [ $? -eq 1 ]
done
"$3/bin/murmel-mpicc" -O2 "$top_srcdir/tests/bench/instructions.c" \
    -o "$folder/calls"
for calls in query local message window sendrecv collective put; do
    "$MURMEL" run --quiet --report="$folder/report" -n 1 \
        "$folder/calls" $calls 3000 >"$folder/said"
done
/usr/bin/python3 "$top_srcdir/tests/bench/applications.py" --rounds 1 \
    --flavour=abi >"$folder/said"
