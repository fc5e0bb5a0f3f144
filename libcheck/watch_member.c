/*
 * watch_member.c - this process in its communicators, and of how many blocks,
 * for each process or neighbour, a buffer of a collective call consists (for
 * the checker that is in server/access_piece.c).
 */
#include "watch_private.h"

static struct member *members;

const struct member *watch_member_of(const struct record *enter)
{
    int comm_word = call_table[enter->call].comm_word;
    struct member *member = NULL;

    if (comm_word >= 0)
        HASH_FIND(hh, members, &enter->words[comm_word], sizeof(uint64_t),
                  member);
    return member;
}

/* Of what there are blocks one behind the other, whose count is one number. */
enum each {
    ONE,   /* there is one block */
    SENT,  /* likewise, if it goes to any neighbour */
    GROUP, /* one for each process of the group, the other one if there is */
    OWN_GROUP, /* ... of one's own */
    SOURCES,   /* one for each neighbour */
    DESTINATIONS,
    PARTITIONS
};

/* MPI-4.1 6.5 to 6.10, 8.6, 4.2. */
static enum each each_of(unsigned base, bool stored)
{
    switch (base) {
    case CALL_MPI_Alltoall:
    case CALL_MPI_Ialltoall:
    case CALL_MPI_Alltoall_init:
        return GROUP;
    case CALL_MPI_Scatter:
    case CALL_MPI_Iscatter:
    case CALL_MPI_Scatter_init:
        return stored ? ONE : GROUP;
    case CALL_MPI_Reduce_scatter_block:
    case CALL_MPI_Ireduce_scatter_block:
    case CALL_MPI_Reduce_scatter_block_init:
        return stored ? ONE : OWN_GROUP;
    case CALL_MPI_Gather:
    case CALL_MPI_Igather:
    case CALL_MPI_Gather_init:
    case CALL_MPI_Allgather:
    case CALL_MPI_Iallgather:
    case CALL_MPI_Allgather_init:
        return stored ? GROUP : ONE;
    case CALL_MPI_Neighbor_alltoall:
    case CALL_MPI_Ineighbor_alltoall:
    case CALL_MPI_Neighbor_alltoall_init:
    case CALL_MPI_Neighbor_alltoallv:
    case CALL_MPI_Ineighbor_alltoallv:
    case CALL_MPI_Neighbor_alltoallv_init:
    case CALL_MPI_Neighbor_alltoallw:
    case CALL_MPI_Ineighbor_alltoallw:
    case CALL_MPI_Neighbor_alltoallw_init:
        return stored ? SOURCES : DESTINATIONS;
    case CALL_MPI_Neighbor_allgather:
    case CALL_MPI_Ineighbor_allgather:
    case CALL_MPI_Neighbor_allgather_init:
    case CALL_MPI_Neighbor_allgatherv:
    case CALL_MPI_Ineighbor_allgatherv:
    case CALL_MPI_Neighbor_allgatherv_init:
        return stored ? SOURCES : SENT;
    case CALL_MPI_Psend_init:
    case CALL_MPI_Precv_init:
        return PARTITIONS;
    default:
        return ONE;
    }
}

/* Both calls have it in one place. */
#define PARTITIONS_OF(enter)                                                   \
    ((int64_t)(enter)                                                          \
         ->words[offsetof(struct call_MPI_Psend_init, partitions) /            \
                 sizeof(uint64_t)])
_Static_assert(offsetof(struct call_MPI_Psend_init, partitions) ==
                   offsetof(struct call_MPI_Precv_init, partitions),
               "one place");

/* For each neighbour; what nobody sends, or gets, is not touched. */
static struct watch_blocks of_neighbors(const struct new_comm *comm,
                                        enum each each)
{
    int32_t count = each == SOURCES ? comm->neighbors_in : comm->neighbors_out;
    struct watch_blocks blocks = {count, comm->nobody};

    if (each == SENT && count >= 0)
        blocks = (struct watch_blocks){
            count > 0 &&
                (count >= 64 || comm->nobody != (UINT64_C(1) << count) - 1),
            0};
    return blocks;
}

struct watch_blocks watch_member_blocks(const struct record *enter,
                                        const struct member *member,
                                        bool stored)
{
    enum each each = each_of(call_table[enter->call].base, stored);

    if (each == ONE)
        return (struct watch_blocks){1, 0};
    if (each == PARTITIONS)
        return (struct watch_blocks){PARTITIONS_OF(enter), 0};
    if (member == NULL)
        return (struct watch_blocks){-1, 0};
    if (each == GROUP && member->made.remote_size > 0)
        return (struct watch_blocks){member->made.remote_size, 0};
    if (each == GROUP || each == OWN_GROUP)
        return (struct watch_blocks){member->made.size, 0};
    return of_neighbors(&member->made, each);
}

struct watch_blocks watch_blocks(const struct record *enter, bool stored)
{
    struct watch_blocks blocks = {1, 0};

    if (each_of(call_table[enter->call].base, stored) == ONE)
        return blocks;
    pthread_mutex_lock(&watch_lock);
    blocks = watch_member_blocks(enter, watch_member_of(enter), stored);
    pthread_mutex_unlock(&watch_lock);
    return blocks;
}

void watch_member_add(const struct new_comm *made)
{
    struct member *member;

    if (made->comm == NEUTRAL_COMM_NULL)
        return;
    pthread_mutex_lock(&watch_lock);
    HASH_FIND(hh, members, &made->comm, sizeof made->comm, member);
    if (member == NULL && (member = arena_take(sizeof *member)) != NULL) {
        memset(member, 0, sizeof *member);
        member->made.comm = made->comm;
        HASH_ADD(hh, members, made.comm, sizeof made->comm, member);
        if (member->hh.tbl == NULL) {
            arena_give(member, sizeof *member);
            member = NULL;
        }
    }
    if (member != NULL) {
        member->made = *made;
        if (made->rank < 0) {
            HASH_DEL(members, member);
            arena_give(member, sizeof *member);
        }
    }
    pthread_mutex_unlock(&watch_lock);
}

void watch_member_world(const struct record_world *world)
{
    struct new_comm comm = {.comm = NEUTRAL_COMM_WORLD,
                            .rank = world->rank,
                            .size = world->size,
                            .neighbors_in = -1,
                            .neighbors_out = -1};

    watch_member_add(&comm);
    comm.comm = NEUTRAL_COMM_SELF;
    comm.rank = 0;
    comm.size = 1;
    watch_member_add(&comm);
    pthread_mutex_lock(&watch_lock);
    layout_predefined(world);
    pthread_mutex_unlock(&watch_lock);
}
