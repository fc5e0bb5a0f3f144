/*
 * hang.h - finds out that a job hangs, and ends it.
 *
 * The model knows who waits for whom; here it is made sure that those who
 * seem to wait for ever had the time to go on and did not, so that a call
 * whose end is only late is not taken for one that never ends.
 */
#ifndef MURMEL_HANG_H
#define MURMEL_HANG_H

#include "checker.h"
#include "connection.h"

struct hang;

/* `run_pid`: murmel run, which ends the job when it gets SIGTERM; 0: none.
 * All stay the caller's. */
struct hang *hang_new(const struct checker *checker,
                      struct connections *connections, int run_pid);
void hang_free(struct hang *hang);
/* Something came from the application. */
void hang_moved(struct hang *hang, int64_t now);
/* Nothing came, and nothing is left to take in.  `now` is in nanoseconds. */
void hang_quiet(struct hang *hang, int64_t now);
/* Now and then, whatever comes: tells when nothing goes on for long. */
void hang_standstill(struct hang *hang, int64_t now);
/* The job ends from outside, or, if not `surely`, processes end and that may be
 * why: what has not gone on for some seconds is told then (model_standstill),
 * unless it is due to what was told before.
 */
void hang_standstill_at_end(struct hang *hang, int64_t now, bool surely);
/* Whether the time of --timeout is over, and the job has not been ended. */
bool hang_time_is_over(struct hang *hang, int64_t now);
/* Ends it for that. */
void hang_time_out(struct hang *hang, int64_t now);
bool hang_timed_out(const struct hang *hang);
/* Whether all processes that run had the time to go on since then (when
 * something came last), and nothing came. */
bool hang_is_silent(struct hang *hang, int64_t since, int64_t now);
/* The job is to be ended from here, since it hung; the model is to be told. */
bool hang_has_ended_job(const struct hang *hang);
/* Ends it, after that: once. */
void hang_end_job(struct hang *hang);
/* Ends what is left of the job at once, where it is being ended from here;
 * false: it is not, or there is nothing more to do. */
bool hang_hurry(struct hang *hang);

#endif
