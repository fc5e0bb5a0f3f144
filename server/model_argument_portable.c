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

/* MPI-4.1 12.2.3 */
void argument_shares_memory(const struct look *look)
{
    const struct call_info *info = look->call->info;
    int i;

    if (info->base != CALL_MPI_Win_allocate_shared || look->comm == NULL ||
        look->comm->shares_memory || comm_size(look->comm) == 1)
        return;
    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_COMM)
            argument_raise(look, ARGUMENT_SHARES_MEMORY, &info->parameters[i],
                           -1, NULL, -1);
}
