/*
 * MPI_Pack and its kin. The packed form is the packed stream of the type map.
 */
#include "datatype.h"

#include <limits.h>
#include <string.h>

static int pack(const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
                void *outbuf, MPI_Count outsize, MPI_Count *position,
                struct comm *comm)
{
    struct refmpi_datatype *type;
    int rc = refmpi_datatype_check(incount, datatype, &type);
    MPI_Count bytes;

    if (comm == NULL)
        return MPI_ERR_COMM;
    if (rc != MPI_SUCCESS)
        return rc;
    bytes = type->size * incount;
    if (refmpi_datatype_lacks_buffer(inbuf, incount, type) ||
        (bytes > 0 && refmpi_is_no_memory(outbuf)))
        return MPI_ERR_BUFFER;
    if (*position < 0 || *position > outsize || bytes > outsize - *position)
        return MPI_ERR_TRUNCATE;
    refmpi_datatype_pack(type, incount, inbuf, 0,
                         refmpi_address(outbuf, *position), bytes);
    *position += bytes;
    return MPI_SUCCESS;
}

static int unpack(const void *inbuf, MPI_Count insize, MPI_Count *position,
                  void *outbuf, MPI_Count outcount, MPI_Datatype datatype,
                  struct comm *comm)
{
    struct refmpi_datatype *type;
    int rc = refmpi_datatype_check(outcount, datatype, &type);
    MPI_Count bytes;

    if (comm == NULL)
        return MPI_ERR_COMM;
    if (rc != MPI_SUCCESS)
        return rc;
    bytes = type->size * outcount;
    if (refmpi_datatype_lacks_buffer(outbuf, outcount, type) ||
        (bytes > 0 && refmpi_is_no_memory(inbuf)))
        return MPI_ERR_BUFFER;
    if (*position < 0 || *position > insize || bytes > insize - *position)
        return MPI_ERR_TRUNCATE;
    refmpi_datatype_unpack(type, outcount, outbuf, 0,
                           refmpi_address(inbuf, *position), bytes);
    *position += bytes;
    return MPI_SUCCESS;
}

int PMPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype,
              void *outbuf, int outsize, int *position, MPI_Comm comm)
{
    struct comm *object;
    MPI_Count wide;
    int rc = MPI_ERR_ARG;

    refmpi_enter("MPI_Pack");
    object = refmpi_comm_from(comm);
    if (position != NULL) {
        wide = *position;
        rc = pack(inbuf, incount, datatype, outbuf, outsize, &wide, object);
        if (rc == MPI_SUCCESS)
            *position = (int)wide;
    }
    return refmpi_leave_comm(object, rc);
}
REFMPI_ALIAS(Pack)

int PMPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
                void *outbuf, MPI_Count outsize, MPI_Count *position,
                MPI_Comm comm)
{
    struct comm *object;
    int rc = MPI_ERR_ARG;

    refmpi_enter("MPI_Pack_c");
    object = refmpi_comm_from(comm);
    if (position != NULL)
        rc = pack(inbuf, incount, datatype, outbuf, outsize, position, object);
    return refmpi_leave_comm(object, rc);
}
REFMPI_ALIAS(Pack_c)

int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf,
                int outcount, MPI_Datatype datatype, MPI_Comm comm)
{
    struct comm *object;
    MPI_Count wide;
    int rc = MPI_ERR_ARG;

    refmpi_enter("MPI_Unpack");
    object = refmpi_comm_from(comm);
    if (position != NULL) {
        wide = *position;
        rc = unpack(inbuf, insize, &wide, outbuf, outcount, datatype, object);
        if (rc == MPI_SUCCESS)
            *position = (int)wide;
    }
    return refmpi_leave_comm(object, rc);
}
REFMPI_ALIAS(Unpack)

int PMPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position,
                  void *outbuf, MPI_Count outcount, MPI_Datatype datatype,
                  MPI_Comm comm)
{
    struct comm *object;
    int rc = MPI_ERR_ARG;

    refmpi_enter("MPI_Unpack_c");
    object = refmpi_comm_from(comm);
    if (position != NULL)
        rc =
            unpack(inbuf, insize, position, outbuf, outcount, datatype, object);
    return refmpi_leave_comm(object, rc);
}
REFMPI_ALIAS(Unpack_c)

int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size)
{
    struct refmpi_datatype *type;
    struct comm *object;
    int rc;

    refmpi_enter("MPI_Pack_size");
    object = refmpi_comm_from(comm);
    rc = refmpi_datatype_check(incount, datatype, &type);
    if (object == NULL || size == NULL)
        rc = object == NULL ? MPI_ERR_COMM : MPI_ERR_ARG;
    if (rc == MPI_SUCCESS) {
        MPI_Count bytes = type->size * incount;

        *size = bytes > INT_MAX ? MPI_UNDEFINED : (int)bytes;
    }
    return refmpi_leave_comm(object, rc);
}
REFMPI_ALIAS(Pack_size)

int PMPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm,
                     MPI_Count *size)
{
    struct refmpi_datatype *type;
    struct comm *object;
    int rc;

    refmpi_enter("MPI_Pack_size_c");
    object = refmpi_comm_from(comm);
    rc = refmpi_datatype_check(incount, datatype, &type);
    if (object == NULL || size == NULL)
        rc = object == NULL ? MPI_ERR_COMM : MPI_ERR_ARG;
    if (rc == MPI_SUCCESS)
        *size = type->size * incount;
    return refmpi_leave_comm(object, rc);
}
REFMPI_ALIAS(Pack_size_c)
