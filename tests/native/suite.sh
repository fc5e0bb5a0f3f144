#!/bin/sh
# Correct programs of tests/e2e, compiled by `murmel cc`: what is seen of their
# loads and stores is no finding.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
exec /usr/bin/python3 "${top_srcdir:?}/tests/e2e/run.py" --jobs 2 \
    --native --clean --flavour abi,openmpi \
    buffer/ collective/ conflict/ local/ partitioned/ rma/
