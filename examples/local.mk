# Examples: programs whose reports the README shows; tests/e2e runs them.
EXTRA_DIST += \
	examples/ci/github.yml \
	examples/halo_exchange.c examples/leaked_datatype.c \
	examples/lock_while_exposed.c examples/ordered_bcast.c \
	examples/reversed_bcast.c examples/separate_epochs.c
