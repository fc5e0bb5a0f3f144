#include "poll.h"

#include "calls.h"
#include "neutral.h"
#include "thread.h"

#include <stddef.h>
#include <string.h>

static bool only_asks(unsigned id)
{
    return (call_table[id].classes & CLASS_QUERY) != 0;
}

bool poll_is(unsigned id)
{
    return call_poll_words[id] != 0 || only_asks(id);
}

/* What only asks has an EXIT record if it has failed. */
bool poll_found_nothing(const struct record *exit)
{
    unsigned word = call_poll_words[exit->call];

    return exit->kind == RECORD_EXIT &&
           (int64_t)exit->words[0] == NEUTRAL_SUCCESS && word != 0 &&
           exit->words[word] == 0;
}

/* But for when it was. */
static bool is_same(const struct record *one, const struct record *other)
{
    return one->size == other->size && one->call == other->call &&
           one->flags == other->flags && one->site == other->site &&
           memcmp(one->words, other->words, one->size - sizeof *one) == 0;
}

/* Records of such calls, of all threads. */
static _Atomic uint64_t poll_records;

/* Changes when anything else was recorded; or, now and then, without. */
static uint64_t activity(void)
{
    uint64_t polled = atomic_load_explicit(&poll_records, memory_order_acquire);

    return thread_next_order() - polled;
}

static void publish(struct thread *thread, struct record *record)
{
    thread_publish(thread, record);
    atomic_fetch_add_explicit(&poll_records, 1, memory_order_release);
}

static const struct poll *find(const struct polls *polls,
                               const struct record *enter)
{
    unsigned i;

    for (i = 0; i < polls->count; i++)
        if (is_same(polls->kept[i].enter, enter))
            return &polls->kept[i];
    return NULL;
}

/* Forgets them if there was something else, or before others have taken their
 * place in the ring. */
static void forget(struct thread *thread)
{
    struct polls *polls = &thread->polls;

    if (polls->activity != activity() ||
        thread->ring.head - polls->head > thread->ring.size / 2)
        polls->count = 0;
}

/* The call that was told last has found nothing; exit NULL: it only asks. */
static void keep(struct thread *thread, struct record *exit)
{
    struct polls *polls = &thread->polls;

    forget(thread);
    if (polls->count == POLLS_KEPT ||
        thread->ring.head - polls->begun_head > thread->ring.size / 2)
        polls->count = 0;
    if (polls->count == 0)
        polls->head = polls->begun_head;
    polls->kept[polls->count++] = (struct poll){polls->begun, exit};
    polls->begun = NULL;
    polls->activity = activity();
}

static void publish_enter(struct thread *thread, struct record *record)
{
    struct polls *polls = &thread->polls;

    forget(thread);
    polls->begun = NULL;
    polls->again = find(polls, record);
    if (polls->again != NULL) {
        thread_withhold(thread, record);
        return;
    }
    polls->begun = record;
    polls->begun_head = thread->ring.head;
    publish(thread, record);
    if (only_asks(record->call))
        keep(thread, NULL);
}

static struct record *publish_exit(struct thread *thread, struct record *record)
{
    struct polls *polls = &thread->polls;

    if (!poll_found_nothing(record)) {
        thread_publish(thread, record);
        return record;
    }
    if (thread->withheld != NULL) {
        thread_drop_withheld(thread);
        return polls->again->exit;
    }
    publish(thread, record);
    if (polls->begun != NULL)
        keep(thread, record);
    return record;
}

struct record *poll_publish(struct thread *thread, struct record *record)
{
    if (record->depth == 0 && record->kind == RECORD_EXIT)
        return publish_exit(thread, record);
    if (record->depth == 0)
        publish_enter(thread, record);
    else
        thread_publish(thread, record);
    return record;
}
