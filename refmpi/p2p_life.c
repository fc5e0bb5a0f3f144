/* p2p_life.c - sends and receives before and after what p2p.c does. */
#include "p2p.h"
#include <stdlib.h>
#include <string.h>

enum refmpi_sends refmpi_p2p_sends(void)
{
    static uint64_t sends;
    if (refmpi.sends != REFMPI_SENDS_SEED)
        return (enum refmpi_sends)refmpi.sends;
    sends++;
    return (enum refmpi_sends)(
        refmpi_choice(REFMPI_CHOICE_SEND,
                      sends * 1024 + (unsigned)refmpi.rank) %
        REFMPI_SENDS_SEED);
}

/* Of sends and receives that are over; an address sanitizer shall see that
 * nobody uses them any more. */
#ifndef __SANITIZE_ADDRESS__
static struct p2p *spare;
#endif

struct p2p *refmpi_p2p_new(void)
{
#ifndef __SANITIZE_ADDRESS__
    struct p2p *p = spare;
    if (p) {
        spare = p->next;
        return p;
    }
#endif
    return malloc(sizeof(struct p2p));
}

void refmpi_p2p_free(struct p2p *p)
{
#ifndef __SANITIZE_ADDRESS__
    p->next = spare;
    spare = p;
#else
    free(p);
#endif
}

void refmpi_p2p_prepare(struct p2p *p, enum refmpi_request_kind kind,
                        const void *buffer, MPI_Count count,
                        struct refmpi_datatype *datatype, int peer, int tag,
                        struct comm *comm, uint32_t context)
{
    memset(p, 0, sizeof *p);
    p->request.object = (struct object){REFMPI_MAGIC_REQUEST, 1};
    p->request.kind = kind;
    p->request.comm = comm;
    p->buffer = (void *)(uintptr_t)buffer;
    p->count = count;
    p->datatype = datatype;
    p->peer = peer;
    p->tag = tag;
    p->context = context;
    p->bytes = count * datatype->size;
    refmpi_comm_retain(comm);
    refmpi_datatype_retain(datatype);
}

void refmpi_p2p_sent(struct p2p *p)
{
    struct request *request = &p->request;
    request->object = (struct object){REFMPI_MAGIC_REQUEST, 1};
    request->kind = REFMPI_REQUEST_SEND;
    request->complete = true;
    request->cancelled = false;
    request->is_active = true;
    request->is_freed = false;
    request->is_pending = false;
    request->comm = NULL;
    refmpi_status_empty(&request->status);
    request->release = NULL;
    request->start = NULL;
    request->is_persistent = false;
    request->is_scheduled = false;
    p->datatype = NULL;
}

void refmpi_p2p_clear(struct p2p *p)
{
    if (p->datatype) {
        refmpi_datatype_release(p->datatype);
        refmpi_comm_release(p->request.comm);
    }
    p->request.object.magic = 0;
}
