/*
 * collective.c - steps of collective operations.
 */
#include "random.h"

#include <stdlib.h>

enum kind {
    BARRIER,
    BCAST,
    REDUCE,
    ALLREDUCE,
    GATHER,
    GATHERV,
    SCATTER,
    ALLGATHER,
    ALLTOALL,
    ALLTOALLV,
    SCAN,
    EXSCAN,
    REDUCE_SCATTER,
    KINDS
};

/* What a step is for each of its members. */
struct collective {
    const struct members *in;
    enum kind kind;
    bool pending, in_place;
    int root, count, first;
    struct layout layout; /* of what is sent, or of MPI_Bcast */
    int counts[RANKS_MAX], displacements[RANKS_MAX], total;
    int *out, *back;
    MPI_Request request;
};

static int value(const struct collective *one, int member, int i)
{
    return one->first + member * 50 + i;
}

/* The sum of the members from 0 to `last`. */
static int sum(const struct collective *one, int last, int i)
{
    int member, all = 0;

    for (member = 0; member <= last; member++)
        all += value(one, member, i);
    return all;
}

static void call_rooted(struct collective *one)
{
    MPI_Comm comm = one->in->comm;
    bool at_root = one->in->mine == one->root;
    const void *out = one->in_place && at_root ? MPI_IN_PLACE : one->out;
    void *back = at_root ? one->back : NULL;
    struct layout *from = &one->layout;

    switch (one->kind) {
    case BCAST:
        if (one->pending)
            MPI_Ibcast(one->out, from->type_count, from->type, one->root, comm,
                       &one->request);
        else
            MPI_Bcast(one->out, from->type_count, from->type, one->root, comm);
        break;
    case REDUCE:
        if (one->pending)
            MPI_Ireduce(out, back, one->count, MPI_INT, MPI_SUM, one->root,
                        comm, &one->request);
        else
            MPI_Reduce(out, back, one->count, MPI_INT, MPI_SUM, one->root,
                       comm);
        break;
    case GATHER:
        if (one->pending)
            MPI_Igather(out, from->type_count, from->type, back, one->count,
                        MPI_INT, one->root, comm, &one->request);
        else
            MPI_Gather(out, from->type_count, from->type, back, one->count,
                       MPI_INT, one->root, comm);
        break;
    case GATHERV:
        if (one->pending)
            MPI_Igatherv(out, one->counts[one->in->mine], MPI_INT, back,
                         one->counts, one->displacements, MPI_INT, one->root,
                         comm, &one->request);
        else
            MPI_Gatherv(out, one->counts[one->in->mine], MPI_INT, back,
                        one->counts, one->displacements, MPI_INT, one->root,
                        comm);
        break;
    default: /* back is what the root gives, out what each gets */
        if (one->pending)
            MPI_Iscatter(back, one->count, MPI_INT, (void *)out,
                         from->type_count, from->type, one->root, comm,
                         &one->request);
        else
            MPI_Scatter(back, one->count, MPI_INT, (void *)out,
                        from->type_count, from->type, one->root, comm);
    }
}

static void call_all(struct collective *one)
{
    MPI_Comm comm = one->in->comm;
    const void *out = one->in_place ? MPI_IN_PLACE : one->out;
    struct layout *from = &one->layout;
    MPI_Request *request = &one->request;

    switch (one->kind) {
    case BARRIER:
        if (one->pending)
            MPI_Ibarrier(comm, request);
        else
            MPI_Barrier(comm);
        break;
    case ALLREDUCE:
        if (one->pending)
            MPI_Iallreduce(out, one->back, one->count, MPI_INT, MPI_SUM, comm,
                           request);
        else
            MPI_Allreduce(out, one->back, one->count, MPI_INT, MPI_SUM, comm);
        break;
    case ALLGATHER:
        if (one->pending)
            MPI_Iallgather(out, from->type_count, from->type, one->back,
                           one->count, MPI_INT, comm, request);
        else
            MPI_Allgather(out, from->type_count, from->type, one->back,
                          one->count, MPI_INT, comm);
        break;
    case ALLTOALL:
        if (one->pending)
            MPI_Ialltoall(out, one->count, MPI_INT, one->back, one->count,
                          MPI_INT, comm, request);
        else
            MPI_Alltoall(out, one->count, MPI_INT, one->back, one->count,
                         MPI_INT, comm);
        break;
    case SCAN:
        if (one->pending)
            MPI_Iscan(out, one->back, one->count, MPI_INT, MPI_SUM, comm,
                      request);
        else
            MPI_Scan(out, one->back, one->count, MPI_INT, MPI_SUM, comm);
        break;
    case EXSCAN:
        if (one->pending)
            MPI_Iexscan(out, one->back, one->count, MPI_INT, MPI_SUM, comm,
                        request);
        else
            MPI_Exscan(out, one->back, one->count, MPI_INT, MPI_SUM, comm);
        break;
    default:
        if (one->pending)
            MPI_Ireduce_scatter(out, one->back, one->counts, MPI_INT, MPI_SUM,
                                comm, request);
        else
            MPI_Reduce_scatter(out, one->back, one->counts, MPI_INT, MPI_SUM,
                               comm);
    }
}

/* Member i sends counts[i] to each: so the counts of the two sides differ. */
static void call_vector(struct collective *one)
{
    int to[RANKS_MAX], zeros[RANKS_MAX] = {0}, i;

    for (i = 0; i < one->in->count; i++)
        to[i] = one->counts[one->in->mine];
    MPI_Alltoallv(one->out, to, zeros, MPI_INT, one->back, one->counts,
                  one->displacements, MPI_INT, one->in->comm);
}

/* What each has to begin with, and where MPI_IN_PLACE says so, instead of it:
 * in the buffer for the result. */
static void fill(struct collective *one)
{
    int mine = one->in->mine, i, k;
    int *at = one->back;

    if (one->kind == BCAST && mine == one->root)
        layout_fill(&one->layout, one->out, one->first);
    else if (one->kind == GATHER || one->kind == ALLGATHER)
        layout_fill(&one->layout, one->out, value(one, mine, 0));
    else if (one->kind != BCAST && one->kind != SCATTER)
        for (i = 0; i < one->total; i++)
            one->out[i] = value(one, mine, i);
    if (one->kind == GATHER || one->kind == ALLGATHER)
        at += mine * one->count;
    else if (one->kind == GATHERV)
        at += one->displacements[mine];
    if (one->kind == SCATTER)
        for (k = 0; k < one->in->count; k++)
            for (i = 0; i < one->count; i++)
                at[k * one->count + i] = value(one, k, i);
    else if (one->kind == ALLTOALL)
        for (i = 0; i < one->count * one->in->count; i++)
            at[i] = one->out[i] = value(one, mine, i);
    else if (one->in_place)
        for (i = 0; i < one->counts[mine]; i++)
            at[i] = value(one, mine, i);
}

static bool gathered(const struct collective *one)
{
    int k, i;

    for (k = 0; k < one->in->count; k++)
        for (i = 0; i < one->counts[k]; i++)
            if (one->back[one->displacements[k] + i] != value(one, k, i))
                return false;
    return true;
}

static bool reduced(const struct collective *one, int last)
{
    int i;

    for (i = 0; i < one->count; i++)
        if (one->back[i] != sum(one, last, i))
            return false;
    return true;
}

static void check_result(const struct collective *one)
{
    bool at_root = one->in->mine == one->root;
    int mine = one->in->mine;

    switch (one->kind) {
    case BCAST:
        check(layout_holds(&one->layout, one->out, one->first), "MPI_Bcast");
        break;
    case REDUCE:
        check(!at_root || reduced(one, one->in->count - 1), "MPI_Reduce");
        break;
    case ALLREDUCE:
        check(reduced(one, one->in->count - 1), "MPI_Allreduce");
        break;
    case SCAN:
        check(reduced(one, mine), "MPI_Scan");
        break;
    case EXSCAN:
        check(mine == 0 || reduced(one, mine - 1), "MPI_Exscan");
        break;
    case GATHER:
    case GATHERV:
        check(!at_root || gathered(one), "MPI_Gather");
        break;
    case ALLGATHER:
    case ALLTOALLV:
        check(gathered(one), "MPI_Allgather");
        break;
    case SCATTER:
        check((one->in_place && at_root) ||
                  layout_holds(&one->layout, one->out, value(one, mine, 0)),
              "MPI_Scatter");
        break;
    default:
        break;
    }
}

static void draw_counts(struct collective *one)
{
    bool uneven = one->kind == GATHERV || one->kind == ALLTOALLV;
    int i;

    for (i = 0; i < one->in->count; i++) {
        one->counts[i] = uneven ? (int)draw(6) : one->count;
        one->displacements[i] = one->total;
        one->total += one->counts[i];
    }
}

static bool has_layout(enum kind kind)
{
    return kind == BCAST || kind == GATHER || kind == ALLGATHER ||
           kind == SCATTER;
}

void step_collective(void)
{
    struct collective one = {.in = any_comm(), .first = step * 1000};
    struct layout none = {.type = MPI_INT};
    int layouts[RANKS_MAX], i, room;

    one.kind = (enum kind)draw(KINDS);
    one.root = (int)draw((unsigned)one.in->count);
    /* Of nothing, one of an empty type here and none of a type there, MPICH
     * 4.0.2 makes a scatter that does not end. */
    one.count = 1 + (int)draw(20);
    /* Arrays of counts would have to live on. */
    one.pending = draw(3) == 0 && one.kind != ALLTOALLV &&
                  one.kind != GATHERV && one.kind != REDUCE_SCATTER;
    one.in_place = heads() && one.kind != EXSCAN && one.kind != BCAST &&
                   one.kind != ALLTOALLV;
    draw_counts(&one);
    for (i = 0; i < RANKS_MAX; i++)
        layouts[i] = (int)draw(LAYOUTS);
    if (one.in->mine >= 0) {
        room = one.total + one.count * one.in->count + 1;
        one.layout = has_layout(one.kind)
                         ? layout_make(layouts[one.in->mine], one.count)
                         : none;
        one.out = calloc((size_t)room * 3 + 4, sizeof(int));
        one.back = calloc((size_t)room + 4, sizeof(int));
        fill(&one);
        if (one.kind == ALLTOALLV)
            call_vector(&one);
        else if (one.kind == BCAST || one.kind == REDUCE ||
                 one.kind == GATHER || one.kind == GATHERV ||
                 one.kind == SCATTER)
            call_rooted(&one);
        else
            call_all(&one);
        if (!one.pending) {
            check_result(&one);
            layout_free(&one.layout);
            free(one.out);
            free(one.back);
        }
    }
    if (!one.pending)
        return;
    for (i = 0; i < one.in->count; i++)
        pend(one.in->world[i], one.request, one.out, one.layout, one.back,
             one.first, one.kind == BCAST);
}
