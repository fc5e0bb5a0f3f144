# parts of doc/

EXTRA_DIST += doc/model.md doc/standard.md
