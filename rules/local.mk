# The rules, and the model whose events they judge: parts of libserver.a.

include server/model.mk

rules_sources = \
	rules/argument.c rules/argument.h \
	rules/argument_cite.c \
	rules/argument_memory.c \
	rules/argument_together.c \
	rules/argument_value.c \
	rules/attached.c \
	rules/buffer.c \
	rules/collective.c \
	rules/comm_object.c rules/comm_object.h \
	rules/deadlock.c \
	rules/deprecated.c \
	rules/ended.c \
	rules/example.c \
	rules/fortran.c \
	rules/info.c \
	rules/io.c \
	rules/families.h \
	rules/leak.c \
	rules/life.c \
	rules/message.c \
	rules/partition.c \
	rules/portability.c \
	rules/race.c \
	rules/request.c \
	rules/rma_argument.c \
	rules/rma_assert.c \
	rules/rma_conflict.c \
	rules/rma_epoch.c \
	rules/rma_step.c \
	rules/rules.c \
	rules/thread.c \
	rules/type.c
