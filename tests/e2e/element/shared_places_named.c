/*
 * As shared_places.c, with buffers that the call names, also in a later line of
 * it or in the function that called: they are those variables.
 *
 * np: 2
 * flags: -fstack-protector-strong
 * options: --element-types=each
 * verdict: error
 * finding: BUFFER-TYPE-MISMATCH call=*@double
 * finding: BUFFER-TYPE-MISMATCH call=*@long ...
 * finding: ARG-TOO-SHORT call=*@short
 * twin: shared_places.c
 */
#include <mpi.h>

static void spread(void *data, int count, MPI_Datatype type)
{
    MPI_Bcast(data, count, type, 0, MPI_COMM_WORLD); /* @long */
}

int main(int argc, char **argv)
{
    double late[4] = {0};
    long later[20] = {0};
    int small[8] = {0};

    MPI_Init(&argc, &argv);
    MPI_Bcast( /* @double */
        late,
        4, MPI_LONG, 0, MPI_COMM_WORLD);
    spread(later, 20, MPI_DOUBLE);
    MPI_Bcast(small, 9, MPI_INT, 0, MPI_COMM_WORLD); /* @short */
    MPI_Finalize();
    return 0;
}
