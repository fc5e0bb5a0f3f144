#!/bin/sh
# Correct programs of tests/e2e, compiled by `murmel cc`: what is seen of their
# loads and stores is no finding.  With Open MPI, too, where these are judged
# against those of others.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
. "${top_srcdir:?}/tests/sum.sh"
for what in "abi buffer/ collective/ conflict/ local/ partitioned/ rma/" \
    "openmpi conflict/"
do
    # shellcheck disable=SC2086 # words, on purpose
    add /usr/bin/python3 "$top_srcdir/tests/e2e/run.py" --jobs 2 \
        --native --clean --flavour $what
done
total
