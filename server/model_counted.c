/*
 * model_counted.c - MPI_Get_count with another datatype than the receive had
 * that has set the status (MPI-4.1 3.2.5), or with the status of a send, of
 * which the fields are undefined (3.7.3).
 *
 * Which receive has set it is not told: one that tells the same, of those last.
 */
#include "model_argument.h"
#include "signature.h"

#include <stdlib.h>

static struct counted *next_of(struct counted **all, uint32_t *count)
{
    if (*all == NULL)
        *all = xcalloc(COUNTED_KEPT, sizeof **all);
    return &(*all)[(*count)++ % COUNTED_KEPT];
}

static void fill(struct counted *one, struct call *call,
                 const struct status_value *status)
{
    one->bytes = status->bytes;
    one->source = status->source;
    one->tag = status->tag;
    call_set(&one->call, call);
}

/* It is no send's any more; NULL: any may be it. */
static void forget(struct agent *agent, const struct status_value *status)
{
    uint64_t address = status == NULL ? 0 : status_address(status);
    uint32_t i;

    for (i = 0; agent->sent != NULL && i < COUNTED_KEPT; i++)
        if (status == NULL || agent->sent[i].address == address)
            agent->sent[i].address = 0;
}

void counted_note(struct agent *agent, struct call *call,
                  const struct type *type, const struct status_value *status)
{
    struct counted *one = next_of(&agent->counted, &agent->counted_count);

    fill(one, call, status);
    one->made_of = type == NULL ? 0 : type->made_of;
    forget(agent, status);
}

void counted_filled(struct agent *agent, const struct call *call)
{
    const struct call_parameter *parameters = call->info->parameters;
    const struct array_status *all;
    uint32_t i, j;

    for (i = 0; agent->sent != NULL && i < call->info->parameter_count; i++)
        if (parameters[i].kind == KIND_GIVEN_STATUS &&
            parameters[i].direction == DIRECTION_INOUT)
            forget(agent, NULL); /* the program sets it */
        else if (parameters[i].wire == WIRE_STATUS)
            forget(agent, (const void *)&call->words[parameters[i].word]);
        else if (parameters[i].wire == WIRE_STATUSES) {
            all = (const void *)&call->words[parameters[i].word];
            for (j = 0; all->special == ARRAY_PRESENT && j < all->count; j++)
                forget(agent, &all->items[j]);
        }
}

void counted_sent(struct agent *agent, struct call *send,
                  const struct status_value *status)
{
    struct counted *one;

    one = next_of(&agent->sent, &agent->sent_count);
    fill(one, send, status);
    one->address = status_address(status);
}

/* The send whose status that is; NULL: of none. */
static struct call *send_of(const struct agent *agent,
                            const struct record_counted *counted)
{
    uint32_t i;

    for (i = 0; agent->sent != NULL && i < COUNTED_KEPT; i++) {
        const struct counted *one = &agent->sent[i];

        if (one->address != 0 && one->address == counted->address &&
            one->bytes == counted->bytes && one->source == counted->source &&
            one->tag == counted->tag)
            return one->call;
    }
    return NULL;
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

/* Whether what it counts are items of another size than were received. */
static void look_at_type(struct agent *agent, struct call *call,
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

void counted_look(struct agent *agent, struct call *call,
                  const struct record_counted *counted)
{
    struct call *send = send_of(agent, counted);

    if (send != NULL)
        argument_raise_sent(&(struct look){.agent = agent, .call = call}, send);
    else if (counted->bytes > 0) {
        argument_large_count(agent, call, counted->bytes);
        look_at_type(agent, call, counted);
    }
}

static void empty(struct counted *all)
{
    uint32_t i;

    for (i = 0; all != NULL && i < COUNTED_KEPT; i++)
        call_set(&all[i].call, NULL);
    free(all);
}

void counted_free(struct agent *agent)
{
    empty(agent->counted);
    empty(agent->sent);
    agent->counted = agent->sent = NULL;
}
