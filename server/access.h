/*
 * access.h - who loads, stores, gets, puts and accumulates which bytes, and
 * which of two such accesses surely comes first.
 *
 * Each process's memory is one set of byte intervals, whatever windows show
 * it.  An access is kept from its beginning until all that can still come is
 * ordered after its completion.  Two that overlap, of which one updates, and
 * that nothing orders, are told of (EVENT_CONFLICT); whether that is wrong
 * the rules judge.
 */
#ifndef MURMEL_ACCESS_H
#define MURMEL_ACCESS_H

#include "access_conflict.h"
#include "access_range.h"
#include "access_tree.h"
#include "model_private.h"

/* One interval, or several that touch.  Of these there may be millions. */
struct access {
    union {
        struct access_node node; /* addresses in the owner's process */
        struct {
            uint64_t low;
            uint32_t length;
            struct access *next;
        } waiting; /* until it is added to a tree */
    };
    struct access_caller *by; /* its group is held */
};

/* --------------------------------------------------- from the model */

/* A call begins: before the model takes it in, and after. */
void access_before(struct agent *agent, struct call *call);
void access_enter(struct agent *agent, struct open_call *open);
/* It has ended, and the model has taken that in. */
void access_exit(struct agent *agent, struct open_call *open);
/* The call has started the persistent request's operation. */
void access_start(struct agent *agent, struct operation *operation);
/* The call has completed the request's operation; status may be NULL. */
void access_complete(struct agent *agent, struct operation *operation,
                     const struct status_value *status, struct call *call);
void access_operation_free(struct operation *operation);
/* The target's post of that number for the origin has come, which knows that;
 * MPI_Win_complete had not waited for it. */
void access_posted(struct window *window, uint32_t origin, uint32_t target,
                   uint64_t number, const struct clock *clock);
/* What the origin has issued under an exclusive lock is complete for all who
 * hold one after it. */
void access_excluded(struct window *window, uint32_t origin, uint32_t target,
                     struct call *call);
void access_window_free(struct window *window);
/* All that is kept, at the end of the model. */
void accesses_free(struct model *model);

/* --------------------------------------------------- among access*.c */

/* A window's memory in a process. */
struct access_region {
    uint64_t low, high;
    struct window *window; /* not held: goes with its handle */
    struct access_region *next, *prev;
};

/* Accumulates that are atomic towards each other by their kind alone. */
struct access_accumulates {
    struct window *window; /* held by its accesses */
    uint64_t op;
    uint64_t basic; /* handle */
    uint32_t phase;
    struct access_tree tree;
    struct access_accumulates *next;
};

#define ACCESS_POLLED 16

/* All that is kept of a process's memory. */
struct access_memory {
    struct access_region *regions;
    struct access_foreign *foreign; /* access_shared.c: others' parts */
    struct access_syncs *syncs;     /* access_separate.c */
    uint64_t low, high;             /* of all regions */
    struct access_tree trees[ACCESS_ACCUMULATE];
    struct access_accumulates *accumulates;
    size_t count, swept;           /* intervals; how many the last sweep left */
    struct access_change *changes; /* access_changed.c */
    uint32_t change_count;
    uint32_t origin_count; /* of `origins` */
    struct access_origin { /* changed while calls were to put them; likewise */
        uint64_t low, high;
    } * origins;
    uint32_t waiting;      /* spans that will yet bring older accesses */
    struct access_polled { /* bytes that the process has polled, the newest */
        uint64_t low, high;
        uint64_t time; /* when it did last, by its own clock, and 1 */
    } polled[ACCESS_POLLED];
    uint32_t polled_count; /* that there ever were */
};

struct access_memory *access_memory_of(struct agent *agent);
/* A part of the memory is in a window from now on. */
void access_region_add(struct agent *agent, struct window *window, uint64_t low,
                       uint64_t size);
/* ... is not any more; low 0: nothing of it is. */
void access_region_remove(struct agent *agent, const struct window *window,
                          uint64_t low);
/* Whether the bytes are in a window of the process. */
bool access_in_window(const struct agent *agent, uint64_t low, uint64_t high);

struct access_group *access_group_new(enum access_kind kind,
                                      struct agent *actor, struct agent *owner,
                                      struct call *call, struct period *period);
/* Whether accumulates go by the same hints. */
bool access_same_hints(const struct window_hints *one,
                       const struct window_hints *other);
/* The actor was in that epoch (NULL: in none); what was said first counts. */
void access_group_in(struct access_group *group, struct period *epoch);
struct access_group *access_group_hold(struct access_group *group);
void access_group_drop(struct access_group *group);
struct access *access_new(struct access_group *group, struct call *call,
                          const struct access_range *range);
/* Another one, of the same bytes. */
struct access *access_copy(const struct access *access);
/* The call whose access it is; NULL: it is not known. */
const struct call *access_call(const struct access *access);
/* Compares it with all that is there, and keeps it. */
void access_add(struct access *access);
void access_free(struct access *access);
void access_agent_free(struct agent *agent);

/* access_rma.c: an RMA communication call begins.  access_sync.c:
 * synchronization and windows. */
void access_rma(struct agent *agent, struct open_call *open);
/* The access epoch of the member for that target, or NULL. */
struct period *access_epoch(const struct window_rank *member, int target);
void access_sync_before(struct agent *agent, struct call *call);
void access_sync_exit(struct agent *agent, struct open_call *open);
void access_window_made(struct agent *agent, struct open_call *open);
/* When the process has last polled all of these bytes that lie in its windows,
 * by its own clock, and 1; 0: it has not. */
uint64_t access_polled(const struct agent *agent,
                       const struct access_ranges *ranges);
/* Whether some of the bytes lie in the process's part of a window. */
bool access_ranges_in_window(const struct agent *agent,
                             const struct access_ranges *ranges);
/* What of its own memory the call loads (DIRECTION_IN) or stores
 * (DIRECTION_OUT), as far as that is known; access_ranges_free is the
 * caller's. */
struct access_ranges access_buffers_of(struct agent *agent,
                                       const struct call *call,
                                       enum call_direction direction);
/* Likewise, with blocks at equal distances as one range. */
struct access_ranges access_strides_of(struct agent *agent,
                                       const struct call *call,
                                       enum call_direction direction);
/* Whether it is MPI_Reduce_scatter, in any manner: with a count for each
 * process, of whom each receives its own alone. */
bool access_is_reduce_scatter(const struct call *call);
/* access_piece.c: how many times the count a buffer of the call holds: one for
 * each member? */
bool access_is_for_each(const struct call *call,
                        const struct call_parameter *buffer);
/* Whether the call ignores what the parameter says: the origin, where the
 * operation is MPI_NO_OP (MPI-4.1 12.3.4). */
bool access_ignores(const struct call *call,
                    const struct call_parameter *parameter);

/*
 * access_piece.c: tells of each buffer of the call that is loaded
 * (DIRECTION_IN) or stored (DIRECTION_OUT) where it begins, and how many items
 * of which type it has (NULL: not known), as far as that is known; of one that
 * has a count for each process, of each.  `take` returns false where it wants
 * no more of that buffer.
 */
typedef bool access_piece(void *context, const struct call_parameter *buffer,
                          uint64_t address, int64_t items,
                          const struct type *type);
void access_pieces(struct agent *agent, const struct call *call,
                   enum call_direction direction, access_piece *take,
                   void *context);
/* access_buffer.c: the call loads, or stores, there at this moment. */
void access_local(struct agent *agent, enum access_kind kind,
                  const struct access_ranges *ranges, struct call *call);
/* What these are, at this moment; the caller's. */
struct access_group *access_local_group(struct agent *agent,
                                        enum access_kind kind,
                                        const struct access_ranges *ranges,
                                        struct call *call);
/* access_changed.c: the process has changed these bytes of its own while a call
 * that reads them was pending: what it puts need not be what it had then. */
void access_changed_origin(struct agent *agent, uint64_t low, uint64_t high);
/* An access comes to the memory that has changes. */
void access_changed_meet(const struct access_memory *memory,
                         const struct access *access);
/* What nothing can come to any more, or (at the end) all, is judged. */
void access_changed_settle(struct agent *agent, bool end);
/* The model ends: all is judged, if all processes were seen to their end. */
void access_changed_finish(struct model *model);
void access_changed_free(struct access_memory *memory);
/* access_shared.c: a shared window was made, of which one part lies behind the
 * other. */
void access_neighbours(struct agent *agent, struct window *window,
                       uint32_t mine);
/* MPI_Win_shared_query has ended. */
void access_shared_query(struct agent *agent, const struct call *call);
/* Whether some of the bytes lie in what it told of other members' parts. */
bool access_in_foreign(const struct agent *agent,
                       const struct access_ranges *ranges);
/* What of them does is loaded or stored for that period. */
void access_foreign_now(struct agent *agent, enum access_kind kind,
                        const struct access_ranges *ranges, struct call *call,
                        struct period *period);
/* The window (NULL: all) goes. */
void access_foreign_forget(struct access_memory *memory,
                           const struct window *window);
/* What MPI_Win_shared_query told of others' parts, the i-th; false: there are
 * no more. */
bool access_foreign_at(const struct agent *agent, size_t i,
                       struct window **window, uint32_t *member,
                       struct access_range *memory);
/* The lock that the member holds of that target. */
enum access_lock access_lock_of(const struct window_rank *member,
                                uint32_t target);
/* access_direct.c: the program's own loads and stores, of one record; from one
 * place and of one kind they have the same call. */
void access_direct(struct agent *agent, const struct model_access *accesses,
                   size_t count, struct call *const *calls);
/* Likewise what an MPI call of a process whose own ones are told loads, or
 * stores, for that period. */
void access_direct_by_call(struct agent *agent, enum access_kind kind,
                           const struct access_ranges *ranges,
                           struct call *call, struct period *period);
/* From here on they are not: what made it so may have told the process of what
 * others have left in any shared window. */
void access_direct_lost(struct agent *agent);
/* Whether the two processes share memory by which, or have done something by
 * which, they may be in an order that is not seen. */
bool access_order_is_unseen(const struct access_group *one,
                            const struct access_group *other);
void access_direct_free(struct window_rank *member);
/* access_separate.c: whether it is that of MPI_Win_attach, or of
 * MPI_Win_detach: memory comes, and goes, whatever its copies hold. */
bool access_comes_or_goes(const struct access_group *group);
/* Whether that model is the one for the two. */
bool access_is_separate(const struct access_group *one,
                        const struct access_group *other);
/* What of `before` also lies before the owner's last call up to there that made
 * the side's updates visible in the other's copy: all of it, where the two see
 * one copy (conflict NULL: there is none); NULL: there was no such call. */
const struct clock *access_learnt(const struct access_conflict *conflict,
                                  int side, const struct clock *before);
/* Whether by the owner's moment `known` it had become visible in all copies. */
bool access_is_visible(const struct access *access, uint64_t known);
void access_syncs_free(struct access_memory *memory);
/* A call of the owner begins, or has ended, that synchronizes its copies. */
void access_exports(struct agent *agent, const struct call *call);
void access_imports(struct agent *agent, const struct open_call *open);
/* Compares it with those it must not meet in a window, wherever they are. */
void access_look_in_windows(const struct access_memory *memory,
                            struct access *access);
/* Of one access so many are looked at: more of them say the same.  In one
 * process's memory those do not count that are of a group which has met its
 * own already, up to the second number. */
#define ACCESS_PAIRS_LOOKED_AT 256
#define ACCESS_ALIKE_LOOKED_AT 4096
/* Whether two accesses that nothing orders may be wrong. */
bool access_may_conflict(const struct access_group *one,
                         const struct access_group *other);
/* Whether the groups were compared before; they have been from now on. */
bool access_have_met(struct access_group *group,
                     const struct access_group *other);
/* Keeps the access, or drops it where another one stands for it, or (unless
 * older ones may still come) takes the place of such a one. */
void access_keep(struct access_tree *tree, struct access *access,
                 bool replaces);
/* So many intervals are worth a look at what is over ... */
#define ACCESS_SWEEP_FROM 256
/* ... for all, and goes. */
void access_sweep_past(struct model *model, struct access_tree *tree);
/* The two have met; false: so have others of their groups before. */
bool access_meet(struct access *access, struct access *other);
/* access_buffer.c: what an RMA call loads and stores at its origin, if in
 * windows, for that period. */
void access_own_buffers(struct agent *agent, struct call *call,
                        struct period *period);

/* access_conflict.c: tells of the two if nothing puts them in order. */
void access_conflict_raise(const struct access *one,
                           const struct access *other);
/* Both are direct ones, of bytes in that window; what is not seen may put them
 * in order. */
void access_direct_raise(const struct access *one, const struct access *other,
                         struct window *window, bool elsewhere);
struct access_conflict *access_conflict_hold(struct access_conflict *conflict);
void access_conflict_drop(struct access_conflict *conflict);
#endif
