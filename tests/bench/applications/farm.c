/*
 * Rank 0 gives out tasks, to whoever is done with one; a step is TASKS of them.
 */
#include "application.h"

#define TASKS 60

enum tag { TASK, NO_TASK };

static int n, rank, ranks;
static double done, *results; /* of the tasks of a step */

static double work(int task)
{
    double value = task;
    int i;

    for (i = 0; i < n; i++)
        value = value * 0.999 + 1;
    return value;
}

static void prepare(int size)
{
    n = size;
    done = 0;
    results = room(TASKS, sizeof *results);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

static void give(int first)
{
    int given = 0, back = 0, to;

    for (to = 1; to < ranks && given < TASKS; to++, given++)
        MPI_Send(&(int){first + given}, 1, MPI_INT, to, TASK, MPI_COMM_WORLD);
    while (back < given) {
        MPI_Status status;
        int task = first + given;
        MPI_Recv(&results[back], 1, MPI_DOUBLE, MPI_ANY_SOURCE, TASK,
                 MPI_COMM_WORLD, &status);
        done += results[back++];
        if (given == TASKS)
            continue;
        given++;
        MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, TASK, MPI_COMM_WORLD);
    }
    for (to = 1; to < ranks; to++)
        MPI_Send(&given, 1, MPI_INT, to, NO_TASK, MPI_COMM_WORLD);
}

static void take(void)
{
    MPI_Status status;
    double result;
    int task;

    for (;;) {
        MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == NO_TASK)
            return;
        result = work(task);
        MPI_Send(&result, 1, MPI_DOUBLE, 0, TASK, MPI_COMM_WORLD);
    }
}

static void step(int number, int talks)
{
    int i;

    if (talks && rank == 0)
        give(number * TASKS);
    else if (talks)
        take();
    for (i = 0; !talks && rank > 0 && i < TASKS / (ranks - 1); i++)
        done += work(number * TASKS + i);
}

static int is_right(int steps)
{
    double expected = 0;
    int i;

    if (rank > 0)
        return 1;
    for (i = 0; i < steps * TASKS; i++)
        expected += work(i);
    return done > expected * 0.999999 && done < expected * 1.000001;
}

static void end(void)
{
    free(results);
}
