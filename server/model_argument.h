/*
 * model_argument.h - a call whose arguments are looked at.
 */
#ifndef MURMEL_MODEL_ARGUMENT_H
#define MURMEL_MODEL_ARGUMENT_H

#include "model_private.h"

struct look {
    struct agent *agent;
    struct call *call;
    const struct comm *comm; /* of the call; NULL: has none, or not known */
    uint32_t member;         /* of comm */
    bool at_root;            /* it is the root, or there is none */
    bool elsewhere;          /* intercommunicator: in the root's group */
    bool in_place;           /* one of its buffers is */
    struct call *attached;   /* model_attached.c; or NULL */
};

/* Raises EVENT_ARGUMENT for the parameter, for its item if that is not
 * negative. size: ARGUMENT_NO_RANK: how many ranks there are. */
void argument_raise(const struct look *look, enum argument_fault fault,
                    const struct call_parameter *parameter, int64_t item,
                    const struct type *type, int64_t size);
/* A buffer of which so many bytes are there, of those that it takes, or may
 * take; the variable that ends there, or NULL. */
void argument_raise_missing(const struct look *look, enum argument_fault fault,
                            const struct call_parameter *buffer, int64_t there,
                            int64_t takes, bool may, const char *variable);
/* The same, at once. */
void argument_raise_room(const struct look *look, enum argument_fault fault,
                         const struct call_parameter *buffer, int64_t there,
                         int64_t takes, const char *variable);
/* Raises ARGUMENT_OTHER_KIND; is: what it is ("group 2"), or NULL. */
void argument_raise_kind(const struct look *look,
                         const struct call_parameter *parameter, int64_t item,
                         const char *is);
/* Raises ARGUMENT_FREED_HANDLE; freed_by: or NULL. */
void argument_raise_freed(const struct look *look,
                          const struct call_parameter *parameter, int64_t item,
                          struct call *freed_by);
/* Raises ARGUMENT_OTHER_TYPE: than the call had that has filled the status in.
 */
void argument_raise_counted(const struct look *look,
                            const struct call_parameter *parameter,
                            struct call *filled_by);
/* Raises ARGUMENT_STATUS_UNSET: it is that of a send. */
void argument_raise_sent(const struct look *look, struct call *send);
/* Raises ARGUMENT_OTHER_SESSION; the sessions' names, or NULL: of none. */
void argument_raise_session(const struct look *look,
                            const struct call_parameter *parameter,
                            const char *is, const struct call_parameter *beside,
                            const char *beside_is);
/* Whether the call uses its index-th argument at all, in this process. */
bool argument_is_significant(const struct look *look, int index);

/* ----------------------------------------- model_argument_number.c */

/* A number that the parameter may not have; of an array the first that is
 * wrong stands for all. */
void argument_number(const struct look *look, int index);
void argument_numbers(const struct look *look, int index);
/* Whether the word is right beyond doubt, at a glance. */
bool argument_number_is_plain(const struct look *look,
                              const struct call_parameter *parameter,
                              uint64_t word);

/* --------------------------------------- model_argument_portable.c */

/* A tag that this MPI has, but others need not (MPI-4.1 9.1.2). */
#define ARGUMENT_TAG_SURE 32767
void argument_large_tag(const struct look *look,
                        const struct call_parameter *parameter);
/* A communicator whose processes shared memory here, but need not elsewhere. */
void argument_shares_memory(const struct look *look);

/* ------------------------------------------------- model_origin.c */

/* Two of its objects that are derived from different sessions, or one from a
 * session and the other not. */
void argument_sessions(const struct look *look);

/* ----------------------------------------- model_argument_handle.c */

/* A null handle, a freed one, or a datatype that is not committed; item: of an
 * array of them, or -1. */
void argument_handle(const struct look *look, int index, uint64_t handle,
                     int64_t item);
void argument_handles(const struct look *look, int index);
/* A keyval that was freed, is of another kind of objects, or predefined, where
 * the call is to change or free it. */
void argument_keyval(const struct look *look,
                     const struct call_parameter *parameter, uint64_t keyval);
/* A key that the info object does not have, or an empty one, or value. */
void argument_info(const struct look *look);
/* The call frees an object that is predefined. */
void argument_predefined(const struct look *look);
/* The process has ended in that call: tells of a handle of it that no call has
 * returned; where it has crashed, only if that was at, or near to, the address
 * that the handle is. */
void argument_ended(struct agent *agent, struct call *call);
/* The function makes a handle of another language of it (19.3.4), or an
 * integer. */
bool argument_converts(const struct call_info *info);

/* ------------------------------------------ model_argument_array.c */

/* Ranks and ranges that stand twice, pieces of a buffer that overlap, parts of
 * an array that it does not have. */
void argument_arrays(const struct look *look);

/* ---------------------------------------- model_argument_overlap.c */

/* The datatype at `index` describes bytes twice where the call stores by it. */
void argument_overlap(const struct look *look, int index);
struct access_ranges;
/* Whether they have a byte twice; puts them in another order. */
bool argument_ranges_overlap(struct access_ranges *ranges);

/* --------------------------------------- model_argument_topology.c */

/* Dimensions, coordinates and directions that do not go with the grid, and
 * communicators without the topology that the call needs. */
void argument_topology(const struct look *look);

/* ------------------------------------------- model_argument_pack.c */

/* Packed data that go beyond the size of their buffer. */
void argument_packed(const struct look *look);
/* Adds what the call packs into its buffer, or unpacks of it. */
void argument_packed_bytes(struct agent *agent, const struct call *call,
                           bool stores, struct access_ranges *ranges);

/* ------------------------------------------ model_argument_large.c */

/* Amounts that an int does not hold, asked of a function without _c. */
void argument_large(const struct look *look);

/* --------------------------------------- model_argument_contents.c */

/* MPI_Type_get_contents, of a datatype that has none, or more than there is
 * room for. */
void argument_contents(const struct look *look);

/* ----------------------------------------- model_argument_memory.c */

/* Data that begin in memory which MPI gave, and go beyond its end. */
void argument_memory_end(const struct look *look,
                         const struct call_parameter *buffer, uint64_t address);

/* ------------------------------------------- model_argument_data.c */

/* A null pointer where there are data, or a buffer that is another one, too. */
void argument_buffer(const struct look *look, int index);
/* A null pointer where the number behind it says that there is memory. */
void argument_address(const struct look *look, int index);
/* What goes to, or comes from, the buffer: the other side is MPI_PROC_NULL; or
 * it may be, since at the end of a grid there is no neighbour. */
bool argument_talks_to_nobody(const struct look *look,
                              const struct call_parameter *buffer);
/* A predefined operation on a datatype that it is not for. */
void argument_op(const struct look *look);
/* Whether the data that the datatype at `index` describes are none, so that
 * nobody looks at it; item: of an array of datatypes, or -1. */
bool argument_counts_nothing(const struct look *look, int index, int64_t item);

#endif
