/*
 * model_partitioned_left.c - partitioned sends that nobody takes, or not each
 * time that they are started.
 */
#include "model_partitioned.h"

#include <stdlib.h>

/* It was started, and no receive was made for it. */
static bool lacks_receive(const struct partitioned_queue *queue,
                          const struct partitioned *partitioned)
{
    return partitioned->ends[PARTITIONED_RECEIVE].call == NULL &&
           partitioned->ends[PARTITIONED_SEND].round > 0 && !queue->unsure &&
           !partitioned->unsure && !partitioned->nobody;
}

struct call *partitioned_missed(const struct comm *comm,
                                const struct process *sender, uint32_t receiver,
                                int64_t tag)
{
    const struct partitioned_queue *queue;
    const struct partitioned *partitioned;

    for (queue = comm->partitioned; queue != NULL; queue = queue->hh.next)
        DL_FOREACH(queue->first, partitioned) {
            struct call *send = partitioned->ends[PARTITIONED_SEND].call;

            if (lacks_receive(queue, partitioned) &&
                partitioned->member[PARTITIONED_RECEIVE] == receiver &&
                (sender == NULL || send->process == sender) &&
                (tag == NEUTRAL_ANY_TAG || tag == partitioned->tag))
                return send;
        }
    return NULL;
}

/* Nothing more can become of it, as neither end has its request any more. */
static bool is_over(const struct partitioned *partitioned)
{
    return partitioned->references == 1;
}

/* Its receive was started less often. */
static bool lacks_round(const struct partitioned_queue *queue,
                        const struct partitioned *partitioned)
{
    return partitioned->ends[PARTITIONED_SEND].round >
               partitioned->ends[PARTITIONED_RECEIVE].round &&
           !queue->unsure && !partitioned->unsure;
}

void partitioned_both(struct partitioned_queue *queue,
                      struct partitioned *partitioned)
{
    struct partitioned *other, *next;

    DL_FOREACH_SAFE(queue->both, other, next)
        if (is_over(other) && !lacks_round(queue, other)) {
            DL_DELETE(queue->both, other);
            partitioned_drop(other);
        }
    partitioned->references++;
    DL_APPEND(queue->both, partitioned);
}

static void tell_of(const struct comm *comm,
                    const struct partitioned *partitioned,
                    void (*tell)(const struct comm *comm, uint32_t receiver,
                                 struct call *send, int64_t tag))
{
    tell(comm, partitioned->member[PARTITIONED_RECEIVE],
         partitioned->ends[PARTITIONED_SEND].call, partitioned->tag);
}

void partitioned_sends_left(const struct comm *comm,
                            void (*tell)(const struct comm *comm,
                                         uint32_t receiver, struct call *send,
                                         int64_t tag))
{
    const struct partitioned_queue *queue;
    const struct partitioned *partitioned;

    for (queue = comm->partitioned; queue != NULL; queue = queue->hh.next) {
        DL_FOREACH(queue->first, partitioned)
            if (lacks_receive(queue, partitioned) && is_over(partitioned))
                tell_of(comm, partitioned, tell);
        DL_FOREACH(queue->both, partitioned)
            if (lacks_round(queue, partitioned) && is_over(partitioned))
                tell_of(comm, partitioned, tell);
    }
}

void partitioned_queues_free(struct partitioned_queue *queues)
{
    struct partitioned_queue *queue, *next;
    struct partitioned *partitioned, *other;

    HASH_ITER(hh, queues, queue, next) {
        HASH_DEL(queues, queue);
        DL_FOREACH_SAFE(queue->first, partitioned, other)
            partitioned_drop(partitioned);
        DL_FOREACH_SAFE(queue->both, partitioned, other)
            partitioned_drop(partitioned);
        call_drop(queue->last[PARTITIONED_SEND]);
        call_drop(queue->last[PARTITIONED_RECEIVE]);
        free(queue);
    }
}
