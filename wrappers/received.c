#include "received.h"

/* Of more nothing is told. */
#define BYTES_MAX 4096

_Atomic bool received_unseen;

/* A predefined datatype of which that is known. */
static _Atomic uint64_t dense;

/* Whether the items stand one after the other, without gaps. */
static bool is_dense(MPI_Datatype datatype)
{
    uint64_t neutral = encode_datatype(datatype);
    MPI_Aint lb, extent;
    int size;

    if (neutral == atomic_load_explicit(&dense, memory_order_relaxed))
        return true;
    if (neutral >= NEUTRAL_DATATYPE_PREDEFINED_END ||
        REAL(MPI_Type_size)(datatype, &size) != MPI_SUCCESS ||
        REAL(MPI_Type_get_extent)(datatype, &lb, &extent) != MPI_SUCCESS ||
        lb != 0 || extent != size)
        return false;
    atomic_store_explicit(&dense, neutral, memory_order_relaxed);
    return true;
}

void received_tell(struct murmel_call *call, const void *buffer,
                   MPI_Datatype datatype, const MPI_Status *status)
{
    int64_t bytes = encode_status_bytes(status);
    uint64_t *w;

    atomic_store_explicit(&received_unseen, true, memory_order_relaxed);
    if (bytes <= 0 || bytes > BYTES_MAX || buffer == NULL ||
        !is_dense(datatype))
        return;
    w = murmel_record(call, RECORD_RECEIVED, sizeof w[0]);
    if (w == NULL)
        return;
    w[0] = murmel_hash(buffer, (size_t)bytes);
    murmel_publish(call);
}

void received_counted(struct murmel_call *call, const MPI_Status *status)
{
    struct record_counted counted = {
        encode_status_bytes(status), encode_rank(status->MPI_SOURCE),
        encode_tag(status->MPI_TAG), (uint64_t)(uintptr_t)status};
    uint64_t *w;

    w = murmel_record(call, RECORD_COUNTED, sizeof counted);
    if (w == NULL)
        return;
    memcpy(w, &counted, sizeof counted);
    murmel_publish(call);
}
