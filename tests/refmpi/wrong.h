/*
 * wrong.h - for wrong.py: each call is made in a child of the process, which
 * writes what it returned as the pair of the number of the call and the error
 * class, or minus the signal that ended the child.
 */
#ifndef WRONG_H
#define WRONG_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_tried(int number)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        exit(2);
    if (child == 0) {
        printf("%d ", number);
        alarm(10); /* one that waits for nobody is told by the library */
        return 1;
    }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        printf("%d %d\n", number, -WTERMSIG(status));
    return 0;
}

static void says(int code)
{
    int class;
    MPI_Error_class(code, &class);
    printf("%d\n", class);
    fflush(stdout);
    _exit(0);
}

#endif
