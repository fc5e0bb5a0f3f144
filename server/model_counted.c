/*
 * model_counted.c - MPI_Get_count with another datatype than the receive had
 * that has set the status (MPI-4.1 3.2.5).
 *
 * Which one has set it is not told: one that tells the same, of those last.
 */
#include "model_argument.h"
#include "signature.h"

#include <stdlib.h>

void counted_note(struct agent *agent, struct call *call,
                  const struct type *type, const struct status_value *status)
{
    struct counted *one;

    if (agent->counted == NULL)
        agent->counted = xcalloc(COUNTED_KEPT, sizeof agent->counted[0]);
    one = &agent->counted[agent->counted_count++ % COUNTED_KEPT];
    one->bytes = status->bytes;
    one->source = status->source;
    one->tag = status->tag;
    one->made_of = type == NULL ? 0 : type->made_of;
    call_set(&one->call, call);
}

/* Bytes of the predefined datatype; 0: not known, or such as go with all. */
static int64_t size_of(struct agent *agent, uint64_t handle)
{
    const struct type *type = handle == 0 || handle == NEUTRAL_DATATYPE_BYTE ||
                                      signature_is_packed(handle)
                                  ? NULL
                                  : agent_type(agent, handle);

    return type == NULL || !type->known ? 0 : type->size;
}

void counted_look(struct agent *agent, struct call *call,
                  const struct record_counted *counted)
{
    const struct call_parameter *parameter = &call->info->parameters[1];
    const struct type *type =
        agent_type(agent, call_word(call, parameter->word));
    int64_t size = type == NULL ? 0 : size_of(agent, type->made_of), other;
    struct call *by = NULL;
    uint32_t i;

    for (i = 0; i < COUNTED_KEPT && i < agent->counted_count; i++) {
        const struct counted *one = &agent->counted[i];

        if (one->bytes != counted->bytes || one->source != counted->source ||
            one->tag != counted->tag)
            continue;
        other = size_of(agent, one->made_of);
        if (other == 0 || other == size)
            return;
        by = one->call;
    }
    /* Who counts items of one byte wants to know how many bytes they are. */
    if (size > 1 && by != NULL)
        argument_raise_counted(&(struct look){.agent = agent, .call = call},
                               parameter, by);
}

void counted_free(struct agent *agent)
{
    uint32_t i;

    for (i = 0; agent->counted != NULL && i < COUNTED_KEPT; i++)
        call_set(&agent->counted[i].call, NULL);
    free(agent->counted);
    agent->counted = NULL;
}
