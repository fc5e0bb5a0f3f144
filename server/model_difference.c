/*
 * model_difference.c - in what the calls that came to a meeting differ, and
 * whose they are.
 */
#include "model_channel.h"
#include "model_event.h"
#include "model_info.h"

#include <stdlib.h>

enum meeting_difference difference_gravest(const struct meeting *meeting)
{
    enum meeting_difference found = MEETING_SAME;
    uint32_t count = meeting->part_count, i, k;

    for (i = 0; i < count; i++)
        for (k = i + 1; k < count && found != MEETING_FUNCTION; k++) {
            enum meeting_difference differs = part_difference(
                meeting, &meeting->parts[i], &meeting->parts[k]);

            if (differs == MEETING_SAME ||
                (found != MEETING_SAME && differs >= found))
                continue;
            found = differs;
        }
    return found;
}

/* Whether the part says nothing of what the others differ in: it gives no
 * root, or one that goes with all of them; likewise of other arguments. */
static bool neutral(const struct meeting *meeting, const struct part *part,
                    enum meeting_difference differs)
{
    uint32_t i;

    if (differs != MEETING_ROOT && differs != MEETING_ARGUMENT)
        return false;
    for (i = 0; i < meeting->part_count; i++)
        if (part_difference(meeting, &meeting->parts[i], part) == differs)
            return false;
    return true;
}

static int compare_classes(const void *left, const void *right)
{
    const struct meeting_class *a = left, *b = right;

    return process_compare(&a->members[0], &b->members[0]);
}

/* Sorts parts into classes that differ; returns how many.  class_of is by
 * part: class + 1, or 0. */
static size_t sort_parts(const struct meeting *meeting,
                         enum meeting_difference differs,
                         struct meeting_class *classes, uint32_t *class_of)
{
    uint32_t count = meeting->part_count, i, k;
    size_t class_count = 0;

    for (i = 0; i < count; i++) {
        const struct part *part = &meeting->parts[i];
        struct meeting_class *class;

        if (neutral(meeting, part, differs))
            continue;
        /* The two groups of an intercommunicator give roots of two kinds;
         * parts whose arguments do not differ may differ from a third. */
        k = differs == MEETING_ARGUMENT ||
                    (differs == MEETING_ROOT && meeting->inter)
                ? i
                : 0;
        for (; k < i; k++) {
            enum meeting_difference other =
                part_difference(meeting, &meeting->parts[k], part);

            if (class_of[k] != 0 && (other == MEETING_SAME || other > differs))
                break;
        }
        class_of[i] = k < i ? class_of[k] : (uint32_t)++class_count;
        class = &classes[class_of[i] - 1];
        if (class->call == NULL || process_rank(part->call->process) <
                                       process_rank(class->call->process))
            class->call = part->call;
        class->group = part->group;
        class->info = part->info;
    }
    return class_count;
}

/* Whether a group that is given to MPI_Comm_create has the member. */
static bool is_bound(const struct meeting *meeting, uint32_t member)
{
    uint32_t i;

    for (i = 0; i < meeting->part_count; i++)
        if (same_binds(meeting, &meeting->parts[i], member))
            return true;
    return false;
}

/* Of the members of a class those whose groups are of account, if any: who is
 * in no group may give any. */
static void leave_unbound(const struct meeting *meeting,
                          struct meeting_class *class)
{
    size_t i, count = 0;
    int member;

    for (i = 0; i < class->member_count; i++) {
        member =
            group_rank(meeting->members, agent_of(class->members[i])->seat);
        if (member >= 0 && is_bound(meeting, (uint32_t)member))
            class->members[count++] = class->members[i];
    }
    if (count == 0)
        return;
    class->member_count = count;
    member = group_rank(meeting->members, agent_of(class->members[0])->seat);
    class->call = meeting->arrivals[member].call;
}

static void list_members(const struct meeting *meeting, const struct comm *comm,
                         enum meeting_difference differs,
                         struct meeting_class *classes, size_t class_count,
                         const uint32_t *class_of)
{
    uint32_t i;
    size_t k;

    for (i = 0; i < meeting->size; i++) {
        uint32_t part = meeting->part_of[i];
        struct meeting_class *class;

        if (part == 0 || class_of[part - 1] == 0)
            continue;
        class = &classes[class_of[part - 1] - 1];
        class->members = xrealloc(class->members, class->member_count + 1,
                                  sizeof class->members[0]);
        class->members[class->member_count++] = comm_seat(comm, i)->process;
    }
    for (k = 0; k < class_count; k++) {
        qsort(classes[k].members, classes[k].member_count,
              sizeof classes[k].members[0], process_compare);
        if (differs == MEETING_ARGUMENT && classes[k].group != NULL)
            leave_unbound(meeting, &classes[k]);
    }
    qsort(classes, class_count, sizeof classes[0], compare_classes);
}

/* Sets the argument in which the first two that differ do. */
static void name_argument(const struct meeting *meeting,
                          struct meeting_class *classes, size_t class_count)
{
    const struct call_parameter *parameter = NULL;
    enum info_key key = INFO_KEY_COUNT;
    uint32_t count = meeting->part_count, i, k;

    for (i = 0; i < count; i++)
        for (k = i + 1; k < count && parameter == NULL; k++) {
            parameter = same_difference(meeting, &meeting->parts[i],
                                        &meeting->parts[k]);
            if (parameter != NULL && parameter->kind == KIND_INFO)
                key = same_key(&meeting->parts[i], &meeting->parts[k]);
        }
    for (i = 0; i < class_count; i++) {
        classes[i].parameter = parameter;
        if (key == INFO_KEY_COUNT)
            continue;
        classes[i].key = info_key_name(key);
        if (classes[i].info != NULL)
            classes[i].value = classes[i].info->values[key];
    }
}

void difference_tell(struct model *model, const struct meeting *meeting,
                     struct comm *comm, struct window *window,
                     enum meeting_difference differs)
{
    struct meeting_class *classes =
        xcalloc(meeting->part_count, sizeof classes[0]);
    uint32_t *class_of = xcalloc(meeting->part_count, sizeof class_of[0]);
    size_t count = sort_parts(meeting, differs, classes, class_of), i;
    struct model_event event;

    list_members(meeting, comm != NULL ? comm : window->comm, differs, classes,
                 count, class_of);
    event = model_event_new(agent_of(classes[0].call->process), EVENT_MEETING,
                            classes[0].call);
    event.meeting.comm = comm;
    event.meeting.window = window;
    event.meeting.position = meeting->position;
    event.meeting.differs = differs;
    if (differs == MEETING_ARGUMENT)
        name_argument(meeting, classes, count);
    event.meeting.classes = classes;
    event.meeting.class_count = count;
    model_raise(model, &event);
    for (i = 0; i < count; i++)
        free(classes[i].members);
    free(classes);
    free(class_of);
}
