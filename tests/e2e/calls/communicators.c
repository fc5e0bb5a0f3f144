/*
 * Communicators and groups, made, compared and freed in each way.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, result, length, ranks[2] = {0, 2}, range[1][3] = {{2, 0, -1}};
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Comm dup, some, turned, shared;
    MPI_Group world, two, back, both;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_idup(MPI_COMM_WORLD, &dup, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_compare(MPI_COMM_WORLD, dup, &result);
    MPI_Comm_set_name(dup, "a copy");
    MPI_Comm_get_name(dup, name, &length);
    MPI_Barrier(dup);
    MPI_Comm_group(dup, &world);
    MPI_Group_incl(world, 2, ranks, &two);
    MPI_Group_range_incl(world, 1, range, &back);
    MPI_Group_union(two, back, &both);
    MPI_Group_translate_ranks(two, 1, ranks, back, &result);
    MPI_Comm_create(MPI_COMM_WORLD, two, &some);
    if (some != MPI_COMM_NULL) {
        MPI_Barrier(some);
        MPI_Comm_free(&some);
    }
    if (rank != 1) {
        MPI_Comm_create_group(MPI_COMM_WORLD, two, 7, &some);
        MPI_Bcast(&result, 1, MPI_INT, 1, some);
        MPI_Comm_free(&some);
    }
    MPI_Comm_create(dup, back, &turned);
    MPI_Bcast(&result, 1, MPI_INT, 2, turned);
    MPI_Comm_split_type(turned, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &shared);
    MPI_Bcast(&result, 1, MPI_INT, 2, shared);
    MPI_Comm_dup(MPI_COMM_SELF, &some);
    MPI_Barrier(some);
    MPI_Comm_free(&some);
    MPI_Comm_free(&shared);
    MPI_Comm_free(&turned);
    MPI_Comm_free(&dup);
    MPI_Group_free(&both);
    MPI_Group_free(&back);
    MPI_Group_free(&two);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
