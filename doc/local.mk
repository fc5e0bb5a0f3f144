# parts of doc/

EXTRA_DIST += doc/deadlock.md doc/model.md doc/real-programs.md doc/standard.md

dist_man_MANS += doc/murmel-mpi.7
