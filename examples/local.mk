# Examples: programs whose reports README and doc/tutorial.md show (tests/e2e
# runs them), and projects for doc/build-systems.md.
EXTRA_DIST += \
	examples/blocking_exchange.c examples/ci/github.yml \
	examples/cmake/CMakeLists.txt examples/early_halo.c \
	examples/halo_exchange.c examples/leaked_datatype.c \
	examples/lock_while_exposed.c examples/meson/meson.build \
	examples/meson/murmel.ini examples/ordered_bcast.c \
	examples/reversed_bcast.c examples/separate_epochs.c
