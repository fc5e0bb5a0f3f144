/*
 * model_file.c - open files: their collective calls meet as on a communicator
 * (MPI-4.1 14.2.1, 14.6.4).
 */
#include "model_channel.h"

enum model_step file_open_enter(struct agent *agent, struct open_call *open)
{
    /* Its name is that by which its own process calls it (model_left.c). */
    open->call->making = agent->simple_count[KIND_FILE] + 1;
    return collective_enter(agent, open);
}

static void file_closed(struct agent *agent, uint64_t handle)
{
    struct binding *binding = binding_get(agent, BINDING_FILE, handle);

    if (binding == NULL)
        return;
    comm_drop(binding->object);
    binding_remove(agent, binding);
}

enum model_step file_open_exit(struct agent *agent, struct open_call *open)
{
    uint64_t handle = CALL_VIEW(open->call, MPI_File_open)->fh;
    enum model_step step = collective_exit(agent, open);
    struct child *child;

    if (step == MODEL_WAIT || open->meeting == NULL ||
        !succeeded(open->call, call_result(open->call)) ||
        handle < NEUTRAL_HANDLE_PREDEFINED_END ||
        open->meeting->part_count != 1)
        return step;
    child = meeting_child(open->meeting, 0);
    if (child->comm == NULL)
        child->comm = comm_new(group_hold(open->comm->groups[0]), NULL,
                               open->meeting->parts[0].call);
    /* One that was not seen to be closed. */
    file_closed(agent, handle);
    binding_add(agent, BINDING_FILE, handle, comm_hold(child->comm));
    return MODEL_DONE;
}

enum model_step file_close_exit(struct agent *agent, struct open_call *open)
{
    enum model_step step = collective_exit(agent, open);

    if (step == MODEL_DONE && succeeded(open->call, call_result(open->call)))
        file_closed(agent, open->call->words[0]);
    return step;
}
