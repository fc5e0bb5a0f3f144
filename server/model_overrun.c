/*
 * model_overrun.c - receives whose count says more than there is room for: told
 * of once it is known whether what came was more, too (MPI-4.1 3.2.4).
 */
#include "model_argument.h"
#include "model_match.h"

#include <stdlib.h>

/* Of one process; what is more is told at once. */
#define PUT_OFF 64

struct overrun {
    struct call *call; /* held */
    enum argument_fault fault;
    const struct call_parameter *parameter;
    int64_t there, takes;
    char *variable;
    struct comm *comm; /* held; or NULL */
    struct overrun *next, *prev;
};

static void overrun_free(struct agent *agent, struct overrun *overrun)
{
    DL_DELETE(agent->overruns, overrun);
    call_drop(overrun->call);
    free(overrun->variable);
    comm_drop(overrun->comm);
    free(overrun);
}

bool overrun_is_receive(const struct call_info *info)
{
    int i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_SOURCE &&
            info->parameters[i].direction == DIRECTION_IN)
            return (info->classes & (CLASS_COLLECTIVE | CLASS_RMA)) == 0;
    return false;
}

bool overrun_put_off(struct agent *agent, const struct model_event *event)
{
    struct overrun *overrun;
    unsigned count;

    if (event->argument.parameter->direction != DIRECTION_OUT ||
        event->call->came != 0 || !overrun_is_receive(event->call->info))
        return false;
    DL_COUNT(agent->overruns, overrun, count);
    if (count >= PUT_OFF)
        return false;
    overrun = xcalloc(1, sizeof *overrun);
    overrun->call = call_hold(event->call);
    overrun->fault = event->argument.fault;
    overrun->parameter = event->argument.parameter;
    overrun->there = event->argument.size;
    overrun->takes = event->argument.takes;
    if (event->argument.variable != NULL)
        overrun->variable = xstrdup(event->argument.variable);
    if (event->argument.comm != NULL)
        overrun->comm = comm_hold(agent_comm(
            agent, call_word(event->call, event->call->info->comm_word)));
    DL_APPEND(agent->overruns, overrun);
    return true;
}

static void tell(struct agent *agent, struct overrun *overrun)
{
    struct look look = {
        .agent = agent, .call = overrun->call, .comm = overrun->comm};

    argument_raise_room(&look, overrun->fault, overrun->parameter,
                        overrun->there, overrun->takes, overrun->variable);
    overrun_free(agent, overrun);
}

/* One past the last byte that so many bytes of data come to, from the buffer's
 * address on: where the datatype has gaps, of its whole items. */
static int64_t reach_of(const struct type *type, int64_t bytes)
{
    int64_t items, reach;

    if (type == NULL || !type->known || type->doubt != TYPE_SURE ||
        type->size <= 0 || type->dense)
        return bytes;
    items = bytes / type->size;
    if (items == 0 ||
        __builtin_mul_overflow(items - 1, type->ub - type->lb, &reach) ||
        __builtin_add_overflow(reach, type->true_ub, &reach))
        return bytes;
    return reach > bytes ? reach : bytes;
}

void overrun_matched(const struct receive *receive,
                     const struct message *message)
{
    struct call *call = receive->transfer.call;
    int64_t room = payload_bytes(&receive->transfer.payload);
    int64_t bytes = payload_bytes(&message->transfer.payload);
    struct agent *agent;
    struct overrun *overrun;

    if (call == NULL)
        return;
    agent = agent_of(call->process);
    call->came =
        reach_of(receive->transfer.payload.type, bytes > room ? room : bytes);
    DL_FOREACH(agent->overruns, overrun)
        if (overrun->call == call) {
            tell(agent, overrun);
            return;
        }
}

void overruns_end(struct agent *agent)
{
    while (agent->overruns != NULL)
        tell(agent, agent->overruns);
}

void overruns_free(struct agent *agent)
{
    while (agent->overruns != NULL)
        overrun_free(agent, agent->overruns);
}
