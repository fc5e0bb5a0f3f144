# parts of doc/

EXTRA_DIST += doc/deadlock.md doc/model.md doc/standard.md
