#!/bin/sh
# Recordings: read again, printed, cut off, damaged, refused.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
exec /usr/bin/python3 "${top_srcdir:?}/tests/recording/run.py"
