/*
 * world.c - what a process tells of itself when the MPI is initialized, and
 * how libmurmel.so gets the wrappers.
 */
#include "world.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* Puts the wrappers of every chapter into the table (generated). */
void wrap_fill(murmel_function *table);

static atomic_flag told = ATOMIC_FLAG_INIT;

int murmel_flavour_init(uint64_t schema, murmel_function *table)
{
    if (schema != CALLS_SCHEMA_HASH || encode_init() != 0)
        return -1;
    wrap_fill(table);
    return 0;
}

void murmel_flavour_abort(void)
{
    REAL(MPI_Abort)(MPI_COMM_WORLD, 1);
}

/* The predefined datatypes, as struct record_world has them. */
#define TYPE_LIMIT 128
struct type_list {
    uint32_t count;
    int64_t words[TYPE_LIMIT][4]; /* datatype, size, lb, extent */
};

static void add_type(MPI_Datatype type, uint64_t neutral, void *data)
{
    struct type_list *list = data;
    int64_t *words = list->words[list->count];
    MPI_Aint lb, extent;
    int size;

    if (list->count == TYPE_LIMIT ||
        REAL(MPI_Type_size)(type, &size) != MPI_SUCCESS || size < 0 ||
        REAL(MPI_Type_get_extent)(type, &lb, &extent) != MPI_SUCCESS)
        return;
    words[0] = (int64_t)neutral;
    words[1] = size;
    words[2] = lb;
    words[3] = extent;
    list->count++;
}

static int64_t tag_ub(MPI_Comm comm)
{
    void *value;
    int flag = 0;

    if (REAL(MPI_Comm_get_attr)(comm, MPI_TAG_UB, &value, &flag) !=
            MPI_SUCCESS ||
        flag == 0)
        return NEUTRAL_UNREAD;
    return *(int *)value;
}

static int32_t thread_level(void)
{
    int level;

    if (REAL(MPI_Query_thread)(&level) != MPI_SUCCESS)
        return -1;
    return (int32_t)encode_thread_level(level);
}

/* True, and adds it to the cache, if this process was spawned. */
static bool add_parent(void)
{
    MPI_Comm parent;

    if (murmel_real[CALL_MPI_Comm_get_parent] == NULL ||
        REAL(MPI_Comm_get_parent)(&parent) != MPI_SUCCESS)
        return false;
    return comm_cache_add(parent).comm != NEUTRAL_COMM_NULL;
}

static void write_world(struct murmel_call *call, struct record_world *world)
{
    struct type_list list = {.count = 0};
    size_t bytes;
    uint64_t *w;

    encode_each_datatype(add_type, &list);
    world->type_count = list.count;
    world->any_source = MPI_ANY_SOURCE;
    world->native = murmel_is_native();
    world->extended = murmel_is_extended();
    world->bsend_overhead = MPI_BSEND_OVERHEAD;
    bytes = list.count * sizeof(list.words[0]);
    w = murmel_record(call, RECORD_WORLD, sizeof(*world) + bytes);
    if (w == NULL)
        return;
    memcpy(w, world, sizeof(*world));
    memcpy((char *)w + sizeof(*world), list.words, bytes);
    murmel_publish(call);
}

void world_begins(struct murmel_call *call)
{
    struct record_world world = {0};
    struct new_comm known = comm_cache_add(MPI_COMM_WORLD);

    comm_cache_add(MPI_COMM_SELF);
    if (atomic_flag_test_and_set(&told))
        return;
    world.rank = known.rank;
    world.size = known.size;
    world.tag_ub = tag_ub(MPI_COMM_WORLD);
    world.thread_level = thread_level();
    world.has_parent = add_parent();
    write_world(call, &world);
}

#ifdef HAS_MPI_4
/* Attributes are those of a communicator, and the thread level is that of the
 * session: the process's place is all that is known. */
void world_begins_by_session(struct murmel_call *call, MPI_Session session)
{
    struct record_world world = {.tag_ub = NEUTRAL_UNREAD, .thread_level = -1};
    MPI_Group group;
    int rank, size;
    bool known;

    if (atomic_flag_test_and_set(&told))
        return;
    if (REAL(MPI_Group_from_session_pset)(session, "mpi://WORLD", &group) !=
        MPI_SUCCESS)
        return;
    known = REAL(MPI_Group_rank)(group, &rank) == MPI_SUCCESS &&
            REAL(MPI_Group_size)(group, &size) == MPI_SUCCESS;
    REAL(MPI_Group_free)(&group);
    if (!known)
        return;
    world.rank = rank;
    world.size = size;
    write_world(call, &world);
}
#endif

void window_begins(struct murmel_call *call, MPI_Win win)
{
    int *model, flag = 0;

    if (REAL(MPI_Win_get_attr)(win, MPI_WIN_MODEL, (void *)&model, &flag) ==
            MPI_SUCCESS &&
        flag != 0 && *model == MPI_WIN_SEPARATE &&
        murmel_record(call, RECORD_WINDOW_SEPARATE, 0) != NULL)
        murmel_publish(call);
}
