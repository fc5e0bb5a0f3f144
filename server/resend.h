/*
 * resend.h - what was sent and is not yet acknowledged.
 *
 * Messages are numbered 1, 2, ...  Those that memory has no room for are in a
 * file without a name, so that a link may be down for long.
 */
#ifndef MURMEL_RESEND_H
#define MURMEL_RESEND_H

#include <stddef.h>
#include <stdint.h>

struct resend;

/* Keeps so many bytes in memory; the rest in a file in that folder, which is
 * made when it is needed first. */
struct resend *resend_new(size_t memory, const char *folder);
void resend_free(struct resend *resend);

/* The next message: it is copied.  0; -1 and errno: it can not be kept. */
int resend_add(struct resend *resend, const void *bytes, size_t length);
/* All up to this number have come. */
void resend_acknowledge(struct resend *resend, uint64_t number);

/* The message of that number, which is kept: until the next call.  NULL and
 * errno: the file can not be read. */
const void *resend_at(struct resend *resend, uint64_t number, size_t *length);

/* The numbers of the first that is kept, and of the last that was added: where
 * nothing is kept, the first is one more. */
uint64_t resend_first(const struct resend *resend);
uint64_t resend_last(const struct resend *resend);
/* Of all that are kept; and of those in the file. */
size_t resend_bytes(const struct resend *resend);
size_t resend_spilt(const struct resend *resend);

#endif
