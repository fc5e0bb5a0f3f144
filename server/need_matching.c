/*
 * need_matching.c - what the receives that are posted at an endpoint can take.
 */
#include "need_matching.h"

#include <stdlib.h>

/* A lane, and its first message that is not taken, or NULL. */
struct view {
    const struct lane *lane;
    const struct message *first;
};

struct matching {
    const struct endpoint *endpoint;
    struct view *views;
    size_t view_count;
    struct flat_table by_lane;  /* views */
    struct flat_table taken;    /* messages */
    struct flat_table receives; /* to SERVED or UNSERVED */
    const struct receive **rivals;
    size_t rival_count, rival_room;
};

static char served_mark, unserved_mark;
#define SERVED   (&served_mark)
#define UNSERVED (&unserved_mark)

static bool tags_meet(int64_t one, int64_t other)
{
    return one == NEUTRAL_ANY_TAG || other == NEUTRAL_ANY_TAG || one == other;
}

static bool is_taken(const struct matching *matching,
                     const struct message *message)
{
    return flat_table_find(&matching->taken, (uintptr_t)message) != NULL;
}

static const struct message *first_free(const struct matching *matching,
                                        struct view *view, int64_t tag)
{
    const struct message *message;

    while (view->first != NULL && is_taken(matching, view->first))
        view->first = view->first->next;
    for (message = view->first; message != NULL; message = message->next)
        if (tags_meet(tag, message->tag) && !is_taken(matching, message))
            return message;
    return NULL;
}

static struct view *view_of(const struct matching *matching, int64_t source)
{
    const struct lane *lane = lane_find(matching->endpoint, (uint32_t)source);

    return lane == NULL ? NULL
                        : flat_table_find(&matching->by_lane, (uintptr_t)lane);
}

/* How many messages the receive could take, one of each lane at most: none, one
 * (*one), or 2: several. */
static unsigned candidates(const struct matching *matching,
                           const struct receive *receive,
                           const struct message **one)
{
    const struct message *message;
    struct view *view;
    unsigned count = 0;
    size_t i;

    if (receive->source != SOURCE_ANY) {
        view = view_of(matching, receive->source);
        *one = view == NULL ? NULL : first_free(matching, view, receive->tag);
        return *one != NULL;
    }
    for (i = 0; i < matching->view_count && count < 2; i++) {
        message = first_free(matching, &matching->views[i], receive->tag);
        if (message != NULL) {
            *one = message;
            count++;
        }
    }
    return count;
}

static void add_rival(struct matching *matching, const struct receive *receive)
{
    if (matching->rival_count == matching->rival_room) {
        matching->rival_room = matching->rival_room * 2 + 8;
        matching->rivals = xrealloc(matching->rivals, matching->rival_room,
                                    sizeof matching->rivals[0]);
    }
    matching->rivals[matching->rival_count++] = receive;
}

struct matching *matching_new(const struct endpoint *endpoint,
                              const struct receive *end)
{
    struct matching *matching = xcalloc(1, sizeof *matching);
    const struct receive *receive;
    const struct message *one;
    struct lane *lane;

    matching->endpoint = endpoint;
    DL_FOREACH(endpoint->lanes, lane)
        matching->view_count++;
    matching->views =
        xcalloc(matching->view_count + 1, sizeof matching->views[0]);
    matching->view_count = 0;
    DL_FOREACH(endpoint->lanes, lane) {
        struct view *view = &matching->views[matching->view_count++];

        *view = (struct view){lane, lane->messages};
        flat_table_add(&matching->by_lane, (uintptr_t)lane, view);
    }
    DL_FOREACH(endpoint->receives, receive) {
        unsigned count;

        if (receive == end)
            break;
        count = candidates(matching, receive, &one);
        if (count == 1)
            flat_table_add(&matching->taken, (uintptr_t)one, SERVED);
        else if (count > 1)
            add_rival(matching, receive);
        flat_table_add(&matching->receives, (uintptr_t)receive,
                       count > 0 ? SERVED : UNSERVED);
    }
    return matching;
}

void matching_free(struct matching *matching)
{
    if (matching == NULL)
        return;
    flat_table_free(&matching->by_lane);
    flat_table_free(&matching->taken);
    flat_table_free(&matching->receives);
    free(matching->views);
    free(matching->rivals);
    free(matching);
}

bool matching_serves(const struct matching *matching,
                     const struct receive *receive, bool *served)
{
    const void *mark = flat_table_find(&matching->receives, (uintptr_t)receive);

    *served = mark == SERVED;
    return mark != NULL;
}

bool matching_takes(const struct matching *matching,
                    const struct message *message)
{
    return is_taken(matching, message) ||
           matching_rivals(matching, message->tag, &(struct call *){NULL}) > 0;
}

static size_t free_in(const struct matching *matching, struct view *view,
                      int64_t tag, size_t limit)
{
    const struct message *message = first_free(matching, view, tag);
    size_t count = 0;

    for (; message != NULL && count < limit; message = message->next)
        count += tags_meet(tag, message->tag) && !is_taken(matching, message);
    return count;
}

size_t matching_untaken(const struct matching *matching, int64_t source,
                        int64_t tag, size_t limit)
{
    struct view *view;
    size_t count = 0, i;

    if (source != SOURCE_ANY) {
        view = view_of(matching, source);
        return view == NULL ? 0 : free_in(matching, view, tag, limit);
    }
    for (i = 0; i < matching->view_count && count < limit; i++)
        count += free_in(matching, &matching->views[i], tag, limit - count);
    return count;
}

size_t matching_rivals(const struct matching *matching, int64_t tag,
                       struct call **first)
{
    size_t count = 0, i;

    for (i = 0; i < matching->rival_count; i++)
        if (tags_meet(matching->rivals[i]->tag, tag) && count++ == 0)
            *first = matching->rivals[i]->call;
    return count;
}

bool matching_may_leave(const struct matching *matching,
                        const struct message *message)
{
    size_t rivals =
        matching_rivals(matching, message->tag, &(struct call *){NULL});
    const struct message *other;
    size_t others = 0, i;

    for (i = 0; i < matching->view_count; i++)
        DL_FOREACH(matching->views[i].lane->messages, other)
            others += other != message && tags_meet(other->tag, message->tag);
    return !is_taken(matching, message) && others >= rivals;
}
