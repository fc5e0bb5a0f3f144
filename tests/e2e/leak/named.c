/*
 * A communicator, a datatype and a window, to which the program has given
 * names, are not freed: the findings say the names.
 *
 * np: 2
 * verdict: warning
 * finding: LEAK-COMM call=*@dup ranks=0,1 count=2
 * finding: LEAK-DATATYPE call=*@type ranks=0,1 count=2
 * finding: LEAK-WINDOW call=*@window ranks=0,1 count=2
 * says: a communicator ("halo "east"") made by MPI_Comm_dup
 * says: a datatype ("a row") made by MPI_Type_contiguous
 * says: a window ("the field") made by MPI_Win_allocate_shared
 * twin: all_freed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Win window;
    void *memory;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm); /* @dup */
    MPI_Comm_set_name(comm, "halo \"east\"");
    MPI_Type_contiguous(3, MPI_INT, &type); /* @type */
    MPI_Type_set_name(type, "for a while");
    MPI_Type_set_name(type, "a row");
    MPI_Win_allocate_shared(16, 1, MPI_INFO_NULL, /* @window */
                            MPI_COMM_WORLD, &memory, &window);
    MPI_Win_set_name(window, "the field");
    MPI_Finalize();
    return 0;
}
