/*
 * Intercommunicators from groups: only the leaders name the other group; the
 * messages on them are followed.
 *
 * np: 3
 * verdict: clean
 * flavours: abi mpich
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0, side, i;
    const char *const tags[] = {"one", "two"};
    MPI_Group world, sides[2];
    MPI_Comm both[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, (int[]){0}, &sides[0]);
    MPI_Group_incl(world, 2, (int[]){1, 2}, &sides[1]);
    side = rank > 0;
    for (i = 0; i < 2; i++)
        MPI_Intercomm_create_from_groups(
            sides[side], 0, sides[rank != 1], 0,
            tags[i], MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &both[i]);
    for (i = 0; i < 2; i++) {
        if (rank == 0)
            MPI_Recv(&value, 1, MPI_INT, 1, 5, both[i], MPI_STATUS_IGNORE);
        if (rank == 2)
            MPI_Send(&value, 1, MPI_INT, 0, 5, both[i]);
        MPI_Comm_free(&both[i]);
    }
    MPI_Group_free(&sides[0]);
    MPI_Group_free(&sides[1]);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
