/*
 * model_copy.c - buffers that a compiler has made for the call alone, of
 * operations that go on using them (MPI-4.1 19.1.12).
 */
#include "access.h"
#include "model_buffer.h"
#include "model_private.h"
#include "type_map.h"

struct look {
    struct agent *agent;
    struct call *call;
    model_copy_at *at;
    void *context;
    const struct call_parameter *buffer;
};

static bool look_at_first(void *context, const struct type *basic,
                          uint64_t address, int64_t items)
{
    struct look *look = context;
    struct model_event event;

    if (!look->at(look->context, address))
        return false;
    event = model_event_new(look->agent, EVENT_COPIED, look->call);
    event.copied.buffer = look->buffer;
    look->call->copied = true;
    buffer_left(look->agent, address, address + 1);
    buffer_told(look->agent, address,
                address + (uint64_t)basic->size * (uint64_t)items);
    model_raise(look->agent->model, &event);
    return false;
}

static bool look_at_piece(void *context, const struct call_parameter *buffer,
                          uint64_t address, int64_t items,
                          const struct type *type)
{
    struct look *look = context;

    if (buffer != look->buffer && !access_ignores(look->call, buffer)) {
        look->buffer = buffer;
        (void)type_map_walk(address, items, type, look_at_first, look);
    }
    return true;
}

void model_copies(struct model *model, struct call *call, model_copy_at *at,
                  void *context)
{
    const unsigned goes_on =
        CLASS_STARTS | CLASS_INITS | CLASS_SPLITS | CLASS_RMA;
    struct look look = {
        .agent = agent_of(call->process),
        .call = call,
        .at = at,
        .context = context,
    };

    (void)model;
    if ((call->info->classes & goes_on) == 0)
        return;
    access_pieces(look.agent, call, DIRECTION_IN, look_at_piece, &look);
    look.buffer = NULL;
    access_pieces(look.agent, call, DIRECTION_OUT, look_at_piece, &look);
}
