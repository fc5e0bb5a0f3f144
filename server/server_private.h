/*
 * server_private.h - what server.c, which serves a job, and server_end.c, which
 * knows when it is over and ends it, share.
 */
#ifndef MURMEL_SERVER_PRIVATE_H
#define MURMEL_SERVER_PRIVATE_H

#include "checker.h"
#include "pause.h"
#include "server.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct server {
    const struct options *options;
    const struct server_start *start;
    struct job_origin origin;
    struct checker checker;
    bool recording_failed; /* it could not begin */
    struct connections *connections;
    struct hang *hang;
    struct status_line *status_line;
    int control_fd, signal_fd; /* -1: closed */
    bool asked_to_end;
    bool asked; /* what the processes do */
    bool ended; /* the job, from here */
    bool launcher_ended, launcher_hangs;
    int launcher_status;
    int64_t launcher_end;  /* when */
    int64_t lonely_since;  /* 0: there is a connection */
    size_t joined_before;  /* how many had joined then */
    int64_t expects_since; /* model_expects_end; 0: it does not */
    uint64_t progress;     /* model_progress, after the last round */
    unsigned quiet;        /* rounds in which all that is there waited */
    int64_t quiet_since;   /* while the model is unsettled; 0: it is not */
    int64_t sleep;
    struct pause pause;
    uint64_t question; /* to other nodes: does what is waited for come?  0:
                        * they were not asked */
    uint64_t end_signs, end_question; /* ... has any other process ended? */
    uint64_t last_question; /* ... does anything come, now that all is over? */
};

/* Monotonic, in nanoseconds. */
int64_t server_now(void);

/* Processes that are there, here and on other nodes. */
size_t server_open_processes(const struct server *server);

/* The job was ended by a signal: that goes into report and recording. */
void server_tell_interrupted(struct server *server, int signal);

/* The report will lack something; why is taken. */
void server_lacks(struct server *server, char *why);

/* Is the job over?  Nothing is in the rings now. */
bool server_is_over(struct server *server);

/* Writes the last report and says what there is to say; the exit status. */
int server_finish(struct server *server);

#endif
