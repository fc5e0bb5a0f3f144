/*
 * model_same.c - arguments that all members must give alike, or all of one side
 * (MPI-4.1 7.4.2, 7.4.4, 7.6.2, 8.4, 8.5.4, 12.2.1, 14.2.1, 14.2.5, 14.2.6,
 * 14.2.8, 14.3, 14.4.4, 14.6.1).
 *
 * Roots and ops are not among them: they have differences of their own.
 */
#include "model_channel.h"
#include "model_info.h"
#include "neutral_constants.h"

#include <stdlib.h>
#include <string.h>

#define NAMES_MOST 5

struct same {
    uint16_t function;
    bool by_side; /* of an intercommunicator: at the members of one side */
    const char *names[NAMES_MOST];
};

static const struct same sames[] = {
    {CALL_MPI_Cart_create, false, {"ndims", "dims", "periods", "reorder"}},
    {CALL_MPI_Graph_create, false, {"nnodes", "indx", "edges", "reorder"}},
    {CALL_MPI_Dist_graph_create, false, {"reorder", "weights"}},
    {CALL_MPI_Dist_graph_create_adjacent,
     false,
     {"reorder", "sourceweights", "destweights"}},
    {CALL_MPI_Comm_split_type, false, {"split_type"}},
    {CALL_MPI_Intercomm_create, false, {"local_leader"}},
    {CALL_MPI_Intercomm_merge, true, {"high"}},
    {CALL_MPI_File_open, false, {"amode", "filename"}},
    {CALL_MPI_File_set_size, false, {"size"}},
    {CALL_MPI_File_preallocate, false, {"size"}},
    {CALL_MPI_File_set_view, false, {"datarep"}},
    {CALL_MPI_File_seek_shared, false, {"offset", "whence"}},
    {CALL_MPI_File_set_atomicity, false, {"flag"}},
};

#define SAME_COUNT (sizeof sames / sizeof sames[0])

static const struct same *same_find(uint16_t function)
{
    static const struct same *by_function[CALL_COUNT];
    static bool filled;
    size_t i;

    for (i = 0; !filled && i < SAME_COUNT; i++)
        by_function[sames[i].function] = &sames[i];
    filled = true;
    return by_function[function];
}

static const struct call_parameter *parameter_find(const struct call_info *info,
                                                   const char *name)
{
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (strcmp(info->parameters[i].name, name) == 0)
            return &info->parameters[i];
    return NULL;
}

static bool numbers_differ(const struct call_parameter *parameter, int64_t left,
                           int64_t right)
{
    /* They are true whatever they are, but 0. */
    if (parameter->kind == KIND_FLAG)
        return (left != 0) != (right != 0);
    /* A process may take no part in MPI_Comm_split_type. */
    if (parameter->kind == KIND_SPLIT_TYPE &&
        (left == NEUTRAL_UNDEFINED || right == NEUTRAL_UNDEFINED))
        return false;
    return left != right && left != NEUTRAL_UNREAD && right != NEUTRAL_UNREAD;
}

static bool is_unweighted(const struct array_number *weights)
{
    return weights->special == ARRAY_UNWEIGHTED;
}

static bool arrays_differ(const struct call_parameter *parameter,
                          const struct array_number *left,
                          const struct array_number *right)
{
    uint32_t i;

    /* Each process has weights of its own, or all have none (8.5.4). */
    if (strstr(parameter->name, "weights") != NULL)
        return is_unweighted(left) != is_unweighted(right) &&
               left->special != ARRAY_UNREAD && right->special != ARRAY_UNREAD;
    if (left->special != ARRAY_PRESENT || right->special != ARRAY_PRESENT)
        return false;
    if (left->count != right->count)
        return true;
    for (i = 0; i < left->count; i++)
        if (numbers_differ(parameter, left->items[i], right->items[i]))
            return true;
    return false;
}

static bool is_filename(const struct call_parameter *parameter)
{
    return strcmp(parameter->name, "filename") == 0;
}

/* Whether two calls of MPI_File_open are seen to be of one. */
static bool same_file(const struct call *left, const struct call *right)
{
    return (left->file != 0 && left->file == right->file) ||
           (left->place != 0 && left->place == right->place);
}

/* Behind the last slash, or the kind of file system. */
static const char *last_part(const struct array_string *path)
{
    const char *last = path->items + path->count;

    while (last > path->items && last[-1] != '/' && last[-1] != ':')
        last--;
    return last;
}

static bool is_absolute(const struct array_string *path)
{
    return path->count > 0 && path->items[0] == '/';
}

/* Filenames must reference the same file (14.2.1), which may have many; where
 * it is not seen to be the same, processes may be in different folders, but the
 * last parts of its names are the same even then. */
static bool strings_differ(const struct call_parameter *parameter,
                           const struct array_string *left,
                           const struct array_string *right)
{
    const char *one, *other;
    size_t length;
    bool in_part =
        is_filename(parameter) && !(is_absolute(left) && is_absolute(right));

    if (left->special != ARRAY_PRESENT || right->special != ARRAY_PRESENT)
        return false;
    one = in_part ? last_part(left) : left->items;
    other = in_part ? last_part(right) : right->items;
    length = (size_t)(left->items + left->count - one);
    return length != (size_t)(right->items + right->count - other) ||
           memcmp(one, other, length) != 0;
}

static bool values_differ(const struct call_parameter *parameter,
                          const uint64_t *left, const uint64_t *right)
{

    switch ((enum call_wire)parameter->wire) {
    case WIRE_NUMBER:
        return numbers_differ(parameter, (int64_t)*left, (int64_t)*right);
    case WIRE_NUMBERS:
        return arrays_differ(parameter, (const void *)left,
                             (const void *)right);
    case WIRE_STRING:
        return strings_differ(parameter, (const void *)left,
                              (const void *)right);
    default:
        return false;
    }
}

const struct call_parameter *same_tag(const struct call *left,
                                      const struct call *right)
{
    const char *name =
        left->info->base == CALL_MPI_Comm_create_group ? "tag" : "stringtag";
    const struct call_parameter *parameter = parameter_find(left->info, name);

    return left->info->base == right->info->base &&
                   values_differ(parameter, &left->words[parameter->word],
                                 &right->words[parameter->word])
               ? parameter
               : NULL;
}

/* --------------------------------------------------------------- groups */

static bool groups_meet(const struct group *left, const struct group *right)
{
    int i;

    for (i = 0; i < left->size; i++)
        if (group_rank(right, left->seats[i]) >= 0)
            return true;
    return false;
}

/* Whether somebody in the group has come with that part. */
static bool came_from(const struct meeting *meeting, const struct part *part,
                      const struct group *group)
{
    int i;

    for (i = 0; i < group->size; i++) {
        int member = group_rank(meeting->members, group->seats[i]);

        if (member >= 0 &&
            meeting->part_of[member] == (uint32_t)(part - meeting->parts) + 1)
            return true;
    }
    return false;
}

bool same_binds(const struct meeting *meeting, const struct part *part,
                uint32_t member)
{
    return part->group != NULL && !meeting->inter &&
           group_rank(part->group, meeting->members->seats[member]) >= 0;
}

/* All in the group of MPI_Comm_create must give it, others may give others,
 * or none; on an intercommunicator all of one side (7.4.2). */
static bool groups_differ(const struct meeting *meeting,
                          const struct part *left, const struct part *right)
{
    if (left->group == NULL || right->group == NULL ||
        group_equal(left->group, right->group))
        return false;
    if (meeting->inter)
        return left->second_side == right->second_side;
    return groups_meet(left->group, right->group) ||
           came_from(meeting, left, right->group) ||
           came_from(meeting, right, left->group);
}

/* ----------------------------------------------------------------- info */

/* Of what calls the info must say the same by a key. */
enum same_info {
    SAME_WINDOW = 1, /* constructors */
    SAME_MEMORY = 2, /* ... with sizes, or units, of the members' own */
    SAME_WINDOW_SET = 4,
    SAME_COMM = 8, /* constructors */
    SAME_COMM_SET = 16,
    SAME_HARDWARE = 32,
    SAME_FILE = 64
};

/* For those who do not give the key, what it is then; NULL: they say nothing
 * of it; "": it must be given, since it must "appear with the same value in
 * each process's info object" (14.2.8), and ROMIO broadcasts it among those who
 * do. */
static const struct same_key {
    enum info_key key;
    unsigned of; /* enum same_info */
    const char *otherwise;
} same_keys[] = {
    {INFO_ACCUMULATE_GRANULARITY, SAME_WINDOW, "0"},
    {INFO_ACCUMULATE_GRANULARITY, SAME_WINDOW_SET, NULL},
    {INFO_SAME_SIZE, SAME_MEMORY, "false"},
    {INFO_SAME_DISP_UNIT, SAME_MEMORY, "false"},
    {INFO_PERSISTENT_ORDERING, SAME_COMM, "false"},
    {INFO_PERSISTENT_ORDERING, SAME_COMM_SET, NULL},
    {INFO_HW_RESOURCE_TYPE, SAME_HARDWARE, NULL},
    {INFO_COLLECTIVE_BUFFERING, SAME_FILE, ""},
    {INFO_CB_BLOCK_SIZE, SAME_FILE, ""},
    {INFO_CB_BUFFER_SIZE, SAME_FILE, ""},
    {INFO_CB_NODES, SAME_FILE, ""},
    {INFO_CHUNKED, SAME_FILE, ""},
    {INFO_CHUNKED_ITEM, SAME_FILE, ""},
    {INFO_CHUNKED_SIZE, SAME_FILE, ""},
    {INFO_FILE_PERM, SAME_FILE, ""},
    {INFO_IO_NODE_LIST, SAME_FILE, ""},
    {INFO_NB_PROC, SAME_FILE, ""},
    {INFO_NUM_IO_NODES, SAME_FILE, ""},
    {INFO_STRIPING_FACTOR, SAME_FILE, ""},
    {INFO_STRIPING_UNIT, SAME_FILE, ""},
};

#define SAME_KEY_COUNT (sizeof same_keys / sizeof same_keys[0])

#define ROW(name, number) IS_##name = (number),
enum { CONSTANTS_SPLIT_TYPE(ROW) };
#undef ROW

static bool guided_by_hardware(const struct call *call)
{
    return CALL_VIEW(call, MPI_Comm_split_type)->split_type ==
           IS_MPI_COMM_TYPE_HW_GUIDED;
}

/* What the infos of both calls are for (enum same_info). */
static unsigned info_of(const struct call *left, const struct call *right)
{
    switch (left->info->base) {
    case CALL_MPI_Win_create:
    case CALL_MPI_Win_allocate:
    case CALL_MPI_Win_allocate_shared:
        return SAME_WINDOW | SAME_MEMORY;
    case CALL_MPI_Win_create_dynamic:
        return SAME_WINDOW;
    case CALL_MPI_Win_set_info:
        return SAME_WINDOW_SET;
    case CALL_MPI_Comm_dup_with_info:
    case CALL_MPI_Comm_idup_with_info:
    case CALL_MPI_Dist_graph_create:
    case CALL_MPI_Dist_graph_create_adjacent:
        return SAME_COMM;
    case CALL_MPI_Comm_set_info:
        return SAME_COMM_SET;
    case CALL_MPI_Comm_split_type:
        return guided_by_hardware(left) && guided_by_hardware(right)
                   ? SAME_HARDWARE
                   : 0;
    case CALL_MPI_File_open:
    case CALL_MPI_File_set_view:
    case CALL_MPI_File_set_info:
        return SAME_FILE;
    default:
        return 0;
    }
}

static const char *value_of(const struct info *info, const struct same_key *key)
{
    const char *value = info->values[key->key];

    return value != NULL || !info->known ? value : key->otherwise;
}

enum info_key same_key(const struct part *left, const struct part *right)
{
    unsigned of = left->info == NULL || right->info == NULL
                      ? 0
                      : info_of(left->call, right->call);
    size_t i;

    for (i = 0; of != 0 && i < SAME_KEY_COUNT; i++) {
        const struct same_key *key = &same_keys[i];
        const char *one, *other;

        if ((key->of & of) == 0)
            continue;
        one = value_of(left->info, key);
        other = value_of(right->info, key);
        if (one != NULL && other != NULL && strcmp(one, other) != 0)
            return key->key;
    }
    return INFO_KEY_COUNT;
}

/* What both promise to be the same, and is not (12.2.1). */
static const struct call_parameter *promise_broken(const struct part *left,
                                                   const struct part *right)
{
    static const struct {
        enum info_key key;
        const char *name;
    } promises[] = {{INFO_SAME_SIZE, "size"},
                    {INFO_SAME_DISP_UNIT, "disp_unit"}};
    size_t i;

    if ((info_of(left->call, right->call) & SAME_MEMORY) == 0)
        return NULL;
    for (i = 0; i < 2; i++) {
        const struct call_parameter *parameter =
            parameter_find(left->call->info, promises[i].name);

        if (info_says(left->info, promises[i].key, "true") &&
            info_says(right->info, promises[i].key, "true") &&
            values_differ(parameter, &left->call->words[parameter->word],
                          &right->call->words[parameter->word]))
            return parameter;
    }
    return NULL;
}

static const struct call_parameter *info_difference(const struct part *left,
                                                    const struct part *right)
{
    return same_key(left, right) != INFO_KEY_COUNT
               ? parameter_find(left->call->info, "info")
               : promise_broken(left, right);
}

const struct call_parameter *same_difference(const struct meeting *meeting,
                                             const struct part *left,
                                             const struct part *right)
{
    const struct call_info *info = left->call->info;
    const struct same *same = same_find(info->base);
    const struct call_parameter *parameter;
    size_t i;

    if (info->base == CALL_MPI_Comm_create)
        return groups_differ(meeting, left, right)
                   ? parameter_find(info, "group")
                   : NULL;
    if (same != NULL && same->by_side &&
        left->second_side != right->second_side)
        return NULL;
    for (i = 0; same != NULL && i < NAMES_MOST && same->names[i] != NULL; i++) {
        parameter = parameter_find(info, same->names[i]);
        if (parameter != NULL &&
            values_differ(parameter, &left->call->words[parameter->word],
                          &right->call->words[parameter->word]) &&
            !(is_filename(parameter) && same_file(left->call, right->call)))
            return parameter;
    }
    /* Of another extent in the file (14.3); if not both are known, 0. */
    if (left->extent != right->extent && left->extent * right->extent != 0)
        return parameter_find(info, "etype");
    return info_difference(left, right);
}

/* ---------------------------------------------------------------- edges */

/* An edge of MPI_Dist_graph_create_adjacent, as one of its ends gives it. */
struct edge {
    int64_t from, to, weight;
};

static int compare_numbers(int64_t left, int64_t right)
{
    return (left > right) - (left < right);
}

static int compare_edges(const void *left, const void *right)
{
    const struct edge *a = left, *b = right;
    int order = compare_numbers(a->from, b->from);

    if (order == 0)
        order = compare_numbers(a->to, b->to);
    return order != 0 ? order : compare_numbers(a->weight, b->weight);
}

/* Adds what the member gives; a weight counts where all edges have one. */
static size_t add_edges(struct edge *edges, size_t count, int64_t member,
                        const struct array_number *others,
                        const struct array_number *weights, bool outgoing)
{
    uint32_t i;

    for (i = 0; others->special == ARRAY_PRESENT && i < others->count; i++)
        edges[count++] = (struct edge){outgoing ? member : others->items[i],
                                       outgoing ? others->items[i] : member,
                                       weights->special == ARRAY_PRESENT &&
                                               i < weights->count
                                           ? weights->items[i]
                                           : 0};
    return count;
}

static bool has_weights(const struct array_number *weights, uint32_t count)
{
    return count == 0 ||
           (weights->special == ARRAY_PRESENT && weights->count >= count);
}

/* All edges, by their sources or by their destinations; the caller frees
 * them. */
static struct edge *list_edges(const struct meeting *meeting, bool outgoing,
                               size_t *count, bool *weighted)
{
    struct edge *edges = NULL;
    uint32_t i;

    *count = 0;
    for (i = 0; i < meeting->size; i++) {
        const struct call_MPI_Dist_graph_create_adjacent *view = CALL_VIEW(
            meeting->arrivals[i].call, MPI_Dist_graph_create_adjacent);
        const struct array_number *others =
            outgoing ? &view->destinations : &view->sources;
        const struct array_number *weights =
            outgoing ? &view->destweights : &view->sourceweights;

        *weighted = *weighted && has_weights(weights, others->count);
        edges = xrealloc(edges, *count + others->count + 1, sizeof edges[0]);
        *count = add_edges(edges, *count, i, others, weights, outgoing);
    }
    return edges;
}

static void raise_edge(const struct open_call *open, const struct edge *edge,
                       bool weight)
{
    const struct arrival *arrivals = open->meeting->arrivals;
    struct meeting_class classes[2] = {{.call = arrivals[edge->from].call},
                                       {.call = arrivals[edge->to].call}};
    const struct process *members[2] = {classes[0].call->process,
                                        classes[1].call->process};
    const struct call_info *info = open->call->info;
    struct model_event event =
        model_event_new(agent_of(members[0]), EVENT_MEETING, classes[0].call);
    int i;

    for (i = 0; i < 2; i++) {
        classes[i].members = &members[i];
        classes[i].member_count = 1;
    }
    classes[0].parameter =
        parameter_find(info, weight ? "destweights" : "destinations");
    classes[1].parameter =
        parameter_find(info, weight ? "sourceweights" : "sources");
    event.meeting.comm = open->comm;
    event.meeting.position = open->meeting->position;
    event.meeting.differs = MEETING_ARGUMENT;
    event.meeting.classes = classes;
    event.meeting.class_count = 2;
    model_raise(agent_of(members[0])->model, &event);
}

/* Of arrays that cannot be read it is not known which edges they have. */
static bool all_edges_known(const struct meeting *meeting)
{
    uint32_t i;

    for (i = 0; i < meeting->size; i++) {
        const struct call *call = meeting->arrivals[i].call;
        const struct call_MPI_Dist_graph_create_adjacent *view =
            CALL_VIEW(call, MPI_Dist_graph_create_adjacent);

        if (call->info->base != CALL_MPI_Dist_graph_create_adjacent ||
            (view->indegree > 0 && view->sources.special != ARRAY_PRESENT) ||
            (view->outdegree > 0 &&
             view->destinations.special != ARRAY_PRESENT))
            return false;
    }
    return true;
}

static bool same_ends(const struct edge *left, const struct edge *right)
{
    return left->from == right->from && left->to == right->to;
}

void same_edges(const struct open_call *open)
{
    const struct meeting *meeting = open->meeting;
    int64_t size = meeting->size;
    bool weighted = true;
    size_t out_count, in_count, i;
    struct edge *out, *in, *edge = NULL;

    if (open->call->info->base != CALL_MPI_Dist_graph_create_adjacent ||
        meeting->arrived < meeting->size || open->comm->channel->broken ||
        !all_edges_known(meeting))
        return;
    out = list_edges(meeting, true, &out_count, &weighted);
    in = list_edges(meeting, false, &in_count, &weighted);
    for (i = 0; !weighted && i < out_count; i++)
        out[i].weight = 0;
    for (i = 0; !weighted && i < in_count; i++)
        in[i].weight = 0;
    qsort(out, out_count, sizeof out[0], compare_edges);
    qsort(in, in_count, sizeof in[0], compare_edges);
    for (i = 0; i < out_count && i < in_count; i++)
        if (compare_edges(&out[i], &in[i]) != 0)
            break;
    if (i < out_count || i < in_count) {
        edge = i < out_count &&
                       (i >= in_count || compare_edges(&out[i], &in[i]) < 0)
                   ? &out[i]
                   : &in[i];
        if (edge->from >= 0 && edge->from < size && edge->to >= 0 &&
            edge->to < size)
            raise_edge(open, edge,
                       i < out_count && i < in_count &&
                           same_ends(&out[i], &in[i]));
    }
    free(out);
    free(in);
}
