/*
 * frame.h - what program.c and files.c have in common: objects that a call may
 * or may not be given, and which calls are made.
 *
 *   program FIRST END     makes the calls from number FIRST to before END, and
 *                         writes the number of each before it to ./progress
 */
#include <fcntl.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char buffers[16][4096];
static char *const no_memory = (char *)0x20000; /* nobody maps so far down */
static const char read_only[4096] = {1};
static char too_long[8192]; /* letters */
static int first, end, progress;
static MPI_Comm comm, inter, freed_comm;
static MPI_Datatype type, overlapping, freed_type;
static MPI_Info freed_info, some_info;
static MPI_Errhandler freed_errhandler;

static int at(int number)
{
    char text[16];

    if (number < first || number >= end)
        return 0;
    snprintf(text, sizeof text, "%-12d", number);
    if (pwrite(progress, text, 12, 0) != 12)
        exit(2);
    return 1;
}

/* An intercommunicator with the other process, which has no more to do. */
static void make_inter(void)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Intercomm_create(comm, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    if (rank != 0) {
        MPI_Finalize();
        exit(0);
    }
}

/* Begins MPI; from then on errors are returned. */
static void begin(int argc, char **argv)
{
    first = argc > 2 ? atoi(argv[1]) : 0;
    end = argc > 2 ? atoi(argv[2]) : 0;
    progress = open("progress", O_WRONLY | O_CREAT, 0600);
    memset(too_long, 'x', sizeof too_long - 1);
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    make_inter();
    MPI_Type_contiguous(1, MPI_INT, &type);
    MPI_Type_create_indexed_block(2, 1, (int[]){0, 0}, MPI_INT, &overlapping);
    MPI_Type_commit(&overlapping);
    MPI_Info_create(&some_info);
    MPI_Status_set_cancelled(&(MPI_Status){0}, 0); /* such as they are given */
}

/* At the end, so that no later object gets one of the handles. */
static void free_some(void)
{
    MPI_Comm copy;
    MPI_Datatype type_copy;
    MPI_Info info_copy;
    MPI_Errhandler errhandler_copy = freed_errhandler;

    MPI_Comm_dup(MPI_COMM_SELF, &freed_comm);
    copy = freed_comm;
    MPI_Comm_free(&copy);
    MPI_Type_contiguous(1, MPI_INT, &freed_type);
    type_copy = freed_type;
    MPI_Type_free(&type_copy);
    MPI_Info_create(&freed_info);
    info_copy = freed_info;
    MPI_Info_free(&info_copy);
    MPI_Errhandler_free(&errhandler_copy);
}
