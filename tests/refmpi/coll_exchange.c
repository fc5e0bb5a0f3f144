/* np: 2 3 5 */
/* only: refmpi */
/* MPI_Alltoall by places, by reading, with types that are no run, in place, and
 * with members that give other lengths; then where the last rank may not read
 * the memory of others. */
#include "check.h"
#include "refuse.h"
#include <stdbool.h>

#define MOST 40000

static int value(int from, int to, int i)
{
    return from * 1000003 + to * 5003 + i;
}

/* Every second int of what is given or taken, if the type says so. */
static void exchange(int *out, int *in, int count, int sent, int taken)
{
    int rank = world_rank(), size = world_size();
    MPI_Datatype second, types[2] = {MPI_INT, MPI_DATATYPE_NULL};
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &second);
    MPI_Type_commit(&second);
    types[1] = second;
    for (int i = 0; i < 2 * size * count; i++)
        out[i] = in[i] = -1;
    for (int to = 0; to < size; to++)
        for (int i = 0; i < count; i++)
            out[(to * count + i) * (1 + sent)] = value(rank, to, i);
    MPI_Alltoall(out, count, types[sent], in, count, types[taken],
                 MPI_COMM_WORLD);
    for (int from = 0; from < size; from++)
        for (int i = 0; i < count; i++)
            CHECK(in[(from * count + i) * (1 + taken)] == value(from, rank, i));
    for (int i = 1; taken && i < 2 * size * count; i += 2)
        CHECK(in[i] == -1);
    MPI_Alltoall_c(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, count, types[sent],
                   MPI_COMM_WORLD);
    for (int from = 0; from < size; from++)
        for (int i = 0; i < count; i++)
            CHECK(out[(from * count + i) * (1 + sent)] == value(from, rank, i));
    MPI_Type_free(&second);
}

static void all(int *out, int *in)
{
    static const int counts[] = {1, 7, 51, 52, 127, 128, 129, MOST};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int types = 0; types < 4; types++)
            exchange(out, in, counts[i], types % 2, types / 2);
}

/* Each is told, and they still work together. */
static void unlike(int *out, int *in, int count, int other)
{
    bool is_first = world_rank() == 0;
    int rc = MPI_Alltoall(out, is_first ? other : count, MPI_INT, in,
                          is_first ? other : count, MPI_INT, MPI_COMM_WORLD);
    CHECK(class_of(rc) == MPI_ERR_TRUNCATE);
    rc = MPI_Alltoall(out, count, MPI_INT, in, is_first ? count - 1 : count,
                      MPI_INT, MPI_COMM_WORLD);
    CHECK(class_of(rc) == (is_first ? MPI_ERR_TRUNCATE : MPI_SUCCESS));
    exchange(out, in, count, 0, 0);
}

/* Types that hold the places, so that all is given and taken at MPI_BOTTOM. */
static void from_bottom(void)
{
    int rank = world_rank(), size = world_size(), out[8], in[8];
    int counts[8], displs[8] = {0}, one = 1;
    MPI_Datatype given[8], taken[8];
    MPI_Aint place;

    for (int i = 0; i < size; i++) {
        out[i] = value(rank, i, 0);
        in[i] = -1;
        counts[i] = 1;
        MPI_Get_address(&out[i], &place);
        MPI_Type_create_hindexed(1, &one, &place, MPI_INT, &given[i]);
        MPI_Type_commit(&given[i]);
        MPI_Get_address(&in[i], &place);
        MPI_Type_create_hindexed(1, &one, &place, MPI_INT, &taken[i]);
        MPI_Type_commit(&taken[i]);
    }
    MPI_Alltoallw(MPI_BOTTOM, counts, displs, given, MPI_BOTTOM, counts, displs,
                  taken, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++) {
        CHECK(in[i] == value(i, rank, 0));
        MPI_Type_free(&given[i]);
        MPI_Type_free(&taken[i]);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    size_t room = (size_t)(2 * world_size() * MOST + 1) * sizeof(int);
    int *out = malloc(room), *in = malloc(room);
    all(out, in);
    from_bottom();
    unlike(out, in, MOST, 3);
    unlike(out, in, 3, MOST);
    unlike(out, in, MOST, MOST / 2);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank() == world_size() - 1)
        refuse_peer_memory();
    all(out, in);
    free(in);
    free(out);
    MPI_Finalize();
    return 0;
}
