/*
 * With -fstack-protector, which some systems make the default, GCC puts what has
 * no name, or is in an inner block, at the place of a variable that is not used
 * before, though it does not optimize: what lies there is not that variable.
 *
 * np: 2
 * flags: -fstack-protector-strong
 * options: --element-types=each --notes
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    double late[4] = {0};
    long later[20];
    int i;

    MPI_Init(&argc, &argv);
    {
        MPI_Bcast((int[12]){1, 2, 3}, 12, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Bcast((int[90]){1, 2, 3}, 90, MPI_INT, 0, MPI_COMM_WORLD);
    }
    {
        float inner[10] = {0};

        MPI_Bcast(inner, 10, MPI_FLOAT, 0, MPI_COMM_WORLD);
    }
    for (i = 0; i < 20; i++)
        later[i] = i;
    MPI_Bcast(late, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(later, 20, MPI_LONG, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
