#!/bin/sh
# Recordings and reports: read again, printed, merged, cut off, damaged,
# refused.  Needs python3-jsonschema.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
exec /usr/bin/python3 "${top_srcdir:?}/tests/recording/run.py"
