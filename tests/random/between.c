/*
 * between.c - steps on intercommunicators.
 */
#include "random.h"

/* Two groups, as one of them sees them. */
struct sides {
    MPI_Comm own, between;
    int own_size, other_size, mine;
    bool first; /* my side is that of member 0 of the communicator */
};

static void exchange(const struct sides *sides, int tag)
{
    int out = sides->mine + (sides->first ? 100 : 200), in = -1;

    if (sides->mine >= sides->other_size)
        return;
    MPI_Sendrecv(&out, 1, MPI_INT, sides->mine, tag, &in, 1, MPI_INT,
                 sides->mine, tag, sides->between, MPI_STATUS_IGNORE);
    check(in == sides->mine + (sides->first ? 200 : 100),
          "an intercommunicator");
}

/* From one of one side to all of the other. */
static void cast(const struct sides *sides, bool from_first, int root)
{
    int value = step;

    if (sides->first != from_first)
        value = -1;
    else
        root = sides->mine == root ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Bcast(&value, 1, MPI_INT, root, sides->between);
    check(value == step, "MPI_Bcast between two groups");
}

/* Each side gets the sum of the other. */
static void add_up(const struct sides *sides, bool pending)
{
    int one = sides->first ? 1 : 1000, sum = -1;
    MPI_Request request;

    if (pending) {
        MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, sides->between,
                       &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, sides->between);
    }
    check(sum == sides->other_size * (sides->first ? 1000 : 1),
          "MPI_Allreduce between two groups");
}

static void merge(const struct sides *sides)
{
    MPI_Comm all;
    int rank;

    MPI_Intercomm_merge(sides->between, !sides->first, &all);
    MPI_Comm_rank(all, &rank);
    check(rank == sides->mine + (sides->first ? 0 : sides->other_size),
          "MPI_Intercomm_merge");
    MPI_Barrier(all);
    MPI_Comm_free(&all);
}

void step_between(void)
{
    const struct members *in = any_comm();
    int border, tag = next_tag(), root = (int)draw(RANKS_MAX);
    bool pending = heads(), from_first = heads(), merges = heads();
    struct sides sides;

    if (in->count < 2)
        return;
    border = 1 + (int)draw((unsigned)in->count - 1);
    if (in->mine < 0)
        return;
    sides.first = in->mine < border;
    sides.own_size = sides.first ? border : in->count - border;
    sides.other_size = in->count - sides.own_size;
    MPI_Comm_split(in->comm, sides.first, 0, &sides.own);
    MPI_Comm_rank(sides.own, &sides.mine);
    MPI_Intercomm_create(sides.own, 0, in->comm, sides.first ? border : 0, tag,
                         &sides.between);
    exchange(&sides, tag);
    MPI_Barrier(sides.between);
    cast(&sides, from_first, root % (from_first ? border : in->count - border));
    add_up(&sides, pending);
    if (merges)
        merge(&sides);
    MPI_Comm_free(&sides.between);
    MPI_Comm_free(&sides.own);
}
