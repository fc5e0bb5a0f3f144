/*
 * model_job.h - a made-up job for the tests of the model and the rules.
 *
 * Each rank has a program, a list of calls with what they return.  A replay
 * gives it to a model, taking the records of the ranks in a random order
 * that the model agrees with.  What is found must not depend on that order.
 */
#ifndef MURMEL_MODEL_JOB_H
#define MURMEL_MODEL_JOB_H

#include "calls.h"
#include "model.h"
#include "neutral.h"
#include "process.h"

#define JOB_MAX_RANKS   8
#define JOB_MAX_THREADS 3

#define WORLD NEUTRAL_COMM_WORLD

/* The datatypes that there are. */
#define PACKED     UINT64_C(0x207)
#define INT        UINT64_C(0x209)
#define FLOAT      UINT64_C(0x210)
#define DOUBLE     UINT64_C(0x214)
#define DOUBLE_INT UINT64_C(0x229)
#define BYTE       UINT64_C(0x247)

/* Forgets the last job; `size` ranks that have called MPI_Init. */
void job_begin(int size);

/* What the rule with that id finds is not compared; what LEAK-GROUP and
 * LEAK-INFO find never is. */
void job_leave_out(const char *id);
/* Another than STRICT_STANDARD for the job. */
void job_strict(enum strict strict);
/* The next call of the rank, by the names of its view:
 * CALL(0, MPI_Send, .dest = 1, .comm = WORLD).  The line is its site. */
#define CALL(rank, function, ...)                                              \
    job_call(rank, CALL_##function, &(struct call_##function){__VA_ARGS__},    \
             sizeof(struct call_##function), __LINE__, true)
/* One that does not return. */
#define HANG(rank, function, ...)                                              \
    job_call(rank, CALL_##function, &(struct call_##function){__VA_ARGS__},    \
             sizeof(struct call_##function), __LINE__, false)
/* Calls that do not return keep their rank until no other can go on; then a
 * deadlock is looked for. */
void job_watch(void);
/* As above, but instead the function is called then, before calls that are
 * late. */
void job_watch_with(void (*look)(struct model *model));
/* How much was found so far in this replay. */
size_t job_found(void);
void job_call(int rank, int id, const void *view, size_t size, int line,
              bool returns);
/* The program itself loads or stores there, as `murmel cc` tells it; kind: enum
 * record_access_kind.  The line is its site. */
#define ACCESS(rank, kind, low, high)                                          \
    job_access(rank, kind, low, high, __LINE__)
void job_access(int rank, uint32_t kind, uint64_t low, uint64_t high, int line);
/* The lowest byte of the word there has changed, and it is that value now. */
#define CHANGED(rank, address, value)                                          \
    job_changed(rank, address, value, __LINE__)
void job_changed(int rank, uint64_t address, uint32_t value, int line);
/* The last call of the rank, MPI_Put, puts that value. */
void job_puts(int rank, uint32_t value);
/* Windows are judged by the separate memory model. */
void job_separate(void);
/* The programs were compiled by `murmel cc`. */
void job_native(void);
/* What each rank does between the two is replayed in all orders there are, and
 * what comes before and after in one; not in some orders at random. */
void job_all_orders(void);
void job_all_orders_end(void);
/* The level of thread support that all ranks are given (single). */
void job_threads(int64_t level);
/* The next calls of the rank are that thread's; it begins where thread 0 is
 * now. */
void job_thread(int rank, int thread);
/* Thread 0 waits for the end of the others. */
void job_join(int rank);
/* The thread stays outside of MPI for ever. */
void job_stay(int rank);
/* When the rank's next call begins and ends (else: one after another). */
void job_time(int rank, uint64_t enter, uint64_t exit);
/* The rank's next call comes late: when no other rank can go on, and the model
 * was told for two seconds that nothing comes. */
void job_late(int rank);
/* The rank's next call ends only when the newest call of its thread 0 so far
 * has begun. */
void job_end_after(int rank);
/* The rank has not called MPI_Init, nor anything else so far. */
void job_before_init(int rank);
/* How the rank ends; without it, it says goodbye after its last call.  Of those
 * that are lost the lower ones are so first. */
void job_end(int rank, enum process_end end, int signal);
/* RECORD_NEW_COMM of that request comes here. */
void job_new_comm(int rank, uint64_t request, uint64_t comm, int new_rank,
                  int size);

/*
 * Replays the job in many orders; each must find just what is expected: lines
 * "RULE role@rank role@rank\n" in the order of the alphabet, a rule with the
 * same calls once.
 */
void job_expect(const char *expected);
/* Likewise, but what is found is returned (malloc'd), whatever it is; it must
 * not depend on the order. */
char *job_findings(void);
/* As above, with a look at the model at the end of each replay. */
void job_expect_with(const char *expected,
                     void (*look)(struct model *model,
                                  struct process *processes));
/* How often the last replay had to be released. */
extern unsigned job_releases;

/* The array of a view. */
#define NUMBERS(...)                                                           \
    {                                                                          \
        .items = (const int64_t[]){__VA_ARGS__},                               \
        .count = sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)      \
    }
#define HANDLES(...)                                                           \
    {                                                                          \
        .items = (const uint64_t[]){__VA_ARGS__},                              \
        .count = sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)    \
    }
#define STATUSES(...)                                                          \
    {                                                                          \
        .items = (const struct status_value[]){__VA_ARGS__},                   \
        .count = sizeof((const struct status_value[]){__VA_ARGS__}) /          \
                 sizeof(struct status_value)                                   \
    }

#endif
