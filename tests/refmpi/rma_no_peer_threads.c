/* np: 3 */
/* not under: memory-model=separate */
/* only: refmpi */
/*
 * Threads that put, flush and get at once, where an operation takes messages:
 * each flush ends behind all that its thread has put, whoever does that, and
 * nothing is lost.
 */
#include "check.h"
#include "refuse.h"
#include <pthread.h>

#define THREADS 4
#define ROUNDS  60
#define WORDS   500

static MPI_Win win;

static void *put_and_get(void *argument)
{
    int thread = *(int *)argument, out[WORDS], in[WORDS];

    for (int round = 1; round <= ROUNDS; round++) {
        int place = (world_rank() * THREADS + thread) * WORDS;
        int target = (world_rank() + 1 + (thread + round) % 2) % 3;

        for (int i = 0; i < WORDS; i++)
            out[i] = thread * 1000000 + round * 1000 + i;
        MPI_Put(out, WORDS, MPI_INT, target, place, WORDS, MPI_INT, win);
        MPI_Win_flush(target, win);
        MPI_Get(in, WORDS, MPI_INT, target, place, WORDS, MPI_INT, win);
        MPI_Win_flush(target, win);
        for (int i = 0; i < WORDS; i++)
            CHECK(in[i] == out[i]);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int *base = calloc(3 * THREADS * WORDS, sizeof *base);
    int ids[THREADS], provided;
    pthread_t threads[THREADS];

    refuse_peer_memory();
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    CHECK(provided == MPI_THREAD_MULTIPLE);
    MPI_Win_create(base, 3 * THREADS * WORDS * sizeof *base, sizeof *base,
                   MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < THREADS; i++) {
        ids[i] = i;
        CHECK(pthread_create(&threads[i], NULL, put_and_get, &ids[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    free(base);
    MPI_Finalize();
    return 0;
}
