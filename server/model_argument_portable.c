/*
 * model_argument_portable.c - arguments that are right with this MPI, and on
 * this machine, but need not be elsewhere.
 */
#include "model_argument.h"

void argument_large_tag(const struct look *look,
                        const struct call_parameter *parameter)
{
    struct agent *agent = look->agent;

    if (agent->asks_tag_ub || agent->large_tag)
        return;
    agent->large_tag = true;
    argument_raise(look, ARGUMENT_LARGE_TAG, parameter, -1, NULL,
                   ARGUMENT_TAG_SURE);
}

/* Whether each member is in one of those that MPI_Comm_split_type has made, as
 * large as that: it may be a part of it, by a group. */
static bool is_within_shared(const struct comm *comm)
{
    uint32_t i;

    for (i = 0; i < comm_size(comm); i++) {
        const struct seat *seat = comm_seat(comm, i);

        if (seat == NULL || seat->process == NULL ||
            agent_of(seat->process)->shares_with < (int64_t)comm_size(comm))
            return false;
    }
    return true;
}

/* MPI-4.1 12.2.3 */
void argument_shares_memory(const struct look *look)
{
    const struct call_info *info = look->call->info;
    int i;

    if (info->base != CALL_MPI_Win_allocate_shared || look->comm == NULL ||
        look->comm->shares_memory || comm_size(look->comm) == 1 ||
        is_within_shared(look->comm))
        return;
    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_COMM)
            argument_raise(look, ARGUMENT_SHARES_MEMORY, &info->parameters[i],
                           -1, NULL, -1);
}
