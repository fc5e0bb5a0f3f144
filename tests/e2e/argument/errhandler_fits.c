/*
 * Error handlers that are set for what they were made for, or for which they
 * were asked; they are freed and made again between.  Predefined ones are for
 * all, whatever was asked for them.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static void on_window(MPI_Win *win, int *code, ...)
{
    (void)win;
    (void)code;
}

static void on_comm(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
}

int main(int argc, char **argv)
{
    MPI_Errhandler handler, before;
    MPI_Comm copy;
    MPI_Win win;
    int i, memory;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    for (i = 0; i < 3; i++) {
        MPI_Win_create_errhandler(on_window, &handler);
        MPI_Win_set_errhandler(win, handler);
        MPI_Errhandler_free(&handler);
        MPI_Comm_create_errhandler(on_comm, &handler);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
        MPI_Errhandler_free(&handler);
        MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
        MPI_Comm_set_errhandler(copy, before);
        MPI_Errhandler_free(&before);
        MPI_Win_get_errhandler(win, &before);
        MPI_Win_set_errhandler(win, before);
        MPI_Errhandler_free(&before);
    }
    MPI_Comm_get_errhandler(MPI_COMM_SELF, &before);
    MPI_Win_set_errhandler(win, before);
    MPI_Errhandler_free(&before);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    MPI_Comm_get_errhandler(copy, &before);
    MPI_Win_set_errhandler(win, before);
    MPI_Errhandler_free(&before);
    MPI_Win_free(&win);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
