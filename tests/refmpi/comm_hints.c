/* np: 2 */
/* A duplicate has the hints that it was given, and none of those that the
 * communicator has (since MPI-4.0). */
#include "check.h"
#include <string.h>

#define KEY "mpi_assert_no_any_tag"

static int is_set(MPI_Comm comm)
{
    char value[32] = "";
    int flag, length = sizeof value;
    MPI_Info info;
    MPI_Comm_get_info(comm, &info);
    MPI_Info_get_string(info, KEY, &length, value, &flag);
    MPI_Info_free(&info);
    return flag && strcmp(value, "true") == 0;
}

static void expect(MPI_Comm *comm, int wanted, const char *what)
{
    if (is_set(*comm) != wanted) {
        fprintf(stderr, "%s: the hint is %s\n", what,
                wanted ? "not there" : "there");
        exit(98);
    }
    MPI_Comm_free(comm);
}

int main(int argc, char **argv)
{
    MPI_Comm comm, made;
    MPI_Request request;
    MPI_Info info;

    MPI_Init(&argc, &argv);
    MPI_Info_create(&info);
    MPI_Info_set(info, KEY, "true");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
    MPI_Comm_dup(comm, &made);
    expect(&made, 0, "MPI_Comm_dup");
    MPI_Comm_idup(comm, &made, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(&made, 0, "MPI_Comm_idup");
    MPI_Comm_idup_with_info(MPI_COMM_WORLD, info, &made, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(&made, 1, "MPI_Comm_idup_with_info");
    expect(&comm, 1, "MPI_Comm_dup_with_info");
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
