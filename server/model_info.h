/*
 * model_info.h - info objects: what they say by the keys that are followed
 * (MPI-4.1 7.4.2, 7.4.4, 12.2.1, 12.2.3, 12.7.2, 14.2.8).
 */
#ifndef MURMEL_MODEL_INFO_H
#define MURMEL_MODEL_INFO_H

#include "model_private.h"

struct message;
struct part;
struct receive;

enum info_key {
    /* windows */
    INFO_NO_LOCKS,
    INFO_ALLOC_SHARED_NONCONTIG,
    INFO_ACCUMULATE_OPS,
    INFO_ACCUMULATE_ORDERING,
    INFO_ACCUMULATE_GRANULARITY,
    INFO_SAME_SIZE,
    INFO_SAME_DISP_UNIT,
    /* communicators */
    INFO_NO_ANY_SOURCE,
    INFO_NO_ANY_TAG,
    INFO_EXACT_LENGTH,
    INFO_PERSISTENT_ORDERING,
    INFO_HW_RESOURCE_TYPE,
    /* files */
    INFO_COLLECTIVE_BUFFERING,
    INFO_CB_BLOCK_SIZE,
    INFO_CB_BUFFER_SIZE,
    INFO_CB_NODES,
    INFO_CHUNKED,
    INFO_CHUNKED_ITEM,
    INFO_CHUNKED_SIZE,
    INFO_FILE_PERM,
    INFO_IO_NODE_LIST,
    INFO_NB_PROC,
    INFO_NUM_IO_NODES,
    INFO_STRIPING_FACTOR,
    INFO_STRIPING_UNIT,
    INFO_KEY_COUNT
};

/* What an info object says; of several references none changes it. */
struct info {
    uint32_t references;
    bool known;                   /* nothing else is in it */
    char *values[INFO_KEY_COUNT]; /* NULL: not given */
    char **keys;                  /* all, as they were given */
    size_t key_count;
};

/* NULL: what it says is not known: an MPI has made it. */
struct info *agent_info(const struct agent *agent, uint64_t handle);
/* What the call is given; held by the caller; NULL: no info object, or it is
 * not known what it says. */
struct info *info_given(const struct agent *agent, const struct call *call);
struct info *info_hold(struct info *info);
void info_drop(struct info *info);
/* Whether it surely has no such key. */
bool info_lacks(const struct info *info, const struct array_string *key);
const char *info_key_name(enum info_key key);
/* Whether the key has that value. */
bool info_says(const struct info *info, enum info_key key, const char *value);
/* Whether they say the same by all keys. */
bool info_equal(const struct info *left, const struct info *right);

/* From model_same.c: the key by which the infos of two parts must say the same,
 * and do not; INFO_KEY_COUNT: there is none. */
enum info_key same_key(const struct part *left, const struct part *right);

/* ------------------------------------------------- model_hint.c */

/* The call has given the communicator what its info says: the process holds to
 * that from now on. */
void hints_given(struct agent *agent, uint64_t comm, const struct info *info,
                 struct call *call);
/* It belongs to another communicator now, or to none; or the process has asked
 * what the MPI makes of them: it may ignore them. */
void hints_forget(struct agent *agent, uint64_t comm);
enum model_step comm_info_exit(struct agent *agent, struct open_call *open);
enum model_step comm_asked_exit(struct agent *agent, struct open_call *open);
/* A call begins: raises EVENT_HINT if it receives as it should not. */
void hints_enter(struct agent *agent, struct call *call);
/* A receive takes a message: the same, if its length is not the buffer's. */
void hints_matched(const struct receive *receive,
                   const struct message *message);
/* A binding of BINDING_HINTS ends. */
void hints_end(struct binding *binding);

#endif
