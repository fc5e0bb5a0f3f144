#include "call_view.h"

#include "calls.h"
#include "memory.h"
#include "model.h"

#include <stdlib.h>
#include <string.h>

/* Where a record's array items are and how far they reach. */
struct region {
    const unsigned char *items; /* the copy */
    uint64_t start, end;        /* as offsets in the record */
};

/* Most have few words, and no room for more: what fits into three lines of the
 * processor's memory, or four. */
#define FEW_WORDS  9
#define SOME_WORDS 17

static struct pool calls = POOL_OF(struct call);
static struct pool short_calls = {.size =
                                      offsetof(struct call, words[FEW_WORDS])};
static struct pool middle_calls = {
    .size = offsetof(struct call, words[SOME_WORDS])};

static struct pool *pool_for(const struct call_info *info)
{
    int words = info->in_words + info->out_words;

    return words <= FEW_WORDS    ? &short_calls
           : words <= SOME_WORDS ? &middle_calls
                                 : &calls;
}

struct call *call_hold(struct call *call)
{
    call->references++;
    return call;
}

void call_drop(struct call *call)
{
    if (call == NULL || --call->references > 0)
        return;
    free(call->arrays[0]);
    free(call->arrays[1]);
    pool_give(pool_for(call->info), call);
}

void call_set(struct call **place, struct call *call)
{
    struct call *old = *place;

    *place = call == NULL ? NULL : call_hold(call);
    call_drop(old);
}

static size_t item_size(enum call_wire wire)
{
    switch (wire) {
    case WIRE_NUMBERS:
    case WIRE_HANDLES:
        return 8;
    case WIRE_STATUSES:
        return sizeof(struct status_value);
    case WIRE_STRING:
        return 1;
    default:
        return 0; /* not an array */
    }
}

/* Turns the offset in an array's two words into an address; -1: it lies
 * outside the record. */
static int place_array(uint64_t *words, size_t item, struct region region)
{
    struct array_number array;
    uint64_t bytes;

    memcpy(&array, words, sizeof array);
    if (array.special > ARRAY_IN_PLACE)
        return -1;
    bytes = (uint64_t)array.count * item;
    if (array.special != ARRAY_PRESENT || bytes == 0) {
        array.count = 0;
        array.items = NULL;
    } else {
        if (array.offset < region.start || array.offset > region.end ||
            bytes > region.end - array.offset ||
            (item > 1 && array.offset % 8 != 0))
            return -1;
        array.items =
            (const int64_t *)(const void *)(region.items + array.offset -
                                            region.start);
    }
    memcpy(words, &array, sizeof array);
    return 0;
}

/* Is it a parameter of the ENTER record, or of the EXIT record? */
static bool in_part(const struct call_info *info,
                    const struct call_parameter *parameter, bool exit)
{
    return parameter->wire != WIRE_NONE && parameter->word >= 0 &&
           (parameter->word >= info->in_words) == exit;
}

/* The arrays of a record's part go to memory of their own, *arrays. */
static int copy_arrays(const struct call_info *info, bool exit,
                       const struct record *record, uint64_t start,
                       uint64_t *words, void **arrays)
{
    size_t first = exit ? info->in_words : 0;
    unsigned char *copy = NULL;
    struct region region;
    int i;

    if (record->size > start) {
        copy = xmalloc(record->size - start);
        memcpy(copy, (const char *)record + start, record->size - start);
    }
    region = (struct region){copy, start, record->size};
    for (i = 0; i < info->parameter_count; i++) {
        const struct call_parameter *parameter = &info->parameters[i];
        size_t item = item_size((enum call_wire)parameter->wire);

        if (item > 0 && in_part(info, parameter, exit) &&
            place_array(words + ((size_t)parameter->word - first), item,
                        region) != 0) {
            free(copy);
            return -1;
        }
    }
    *arrays = copy;
    return 0;
}

/*
 * Copies a record's words to `words` (the view's first word of that part)
 * and its arrays.  0; or -1 and *trouble.
 */
static int copy_part(const struct call_info *info, bool exit,
                     const struct record *record, uint64_t *words,
                     void **arrays, const char **trouble)
{
    size_t count = exit ? info->out_words : info->in_words;
    uint64_t start = sizeof *record + count * sizeof(uint64_t);

    if (record->size < start) {
        *trouble = "a record lacks words";
        return -1;
    }
    memcpy(words, record->words, count * sizeof(uint64_t));
    if ((exit ? info->out_arrays : info->in_arrays) > 0 &&
        copy_arrays(info, exit, record, start, words, arrays) != 0) {
        *trouble = "an array lies outside its record";
        return -1;
    }
    return 0;
}

struct call *call_view_enter(const struct record *record,
                             struct process *process, const char **trouble)
{
    struct call *call;

    if (record->call >= CALL_COUNT) {
        *trouble = "a record names a function that is not there";
        return NULL;
    }
    call = pool_take(pool_for(&call_table[record->call]));
    call->references = 1;
    call->info = &call_table[record->call];
    call->process = process;
    call->enter_time = record->time;
    call->flags = record->flags;
    call->depth = (uint8_t)record->depth;
    if (copy_part(call->info, false, record, call->words, &call->arrays[0],
                  trouble) != 0) {
        call_drop(call);
        return NULL;
    }
    return call;
}

/* -1: there is no communicator. */
static bool is_size(int32_t size)
{
    return size >= -1 && size <= PROCESSES_MOST;
}

/* What it says of a communicator that was made. */
static bool is_sound(const struct call_info *info, const uint64_t *words)
{
    unsigned i;

    for (i = 0; info->out_words >= sizeof(struct new_comm) / sizeof(uint64_t) &&
                i < info->parameter_count;
         i++) {
        const struct call_parameter *parameter = &info->parameters[i];
        const struct new_comm *made =
            (const void *)(words + parameter->word - info->in_words);

        if (parameter->wire == WIRE_NEW_COMM &&
            !(is_size(made->size) && is_size(made->remote_size)))
            return false;
    }
    return true;
}

int call_view_exit(struct call *call, const struct record *record,
                   const char **trouble)
{
    uint64_t *words = call->words + call->info->in_words;

    if (record->call != call->info->id || call->returned) {
        *trouble = "a call returns that was not made";
        return -1;
    }
    if (copy_part(call->info, true, record, words, &call->arrays[1], trouble) !=
        0)
        return -1;
    if (!is_sound(call->info, words)) {
        *trouble = "a communicator has a size that makes no sense";
        return -1;
    }
    call->exit_time = record->time;
    call->returned = true;
    return 0;
}

/* ------------------------------------------------------ loads and stores */

/* They stand behind the functions. */
enum {
    ACCESS_LOADS = CALL_COUNT,
    ACCESS_STORES,
    ACCESS_CHANGES,
    ACCESS_FREES,
    ACCESS_REALLOCS,
    ACCESS_QUITS
};

static const struct call_parameter access_parameters[] = {
    {.name = "address",
     .kind = KIND_BUFFER,
     .direction = DIRECTION_IN,
     .wire = WIRE_ADDRESS,
     .word = 0,
     .count = -1,
     .type = -1},
    {.name = "bytes",
     .kind = KIND_COUNT,
     .direction = DIRECTION_IN,
     .wire = WIRE_NUMBER,
     .word = 1,
     .count = -1,
     .type = -1},
};
static const struct call_parameter exit_parameters[] = {
    {.name = "status",
     .kind = KIND_NUMBER,
     .direction = DIRECTION_IN,
     .wire = WIRE_NUMBER,
     .word = 0,
     .count = -1,
     .type = -1},
};
#define ACCESS_INFO_OF(function, number, count, its_parameters)                \
    {                                                                          \
        .name = function, .id = number, .base = number,                        \
        .classes = CLASS_ACCESS, .parameter_count = count, .in_words = 2,      \
        .comm_word = -1, .win_word = -1, .root_word = -1, .op_word = -1,       \
        .request_word = -1, .source_word = -1, .dest_word = -1,                \
        .target_rank_word = -1, .message_word = -1,                            \
        .parameters = its_parameters                                           \
    }
#define ACCESS_INFO(function, number)                                          \
    ACCESS_INFO_OF(function, number, 2, access_parameters)

static const struct call_info access_infos[] = {
    ACCESS_INFO("load", ACCESS_LOADS),
    ACCESS_INFO("store", ACCESS_STORES),
    ACCESS_INFO("store", ACCESS_CHANGES),
    ACCESS_INFO("free", ACCESS_FREES),
    ACCESS_INFO("realloc", ACCESS_REALLOCS),
    ACCESS_INFO_OF("exit", ACCESS_QUITS, 1, exit_parameters),
};

static struct call *access_new(struct process *process, unsigned info,
                               uint64_t low, uint64_t size,
                               const struct call *after)
{
    struct call *call = pool_take(pool_for(&access_infos[info]));

    call->references = 1;
    call->info = &access_infos[info];
    call->process = process;
    call->returned = true;
    call->words[0] = low;
    call->words[1] = size;
    if (after != NULL) {
        call->number = after->number;
        call->thread = after->thread;
        call->depth = after->depth;
        call->flags = after->flags & RECORD_FORTRAN;
    }
    return call;
}

struct call *call_view_access(struct process *process,
                              const struct model_access *access,
                              const struct call *after)
{
    static const unsigned infos[] = {
        [ACCESSED_LOAD] = ACCESS_LOADS,       [ACCESSED_STORE] = ACCESS_STORES,
        [ACCESSED_POLL] = ACCESS_LOADS,       [ACCESSED_ATOMIC] = ACCESS_STORES,
        [ACCESSED_ELSEWHERE] = ACCESS_LOADS,  [ACCESSED_FREE] = ACCESS_FREES,
        [ACCESSED_REALLOC] = ACCESS_REALLOCS, [ACCESSED_WHOLE] = ACCESS_LOADS};
    struct call *call =
        access_new(process, infos[access->kind] - CALL_COUNT, access->low,
                   access->high - access->low, after);

    call->stack = access->stack;
    call->words[2] = access->kind == ACCESSED_POLL && !access->once;
    return call;
}

struct call *call_view_changed(struct process *process,
                               const struct model_change *change,
                               const struct call *after)
{
    struct call *call = access_new(process, ACCESS_CHANGES - CALL_COUNT,
                                   change->low, change->size, after);

    call->stack = change->stack;
    call->words[2] = 0;
    call->words[3] = change->call;
    return call;
}

struct call *call_view_quit(struct process *process, uint64_t status,
                            const struct stack *stack, const struct call *after)
{
    struct call *call =
        access_new(process, ACCESS_QUITS - CALL_COUNT, status, 0, after);

    call->stack = stack;
    call->words[2] = 0;
    return call;
}

const struct call_info *call_view_before(const struct call *call)
{
    return call->info->id == ACCESS_CHANGES ? &call_table[call->words[3]]
                                            : NULL;
}

struct call *call_view_named(const char *function, struct process *process)
{
    const struct call_info *info = NULL;
    struct call *call;

    for (size_t i = 0; i < CALL_COUNT && info == NULL; i++)
        if (strcmp(call_table[i].name, function) == 0)
            info = &call_table[i];
    for (size_t i = 0;
         i < sizeof access_infos / sizeof access_infos[0] && info == NULL; i++)
        if (strcmp(access_infos[i].name, function) == 0)
            info = &access_infos[i];
    if (info == NULL)
        return NULL;
    call = pool_take(pool_for(info));
    call->references = 1;
    call->info = info;
    call->process = process;
    return call;
}
