/*
 * As variable_short.c; each buffer and array ends with its variable.  So does
 * what consists of several variables, one behind the other, or next to others.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <string.h>

struct particle {
    double place[3];
    int id, kind;
};

static void receive(int *into)
{
    MPI_Recv(into, 6, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* A type by addresses, relative to that of the first. */
static void send_two(void)
{
    int one = 1, two = 2, lengths[2] = {1, 1};
    MPI_Aint displs[2], begin;
    MPI_Datatype both;

    MPI_Get_address(&one, &begin);
    MPI_Get_address(&two, &displs[1]);
    displs[0] = 0;
    displs[1] -= begin;
    MPI_Type_create_hindexed(2, lengths, displs, MPI_INT, &both);
    MPI_Type_commit(&both);
    MPI_Bcast(&one, 1, both, 0, MPI_COMM_WORLD);
    MPI_Type_free(&both);
}

static void send_within(int count)
{
    union {
        int number;
        char bytes[64];
    } either = {0};
    char text[] = "text";
    int i;

    for (i = 0; i < count; i++) {
        if (i % 2 == 0) {
            int in_turn[40] = {0};

            MPI_Bcast(in_turn, 40, MPI_INT, 0, MPI_COMM_WORLD);
        } else {
            double in_turn[30] = {0};

            MPI_Bcast(in_turn, 30, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        }
    }
    MPI_Bcast(&either.number, sizeof either, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(text, sizeof text, MPI_CHAR, 0, MPI_COMM_WORLD);
    {
        char room[count * 8];

        memset(room, 0, sizeof room);
        MPI_Bcast(room, count * 8, MPI_CHAR, 0, MPI_COMM_WORLD);
    }
    {
        char *room = __builtin_alloca((size_t)count * 16);

        memset(room, 0, (size_t)count * 16);
        MPI_Bcast(room, count * 16, MPI_CHAR, 0, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    MPI_Status statuses[2];
    MPI_Request none[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int numbers[10] = {0}, last[32] = {0}, matrix[4][3] = {{0}};
    int counts[2] = {1, 1}, displs[2] = {0, 9}, rank;
    struct particle particle = {{0}, 1, 2};
    MPI_Datatype column;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(numbers, 10, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Send(last, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(numbers + 8, 2, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        receive(numbers + 4);
        MPI_Recv(last, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Allgatherv(&rank, 1, MPI_INT, numbers, counts, displs, MPI_INT, MPI_COMM_WORLD);
    MPI_Type_vector(4, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Bcast(numbers, 1, column, 0, MPI_COMM_WORLD);
    MPI_Bcast(&matrix[0][2], 1, column, 0, MPI_COMM_WORLD);
    MPI_Type_free(&column);
    MPI_Bcast(matrix[1], 9, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&particle.id, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&particle.place, sizeof particle, MPI_BYTE, 0, MPI_COMM_WORLD);
    send_two();
    send_within(6);
    MPI_Waitall(2, none, statuses);
    MPI_Finalize();
    return 0;
}
