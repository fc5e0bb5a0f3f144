/*
 * mpibench.c - what an MPI needs for things that programs do often.
 *
 *   mpibench [MILLISECONDS]   rank 0 prints "name MICROSECONDS", a line a row:
 *                             one operation of it, measured for as long
 *   mpibench life             each rank prints when its MPI_Init began and its
 *                             MPI_Finalize ended, on one clock, in microseconds
 *
 * Run by mpibench.py under several MPIs in turn. In rows of two ranks all pairs
 * of neighbours are busy at once.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LARGE (1 << 20)
#define BURST 32 /* messages under way at once */

static int rank, size, partner; /* partner: MPI_PROC_NULL, nobody is left */
static char *in, *out;
static MPI_Win win;
static MPI_Group right; /* the next rank, in whose window is put */
static MPI_Group left;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void round_trips(int times, int bytes)
{
    for (int i = 0; i < times && partner != MPI_PROC_NULL; i++) {
        if (rank % 2 == 0)
            MPI_Send(out, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD);
        MPI_Recv(in, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (rank % 2 != 0)
            MPI_Send(out, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD);
    }
}

/* Messages one after the other, an answer for each burst of them. */
static void stream(int times, int bytes)
{
    MPI_Request requests[BURST];

    for (int i = 0; i < times && partner != MPI_PROC_NULL; i += BURST) {
        for (int j = 0; j < BURST; j++)
            if (rank % 2 == 0)
                MPI_Isend(out, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD,
                          &requests[j]);
            else
                MPI_Irecv(in + (size_t)j * (size_t)bytes, bytes, MPI_BYTE,
                          partner, 0, MPI_COMM_WORLD, &requests[j]);
        MPI_Waitall(BURST, requests, MPI_STATUSES_IGNORE);
        if (rank % 2 == 0)
            MPI_Recv(in, 0, MPI_BYTE, partner, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        else
            MPI_Send(out, 0, MPI_BYTE, partner, 1, MPI_COMM_WORLD);
    }
}

static void barrier(int times, int bytes)
{
    (void)bytes;
    for (int i = 0; i < times; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

/* The root goes round: nobody can run ahead of the others for long. */
static void bcast(int times, int bytes)
{
    for (int i = 0; i < times; i++)
        MPI_Bcast(in, bytes, MPI_BYTE, i % size, MPI_COMM_WORLD);
}

static void allreduce(int times, int bytes)
{
    for (int i = 0; i < times; i++)
        MPI_Allreduce(out, in, bytes / (int)sizeof(double), MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
}

static void alltoall(int times, int bytes)
{
    for (int i = 0; i < times; i++)
        MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void put(int bytes)
{
    MPI_Put(out, bytes, MPI_BYTE, (rank + 1) % size, 0, bytes, MPI_BYTE, win);
}

static void fence_put(int times, int bytes)
{
    MPI_Win_fence(0, win);
    for (int i = 0; i < times; i++) {
        put(bytes);
        MPI_Win_fence(0, win);
    }
}

static void lock_put(int times, int bytes)
{
    for (int i = 0; i < times; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % size, 0, win);
        put(bytes);
        MPI_Win_unlock((rank + 1) % size, win);
    }
}

static void start_put(int times, int bytes)
{
    for (int i = 0; i < times; i++) {
        MPI_Win_post(left, 0, win);
        MPI_Win_start(right, 0, win);
        put(bytes);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
    }
}

static const struct row {
    const char *name;
    void (*run)(int times, int bytes);
    int bytes;
    int least; /* times at once */
} rows[] = {
    {"trip-8", round_trips, 8, 1},
    {"trip-64k", round_trips, 1 << 16, 1},
    {"trip-1m", round_trips, LARGE, 1},
    {"stream-8", stream, 8, BURST},
    {"stream-64k", stream, 1 << 16, BURST},
    {"stream-1m", stream, LARGE, BURST},
    {"barrier", barrier, 0, 1},
    {"bcast-8", bcast, 8, 1},
    {"bcast-64k", bcast, 1 << 16, 1},
    {"allreduce-8", allreduce, 8, 1},
    {"allreduce-64k", allreduce, 1 << 16, 1},
    {"alltoall-8", alltoall, 8, 1},
    {"alltoall-16k", alltoall, 1 << 14, 1},
    {"fence-put", fence_put, 8, 1},
    {"lock-put", lock_put, 8, 1},
    {"start-put", start_put, 8, 1},
};

/* Microseconds of one operation: as many at once as fill the time, which the
 * first few, not counted themselves, tell. */
static double measure(const struct row *row, double budget)
{
    double elapsed = 0;
    int times = row->least, next = times;

    while (next > 0) {
        times = next;
        MPI_Barrier(MPI_COMM_WORLD);
        elapsed = -now();
        row->run(times, row->bytes);
        elapsed += now();
        if (elapsed >= budget / 2)
            next = 0;
        else if (elapsed < budget / 20)
            next = 10 * times;
        else
            next = (int)(times * budget / elapsed);
        next = next / row->least * row->least;
        MPI_Bcast(&next, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    return elapsed / times;
}

static void measure_all(double budget)
{
    char *base;
    MPI_Group world;
    int next;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    partner = (rank ^ 1) < size ? (rank ^ 1) : MPI_PROC_NULL;
    in = malloc((size_t)BURST * LARGE);
    out = malloc(LARGE);
    if (in == NULL || out == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    memset(in, 0, (size_t)BURST * LARGE);
    memset(out, 0, LARGE);
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    next = (rank + 1) % size;
    MPI_Group_incl(world, 1, &next, &right);
    next = (rank + size - 1) % size;
    MPI_Group_incl(world, 1, &next, &left);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double spent = measure(&rows[i], budget);

        if (rank == 0)
            printf("%s %.3f\n", rows[i].name, spent);
        fflush(stdout); /* whoever waits no longer has this */
    }
    MPI_Group_free(&world);
    MPI_Group_free(&right);
    MPI_Group_free(&left);
    MPI_Win_free(&win);
    free(in);
    free(out);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "20";
    double begin = now();

    MPI_Init(&argc, &argv);
    if (strcmp(what, "life") != 0)
        measure_all(atof(what) * 1e3);
    MPI_Finalize();
    if (strcmp(what, "life") == 0)
        printf("life %.0f %.0f\n", begin, now());
    return 0;
}
