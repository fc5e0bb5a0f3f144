/* progress.c - the engine's loop, the big lock, waiting. */
#include "choice.h"
#include "deadlock.h"
#include "internal.h"
#include "p2p.h"
#include "processor.h"
#include "segment.h"
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* How long a waiting rank polls, when there is a core for each rank: at first
 * alone, then it yields between its looks, since others of the machine (a
 * checker) may need the core, or another rank of the job that was put on it.
 * Then it sleeps: whoever sleeps is run as soon as he is woken. Where ranks
 * share cores, it polls and yields a few times only. */
#define SPIN_NANOSECONDS 200000
#define SPIN_POLLS_ALONE 1000
#define SPIN_POLLS_BUSY  30
#define SPIN_POLLS_FEW   4
#define YIELDS           16
/* Where messages are chosen once all rest: the sooner this one does. */
#define YIELDS_CHOOSING 1
#define RECORDS_AT_ONCE 256

/* A choice of messages waits until all rest, but for so long at most: others
 * may be busy outside of MPI with waiting for us. */
#define CHOICE_SECONDS 10

struct refmpi_process refmpi;

static pthread_mutex_t big_lock = PTHREAD_MUTEX_INITIALIZER;
/* Locking may begin, by another thread's session, while this one is in a call. */
static _Thread_local bool has_lock __attribute__((tls_model("initial-exec")));
static struct request *scheduled;
static _Thread_local const char *current_function
    __attribute__((tls_model("initial-exec")));

static void lock(void)
{
    if (!refmpi.locking)
        return;
    pthread_mutex_lock(&big_lock);
    has_lock = true;
}

static void unlock(void)
{
    if (!has_lock)
        return;
    has_lock = false;
    /* What this thread did may be what another one sleeps for. */
    if (refmpi_segment())
        refmpi_wake(refmpi.rank);
    pthread_mutex_unlock(&big_lock);
}

void refmpi_enter_any(const char *function)
{
    current_function = function;
    lock();
}

void refmpi_enter(const char *function)
{
    current_function = function;
    if (__builtin_expect(refmpi.state != REFMPI_STATE_RUNNING, 0))
        refmpi_fatal(function, refmpi.state == REFMPI_STATE_BEFORE
                                   ? "called before MPI was initialized"
                                   : "called after MPI was finalized");
    lock();
    if (__builtin_expect(refmpi.progress == REFMPI_PROGRESS_WEAK, 0))
        refmpi_buffer_start();
}

const char *refmpi_leave(void)
{
    unlock();
    return current_function;
}

/* -------------------------------------------------------------- progress */

void refmpi_request_schedule(struct request *request)
{
    request->previous_scheduled = NULL;
    request->next_scheduled = scheduled;
    if (scheduled)
        scheduled->previous_scheduled = request;
    scheduled = request;
    request->is_scheduled = true;
}

void refmpi_request_unschedule(struct request *request)
{
    if (!request->is_scheduled)
        return;
    if (request->previous_scheduled)
        request->previous_scheduled->next_scheduled = request->next_scheduled;
    else
        scheduled = request->next_scheduled;
    if (request->next_scheduled)
        request->next_scheduled->previous_scheduled =
            request->previous_scheduled;
    request->is_scheduled = false;
}

static bool take_records(void)
{
    struct record *record = refmpi_ring_front();
    if (!record)
        return false;
    for (int n = 0; record && n < RECORDS_AT_ONCE; n++) {
        refmpi_p2p_dispatch(record);
        refmpi_ring_pop(record);
        record = refmpi_ring_front();
    }
    refmpi_ring_room();
    return true;
}

/* The scheduled request that is being advanced; and how often a function of the
 * user's was called meanwhile, after which the list may be another one. */
static struct request *advancing;
static unsigned pauses;

const void *refmpi_thread(void)
{
    return &current_function;
}

struct refmpi_pause refmpi_user_begins(void)
{
    struct refmpi_pause pause = {current_function, advancing};
    /* Other threads leave this one alone, and advance the others. */
    if (advancing)
        refmpi_request_unschedule(advancing);
    advancing = NULL;
    pauses++;
    unlock();
    return pause;
}

void refmpi_user_ended(const struct refmpi_pause *pause)
{
    lock();
    current_function = pause->function;
    advancing = pause->advancing;
    if (advancing)
        refmpi_request_schedule(advancing);
}

/* What is left after a pause is looked at again with the next progress. */
static bool advance_scheduled(void)
{
    bool moved = false;
    unsigned before = pauses;
    for (struct request *r = scheduled, *next; r && pauses == before;
         r = next) {
        next = r->next_scheduled;
        if (r->thread && r->thread != refmpi_thread())
            continue;
        advancing = r;
        moved |= r->advance(r);
    }
    advancing = NULL;
    return moved || pauses != before;
}

/* Whether a wait goes on: progress by other calls only asks. */
static int waits;

static bool progress(void)
{
    if (__builtin_expect(refmpi.progress == REFMPI_PROGRESS_WEAK, 0))
        refmpi_buffer_start();
    bool moved =
        refmpi.wildcard != REFMPI_WILDCARD_ARRIVAL && refmpi_choice_progress();
    moved |= take_records();
    if (refmpi_p2p_has_unsent())
        moved |= refmpi_p2p_flush();
    if (scheduled && !advancing)
        moved |= advance_scheduled();
    return moved;
}

/* A program that asks again and again (MPI_Test, MPI_Iprobe) waits, too, for
 * ranks that may need the processor. */
static void give_way(bool moved)
{
    static int asked;
    asked = moved ? 0 : asked + 1;
    if (asked < SPIN_POLLS_FEW)
        return;
    asked = SPIN_POLLS_FEW;
    if (!refmpi.locking && !refmpi_has_processor_each())
        sched_yield();
}

bool refmpi_progress(void)
{
    bool moved = progress();
    if (waits == 0)
        give_way(moved);
    if (__builtin_expect(refmpi.wildcard != REFMPI_WILDCARD_ARRIVAL, 0))
        refmpi_choice_polled(moved || waits > 0);
    return moved;
}

/* --------------------------------------------------------------- waiting */

static void pause_a_moment(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Where all must rest before anything goes on, the sooner the better. */
static bool may_spin(void)
{
    return refmpi.wildcard == REFMPI_WILDCARD_ARRIVAL &&
           refmpi_has_processor_each();
}

static int64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Lets other threads of this rank in between two polls. */
static void breathe(bool yield)
{
    unlock();
    if (yield)
        sched_yield();
    else
        pause_a_moment();
    lock();
}

/* Whoever runs in our place may keep the processor for milliseconds: then we
 * do not offer it again for so many times as long. */
#define KEEPS_PROCESSOR 16

/* With so much for others each time, sleeping is quicker: whoever is woken is
 * run at once. */
#define KEEPS_LONG 1000000

static int64_t offered_at, kept_for;

static bool may_offer(void)
{
    return nanoseconds() - offered_at >= KEEPS_PROCESSOR * kept_for;
}

static void offer(void)
{
    int64_t began = nanoseconds();
    breathe(true);
    offered_at = nanoseconds();
    kept_for = offered_at - began;
}

static void breathe_spinning(bool yield)
{
    if (yield && (refmpi.locking || may_offer()))
        offer();
    else
        breathe(false);
}

/* The one rank of the job that a wait is for; -1: it may be any, or all. */
static int awaited_rank(bool (*done)(void *arg), void *arg)
{
    struct p2p *p = arg;
    return done == refmpi_request_is_complete &&
                   (p->request.kind == REFMPI_REQUEST_SEND ||
                    p->request.kind == REFMPI_REQUEST_RECV) &&
                   p->peer >= 0
               ? refmpi_comm_peer(p->request.comm, p->peer)
               : -1;
}

/* It has offered its processor and was not given one yet, or sleeps. */
static bool is_away(int rank)
{
    const struct rank_block *block = refmpi_block(rank);
    return atomic_load_explicit(&block->is_away, memory_order_relaxed) ||
           atomic_load_explicit(&block->sleeping, memory_order_relaxed) &
               SEGMENT_SLEEP_MASK;
}

/* Whether a rank that shares a processor polls on. What one other rank does may
 * come at once if that one runs now, on another processor. What many take part
 * in cannot be over before those have run that wait for this one. */
static bool polls_on(int polls, int awaited)
{
    if (awaited < 0)
        return polls < SPIN_POLLS_FEW;
    return polls < SPIN_POLLS_BUSY && !is_away(awaited);
}

static void yield(void)
{
    _Atomic int32_t *away = &refmpi_block(refmpi.rank)->is_away;
    atomic_store_explicit(away, 1, memory_order_relaxed);
    offer();
    atomic_store_explicit(away, 0, memory_order_relaxed);
}

/* One of several threads; what it did is known to the others, since unlock has
 * woken them. */
static void sleep_thread(void)
{
    bool is_over;
    do {
        refmpi_sleep_count(refmpi_all_rest);
        pthread_mutex_unlock(&big_lock);
        is_over = refmpi_sleep_thread();
        lock();
    } while (!is_over);
}

/* What is unsent, be it since the last look, goes now, or who makes room for it
 * wakes us. */
static bool flush_or_ask(void)
{
    if (!refmpi_p2p_has_unsent())
        return false;
    refmpi_p2p_ask_for_room();
    return refmpi_p2p_flush();
}

/* Sleeps unless something moves or becomes true at the last moment. */
static void sleep_once(bool (*done)(void *arg), void *arg)
{
    refmpi_sleep_announce();
    if (refmpi_progress() || flush_or_ask() || done(arg)) {
        refmpi_sleep_cancel();
        return;
    }
    if (has_lock) {
        sleep_thread();
        return;
    }
    bool is_due =
        refmpi.wildcard != REFMPI_WILDCARD_ARRIVAL && refmpi_choice_is_due();
    int64_t began = is_due ? nanoseconds() : 0;
    refmpi_sleep(refmpi_all_rest, is_due ? CHOICE_SECONDS : 0);
    if (is_due && nanoseconds() - began >= CHOICE_SECONDS * INT64_C(1000000000))
        atomic_store(&refmpi_block(refmpi.rank)->may_choose, 1);
}

/* What this thread waits for becomes known to others. */
static void tell(const struct comm *comm, bool (*done)(void *arg), void *arg)
{
    refmpi_wait_begins(current_function, comm,
                       done == refmpi_request_is_complete ? arg : NULL);
}

void refmpi_wait_on(const struct comm *comm, bool (*done)(void *arg), void *arg)
{
    if (done(arg))
        return;
    int polls = 0, yields = 0, awaited = awaited_rank(done, arg);
    int64_t give_up = 0;
    int most_yields =
        refmpi.wildcard == REFMPI_WILDCARD_ARRIVAL ? YIELDS : YIELDS_CHOOSING;
    bool spins = may_spin();
    bool is_known = false; /* to others, what we wait for */
    waits++;
    do {
        if (refmpi_progress()) {
            polls = yields = 0;
            give_up = 0;
            spins = may_spin();
            continue;
        }
        bool is_early =
            spins ? polls < SPIN_POLLS_BUSY : polls_on(polls, awaited);
        /* Another thread may have said what it waits for, since. */
        if (!is_early && (!is_known || refmpi.locking)) {
            is_known = true;
            tell(comm, done, arg);
        }
        polls++;
        if (spins && polls == SPIN_POLLS_BUSY)
            refmpi_processor_spread();
        if (spins && polls % 64 == 0) {
            int64_t now = nanoseconds();
            if (!give_up)
                give_up = now + SPIN_NANOSECONDS;
            else if (now > give_up)
                spins = false;
        }
        if (spins)
            breathe_spinning(polls >= SPIN_POLLS_ALONE);
        else if (is_early)
            breathe(false);
        else if (yields++ < most_yields &&
                 (kept_for < KEEPS_LONG || may_offer()))
            yield();
        else
            sleep_once(done, arg);
    } while (!done(arg));
    waits--;
    if (is_known)
        refmpi_wait_ends();
}

void refmpi_wait_until(bool (*done)(void *arg), void *arg)
{
    refmpi_wait_on(NULL, done, arg);
}
