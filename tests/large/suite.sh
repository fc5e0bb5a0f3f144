#!/bin/sh
# Runs of 1,024 and of 16,384 ranks that are made up are judged.
MURMEL=${prefix:?}/bin/murmel
GENERATE=${top_builddir:?}/tests/large/generate
export MURMEL GENERATE
exec /usr/bin/python3 "${top_srcdir:?}/tests/large/run.py"
