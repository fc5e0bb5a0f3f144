/*
 * Keys that an info object has: set twice, deleted and set again, of a copy, and
 * those of one that MPI has made.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

static void all_keys(MPI_Info info)
{
    char key[MPI_MAX_INFO_KEY];
    int count, i;

    MPI_Info_get_nkeys(info, &count);
    for (i = 0; i < count; i++)
        MPI_Info_get_nthkey(info, i, key);
}

int main(int argc, char **argv)
{
    MPI_Info info, copy;

    MPI_Init(&argc, &argv);
    MPI_Info_create(&info);
    MPI_Info_set(info, "one", "1");
    MPI_Info_set(info, "one", "2");
    MPI_Info_set(info, "no_locks", "false");
    all_keys(info);
    MPI_Info_dup(info, &copy);
    MPI_Info_delete(info, "one");
    MPI_Info_set(info, "one", "1");
    all_keys(info);
    MPI_Info_delete(copy, "one");
    MPI_Info_delete(copy, "no_locks");
    all_keys(copy);
    MPI_Info_free(&copy);
    MPI_Info_free(&info);
    MPI_Comm_get_info(MPI_COMM_WORLD, &info);
    all_keys(info);
    MPI_Info_set(info, "one", "1");
    all_keys(info);
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
