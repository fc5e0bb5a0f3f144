/*
 * In the second group of an intercommunicator one member reduces another type
 * than the other one (MPI-4.1 6.9.1).
 *
 * np: 3
 * twin: intercomm_reduce.c
 * verdict: error
 * finding: COLL-TYPE-MISMATCH call=1@all call=2@all
 */
#include "two_groups.h"

int main(int argc, char **argv)
{
    _Alignas(int) char data[16] = {1, 2, 3, 4}, result[16];
    MPI_Comm both;

    MPI_Init(&argc, &argv);
    both = two_groups();
    MPI_Allreduce(data, result, 4, rank_is(2) ? MPI_FLOAT : MPI_INT, /* @all */
                  MPI_SUM, both);
    MPI_Comm_free(&both);
    MPI_Finalize();
    return 0;
}
