/* np: 2 */
/* Error classes through the error handlers of communicators. */
#include "check.h"
#include <string.h>

static int called, called_with;

static void handler(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    called++;
    called_with = *code;
}

static void arguments(MPI_Comm comm)
{
    int x = 0, rc;
    MPI_Request request;
    rc = MPI_Send(&x, 1, MPI_INT, 99, 0, comm);
    CHECK(class_of(rc) == MPI_ERR_RANK);
    rc = MPI_Send(&x, -1, MPI_INT, 0, 0, comm);
    CHECK(class_of(rc) == MPI_ERR_COUNT);
    rc = MPI_Send(&x, 1, MPI_DATATYPE_NULL, 0, 0, comm);
    CHECK(class_of(rc) == MPI_ERR_TYPE);
    rc = MPI_Isend(&x, 1, MPI_INT, 0, -5, comm, &request);
    CHECK(class_of(rc) == MPI_ERR_TAG);
    rc = MPI_Recv(&x, 1, MPI_INT, -7, 0, comm, MPI_STATUS_IGNORE);
    CHECK(class_of(rc) == MPI_ERR_RANK);
    rc = MPI_Allreduce(&x, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, comm);
    CHECK(class_of(rc) == MPI_ERR_BUFFER);
    MPI_Datatype uncommitted;
    MPI_Type_contiguous(2, MPI_INT, &uncommitted);
    rc = MPI_Send(&x, 1, uncommitted, 0, 0, comm);
    CHECK(class_of(rc) == MPI_ERR_TYPE);
    MPI_Type_free(&uncommitted);
}

static void truncation(MPI_Comm comm)
{
    int small[2] = {0, 0}, large[6000] = {1, 2, 3};
    MPI_Status status, statuses[2];
    MPI_Request requests[2];
    int rank = world_rank(), rc;
    for (int size = 3; size <= 6000; size += 5997) {
        if (rank == 0) {
            MPI_Send(large, size, MPI_INT, 1, 0, comm);
            MPI_Send(large, size, MPI_INT, 1, 1, comm);
            MPI_Send(large, 1, MPI_INT, 1, 2, comm);
            continue;
        }
        rc = MPI_Recv(small, 2, MPI_INT, 0, 0, comm, &status);
        CHECK(class_of(rc) == MPI_ERR_TRUNCATE && status.MPI_TAG == 0);
        MPI_Irecv(small, 1, MPI_INT, 0, 2, comm, &requests[0]);
        MPI_Irecv(small, 2, MPI_INT, 0, 1, comm, &requests[1]);
        rc = MPI_Waitall(2, requests, statuses);
        CHECK(class_of(rc) == MPI_ERR_IN_STATUS);
        /* The other may be left for later (MPI_ERR_PENDING). */
        if (statuses[0].MPI_ERROR != MPI_SUCCESS) {
            CHECK(class_of(statuses[0].MPI_ERROR) == MPI_ERR_PENDING);
            MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        }
        CHECK(class_of(statuses[1].MPI_ERROR) == MPI_ERR_TRUNCATE);
    }
}

static void handlers(void)
{
    MPI_Comm comm, child;
    MPI_Errhandler mine, got;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(handler, &mine);
    MPI_Comm_set_errhandler(comm, mine);
    MPI_Comm_get_errhandler(comm, &got);
    CHECK(got == mine);
    MPI_Errhandler_free(&got);
    MPI_Errhandler_free(&mine);
    CHECK(mine == MPI_ERRHANDLER_NULL);
    int rc = MPI_Send(NULL, 0, MPI_INT, 99, 0, comm);
    CHECK(called == 1 && class_of(called_with) == MPI_ERR_RANK);
    CHECK(class_of(rc) == MPI_ERR_RANK);
    MPI_Comm_dup(comm, &child); /* inherits */
    MPI_Send(NULL, 0, MPI_INT, 99, 0, child);
    CHECK(called == 2);
    rc = MPI_Comm_call_errhandler(child, MPI_ERR_OTHER);
    CHECK(rc == MPI_SUCCESS && called == 3 && called_with == MPI_ERR_OTHER);
    MPI_Comm_free(&child);
    MPI_Comm_free(&comm);
}

static void codes(void)
{
    int error_class, code, length, found;
    char text[MPI_MAX_ERROR_STRING];
    int *last;
    MPI_Add_error_class(&error_class);
    MPI_Add_error_code(error_class, &code);
    MPI_Add_error_string(code, "too many marmots");
    MPI_Error_string(code, text, &length);
    CHECK(strcmp(text, "too many marmots") == 0 && length == 16);
    CHECK(class_of(code) == error_class && error_class > MPI_ERR_LASTCODE);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &found);
    CHECK(found && *last >= code);
    MPI_Error_string(MPI_ERR_RANK, text, &length);
    CHECK(length > 0 && (int)strlen(text) == length);
    /* What has no string, no code of its own, goes; its number comes again. */
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(MPI_Remove_error_class(error_class) != MPI_SUCCESS);
    CHECK(MPI_Remove_error_code(code) != MPI_SUCCESS);
    MPI_Remove_error_string(code);
    CHECK(MPI_Remove_error_code(code) == MPI_SUCCESS);
    CHECK(MPI_Remove_error_class(error_class) == MPI_SUCCESS);
    MPI_Add_error_class(&found);
    CHECK(found == error_class);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    arguments(comm);
    truncation(comm);
    handlers();
    codes();
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
