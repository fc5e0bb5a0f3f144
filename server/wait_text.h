/*
 * wait_text.h - what a process waits for, in words.
 */
#ifndef MURMEL_WAIT_TEXT_H
#define MURMEL_WAIT_TEXT_H

#include "memory.h"
#include "model_wait.h"

/*
 * Appends "for rank 1 to receive its message of 8 bytes with tag 5 on
 * communicator 3".  `peer` is whom it waits for in words: "rank 1", "ranks 1
 * and 4", "any rank".
 */
void wait_text(struct text *text, const struct wait_reason *reason,
               const char *peer);
/* Where MPI-4.1 says that the call may wait for that: "3.5". */
const char *wait_section(const struct wait_reason *reason);
/* What would end the wait, in a word or two: "message", "receive", "post". */
const char *wait_kind_name(enum wait_kind kind);

#endif
