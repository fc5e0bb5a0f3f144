/*
 * What MPI calls bring into a shared window, or send from it, while another
 * process of the node loads and stores there: one does not wait for what the
 * other receives; one sends what its neighbour stores; both receive into bytes
 * that overlap.
 *
 * np: 2
 * verdict: warning
 * compiler: murmel
 * finding: RMA-SHARED-CONFLICT store=0@recv load=1@load
 * finding: RMA-SHARED-CONFLICT load=0@send store=1@store
 * finding: RMA-SHARED-CONFLICT store=0@one store=1@other
 * twin: shared_received_ordered.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, unit, *base, *all, out[4] = {1, 2, 3, 4}, sum = 0;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? 128 : 0, sizeof(int), MPI_INFO_NULL,
                            MPI_COMM_WORLD, &base, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &all);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Sendrecv(out, 4, MPI_INT, 0, 0, all, 4, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @recv */
    MPI_Win_sync(win);
    if (rank == 1)
        sum += all[2]; /* @load */
    if (rank == 1)
        all[9] = 5; /* @store */
    MPI_Win_sync(win);
    if (rank == 0)
        MPI_Send(all + 8, 4, MPI_INT, 1, 1, MPI_COMM_WORLD); /* @send */
    else
        MPI_Recv(out, 4, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0)
        MPI_Sendrecv(out, 4, MPI_INT, 0, 0, all + 16, 4, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @one */
    else
        MPI_Sendrecv(out, 4, MPI_INT, 0, 0, all + 19, 4, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @other */
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 100;
}
