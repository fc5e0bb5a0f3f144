/*
 * machine_alike.c - threads of a process that send, or receive, alike.
 *
 * Nothing orders what two threads do at once (MPI-4.1 3.5): a message for which
 * two of them receive may be taken by either, and is in the real run by one.
 * Who sends it waits for any of them.
 */
#include "machine_look.h"

#include <stdlib.h>

/* Of an endpoint; where there are more, any thread may do anything. */
#define ALIKES_KEPT 256

/* A thread has sent, or received, so. */
struct alike {
    struct {
        int64_t peer; /* the sender, or who it receives from */
        int64_t tag;
        uint32_t thread;
        uint32_t sends;
    } key;
    bool remains;   /* it went on before that was over */
    bool contended; /* while another thread did the same */
    UT_hash_handle hh;
};

bool machine_has_threads(const struct process *process)
{
    return process->thread_level < 0 ||
           process->thread_level > NEUTRAL_THREAD_SERIALIZED;
}

static void add(struct endpoint *endpoint, struct alike alike)
{
    struct alike *kept;

    endpoint->contended = endpoint->contended || alike.contended;
    HASH_FIND(hh, endpoint->alikes, &alike.key, sizeof alike.key, kept);
    if (kept != NULL) {
        kept->remains = kept->remains || alike.remains;
        kept->contended = kept->contended || alike.contended;
        return;
    }
    if (HASH_COUNT(endpoint->alikes) >= ALIKES_KEPT) {
        endpoint->alikes_lost = true;
        return;
    }
    kept = xcalloc(1, sizeof *kept);
    *kept = alike;
    HASH_ADD(hh, endpoint->alikes, key, sizeof kept->key, kept);
}

void machine_add_alike(const struct call *call, const struct item *item)
{
    bool sends = item->kind == ITEM_SEND;
    struct endpoint *endpoint;

    if (!machine_has_threads(call->process))
        return;
    endpoint = machine_endpoint(item);
    if (endpoint != NULL)
        add(endpoint,
            (struct alike){
                .key = {.peer = sends ? (int64_t)item->message->sender
                                      : item->receive->source,
                        .tag = sends ? item->message->tag : item->receive->tag,
                        .thread = call->thread,
                        .sends = sends},
                .remains = (item->does & WAITS) == 0,
                .contended =
                    sends ? item->message->unsure : item->receive->unsure});
}

void machine_add_probe(struct agent *agent, const struct open_call *open)
{
    const struct call *call = open->call;
    const struct call_MPI_Probe *view = CALL_VIEW(call, MPI_Probe);
    struct comm *comm = agent_comm(agent, view->comm);
    int64_t source = SOURCE_ANY;
    uint32_t member;

    if (!machine_has_threads(call->process) || comm == NULL ||
        !comm_member(comm, agent, &member))
        return;
    if (view->source != NEUTRAL_ANY_SOURCE &&
        (view->source >= NEUTRAL_SPECIAL ||
         (source = comm_peer(comm, member, view->source)) < 0))
        return;
    add(endpoint_of(comm, member),
        (struct alike){
            .key = {.peer = source, .tag = view->tag, .thread = call->thread},
            .contended = open->unsure});
}

bool machine_is_contended(const struct message *message)
{
    const struct alike *alike, *next;

    if (!message->endpoint->contended)
        return false;
    HASH_ITER(hh, message->endpoint->alikes, alike, next)
        if (alike->contended &&
            (alike->key.peer == message->sender ||
             alike->key.peer == SOURCE_ANY) &&
            (alike->key.tag == message->tag ||
             alike->key.tag == NEUTRAL_ANY_TAG))
            return true;
    return message->endpoint->alikes_lost;
}

void machine_alikes_free(struct endpoint *endpoint)
{
    struct alike *alike, *next;

    HASH_ITER(hh, endpoint->alikes, alike, next) {
        HASH_DEL(endpoint->alikes, alike);
        free(alike);
    }
}

/* Who does what an item waits for, and what that is. */
struct counterpart {
    const struct endpoint *endpoint;
    const struct agent *agent;
    int64_t peer, tag;
    uint32_t thread; /* that did it in the real run */
    bool sends;
};

static bool is_message(const struct item *item)
{
    return item->kind == ITEM_SEND || item->kind == ITEM_BUFFERED ||
           item->kind == ITEM_RECEIVE;
}

/* False: only that thread can do it. */
static bool find_counterpart(const struct item *item, struct counterpart *found)
{
    const struct receive *receive =
        item->kind == ITEM_RECEIVE ? item->receive : item->message->receive;
    const struct process *process;

    if (receive == NULL ||
        (item->kind == ITEM_RECEIVE &&
         (receive->source == SOURCE_ANY || receive->open_source)))
        return false;
    *found = (struct counterpart){.endpoint = machine_endpoint(item),
                                  .sends = item->kind == ITEM_RECEIVE};
    if (found->sends) {
        found->peer = receive->source;
        process = receive->matched ? receive->sender : NULL;
        found->tag = receive->tag;
        found->thread = receive->sender_thread;
    } else {
        found->peer = item->message->sender;
        process = receive->call->process;
        found->tag = item->message->tag;
        found->thread = receive->call->thread;
    }
    if (process == NULL || !machine_has_threads(process) ||
        found->endpoint == NULL)
        return false;
    found->agent = agent_of(process);
    return found->agent != NULL;
}

const struct process *look_counterpart(const struct item *item)
{
    struct counterpart found;

    return is_message(item) && find_counterpart(item, &found)
               ? found.agent->process
               : NULL;
}

static const struct track *track_of(const struct counterpart *found,
                                    uint32_t thread)
{
    const struct track *track;

    LL_SEARCH_SCALAR(found->agent->tracks, track, thread, thread);
    return track;
}

/* Another thread, which has not ended, that could do it. */
static bool is_other(const struct alike *alike, const struct counterpart *found)
{
    return alike->key.sends == found->sends &&
           alike->key.thread != found->thread &&
           (alike->key.peer == found->peer || alike->key.peer == SOURCE_ANY) &&
           (alike->key.tag == found->tag || alike->key.tag == NEUTRAL_ANY_TAG ||
            found->tag == NEUTRAL_ANY_TAG) &&
           track_of(found, alike->key.thread) != NULL;
}

/* It is not known of all threads what they do. */
static bool is_lost(const struct counterpart *found)
{
    return found->endpoint->alikes_lost && found->agent->threads > 1;
}

static bool several_call(const struct process *process)
{
    return process != NULL && machine_has_threads(process) &&
           agent_of(process) != NULL && agent_of(process)->threads > 1;
}

/* What another thread sent, or received in the real run, is there for it. */
static bool takes_another(const struct item *item)
{
    return item->kind == ITEM_RECEIVE &&
           (several_call(item->receive->call->process) ||
            (item->receive->matched && several_call(item->receive->sender))) &&
           look_another(item) != NULL;
}

bool look_has_alikes(const struct item *item)
{
    const struct alike *alike, *next;
    struct counterpart found;

    if (!is_message(item))
        return false;
    if (takes_another(item))
        return true;
    if (!find_counterpart(item, &found))
        return false;
    if (is_lost(&found))
        return true;
    HASH_ITER(hh, found.endpoint->alikes, alike, next)
        if (is_other(alike, &found))
            return true;
    return false;
}

bool look_at_alikes(struct look *look, const struct item *item)
{
    const struct alike *alike, *next;
    struct counterpart found;

    if (!look_has_alikes(item))
        return false;
    look->choice = true;
    look_need(look, true, item);
    if (takes_another(item) || !find_counterpart(item, &found) ||
        is_lost(&found)) {
        look_edge(look, NULL);
        return true;
    }
    look_edge(look, track_of(&found, found.thread));
    HASH_ITER(hh, found.endpoint->alikes, alike, next)
        if (is_other(alike, &found))
            look_edge(look, alike->remains
                                ? NULL
                                : track_of(&found, alike->key.thread));
    return true;
}
