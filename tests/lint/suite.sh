#!/bin/sh
# Every rule has a wrong program and a clean twin.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
exec /usr/bin/python3 "${top_srcdir:?}/tests/lint/rules_tested.py"
