# parts of doc/

EXTRA_DIST += doc/standard.md
