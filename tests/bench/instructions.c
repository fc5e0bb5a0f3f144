/*
 * instructions CLASS ROUNDS: a process alone makes the calls of a class so many
 * times, for instructions.py to count.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW 16

static int in[WINDOW], out[WINDOW], *memory;
static MPI_Win win;

static void query(void)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}

static void local(void)
{
    MPI_Datatype type;

    MPI_Type_contiguous(4, MPI_INT, &type);
    MPI_Type_free(&type);
}

static void message(void)
{
    MPI_Request request;

    MPI_Irecv(in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    MPI_Send(out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void window(void)
{
    MPI_Request requests[2 * WINDOW];
    int i;

    for (i = 0; i < WINDOW; i++)
        MPI_Irecv(&in[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
    for (i = 0; i < WINDOW; i++)
        MPI_Isend(&out[i], 1, MPI_INT, 0, i, MPI_COMM_SELF,
                  &requests[WINDOW + i]);
    MPI_Waitall(2 * WINDOW, requests, MPI_STATUSES_IGNORE);
}

static void sendrecv(void)
{
    MPI_Sendrecv(out, 1, MPI_INT, 0, 0, in, 1, MPI_INT, 0, 0, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
}

static void collective(void)
{
    MPI_Allreduce(out, in, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
}

static void put(void)
{
    int i;

    for (i = 0; i < WINDOW; i++)
        MPI_Put(&out[i], 1, MPI_INT, 0, 2 * i, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
}

static const struct {
    const char *name;
    int calls;
    void (*make)(void);
} classes[] = {
    {"query", 1, query},       {"local", 2, local},
    {"message", 3, message},   {"window", 2 * WINDOW + 1, window},
    {"sendrecv", 1, sendrecv}, {"collective", 1, collective},
    {"put", WINDOW + 1, put},
};

int main(int argc, char **argv)
{
    int rounds = argc > 2 ? atoi(argv[2]) : 1, calls = 0, i;
    size_t which;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate(2 * WINDOW * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                     MPI_COMM_SELF, &memory, &win);
    MPI_Win_lock_all(0, win);
    for (which = 0; which < sizeof classes / sizeof *classes; which++)
        for (i = 0;
             argc > 1 && i < rounds && !strcmp(classes[which].name, argv[1]);
             i++) {
            classes[which].make();
            calls += classes[which].calls;
        }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    printf("%d\n", calls);
    MPI_Finalize();
    return 0;
}
