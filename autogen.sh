#!/bin/sh
# Makes ./configure from configure.ac; needs autoconf, automake and libtool.
set -e
cd "$(dirname "$0")"
for tool in autoreconf automake libtoolize; do
    command -v $tool >/dev/null || {
        echo "autogen.sh: $tool not found (Debian: autoconf automake libtool)" >&2
        exit 1
    }
done
autoreconf --install --force
