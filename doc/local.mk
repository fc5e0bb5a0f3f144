# parts of doc/

EXTRA_DIST += doc/coverage.md doc/deadlock.md doc/model.md doc/real-programs.md doc/standard.md

dist_man_MANS += doc/murmel-mpi.7
