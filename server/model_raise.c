/*
 * model_raise.c - the model's events, and who hears of them.
 */
#include "model_private.h"

#include <string.h>

void model_raise(struct model *model, const struct model_event *event)
{
    const struct model_listener *listener = &model->listener;
    struct agent *agent =
        event->process != NULL ? agent_of(event->process) : NULL;
    bool keep_back = agent != NULL && handler_may_hold(agent, event);

    if (listener->told(listener->context, event, keep_back) &&
        !handler_holds(agent, event))
        model_confirm(model, event->call);
}

void model_confirm(const struct model *model, const struct call *call)
{
    model->listener.confirm(model->listener.context, call);
}

struct model_event model_event_new(const struct agent *agent,
                                   enum model_event_kind kind,
                                   struct call *call)
{
    struct model_event event;

    memset(&event, 0, sizeof event);
    event.kind = kind;
    event.model = agent->model;
    event.process = agent->process;
    event.call = call;
    return event;
}
