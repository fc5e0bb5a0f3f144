/*
 * main.c - main SEED STEPS THREADS: see random.h.  Exits with status 0 if all
 * data came as it should.
 */
#include "random.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BUFFERED (1 << 20)

int world_rank, world_size;
_Thread_local int step;
_Thread_local struct members comms[COMMS_MAX];
_Thread_local int comm_count;
static _Thread_local uint64_t state;
static atomic_int wrong;

/* What a thread is to do. */
struct work {
    MPI_Comm comm; /* all processes */
    uint64_t seed;
    int steps;
};

unsigned draw(unsigned below)
{
    state =
        state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(state >> 33) % below;
}

bool heads(void)
{
    return draw(2) == 0;
}

struct members *any_comm(void)
{
    return &comms[draw((unsigned)comm_count)];
}

int next_tag(void)
{
    static _Thread_local int tag;

    return tag = (tag + 1) % 32000;
}

void check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "step %d: rank %d: %s: wrong data\n", step, world_rank,
            what);
    wrong = 1;
}

static void *work(void *what)
{
    static void (*const steps[])(void) = {
        step_message,    step_message,    step_message,    step_message,
        step_exchange,   step_shift,      step_persistent, step_gather_loop,
        step_collective, step_collective, step_collective, step_window,
        step_object,     step_grid,       step_between,    step_partitioned,
        step_complete};
    const struct work *one = what;
    int i;

    state = one->seed * UINT64_C(0x9e3779b97f4a7c15);
    comm_count = 1;
    comms[0] = (struct members){one->comm, world_size, {0}, world_rank};
    for (i = 0; i < world_size; i++)
        comms[0].world[i] = i;
    for (step = 1; step <= one->steps; step++)
        steps[draw(sizeof steps / sizeof steps[0])]();
    complete_all();
    objects_free();
    return NULL;
}

/* A second thread does other steps on a communicator of its own. */
static void work_beside(const struct work *one)
{
    struct work other = {MPI_COMM_NULL, one->seed + 1000000, one->steps};
    pthread_t thread;

    MPI_Comm_dup(MPI_COMM_WORLD, &other.comm);
    pthread_create(&thread, NULL, work, &other);
    work((void *)one);
    pthread_join(thread, NULL);
    MPI_Comm_free(&other.comm);
}

int main(int argc, char **argv)
{
    static char buffered[BUFFERED];
    struct work one = {MPI_COMM_WORLD, 0, 0};
    int level, threads, size;
    void *address;

    if (argc != 4)
        return 2;
    one.seed = strtoull(argv[1], NULL, 10);
    one.steps = atoi(argv[2]);
    threads = atoi(argv[3]);
    MPI_Init_thread(&argc, &argv,
                    threads > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                    &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    if (world_size > RANKS_MAX)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Buffer_attach(buffered, BUFFERED);
    if (threads > 1 && level == MPI_THREAD_MULTIPLE)
        work_beside(&one);
    else
        work(&one);
    MPI_Buffer_detach(&address, &size);
    MPI_Finalize();
    return wrong;
}
