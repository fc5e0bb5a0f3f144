/*
 * The largest tag, the smallest unit, each order.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int size = 2, part = 1, start = 0, out = 0, flag, *tag_ub;
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &tag_ub, &flag);
    MPI_Send(&out, 1, MPI_INT, MPI_PROC_NULL, *tag_ub, MPI_COMM_WORLD);
    MPI_Win_create(&out, sizeof out, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_free(&win);
    MPI_Type_create_subarray(1, &size, &part, &start, MPI_ORDER_C, MPI_INT,
                             &type);
    MPI_Type_free(&type);
    MPI_Type_create_subarray(1, &size, &part, &start, MPI_ORDER_FORTRAN,
                             MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
