/*
 * deadlock.c - no clock is needed: a rank that finds nothing to do counts
 * itself among those at rest, and who wakes it takes it off before he can rest
 * himself (segment.h). When all are there, nobody is left to wake anybody.
 *
 * A rank of thread level MPI_THREAD_MULTIPLE counts when all threads of the
 * process, which the kernel knows, wait in MPI: of one elsewhere it is not
 * known what it may do.
 */
#include "deadlock.h"
#include "choice.h"
#include "p2p.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define RANKS_TOLD 64

static void copy_text(char *to, size_t size, const char *from)
{
    size_t length = strlen(from);
    if (length >= size)
        length = size - 1;
    memcpy(to, from, length);
    to[length] = 0;
}

void refmpi_wait_begins(const char *function, const struct comm *comm,
                        const struct request *request)
{
    struct segment_wait *wait = &refmpi_block(refmpi.rank)->wait;
    if (request)
        comm = request->comm;
    int kind = SEGMENT_WAIT_CALL;
    copy_text(wait->call, sizeof wait->call, function);
    copy_text(wait->comm, sizeof wait->comm, comm ? comm->name : "");
    if (request && (request->kind == REFMPI_REQUEST_SEND ||
                    request->kind == REFMPI_REQUEST_RECV)) {
        const struct p2p *p = (const struct p2p *)request;
        wait->peer = p->peer;
        wait->tag = p->tag;
        if (p->context == comm->context) /* else it is the library's own */
            kind = request->kind == REFMPI_REQUEST_SEND ? SEGMENT_WAIT_SEND
                                                        : SEGMENT_WAIT_RECEIVE;
    }
    atomic_store(&wait->kind, kind);
}

void refmpi_wait_ends(void)
{
    atomic_store(&refmpi_block(refmpi.rank)->wait.kind, SEGMENT_WAIT_NONE);
}

/* Does the checker stand between the program and us? */
static bool is_watched(void)
{
    Dl_info info;
    void *function = dlsym(RTLD_DEFAULT, "MPI_Init");
    return function && dladdr(function, &info) && info.dli_fname &&
           strstr(info.dli_fname, "libmurmel");
}

void refmpi_all_rest(void)
{
    char text[SEGMENT_STATE_TEXT];
    if (refmpi.wildcard != REFMPI_WILDCARD_ARRIVAL && refmpi_choice_release())
        return;
    if (is_watched() || atomic_exchange(&refmpi_segment()->is_deadlock, 1))
        return;
    fprintf(stderr, "murmel-mpi: deadlock: no rank can go on\n");
    for (int rank = 0; rank < refmpi.size && rank < RANKS_TOLD; rank++) {
        segment_state_text(refmpi_segment(), rank, text);
        fprintf(stderr, "murmel-mpi:   %s\n", text);
    }
    if (refmpi.size > RANKS_TOLD)
        fprintf(stderr, "murmel-mpi:   and %d more\n",
                refmpi.size - RANKS_TOLD);
    refmpi_abort_job(SEGMENT_STATUS_DEADLOCK);
}
