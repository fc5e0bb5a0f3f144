/*
 * intake.h - from rings to the model, in an order that makes sense.
 *
 * A causal replay: the records of one process are taken in their order; one
 * that the model cannot judge before it has seen more of other processes
 * (MODEL_WAIT) is held back, and its process with it.
 */
#ifndef MURMEL_INTAKE_H
#define MURMEL_INTAKE_H

#include "model.h"
#include "process.h"

#include <stdbool.h>

struct intake;
struct recorder;

enum intake_state {
    INTAKE_IDLE,     /* nothing is there */
    INTAKE_WAITS,    /* what is there waits for other processes */
    INTAKE_PROGRESS, /* something was taken in; there may be more */
    INTAKE_GAP       /* a record is missing that is being written */
};

/* For that model; NULL: it is only recorded, in the order of each process. */
struct intake *intake_new(struct model *model);
void intake_free(struct intake *intake);

/* All that comes from here on is recorded; the recorder stays the caller's,
 * and NULL ends that. */
void intake_record(struct intake *intake, struct recorder *recorder);

/* Who hears of calls as the model takes them: of each that begins; of each that
 * ends before, perhaps more than once, and after.  NULL: nobody. */
enum intake_moment { MOMENT_BEGUN, MOMENT_BEFORE_END, MOMENT_ENDED };
typedef void intake_callback(void *context, struct call *call,
                             enum intake_moment moment);
void intake_watch(struct intake *intake, intake_callback *seen, void *context);

/* A process has joined with that hello; it stays the caller's. */
void intake_join(struct intake *intake, struct process *process,
                 const struct wire_hello *hello);
/* It has one more ring; fd is closed in any case. */
void intake_ring(struct process *process, uint32_t tid, uint32_t number,
                 int fd);
/* It said goodbye: it exits with that status.  From here it counts as ended
 * before those that end later, even if they hang up first. */
void intake_goodbye(struct intake *intake, struct process *process,
                    int exit_status);
bool intake_said_goodbye(const struct process *process);
/* A ring of it was given up: it cannot be followed any more. */
bool intake_lost(const struct process *process);
/* The last look at its rings found nothing. */
bool intake_drained(const struct process *process);
/* It is gone, at that time (CLOCK_MONOTONIC, ns): what its rings have is the
 * last. */
void intake_hung_up(struct intake *intake, struct process *process,
                    uint64_t time);
/* How many processes have hung up or said goodbye, ever. */
uint64_t intake_end_signs(const struct intake *intake);
/* Whether none of them counts as ended: one that went before may not have come
 * to light. */
void intake_hold_ends(struct intake *intake, bool held);
/* Something of it cannot be known; why, a constant.  The first is kept. */
void intake_missing(struct process *process, const char *why);

/* How often each function was called, by enum call_id; the intake's. */
const uint64_t *intake_calls(const struct intake *intake);

/* Whether any of its threads is inside an MPI call, by what was taken in. */
bool intake_is_in_call(const struct process *process);
/* Whether the thread of that number is inside an MPI call. */
bool intake_is_inside(const struct process *process, int tid);

/* Takes in what all rings have, or a large part of it. */
enum intake_state intake_run(struct intake *intake);
/* What it would be if what it has just taken had not come.  Of each ring it has
 * taken as much as was there when it began; of another node's processes there
 * may be more. */
enum intake_state intake_state_of_rest(const struct intake *intake);
/* How many bytes came from one process, at most, since this was last asked. */
uint64_t intake_most_bytes(struct intake *intake);
/* Two rounds of INTAKE_WAITS and no news on the sockets between: the model
 * gives up waiting for what does not come. */
void intake_release(struct intake *intake);

/*
 * The same of a process on another node (process->remote, set before it
 * joins): what its node's checker took out of its rings.  Records wait until
 * the model takes them.
 */
void intake_remote_ring(struct process *process, uint32_t tid, uint32_t number);
/* The record's time is by that node's clock: so much is added, ns. */
void intake_remote_record(struct process *process, uint32_t thread,
                          const struct record *record, int64_t offset);
/* Of its records that wait. */
size_t intake_remote_bytes(const struct process *process);
/* Calls that begin in them. */
uint64_t intake_remote_calls(const struct process *process);
/* Whether the rings of a process here are left alone: it waits as soon as one
 * is full. */
void intake_hold(struct process *process, bool held);

/*
 * The same from a recording (recording.h), in place of rings: events in their
 * order, those of one process also after others that the model lets wait.
 */
void intake_replay_ring(struct process *process, uint32_t tid, uint32_t number);
/* -1: there is no such thread. */
int intake_replay_record(struct intake *intake, struct process *process,
                         uint32_t thread, const struct record *record);
/* The model had taken what it had let the process wait with. */
void intake_replay_taken(struct intake *intake, struct process *process);
/* All of it had been judged. */
void intake_replay_ended(struct intake *intake, struct process *process);
/* Offers again what waits, of all processes, until nothing moves. */
enum intake_state intake_replay_run(struct intake *intake);

#endif
