/*
 * Communicators of communicators, in an order that is drawn, with ranks that
 * are permuted: halves and their merging, parts, topologies, groups of those
 * who may not have returned from the constructor yet.
 *
 * np: 4
 * verdict: clean
 */
#include <mpi.h>

#define SEEDS 12
#define STEPS 40

static unsigned long long common, own; /* xorshift: of all, of each rank */

static int draw(unsigned long long *state, int below)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (int)(*state % (unsigned)below);
}

static MPI_Comm merge_halves(MPI_Comm comm, int rank, int size)
{
    MPI_Comm half, inter, again, whole;
    MPI_Group remote;
    int second = rank >= size / 2, count;

    MPI_Comm_split(comm, second, rank, &half);
    MPI_Intercomm_create(half, 0, comm, second ? 0 : size / 2, 3, &inter);
    if (draw(&common, 2)) {
        MPI_Comm_dup(inter, &again);
        MPI_Comm_free(&inter);
        inter = again;
    }
    if (draw(&own, 2)) {
        MPI_Comm_remote_group(inter, &remote);
        MPI_Group_size(remote, &count);
        MPI_Group_free(&remote);
    }
    MPI_Intercomm_merge(inter, second, &whole);
    MPI_Comm_free(&half);
    MPI_Comm_free(&inter);
    return whole;
}

/* Pairs, pairs of these, and so on. */
static void double_up(MPI_Comm comm, int rank, int size)
{
    MPI_Comm part, both;
    MPI_Group group, all;
    int level, leader = rank, result;

    MPI_Comm_dup(MPI_COMM_SELF, &part);
    for (level = 1; level < size; level *= 2) {
        int other = leader ^ level;

        MPI_Intercomm_create(part, 0, comm, other, level, &both);
        MPI_Comm_free(&part);
        MPI_Intercomm_merge(both, leader > other, &part);
        MPI_Comm_free(&both);
        leader &= ~level;
    }
    if (draw(&own, 2))
        MPI_Comm_compare(part, comm, &result);
    MPI_Comm_group(part, &group);
    MPI_Comm_group(comm, &all);
    MPI_Group_compare(group, all, &result);
    MPI_Group_free(&group);
    MPI_Group_free(&all);
    MPI_Comm_free(&part);
}

/* The first ranks, the other way round. */
static void create_part(MPI_Comm comm, int rank, int size, int tag)
{
    int count = 1 + draw(&common, size), members[8], value = rank, i;
    int by_all = draw(&common, 2);
    MPI_Group all, some;
    MPI_Comm part = MPI_COMM_NULL;

    for (i = 0; i < count; i++)
        members[i] = count - 1 - i;
    MPI_Comm_group(comm, &all);
    MPI_Group_incl(all, count, members, &some);
    if (by_all)
        MPI_Comm_create(comm, some, &part);
    else if (rank < count)
        MPI_Comm_create_group(comm, some, tag, &part);
    if (part != MPI_COMM_NULL) {
        MPI_Bcast(&value, 1, MPI_INT, 0, part);
        MPI_Comm_free(&part);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&some);
}

static void use_topology(MPI_Comm comm, int size)
{
    int dims[2] = {0, 0}, periods[2] = {1, 0}, remain[2] = {0, 1}, value = 1, sum;
    MPI_Comm grid, line;

    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(comm, 2, dims, periods, 0, &grid);
    remain[0] = draw(&common, 2);
    MPI_Cart_sub(grid, remain, &line);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, line);
    MPI_Comm_free(&line);
    MPI_Comm_free(&grid);
}

static MPI_Comm step(MPI_Comm comm, int tag)
{
    MPI_Comm next = MPI_COMM_NULL;
    MPI_Request request;
    int rank, size, sent, got;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    sent = rank;
    switch (draw(&common, 7)) {
    case 0:
        MPI_Comm_split(comm, 0, draw(&own, 100), &next);
        break;
    case 1:
        next = merge_halves(comm, rank, size);
        break;
    case 2:
        double_up(comm, rank, size);
        break;
    case 3:
        create_part(comm, rank, size, tag);
        break;
    case 4:
        use_topology(comm, size);
        break;
    case 5:
        MPI_Comm_idup(comm, &next, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        break;
    case 6:
        MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % size, tag, &got, 1, MPI_INT,
                     (rank + size - 1) % size, tag, comm, MPI_STATUS_IGNORE);
        break;
    }
    return next;
}

int main(int argc, char **argv)
{
    int rank, seed, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (seed = 1; seed <= SEEDS; seed++) {
        MPI_Comm comm, next;

        common = 88172645463325252ULL * (unsigned)seed;
        own = common + 0x9e3779b97f4a7c15ULL * (unsigned)(rank + 1);
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        for (i = 0; i < STEPS; i++) {
            next = step(comm, i);
            if (next != MPI_COMM_NULL) {
                MPI_Comm_free(&comm);
                comm = next;
            }
        }
        MPI_Comm_free(&comm);
    }
    MPI_Finalize();
    return 0;
}
