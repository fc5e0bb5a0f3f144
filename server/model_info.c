/*
 * model_info.c - info objects, and what they say of windows (MPI-4.1 10,
 * 12.2.1, 12.2.7).
 */
#include "model_info.h"

#include "model_channel.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const key_names[INFO_KEY_COUNT] = {
    [INFO_NO_LOCKS] = "no_locks",
    [INFO_ALLOC_SHARED_NONCONTIG] = "alloc_shared_noncontig",
    [INFO_ACCUMULATE_OPS] = "accumulate_ops",
    [INFO_ACCUMULATE_ORDERING] = "accumulate_ordering",
    [INFO_ACCUMULATE_GRANULARITY] = "mpi_accumulate_granularity",
    [INFO_SAME_SIZE] = "same_size",
    [INFO_SAME_DISP_UNIT] = "same_disp_unit",
    [INFO_NO_ANY_SOURCE] = "mpi_assert_no_any_source",
    [INFO_NO_ANY_TAG] = "mpi_assert_no_any_tag",
    [INFO_EXACT_LENGTH] = "mpi_assert_exact_length",
    [INFO_PERSISTENT_ORDERING] =
        "mpi_assert_strict_persistent_collective_ordering",
    [INFO_HW_RESOURCE_TYPE] = "mpi_hw_resource_type",
    [INFO_COLLECTIVE_BUFFERING] = "collective_buffering",
    [INFO_CB_BLOCK_SIZE] = "cb_block_size",
    [INFO_CB_BUFFER_SIZE] = "cb_buffer_size",
    [INFO_CB_NODES] = "cb_nodes",
    [INFO_CHUNKED] = "chunked",
    [INFO_CHUNKED_ITEM] = "chunked_item",
    [INFO_CHUNKED_SIZE] = "chunked_size",
    [INFO_FILE_PERM] = "file_perm",
    [INFO_IO_NODE_LIST] = "io_node_list",
    [INFO_NB_PROC] = "nb_proc",
    [INFO_NUM_IO_NODES] = "num_io_nodes",
    [INFO_STRIPING_FACTOR] = "striping_factor",
    [INFO_STRIPING_UNIT] = "striping_unit",
};

/* --------------------------------------------------------------- objects */

struct info *info_hold(struct info *info)
{
    if (info != NULL)
        info->references++;
    return info;
}

void info_drop(struct info *info)
{
    int i;

    if (info == NULL || --info->references > 0)
        return;
    for (i = 0; i < INFO_KEY_COUNT; i++)
        free(info->values[i]);
    while (info->key_count > 0)
        free(info->keys[--info->key_count]);
    free(info->keys);
    free(info);
}

const char *info_key_name(enum info_key key)
{
    return key_names[key];
}

bool info_says(const struct info *info, enum info_key key, const char *value)
{
    return info != NULL && info->values[key] != NULL &&
           strcmp(info->values[key], value) == 0;
}

bool info_equal(const struct info *left, const struct info *right)
{
    int i;

    if (left == right)
        return true;
    if (left == NULL || right == NULL || left->known != right->known)
        return false;
    for (i = 0; i < INFO_KEY_COUNT; i++) {
        const char *one = left->values[i], *other = right->values[i];

        if ((one == NULL) != (other == NULL) ||
            (one != NULL && strcmp(one, other) != 0))
            return false;
    }
    return true;
}

struct info *agent_info(const struct agent *agent, uint64_t handle)
{
    static struct info nothing = {.references = 1, .known = true};

    return handle == NEUTRAL_INFO_NULL
               ? &nothing
               : binding_find(agent, BINDING_INFO, handle);
}

struct info *info_given(const struct agent *agent, const struct call *call)
{
    unsigned i;

    for (i = 0; i < call->info->parameter_count; i++) {
        const struct call_parameter *parameter = &call->info->parameters[i];

        if (parameter->kind == KIND_INFO && parameter->wire == WIRE_HANDLE &&
            parameter->direction == DIRECTION_IN && parameter->word >= 0)
            return info_hold(agent_info(agent, call->words[parameter->word]));
    }
    return NULL;
}

/* ----------------------------------------------------------------- calls */

static void forget(struct agent *agent, uint64_t handle)
{
    struct binding *binding = binding_get(agent, BINDING_INFO, handle);

    if (binding == NULL)
        return;
    info_drop(binding->object);
    binding_remove(agent, binding);
}

static void bind_info(struct agent *agent, uint64_t handle, struct info *info)
{
    forget(agent, handle);
    if (info != NULL)
        binding_add(agent, BINDING_INFO, handle, info);
}

static void add_key(struct info *info, char *key)
{
    info->keys = xrealloc(info->keys, info->key_count + 1, sizeof *info->keys);
    info->keys[info->key_count++] = key;
}

static struct info *info_new(const struct info *like)
{
    struct info *info = xcalloc(1, sizeof *info);
    size_t j;
    int i;

    for (j = 0; like != NULL && j < like->key_count; j++)
        add_key(info, xstrdup(like->keys[j]));

    info->references = 1;
    info->known = like == NULL || like->known;
    for (i = 0; like != NULL && i < INFO_KEY_COUNT; i++)
        if (like->values[i] != NULL)
            info->values[i] = xasprintf("%s", like->values[i]);
    return info;
}

/* MPI leaves out blanks at both ends (10); malloc'd. */
static char *stripped(const struct array_string *string)
{
    const char *text = string->items;
    int length = (int)string->count;

    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    while (length > 0 && isspace((unsigned char)*text)) {
        text++;
        length--;
    }
    return xasprintf("%.*s", length, text);
}

/* A value; a number need not have a + (10). */
static char *value_of(const struct array_string *string)
{
    char *text = stripped(string), *number;

    if (text[0] != '+' || text[1] == 0 ||
        text[1 + strspn(text + 1, "0123456789")] != 0)
        return text;
    number = xstrdup(text + 1);
    free(text);
    return number;
}

static int find_key(const struct array_string *key)
{
    char *name = stripped(key);
    int i;

    for (i = 0; i < INFO_KEY_COUNT; i++)
        if (strcmp(key_names[i], name) == 0)
            break;
    free(name);
    return i;
}

/* As it stands now, for a change; made where the MPI has made it. */
static struct info *info_change(struct agent *agent, uint64_t handle)
{
    struct info *info = binding_find(agent, BINDING_INFO, handle);

    if (info != NULL && info->references == 1)
        return info;
    if (info == NULL) {
        info = info_new(NULL);
        info->known = false;
    } else {
        info = info_new(info);
    }
    bind_info(agent, handle, info);
    return info;
}

/* Where it stands among the keys, with the same blanks at its ends (which only
 * Fortran leaves out) or, unless `exactly`, with others; key_count: nowhere. */
static size_t key_place(const struct info *info, const struct array_string *key,
                        bool exactly)
{
    char *name = stripped(key);
    size_t i;

    for (i = 0; i < info->key_count; i++) {
        const char *text = info->keys[i];
        struct array_string given = {.count = (uint32_t)strlen(text),
                                     .items = text};
        char *other = stripped(&given);
        bool same =
            strcmp(name, other) == 0 && (!exactly || given.count == key->count);

        free(other);
        if (same)
            break;
    }
    free(name);
    return i;
}

static void change_keys(struct info *info, const struct array_string *key,
                        bool set)
{
    size_t place = key_place(info, key, true);

    if (place == info->key_count && !set)
        place = key_place(info, key, false);
    if (set && place == info->key_count) {
        add_key(info, xasprintf("%.*s", (int)key->count, key->items));
    } else if (!set && place < info->key_count) {
        free(info->keys[place]);
        info->keys[place] = info->keys[--info->key_count];
    }
}

bool info_lacks(const struct info *info, const struct array_string *key)
{
    return info->known && key->special == ARRAY_PRESENT &&
           key_place(info, key, false) == info->key_count;
}

/* value NULL: the key is deleted. */
static void set(struct agent *agent, uint64_t handle,
                const struct array_string *key,
                const struct array_string *value)
{
    struct info *info = info_change(agent, handle);
    bool read = value == NULL || value->special == ARRAY_PRESENT;
    int index;

    if (key->special != ARRAY_PRESENT) {
        info->known = false;
        return;
    }
    change_keys(info, key, value != NULL);
    index = find_key(key);
    if (index == INFO_KEY_COUNT)
        return;
    free(info->values[index]);
    info->values[index] = value == NULL || !read ? NULL : value_of(value);
    info->known = info->known && read;
}

/* Before it ends: another thread may be given the handle again before that is
 * recorded. */
enum model_step info_free_enter(struct agent *agent, struct open_call *open)
{
    forget(agent, CALL_VIEW(open->call, MPI_Info_free)->info);
    return MODEL_DONE;
}

enum model_step info_exit(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Info_set *view = CALL_VIEW(open->call, MPI_Info_set);
    const struct call_MPI_Info_dup *dup = CALL_VIEW(open->call, MPI_Info_dup);

    if (!succeeded(open->call, call_result(open->call)))
        return MODEL_DONE;
    switch (open->call->info->base) {
    case CALL_MPI_Info_create:
        bind_info(agent, CALL_VIEW(open->call, MPI_Info_create)->info,
                  info_new(NULL));
        break;
    case CALL_MPI_Info_set:
        set(agent, view->info, &view->key, &view->value);
        break;
    case CALL_MPI_Info_delete:
        set(agent, view->info, &view->key, NULL);
        break;
    case CALL_MPI_Info_dup:
        bind_info(agent, dup->newinfo, info_hold(agent_info(agent, dup->info)));
        break;
    }
    return MODEL_DONE;
}

/* --------------------------------------------------------------- windows */

static unsigned unordered(const char *list)
{
    return (strstr(list, "rar") != NULL ? 0U : ORDERING_RAR) |
           (strstr(list, "raw") != NULL ? 0U : ORDERING_RAW) |
           (strstr(list, "war") != NULL ? 0U : ORDERING_WAR) |
           (strstr(list, "waw") != NULL ? 0U : ORDERING_WAW);
}

struct window_hints info_hints(const struct agent *agent, uint64_t handle)
{
    const struct info *info = agent_info(agent, handle);
    struct window_hints hints = {.no_locks = false};

    if (info == NULL)
        return hints;
    hints.no_locks = info_says(info, INFO_NO_LOCKS, "true");
    hints.apart = info_says(info, INFO_ALLOC_SHARED_NONCONTIG, "true");
    hints.ops_given = info->values[INFO_ACCUMULATE_OPS] != NULL;
    hints.same_op = info_says(info, INFO_ACCUMULATE_OPS, "same_op");
    hints.ordering_given = info->values[INFO_ACCUMULATE_ORDERING] != NULL;
    if (hints.ordering_given)
        hints.unordered = unordered(info->values[INFO_ACCUMULATE_ORDERING]);
    return hints;
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

enum model_step window_asked_exit(struct agent *agent, struct open_call *open)
{
    struct window *window =
        agent_window(agent, CALL_VIEW(open->call, MPI_Win_get_info)->win);

    if (window != NULL && comm_member(window->comm, agent, &open->member))
        window->ranks[open->member].hints.asked = true;
    return MODEL_DONE;
}
