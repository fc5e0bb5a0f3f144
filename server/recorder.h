/*
 * recorder.h - writes a recording (recording.h).
 *
 * Every function takes NULL for "nothing is recorded".  When the file cannot
 * be written on, that is said once, and what was written stays.
 */
#ifndef MURMEL_RECORDER_H
#define MURMEL_RECORDER_H

#include "recording.h"
#include "roster.h"

struct recorder;

/*
 * Begins the file, or one in the place of an older recording.  NULL and a line
 * for the user in *trouble (malloc'd) where it cannot be written, another job
 * is writing to it, or it is something else, which is left as it is.
 */
struct recorder *recorder_open(const char *path, char **trouble);
/* Who gets each block, in place of a file: its head and the zstd frame. */
typedef void recorder_sink(void *context, const void *block, size_t length);
/* A recorder without a file, in blocks of about so many bytes of events. */
struct recorder *recorder_to(recorder_sink *sink, void *context, size_t size);
/* Writes what is left, and ends.  0; -1: not all could be written. */
int recorder_close(struct recorder *recorder);

/* Adds an event about a process (NULL: none) and thread. */
void recorder_add(struct recorder *recorder, enum recording_kind kind,
                  const struct process *process, uint32_t thread,
                  const void *payload, size_t length);
void recorder_add_text(struct recorder *recorder, enum recording_kind kind,
                       const struct process *process, const char *text);
/* `json` is taken. */
void recorder_add_json(struct recorder *recorder, enum recording_kind kind,
                       json_t *json);
/* An answer, where it is another one than before. */
void recorder_answer(struct recorder *recorder, const struct process *process,
                     bool may_go_on);
void recorder_interrupted(struct recorder *recorder,
                          const struct roster *roster, int signal);

/* Whether there are events in no block yet. */
bool recorder_has_some(const struct recorder *recorder);
/* Writes what there is: nothing comes for a while. */
void recorder_flush(struct recorder *recorder);

#endif
