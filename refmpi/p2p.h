/*
 * p2p.h - the engine of point-to-point communication: matching, the eager and
 * the rendezvous protocol. Public functions (send.c, recv.c, request.c,
 * buffer.c) and the internal messages of collectives stand upon it.
 */
#ifndef REFMPI_P2P_H
#define REFMPI_P2P_H

#include "datatype.h"
#include "internal.h"
#include "segment.h"

/* Contexts of a communicator's partitioned communication: with its own. */
#define REFMPI_CONTEXT_ANNOUNCEMENTS UINT32_C(0x40000000)
#define REFMPI_CONTEXT_PARTITIONS    UINT32_C(0x80000000)

/* Not for the library's own messages. */
static inline bool refmpi_is_users_context(uint32_t context)
{
    return context % 2 == 0 && context < REFMPI_CONTEXT_ANNOUNCEMENTS;
}

enum p2p_mode { P2P_STANDARD, P2P_SYNCHRONOUS, P2P_READY, P2P_BUFFERED };

/* A send or a receive. Blocking calls keep it on their stack. */
struct p2p {
    struct request request;
    struct p2p *next; /* in the queue of posted receives */
    enum p2p_mode mode;
    void *buffer;
    MPI_Count count;
    struct refmpi_datatype *datatype;
    int peer; /* rank in comm, MPI_ANY_SOURCE or MPI_PROC_NULL */
    int tag;
    int choice; /* replay.h: 1 + number of a receive from any source, or 0 */
    uint32_t context;
    MPI_Count bytes; /* send: of the message; receive: room */

    MPI_Count moved;    /* bytes of the packed stream sent or received */
    uint64_t remote_id; /* the partner's request in a streamed transfer */
    int word;           /* receive: the sender copies, too (p2p_copy.c) */
    bool has_failed;    /* and the own part of it has failed */
    bool is_posted;     /* receive: in the queue of posted receives */
    bool is_announced;  /* send: the receiver's answer is outstanding */
    bool is_queued;     /* send: in the outbox, nothing sent yet */
};

/* A message that arrived before its receive. */
struct unexpected {
    struct unexpected *next;
    struct record head;
    unsigned char data[];
};

/*
 * Fills in a send or receive; the caller has checked the arguments. Retains
 * comm and datatype until p2p_clear.
 */
void refmpi_p2p_prepare(struct p2p *p, enum refmpi_request_kind kind,
                        const void *buffer, MPI_Count count,
                        struct refmpi_datatype *datatype, int peer, int tag,
                        struct comm *comm, uint32_t context);
void refmpi_p2p_clear(struct p2p *p);
/* In place of it: one that refmpi_p2p_send_now has sent, and hence complete. It
 * has no communicator and no datatype, and cannot fail any more. */
void refmpi_p2p_sent(struct p2p *p);

/* One that is no part of a frame, not filled in; NULL if out of memory. */
struct p2p *refmpi_p2p_new(void);
void refmpi_p2p_free(struct p2p *p);

/* What a standard send waits for, this time. */
enum refmpi_sends refmpi_p2p_sends(void);

/* What a send in that mode does: a standard one may be synchronous. */
static inline enum p2p_mode refmpi_p2p_mode(enum p2p_mode mode,
                                            enum refmpi_sends sends)
{
    return mode == P2P_STANDARD && sends == REFMPI_SENDS_SYNC ? P2P_SYNCHRONOUS
                                                              : mode;
}

/* Starts it; may complete at once. */
void refmpi_p2p_start(struct p2p *p);

/*
 * Tries to send a small message without a request: true if it is on its way
 * and the send therefore complete.
 */
bool refmpi_p2p_send_now(const void *buffer, MPI_Count count,
                         const struct refmpi_datatype *datatype, int dest,
                         int tag, const struct comm *comm, uint32_t context);

/* Withdraws it if nothing has matched it yet. */
void refmpi_p2p_cancel(struct p2p *p);

/* The first arrived message that matches, or NULL; extract takes it out. */
struct unexpected *refmpi_p2p_probe(const struct comm *comm, int source,
                                    int tag, bool extract, bool is_blocking);
void refmpi_p2p_status(const struct unexpected *message, MPI_Status *status);

/* Receives an extracted message (which is then gone) into a prepared p2p. */
void refmpi_p2p_receive_message(struct p2p *p, struct unexpected *message);

/* For refmpi_progress: deals with one record; sends what waits for room. */
void refmpi_p2p_dispatch(const struct record *record);
bool refmpi_p2p_flush(void);
bool refmpi_p2p_has_unsent(void);
/* Before sleeping: asks the receivers of unsent records to wake us. */
void refmpi_p2p_ask_for_room(void);

/* request.c */
bool refmpi_request_is_complete(void *request);
/* Waits for a p2p on the stack, clears it, returns its error class; status
 * may be MPI_STATUS_IGNORE. */
int refmpi_p2p_finish(struct p2p *p, MPI_Status *status);
void refmpi_status_empty(MPI_Status *status);
void refmpi_status_set_cancelled(MPI_Status *status, bool is_cancelled);
/* Copies all but MPI_ERROR. */
void refmpi_status_copy(MPI_Status *to, const MPI_Status *from);

/* buffer.c */
/* Sends what a buffered send under weak progress has left. */
void refmpi_buffer_start(void);
/* A standard send that is complete at once, whatever its size. */
int refmpi_send_eagerly(const void *buffer, MPI_Count count,
                        struct refmpi_datatype *datatype, int dest, int tag,
                        struct comm *comm);
/* In MPI_Finalize: waits until all buffered messages are sent. */
void refmpi_buffer_finalize(void);
/* MPI_SUCCESS or MPI_ERR_BUFFER if that much room is not there. */
int refmpi_bsend(const void *buffer, MPI_Count count,
                 struct refmpi_datatype *datatype, int dest, int tag,
                 struct comm *comm);

#endif
