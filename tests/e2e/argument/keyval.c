/*
 * A keyval that was freed, and had no attribute; one that is freed twice;
 * predefined attributes that are changed; and predefined ones of another kind
 * of objects; and numbers that are no keyvals.
 *
 * np: 1
 * verdict: error
 * finding: ARG-FREED-HANDLE call=0@freed
 * finding: ARG-FREED-HANDLE call=0@twice
 * finding: ARG-FREED-HANDLE call=0@held
 * finding: ARG-PREDEFINED call=0@set
 * finding: ARG-PREDEFINED call=0@delete
 * finding: ARG-PREDEFINED call=0@free
 * finding: ARG-OTHER-KIND call=0@window
 * finding: ARG-OTHER-KIND call=0@set_none
 * finding: ARG-OTHER-KIND call=0@get_none
 * finding: ARG-OTHER-KIND call=0@delete_none
 * finding: ARG-OTHER-KIND call=0@free_none
 * twin: keyval_fits.c
 */
#include <mpi.h>
#include <stddef.h>

static int result; /* looked at later: then it is none that is provoked */

static int new_keyval(void)
{
    int keyval;

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    return keyval;
}

int main(int argc, char **argv)
{
    static int value;
    int keyval, copy, flag;
    void *got;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    keyval = copy = new_keyval();
    MPI_Comm_free_keyval(&copy);
    result = MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &got, &flag); /* @freed */
    result = MPI_Comm_free_keyval(&keyval); /* @twice */
    keyval = copy = new_keyval();
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, &value);
    MPI_Comm_free_keyval(&copy);
    copy = keyval;
    result = MPI_Comm_free_keyval(&copy); /* @held */
    result = MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value); /* @set */
    result = MPI_Comm_delete_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL); /* @delete */
    keyval = MPI_UNIVERSE_SIZE;
    result = MPI_Comm_free_keyval(&keyval); /* @free */
    result = MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WIN_SIZE, &got, &flag); /* @window */
    keyval = 7777777;
    result = MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, &value); /* @set_none */
    result = MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &got, &flag); /* @get_none */
    result = MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval); /* @delete_none */
    result = MPI_Type_free_keyval(&keyval); /* @free_none */
    MPI_Finalize();
    return 0;
}
