/*
 * model_info.c - info objects: what they say of windows (MPI-4.1 12.2.1,
 * 12.2.7).
 * Only a handle that ever said something of that is bound.
 */
#include "model_channel.h"

#include <stdlib.h>
#include <string.h>

static bool is_text(const struct array_string *string, const char *text)
{
    return string->special == ARRAY_PRESENT && string->count == strlen(text) &&
           memcmp(string->items, text, string->count) == 0;
}

/* As they stand now, for a change; made where there are none. */
static struct window_hints *hints_get(struct agent *agent, uint64_t info)
{
    struct window_hints *hints = binding_find(agent, BINDING_INFO, info);

    if (hints == NULL) {
        hints = xcalloc(1, sizeof *hints);
        binding_add(agent, BINDING_INFO, info, hints);
    }
    return hints;
}

static void hints_forget(struct agent *agent, uint64_t info)
{
    struct binding *binding = binding_get(agent, BINDING_INFO, info);

    if (binding == NULL)
        return;
    free(binding->object);
    binding_remove(agent, binding);
}

struct window_hints info_hints(const struct agent *agent, uint64_t info)
{
    const struct window_hints *hints = binding_find(agent, BINDING_INFO, info);

    return hints == NULL ? (struct window_hints){.no_locks = false} : *hints;
}

/* Whether the list, divided by commas, has that word. */
static bool names(const struct array_string *list, const char *word)
{
    uint32_t length = (uint32_t)strlen(word), i;

    for (i = 0; i + length <= list->count; i++)
        if (memcmp(list->items + i, word, length) == 0)
            return true;
    return false;
}

static unsigned unordered(const struct array_string *list)
{
    return (names(list, "rar") ? 0U : ORDERING_RAR) |
           (names(list, "raw") ? 0U : ORDERING_RAW) |
           (names(list, "war") ? 0U : ORDERING_WAR) |
           (names(list, "waw") ? 0U : ORDERING_WAW);
}

/* value NULL: the key is deleted. */
static void set(struct agent *agent, uint64_t info,
                const struct array_string *key,
                const struct array_string *value)
{
    struct window_hints *hints;

    if (key->special != ARRAY_PRESENT ||
        (value != NULL && value->special != ARRAY_PRESENT))
        return;
    if (is_text(key, "no_locks"))
        hints_get(agent, info)->no_locks =
            value != NULL && is_text(value, "true");
    else if (is_text(key, "alloc_shared_noncontig"))
        hints_get(agent, info)->apart = value != NULL && is_text(value, "true");
    else if (is_text(key, "accumulate_ops")) {
        hints = hints_get(agent, info);
        hints->ops_given = value != NULL;
        hints->same_op = value != NULL && is_text(value, "same_op");
    } else if (is_text(key, "accumulate_ordering")) {
        hints = hints_get(agent, info);
        hints->ordering_given = value != NULL;
        hints->unordered = value != NULL ? unordered(value) : 0;
    }
}

/* Before it ends: another thread may be given the handle again before that is
 * recorded. */
enum model_step info_free_enter(struct agent *agent, struct open_call *open)
{
    hints_forget(agent, CALL_VIEW(open->call, MPI_Info_free)->info);
    return MODEL_DONE;
}

enum model_step info_exit(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Info_set *view = CALL_VIEW(open->call, MPI_Info_set);

    if (!succeeded(open->call, call_result(open->call)))
        return MODEL_DONE;
    switch (open->call->info->base) {
    case CALL_MPI_Info_set:
        set(agent, view->info, &view->key, &view->value);
        break;
    case CALL_MPI_Info_delete:
        set(agent, view->info, &view->key, NULL);
        break;
    case CALL_MPI_Info_dup:
        if (binding_find(agent, BINDING_INFO, view->info) != NULL)
            *hints_get(agent, CALL_VIEW(open->call, MPI_Info_dup)->newinfo) =
                info_hints(agent, view->info);
        break;
    }
    return MODEL_DONE;
}

/*
 * What is not given there stays as it was.  An MPI may ignore what is given;
 * but the program has bound itself by it, or may have asked whether it is free.
 * That passive target synchronization comes no more is not followed.
 */
enum model_step window_info_enter(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    struct window *window =
        agent_window(agent, CALL_VIEW(call, MPI_Win_set_info)->win);

    if (window == NULL || !comm_member(window->comm, agent, &open->member))
        return MODEL_DONE;
    open->window = window_hold(window);
    open->meeting = channel_arrive(window->channel, agent, open->member, call,
                                   NULL, window);
    return MODEL_DONE;
}

enum model_step window_info_exit(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Win_set_info *view =
        CALL_VIEW(open->call, MPI_Win_set_info);
    struct window_hints given = info_hints(agent, view->info), *hints;

    if (open->window == NULL || !succeeded(open->call, call_result(open->call)))
        return MODEL_DONE;
    hints = &open->window->ranks[open->member].hints;
    if (given.ops_given) {
        hints->ops_given = true;
        hints->same_op = given.same_op;
    }
    if (given.ordering_given) {
        hints->ordering_given = true;
        hints->unordered = given.unordered;
    }
    return MODEL_DONE;
}
