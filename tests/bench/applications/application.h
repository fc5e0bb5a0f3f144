/*
 * application.h - the frame of a small application.  It works off its steps
 * twice: first what it computes alone, then all of it, so that the share of the
 * computing is known.  Rank 0 prints "ELAPSED COMPUTE CPU RESIDENT", in ms and
 * kB; the application ends with 1 if what it computed is wrong.
 *
 *     application STEPS SIZE
 *
 * A program defines:
 *     prepare(size)         the data as at the beginning; what it takes from
 *                           MPI once
 *     step(number, talks)   one step, with its MPI calls or without
 *     is_right(steps)       looks at the results
 *     end()                 gives back what prepare took
 */
#ifndef BENCH_APPLICATION_H
#define BENCH_APPLICATION_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void prepare(int size);
static void step(int number, int talks);
static int is_right(int steps);
static void end(void);

static double now(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

/* The most memory that the process ever had, in kB. */
static double resident(void)
{
    char line[200];
    double most = 0;
    FILE *file = fopen("/proc/self/status", "r");

    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %lf", &most) == 1)
            break;
    if (file)
        fclose(file);
    return most;
}

/* All steps, in ms. */
static double all_steps(int steps, int talks)
{
    double began;
    int i;

    MPI_Barrier(MPI_COMM_WORLD);
    began = now(CLOCK_MONOTONIC);
    for (i = 0; i < steps; i++)
        step(i, talks);
    return now(CLOCK_MONOTONIC) - began;
}

static void *room(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);

    if (!memory)
        MPI_Abort(MPI_COMM_WORLD, 2);
    return memory;
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 10;
    int size = argc > 2 ? atoi(argv[2]) : 32;
    int rank, right, all_right;
    double own[4], most[4], cpu;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    prepare(size);
    own[1] = all_steps(steps, 0);
    end();
    prepare(size);
    cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    own[0] = all_steps(steps, 1);
    own[2] = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    right = is_right(steps);
    end();
    own[3] = resident();
    MPI_Reduce(own, most, 4, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&right, &all_right, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.3f %.3f %.3f %.0f\n", most[0], most[1], most[2], most[3]);
    MPI_Finalize();
    return !all_right;
}

#endif
