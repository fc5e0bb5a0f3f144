#!/bin/sh
# Each wrong argument, tried on each function that has one of its kind.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
here=${top_srcdir:?}/tests/argument
if ! /usr/bin/python3 "$here/coverage.py" |
        diff "$top_srcdir/doc/coverage.md" - >&2; then
    echo "FAILED doc/coverage.md is not what coverage.py prints"
    echo "0 passed, 1 failed"
    exit 1
fi
exec /usr/bin/python3 "$here/run.py"
