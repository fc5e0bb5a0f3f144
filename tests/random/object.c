/*
 * object.c - steps that make and free communicators, groups, topologies.
 */
#include "random.h"

#include <stdlib.h>

/* The members whose bit is set, in their order, or the other way round. */
static struct members chosen(const struct members *in, unsigned bits,
                             bool backwards)
{
    struct members made = {MPI_COMM_NULL, 0, {0}, -1};
    int i;

    for (i = 0; i < in->count; i++) {
        int member = backwards ? in->count - 1 - i : i;

        if ((bits >> member & 1) == 0)
            continue;
        if (in->mine == member)
            made.mine = made.count;
        made.world[made.count++] = in->world[member];
    }
    return made;
}

static MPI_Group group_of(const struct members *in, unsigned bits,
                          bool backwards)
{
    int ranks[RANKS_MAX], count = 0, i;
    MPI_Group all, group;

    for (i = 0; i < in->count; i++) {
        int member = backwards ? in->count - 1 - i : i;

        if (bits >> member & 1)
            ranks[count++] = member;
    }
    MPI_Comm_group(in->comm, &all);
    MPI_Group_incl(all, count, ranks, &group);
    MPI_Group_free(&all);
    return group;
}

enum way { DUP, IDUP, SPLIT, CREATE, CREATE_GROUP, WAYS };

static void make(const struct members *in, enum way way, unsigned bits,
                 bool backwards, struct members *made)
{
    bool inside = in->mine >= 0 && (bits >> in->mine & 1);
    MPI_Request request;
    MPI_Group group;

    switch (way) {
    case DUP:
        MPI_Comm_dup(in->comm, &made->comm);
        break;
    case IDUP:
        MPI_Comm_idup(in->comm, &made->comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        break;
    case SPLIT:
        MPI_Comm_split(in->comm, inside ? 3 : MPI_UNDEFINED,
                       backwards ? -in->mine : in->mine, &made->comm);
        break;
    default:
        group = group_of(in, bits, backwards);
        if (way == CREATE)
            MPI_Comm_create(in->comm, group, &made->comm);
        else if (inside)
            MPI_Comm_create_group(in->comm, group, step % 100, &made->comm);
        MPI_Group_free(&group);
    }
}

void step_object(void)
{
    struct members *in = any_comm(), made;
    enum way way = (enum way)draw(WAYS);
    unsigned bits = 1 + draw((1u << in->count) - 1);
    bool backwards = heads() && way > IDUP;
    int at = 1 + (int)draw(COMMS_MAX - 1), rank;

    if (way <= IDUP)
        bits = (1u << in->count) - 1;
    made = chosen(in, bits, backwards);
    if (in->mine >= 0)
        make(in, way, bits, backwards, &made);
    if (made.comm != MPI_COMM_NULL) {
        MPI_Comm_rank(made.comm, &rank);
        check(rank == made.mine, "a new communicator");
    }
    if (comm_count < COMMS_MAX) {
        comms[comm_count++] = made;
        return;
    }
    /* It may have requests that are not complete yet: freeing it waits for
     * them. */
    if (comms[at].comm != MPI_COMM_NULL)
        MPI_Comm_free(&comms[at].comm);
    comms[at] = made;
}

void step_grid(void)
{
    const struct members *in = any_comm();
    int dims[2] = {0, 0}, periods[2], direction, before, next, got = -1, i;
    int value = in->mine, around[4], peers[4];
    MPI_Comm grid;

    periods[0] = heads();
    periods[1] = heads();
    direction = (int)draw(2);
    if (in->mine < 0)
        return;
    MPI_Dims_create(in->count, 2, dims);
    MPI_Cart_create(in->comm, 2, dims, periods, 0, &grid);
    MPI_Cart_shift(grid, direction, 1, &before, &next);
    MPI_Sendrecv(&value, 1, MPI_INT, next, 5, &got, 1, MPI_INT, before, 5, grid,
                 MPI_STATUS_IGNORE);
    check(got == (before == MPI_PROC_NULL ? -1 : before), "a grid");
    for (i = 0; i < 4; i++)
        around[i] = -1;
    MPI_Neighbor_allgather(&value, 1, MPI_INT, around, 1, MPI_INT, grid);
    MPI_Cart_shift(grid, 0, 1, &peers[0], &peers[1]);
    MPI_Cart_shift(grid, 1, 1, &peers[2], &peers[3]);
    for (i = 0; i < 4; i++)
        check(around[i] == (peers[i] == MPI_PROC_NULL ? -1 : peers[i]),
              "MPI_Neighbor_allgather");
    MPI_Comm_free(&grid);
}

void objects_free(void)
{
    int i;

    for (i = 1; i < comm_count; i++)
        if (comms[i].comm != MPI_COMM_NULL)
            MPI_Comm_free(&comms[i].comm);
}
