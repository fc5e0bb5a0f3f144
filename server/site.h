/*
 * site.h - the loaded objects and the call stacks one process has told of.
 */
#ifndef MURMEL_SITE_H
#define MURMEL_SITE_H

#include "record.h"
#include "stack.h"

struct sites;

struct sites *sites_new(void);
void sites_free(struct sites *sites);

/* Take a record in; 0, or -1 where it does not hold together. */
int sites_module(struct sites *sites, const struct record *record);
int sites_site(struct sites *sites, const struct record *record);

/* Whether an object is loaded of which the file name begins so. */
bool sites_loaded(const struct sites *sites, const char *name);

/* The stack a process calls `number`; NULL: unknown. */
const struct stack *sites_stack(const struct sites *sites, uint32_t number);

/* A place in an object of the application's. */
struct site_place {
    const char *module; /* path */
    uint64_t modified;  /* the file, when it was loaded; 0: not known */
    uint64_t address;   /* in the file's own addresses */
};

/* Where an address in memory is; false: in no such object. */
bool sites_place(const struct sites *sites, uint64_t address,
                 struct site_place *place);

/*
 * The interned stack of raw frames, without those of Murmel, of the MPI and
 * of language bindings.  `exact` frames at the innermost end are where
 * something happened, the others return addresses.  NULL: none is left.
 */
const struct stack *sites_intern(const struct sites *sites,
                                 const uint64_t *frames, size_t frame_count,
                                 size_t exact);

#endif
