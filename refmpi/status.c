/*
 * status.c - MPI_Status: of its internal words 0 and 1 hold the number of
 * bytes, 2 whether the operation was cancelled.
 */
#include "p2p.h"
#include <limits.h>
#include <string.h>

enum { WORD_BYTES = 0, WORD_CANCELLED = 2 };

void refmpi_status_set_bytes(MPI_Status *status, MPI_Count bytes)
{
    memcpy(&status->MPI_internal[WORD_BYTES], &bytes, sizeof bytes);
}

MPI_Count refmpi_status_bytes(const MPI_Status *status)
{
    MPI_Count bytes;
    memcpy(&bytes, &status->MPI_internal[WORD_BYTES], sizeof bytes);
    return bytes;
}

void refmpi_status_set_cancelled(MPI_Status *status, bool is_cancelled)
{
    status->MPI_internal[WORD_CANCELLED] = is_cancelled;
}

void refmpi_status_empty(MPI_Status *status)
{
    status->MPI_SOURCE = MPI_ANY_SOURCE;
    status->MPI_TAG = MPI_ANY_TAG;
    status->MPI_ERROR = MPI_SUCCESS;
    memset(status->MPI_internal, 0, sizeof status->MPI_internal);
}

void refmpi_status_copy(MPI_Status *to, const MPI_Status *from)
{
    int error = to->MPI_ERROR;
    *to = *from;
    to->MPI_ERROR = error;
}

static int check(const MPI_Status *status, MPI_Datatype handle,
                 const void *output, struct refmpi_datatype **datatype)
{
    if (!status || !output)
        return MPI_ERR_ARG;
    *datatype = refmpi_datatype_get(handle);
    return *datatype ? MPI_SUCCESS : MPI_ERR_TYPE;
}

/* Which number of elements a status is asked for. */
typedef MPI_Count counter(const struct refmpi_datatype *datatype,
                          MPI_Count bytes);

static int count_to_int(counter *function, const MPI_Status *status,
                        MPI_Datatype handle, int *count)
{
    struct refmpi_datatype *datatype;
    int rc = check(status, handle, count, &datatype);
    if (rc == MPI_SUCCESS) {
        MPI_Count n = function(datatype, refmpi_status_bytes(status));
        *count = n > INT_MAX ? MPI_UNDEFINED : (int)n;
    }
    return refmpi_leave_comm(NULL, rc);
}

static int count_to_count(counter *function, const MPI_Status *status,
                          MPI_Datatype handle, MPI_Count *count)
{
    struct refmpi_datatype *datatype;
    int rc = check(status, handle, count, &datatype);
    if (rc == MPI_SUCCESS)
        *count = function(datatype, refmpi_status_bytes(status));
    return refmpi_leave_comm(NULL, rc);
}

int PMPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    refmpi_enter("MPI_Get_count");
    return count_to_int(refmpi_datatype_count, status, datatype, count);
}
REFMPI_ALIAS(Get_count)

int PMPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype,
                     MPI_Count *count)
{
    refmpi_enter("MPI_Get_count_c");
    return count_to_count(refmpi_datatype_count, status, datatype, count);
}
REFMPI_ALIAS(Get_count_c)

int PMPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype,
                      int *count)
{
    refmpi_enter("MPI_Get_elements");
    return count_to_int(refmpi_datatype_elements, status, datatype, count);
}
REFMPI_ALIAS(Get_elements)

int PMPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype,
                        MPI_Count *count)
{
    refmpi_enter("MPI_Get_elements_c");
    return count_to_count(refmpi_datatype_elements, status, datatype, count);
}
REFMPI_ALIAS(Get_elements_c)

int PMPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype,
                        MPI_Count *count)
{
    refmpi_enter("MPI_Get_elements_x");
    return count_to_count(refmpi_datatype_elements, status, datatype, count);
}
REFMPI_ALIAS(Get_elements_x)

static int set_elements(MPI_Status *status, MPI_Datatype handle,
                        MPI_Count count)
{
    struct refmpi_datatype *datatype;
    int rc = check(status, handle, status, &datatype);
    if (rc == MPI_SUCCESS && count < 0)
        rc = MPI_ERR_COUNT;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    refmpi_status_set_bytes(status,
                            refmpi_datatype_elements_size(datatype, count));
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}

int PMPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype,
                             int count)
{
    refmpi_enter("MPI_Status_set_elements");
    return set_elements(status, datatype, count);
}
REFMPI_ALIAS(Status_set_elements)

int PMPI_Status_set_elements_c(MPI_Status *status, MPI_Datatype datatype,
                               MPI_Count count)
{
    refmpi_enter("MPI_Status_set_elements_c");
    return set_elements(status, datatype, count);
}
REFMPI_ALIAS(Status_set_elements_c)

int PMPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype,
                               MPI_Count count)
{
    refmpi_enter("MPI_Status_set_elements_x");
    return set_elements(status, datatype, count);
}
REFMPI_ALIAS(Status_set_elements_x)

int PMPI_Test_cancelled(const MPI_Status *status, int *flag)
{
    refmpi_enter("MPI_Test_cancelled");
    if (!status || !flag)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    *flag = status->MPI_internal[WORD_CANCELLED] != 0;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Test_cancelled)

/* The accessors of single fields: legal at any time. */
#define STATUS_FIELD(name, type, get, set)                                     \
    int PMPI_Status_get_##name(const MPI_Status *status, type *value)          \
    {                                                                          \
        if (!status || !value)                                                 \
            return MPI_ERR_ARG;                                                \
        *value = get;                                                          \
        return MPI_SUCCESS;                                                    \
    }                                                                          \
    int PMPI_Status_set_##name(MPI_Status *status, type value)                 \
    {                                                                          \
        if (!status)                                                           \
            return MPI_ERR_ARG;                                                \
        set;                                                                   \
        return MPI_SUCCESS;                                                    \
    }

STATUS_FIELD(source, int, status->MPI_SOURCE, status->MPI_SOURCE = value)
REFMPI_ALIAS(Status_get_source)
REFMPI_ALIAS(Status_set_source)
STATUS_FIELD(tag, int, status->MPI_TAG, status->MPI_TAG = value)
REFMPI_ALIAS(Status_get_tag)
REFMPI_ALIAS(Status_set_tag)
STATUS_FIELD(error, int, status->MPI_ERROR, status->MPI_ERROR = value)
REFMPI_ALIAS(Status_get_error)
REFMPI_ALIAS(Status_set_error)

int PMPI_Status_set_cancelled(MPI_Status *status, int flag)
{
    if (!status)
        return MPI_ERR_ARG;
    refmpi_status_set_cancelled(status, flag != 0);
    return MPI_SUCCESS;
}
REFMPI_ALIAS(Status_set_cancelled)
