/*
 * recording_job.h - what a recording says of its job as a whole: the JSON of
 * EVENT_START and EVENT_FINISH.
 */
#ifndef MURMEL_RECORDING_JOB_H
#define MURMEL_RECORDING_JOB_H

#include "job_report.h"
#include "option.h"

#include <jansson.h>

/* The caller's. */
json_t *recording_job_start(const struct options *options,
                            const struct job_origin *origin);
json_t *recording_job_finish(const struct job_end *end);

/*
 * Sets the options by which the job was judged, and where it comes from, in
 * strings that live as long as `start`.  What is not there stays as it is.
 */
void recording_job_read_start(const json_t *start, struct options *options,
                              struct job_origin *origin);
void recording_job_read_finish(const json_t *finish, struct job_end *end);

#endif
