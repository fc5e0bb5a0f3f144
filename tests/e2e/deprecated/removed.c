/*
 * Calls of all functions that MPI has no more.  (MPICH and Open MPI have them,
 * still.)
 *
 * np: 1
 * flavours: mpich openmpi
 * verdict: note
 * options: --notes
 * finding: CALL-REMOVED call=0@address
 * finding: CALL-REMOVED call=0@extent
 * finding: CALL-REMOVED call=0@lower
 * finding: CALL-REMOVED call=0@upper
 * finding: CALL-REMOVED call=0@hindexed
 * finding: CALL-REMOVED call=0@hvector
 * finding: CALL-REMOVED call=0@struct
 * finding: CALL-REMOVED call=0@create
 * finding: CALL-REMOVED call=0@set
 * finding: CALL-REMOVED call=0@get
 * twin: successor.c
 */
#define OMPI_OMIT_MPI1_COMPAT_DECLS 0 /* which it hides otherwise */
#include <mpi.h>

static void types(void)
{
    MPI_Aint extent, lower, upper, at = 0;
    MPI_Datatype type, of = MPI_INT;
    int one = 1;

    MPI_Address(&one, &extent); /* @address */
    MPI_Type_extent(MPI_INT, &extent); /* @extent */
    MPI_Type_lb(MPI_INT, &lower); /* @lower */
    MPI_Type_ub(MPI_INT, &upper); /* @upper */
    MPI_Type_hindexed(1, &one, &at, MPI_INT, &type); /* @hindexed */
    MPI_Type_free(&type);
    MPI_Type_hvector(1, 1, 8, MPI_INT, &type); /* @hvector */
    MPI_Type_free(&type);
    MPI_Type_struct(1, &one, &at, &of, &type); /* @struct */
    MPI_Type_free(&type);
}

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

int main(int argc, char **argv)
{
    MPI_Errhandler handler, got;

    MPI_Init(&argc, &argv);
    types();
    MPI_Errhandler_create(handle, &handler); /* @create */
    MPI_Errhandler_set(MPI_COMM_SELF, handler); /* @set */
    MPI_Errhandler_get(MPI_COMM_SELF, &got); /* @get */
    MPI_Errhandler_free(&got);
    MPI_Errhandler_free(&handler);
    MPI_Finalize();
    return 0;
}
