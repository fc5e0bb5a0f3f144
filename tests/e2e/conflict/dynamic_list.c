/*
 * Elements of a list are attached to a dynamic window and linked at its end by
 * MPI_Compare_and_swap; then all are read.
 *
 * np: 3
 * verdict: clean
 * flavours: abi mpich  (Open MPI 4.1.4 itself crashes in MPI_Compare_and_swap)
 */
#include <mpi.h>
#include <stdlib.h>

#define OWN 3

/* A pointer in one word. */
static long long pack(MPI_Aint address, int rank)
{
    return (long long)address * 16 + rank;
}

int main(int argc, char **argv)
{
    struct node {
        long long next;
        long long value;
    } * nodes[OWN], *head = NULL;
    int rank, size, i, count = 0;
    long long root = 0, at, none = 0, value, next;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0) {
        MPI_Aint address;

        MPI_Alloc_mem(sizeof *head, MPI_INFO_NULL, &head);
        head->next = head->value = 0;
        MPI_Win_attach(win, head, sizeof *head);
        MPI_Get_address(head, &address);
        root = pack(address, 0);
    }
    MPI_Bcast(&root, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (i = 0; i < OWN; i++) {
        MPI_Aint address;
        long long mine;

        MPI_Alloc_mem(sizeof *nodes[i], MPI_INFO_NULL, &nodes[i]);
        nodes[i]->next = 0;
        nodes[i]->value = rank * OWN + i + 1;
        MPI_Win_attach(win, nodes[i], sizeof *nodes[i]);
        MPI_Win_sync(win);
        MPI_Get_address(nodes[i], &address);
        mine = pack(address, rank);
        for (at = root;; at = next) {
            MPI_Compare_and_swap(&mine, &none, &next, MPI_LONG_LONG,
                                 (int)(at % 16), (MPI_Aint)(at / 16), win);
            MPI_Win_flush((int)(at % 16), win);
            if (next == 0)
                break;
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (at = root; at != 0; at = next, count++) {
        MPI_Fetch_and_op(&none, &next, MPI_LONG_LONG, (int)(at % 16),
                         (MPI_Aint)(at / 16), MPI_NO_OP, win);
        MPI_Get(&value, 1, MPI_LONG_LONG, (int)(at % 16),
                (MPI_Aint)(at / 16) + (MPI_Aint)sizeof next, 1, MPI_LONG_LONG,
                win);
        MPI_Win_flush((int)(at % 16), win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < OWN; i++) {
        MPI_Win_detach(win, nodes[i]);
        MPI_Free_mem(nodes[i]);
    }
    if (head != NULL) {
        MPI_Win_detach(win, head);
        MPI_Free_mem(head);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return count == OWN * size + 1 ? 0 : 1;
}
