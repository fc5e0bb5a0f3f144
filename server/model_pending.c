/*
 * model_pending.c - the requests and epochs that processes have open.
 */
#include "model_pending.h"

#include "call_text.h"
#include "model_private.h"

#include <stdlib.h>

struct list {
    struct pending *items;
    size_t count, room;
};

static void add(struct list *list, struct call *call, bool epoch)
{
    if (call == NULL)
        return;
    if (list->count == list->room) {
        list->room = list->room * 2 + 16;
        list->items = xrealloc(list->items, list->room, sizeof list->items[0]);
    }
    list->items[list->count++] =
        (struct pending){call->process, call_hold(call), NULL, epoch};
}

static void add_epochs(struct list *list, const struct agent *agent,
                       const struct window *window)
{
    const struct held_lock *held;
    const struct window_rank *member;
    uint32_t rank;

    if (!comm_member(window->comm, agent, &rank))
        return;
    member = &window->ranks[rank];
    add(list, member->start, true);
    add(list, member->post, true);
    add(list, member->lock_all, true);
    for (held = member->held; held != NULL; held = held->hh.next)
        add(list, held->lock, true);
    /* A fence may as well be meant to be the last one. */
    if (member->fence_rma != NULL)
        add(list, member->fence, true);
}

static void add_bindings(struct list *list, const struct agent *agent)
{
    const struct binding *binding;
    const struct operation *operation;

    DL_FOREACH(agent->bindings, binding) {
        if (binding->key.kind == BINDING_WINDOW)
            add_epochs(list, agent, binding->object);
        if (binding->key.kind == BINDING_REQUEST)
            DL_FOREACH((const struct operation *)binding->object, operation)
                if (operation->active && !operation->told_complete)
                    add(list,
                        operation->started_by != NULL ? operation->started_by
                                                      : operation->made_by,
                        false);
    }
}

static int compare(const void *left, const void *right)
{
    const struct pending *a = left, *b = right;

    return (a->call->number > b->call->number) -
           (a->call->number < b->call->number);
}

size_t model_pending(const struct model *model, struct pending **all)
{
    struct list list = {0};
    const struct agent *agent;
    size_t first, i;

    DL_FOREACH(model->agents, agent) {
        if (agent->gone)
            continue;
        first = list.count;
        add_bindings(&list, agent);
        if (list.count == first)
            continue;
        qsort(&list.items[first], list.count - first, sizeof list.items[0],
              compare);
        while (list.count - first > PENDING_MOST)
            call_drop(list.items[--list.count].call);
        for (i = first; i < list.count; i++)
            list.items[i].text = call_text(list.items[i].call, model);
    }
    *all = list.items;
    return list.count;
}

void pending_free(struct pending *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        call_drop(list[i].call);
        free(list[i].text);
    }
    free(list);
}
