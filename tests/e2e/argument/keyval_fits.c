/*
 * A keyval that is freed while attributes hold it is still good for them; one
 * that is made anew, maybe with the same number; predefined ones are read.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

static int new_keyval(void)
{
    int keyval;

    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    return keyval;
}

int main(int argc, char **argv)
{
    static int value;
    int keyval, copy, flag, i;
    MPI_Comm comm;
    MPI_Win win;
    void *got;

    MPI_Init(&argc, &argv);
    keyval = copy = new_keyval();
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, &value);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_free_keyval(&copy);
    MPI_Comm_delete_attr(MPI_COMM_SELF, keyval);
    MPI_Comm_delete_attr(comm, keyval);
    MPI_Comm_free(&comm);
    for (i = 0; i < 3; i++) {
        keyval = new_keyval();
        MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, &value);
        MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
        MPI_Comm_free_keyval(&keyval);
    }
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &got, &flag);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &got, &flag);
    MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &got, &win);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &got, &flag);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &got, &flag);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
