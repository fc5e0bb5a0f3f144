/*
 * message.c - steps of messages.
 */
#include "random.h"

#include <sched.h>
#include <stdlib.h>

#define BOUND 30000

struct message {
    const struct members *in;
    int from, to, tag, first;
    struct layout sent, received;
};

static int any_count(void)
{
    switch (draw(8)) {
    case 0:
        return 0;
    case 1:
        return 1 + (int)draw(BOUND);
    default:
        return 1 + (int)draw(40);
    }
}

/* Both ends have the types: so each may free its own. */
static struct message any_message(void)
{
    struct message message = {.in = any_comm()};
    int count = any_count();

    message.from = (int)draw((unsigned)message.in->count);
    message.to = (int)draw((unsigned)message.in->count);
    message.tag = next_tag();
    message.first = step * 1000;
    message.sent = layout_make((int)draw(LAYOUTS), count);
    message.received = layout_make((int)draw(LAYOUTS), count);
    return message;
}

static int *filled(const struct message *message)
{
    int *buffer = layout_buffer(&message->sent);

    layout_fill(&message->sent, buffer, message->first);
    return buffer;
}

enum send { SEND, SSEND, BSEND, RSEND, ISEND, ISSEND, IBSEND, IRSEND, SENDS };

static int (*const blocking[])(const void *, int, MPI_Datatype, int, int,
                               MPI_Comm) = {MPI_Send, MPI_Ssend, MPI_Bsend,
                                            MPI_Rsend};
static int (*const nonblocking[])(const void *, int, MPI_Datatype, int, int,
                                  MPI_Comm, MPI_Request *) = {
    MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend};

static void do_send(const struct message *message, enum send kind)
{
    int *buffer = filled(message), owner = message->in->world[message->from];
    MPI_Comm comm = message->in->comm;
    int count = message->sent.type_count, to = message->to, tag = message->tag;
    MPI_Datatype type = message->sent.type;
    struct layout none = {.type = MPI_INT};
    MPI_Request request;

    if (kind < ISEND) {
        blocking[kind](buffer, count, type, to, tag, comm);
        free(buffer);
        return;
    }
    nonblocking[kind - ISEND](buffer, count, type, to, tag, comm, &request);
    pend(owner, request, buffer, none, NULL, 0, false);
}

enum receive { RECV, PROBED, POLLED, MATCHED, IRECV, IMRECV, RECEIVES };

static void probe(const struct message *message, enum receive kind,
                  MPI_Message *matched)
{
    MPI_Comm comm = message->in->comm;
    int flag = 0, count;
    MPI_Status status;

    if (kind == PROBED)
        MPI_Probe(message->from, message->tag, comm, &status);
    else if (kind == MATCHED)
        MPI_Mprobe(message->from, message->tag, comm, matched, &status);
    while (!flag && (kind == POLLED || kind == IMRECV)) {
        if (kind == POLLED)
            MPI_Iprobe(message->from, message->tag, comm, &flag, &status);
        else
            MPI_Improbe(message->from, message->tag, comm, &flag, matched,
                        &status);
        if (!flag)
            sched_yield();
    }
    MPI_Get_count(&status, MPI_INT, &count);
    check(count == message->received.count, "a probe");
}

static void do_receive(const struct message *message, enum receive kind)
{
    struct layout layout = message->received;
    int *buffer = layout_buffer(&layout);
    MPI_Message matched = MPI_MESSAGE_NULL;
    MPI_Request request;

    if (kind != RECV && kind != IRECV)
        probe(message, kind, &matched);
    if (kind == IRECV)
        MPI_Irecv(buffer, layout.type_count, layout.type, message->from,
                  message->tag, message->in->comm, &request);
    else if (kind == IMRECV)
        MPI_Imrecv(buffer, layout.type_count, layout.type, &matched, &request);
    else if (kind == MATCHED)
        MPI_Mrecv(buffer, layout.type_count, layout.type, &matched,
                  MPI_STATUS_IGNORE);
    else
        MPI_Recv(buffer, layout.type_count, layout.type, message->from,
                 message->tag, message->in->comm, MPI_STATUS_IGNORE);
    if (kind >= IRECV) {
        /* A type may be freed while it is used. */
        pend(world_rank, request, buffer, layout, NULL, message->first, true);
        return;
    }
    check(layout_holds(&layout, buffer, message->first), "a message");
    free(buffer);
}

static bool is_ready(enum send kind)
{
    return kind == RSEND || kind == IRSEND;
}

void step_message(void)
{
    struct message message = any_message();
    enum send send = (enum send)draw(SENDS);
    enum receive receive = (enum receive)draw(RECEIVES);
    bool is_sender = message.in->mine == message.from;
    bool is_receiver = message.in->mine == message.to;
    int go = 1;
    bool kept;

    if (message.from == message.to || is_ready(send))
        receive = IRECV;
    kept = receive >= IRECV;
    if (message.sent.count > 4000 && (send == BSEND || send == IBSEND))
        send = ISEND; /* they would fill the buffer */
    if (is_receiver)
        do_receive(&message, receive);
    else if (kept)
        pend(message.in->world[message.to], MPI_REQUEST_NULL, NULL,
             message.received, NULL, 0, false);
    if (is_ready(send) && message.from != message.to) {
        if (is_receiver)
            MPI_Send(&go, 1, MPI_INT, message.from, message.tag,
                     message.in->comm);
        if (is_sender)
            MPI_Recv(&go, 1, MPI_INT, message.to, message.tag, message.in->comm,
                     MPI_STATUS_IGNORE);
    }
    if (is_sender)
        do_send(&message, send);
    else if (send >= ISEND)
        pend(message.in->world[message.from], MPI_REQUEST_NULL, NULL,
             message.sent, NULL, 0, false);
    layout_free(&message.sent);
    if (!kept || !is_receiver)
        layout_free(&message.received);
}

/* Two send each other the same amount, or all to the next, around or not. */
void step_exchange(void)
{
    const struct members *in = any_comm();
    int count = any_count(), tag = next_tag();
    int one = (int)draw((unsigned)in->count), other;
    struct layout sent = layout_make((int)draw(LAYOUTS), count);
    struct layout received = layout_make((int)draw(LAYOUTS), count);
    int *out = layout_buffer(&sent), *back = layout_buffer(&received);

    other = (int)draw((unsigned)in->count);
    if (in->mine == one || in->mine == other) {
        int peer = in->mine == one ? other : one;

        layout_fill(&sent, out, step + in->mine);
        MPI_Sendrecv(out, sent.type_count, sent.type, peer, tag, back,
                     received.type_count, received.type, peer, tag, in->comm,
                     MPI_STATUS_IGNORE);
        check(layout_holds(&received, back, step + peer), "an exchange");
    }
    layout_free(&sent);
    layout_free(&received);
    free(out);
    free(back);
}

void step_shift(void)
{
    const struct members *in = any_comm();
    int tag = next_tag(), value = in->mine;
    bool around = heads(), wait_any = heads();
    int next, before, got = -1;
    MPI_Request requests[2];

    if (in->mine < 0)
        return;
    next = in->mine + 1 < in->count ? in->mine + 1 : around ? 0 : MPI_PROC_NULL;
    before = in->mine > 0 ? in->mine - 1
             : around     ? in->count - 1
                          : MPI_PROC_NULL;
    MPI_Irecv(&got, 1, MPI_INT, before, tag, in->comm, &requests[0]);
    MPI_Isend(&value, 1, MPI_INT, next, tag, in->comm, &requests[1]);
    if (wait_any) {
        int which;

        MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
        MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    } else {
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    check(got == (before == MPI_PROC_NULL ? -1 : before), "a shift");
}

void step_persistent(void)
{
    struct message message = any_message();
    bool sync = heads(), all = heads();
    int rounds = (int)draw(4), *out = filled(&message),
        *in = layout_buffer(&message.received), i, count = 0;
    MPI_Request requests[2];

    if (message.in->mine == message.to)
        MPI_Recv_init(in, message.received.type_count, message.received.type,
                      message.from, message.tag, message.in->comm,
                      &requests[count++]);
    if (message.in->mine == message.from) {
        int (*init)(const void *, int, MPI_Datatype, int, int, MPI_Comm,
                    MPI_Request *) = sync ? MPI_Ssend_init : MPI_Send_init;

        init(out, message.sent.type_count, message.sent.type, message.to,
             message.tag, message.in->comm, &requests[count++]);
    }
    for (i = 0; count > 0 && i < rounds; i++) {
        if (all)
            MPI_Startall(count, requests);
        else
            MPI_Start(&requests[0]);
        if (!all && count > 1)
            MPI_Start(&requests[1]);
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
        if (message.in->mine == message.to)
            check(layout_holds(&message.received, in, message.first),
                  "a persistent receive");
    }
    for (i = 0; i < count; i++)
        MPI_Request_free(&requests[i]);
    layout_free(&message.sent);
    layout_free(&message.received);
    free(out);
    free(in);
}

/* One from each, in the order in which they come. */
void step_gather_loop(void)
{
    const struct members *in = any_comm();
    int root = (int)draw((unsigned)in->count), tag = next_tag(), i, value;
    unsigned way = draw(3);
    bool any_order = heads();

    value = in->mine * 7;
    if (in->mine >= 0 && in->mine != root) {
        if (any_order)
            MPI_Ssend(&value, 1, MPI_INT, root, tag, in->comm);
        else
            MPI_Send(&value, 1, MPI_INT, root, tag, in->comm);
    }
    for (i = 1; in->mine == root && i < in->count; i++) {
        MPI_Status status = {.MPI_SOURCE = MPI_ANY_SOURCE};
        MPI_Message matched;

        if (way == 1)
            MPI_Probe(MPI_ANY_SOURCE, tag, in->comm, &status);
        if (way == 2) {
            MPI_Mprobe(MPI_ANY_SOURCE, tag, in->comm, &matched, &status);
            MPI_Mrecv(&value, 1, MPI_INT, &matched, &status);
        } else {
            MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, tag, in->comm,
                     &status);
        }
        check(value == status.MPI_SOURCE * 7, "a gather loop");
    }
}
