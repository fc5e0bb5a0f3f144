/*
 * Global and static variables that are as long as the data: a member of one, to
 * the end of the whole; one with a flexible array; one that has two names; by a
 * datatype with addresses, pieces of several.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define MANY 1000

int table[MANY], behind[4 * MANY];
#ifdef __SANITIZE_ADDRESS__ /* takes the other name for a variable of its own */
#define other table
#else
extern int other[] __attribute__((alias("table")));
#endif
static struct {
    int head, numbers[10], tail[10];
} both;
static struct {
    int head, numbers[];
} open_end = {1, {2, 3, 4}};

static void send(const void *from, int count)
{
    static int in[4 * MANY];

    MPI_Sendrecv(from, count, MPI_INT, 0, 0, in, 4 * MANY, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Datatype pieces;
    MPI_Aint places[2];
    int lengths[2] = {MANY, 4 * MANY}, i;

    MPI_Init(&argc, &argv);
    for (i = 0; i < 3; i++) {
        send(table, MANY);
        send(table + 900, 100);
        send(other, MANY);
        send(behind, 4 * MANY);
        send(both.numbers, 20);
        send(&both, 21);
        send(&open_end, 4);
        send(open_end.numbers, 3);
        send(table + MANY - 1, 1);
    }
    MPI_Get_address(table, &places[0]);
    MPI_Get_address(behind, &places[1]);
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &pieces);
    MPI_Type_commit(&pieces);
    MPI_Bcast(MPI_BOTTOM, 1, pieces, 0, MPI_COMM_WORLD);
    MPI_Type_free(&pieces);
    MPI_Allgather(behind, MANY, MPI_INT, behind + MANY, MANY, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
