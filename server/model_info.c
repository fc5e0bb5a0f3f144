/*
 * model_info.c - info objects: only whether they say no_locks (MPI-4.1
 * 12.2.1).  A handle is bound as long as they do.
 */
#include "model_private.h"

#include <string.h>

static bool is_text(const struct array_string *string, const char *text)
{
    return string->special == ARRAY_PRESENT && string->count == strlen(text) &&
           memcmp(string->items, text, string->count) == 0;
}

static void set(struct agent *agent, uint64_t info, bool no_locks)
{
    struct binding *binding = binding_get(agent, BINDING_INFO, info);

    if (no_locks && binding == NULL)
        binding_add(agent, BINDING_INFO, info, agent);
    else if (!no_locks && binding != NULL)
        binding_remove(agent, binding);
}

bool info_no_locks(const struct agent *agent, uint64_t info)
{
    return binding_find(agent, BINDING_INFO, info) != NULL;
}

enum model_step info_exit(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Info_set *view = CALL_VIEW(open->call, MPI_Info_set);

    if (!succeeded(open->call, call_result(open->call)))
        return MODEL_DONE;
    switch (open->call->info->base) {
    case CALL_MPI_Info_set:
        if (is_text(&view->key, "no_locks"))
            set(agent, view->info, is_text(&view->value, "true"));
        break;
    case CALL_MPI_Info_delete:
        if (is_text(&view->key, "no_locks"))
            set(agent, view->info, false);
        break;
    case CALL_MPI_Info_dup:
        set(agent, CALL_VIEW(open->call, MPI_Info_dup)->newinfo,
            info_no_locks(agent, view->info));
        break;
    case CALL_MPI_Info_free:
        set(agent, view->info, false);
        break;
    }
    return MODEL_DONE;
}
