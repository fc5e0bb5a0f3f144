# The model: $(model_sources) belong to the program murmel.
# Included by rules/local.mk.

model_sources = \
	server/clock.c server/clock.h \
	server/model.c server/model.h \
	server/model_event.h server/model_object.h server/model_private.h \
	server/model_channel.c server/model_collective.c \
	server/model_comm.c server/model_comm_make.c \
	server/model_dispatch.c server/model_group.c server/model_handle.c \
	server/model_message.c server/model_request.c server/model_rma.c \
	server/model_type.c server/model_window.c \
	server/model_window_order.c
EXTRA_DIST += server/model.mk
