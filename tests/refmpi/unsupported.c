/* np: 1 */
/* only: refmpi */
/* What is not there says so. */
#include "check.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    char port[MPI_MAX_PORT_NAME];
    MPI_File file;
    int rc = MPI_Open_port(MPI_INFO_NULL, port);
    CHECK(class_of(rc) == MPI_ERR_UNSUPPORTED_OPERATION);
    rc = MPI_File_open(MPI_COMM_SELF, "/nowhere", MPI_MODE_RDONLY,
                       MPI_INFO_NULL, &file);
    CHECK(class_of(rc) == MPI_ERR_UNSUPPORTED_OPERATION);
    MPI_Finalize();
    return 0;
}
