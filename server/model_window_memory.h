/*
 * model_window_memory.h - memory that is attached to dynamic windows
 * (MPI-4.1 12.2.4).
 */
#ifndef MURMEL_MODEL_WINDOW_MEMORY_H
#define MURMEL_MODEL_WINDOW_MEMORY_H

#include "model_private.h"
#include "rma_arguments.h"

/* Memory that a member has attached, or had. */
struct region {
    int64_t low, high;           /* addresses */
    struct call *attached;       /* held */
    struct call *detached;       /* held; NULL: it is attached */
    struct clock_moment removed; /* if it is not */
    struct region *next, *prev;
};

enum model_step attach_enter(struct agent *agent, struct open_call *open);
enum model_step attach_exit(struct agent *agent, struct open_call *open);
enum model_step detach_enter(struct agent *agent, struct open_call *open);
/* MPI_Alloc_mem, MPI_Free_mem. */
enum model_step alloc_exit(struct agent *agent, struct open_call *open);
enum model_step free_mem_enter(struct agent *agent, struct open_call *open);
/* The program frees that memory: raises EVENT_FREED and EVENT_ATTACH where the
 * MPI uses it yet. */
void memory_freed(struct agent *agent, struct call *call, uint64_t low,
                  uint64_t high);
/* Whether the call that this was told of does not free it: it was a variable of
 * a function that has returned. */
bool memory_is_returned(const struct call *call);
/* Whether the bytes are of one MPI_Alloc_mem. */
bool memory_allocated(const struct agent *agent, uint64_t base, int64_t size);
/* MPI_Win_allocate has returned, and MPI_Win_free begins. */
void memory_window_made(struct agent *agent, struct call *call,
                        const struct window *window);
void memory_window_freed(struct agent *agent, const struct window *window);
/* Whether the address lies in memory that MPI_Alloc_mem or MPI_Win_allocate
 * gave, and where that ends. */
bool memory_block(const struct agent *agent, uint64_t address, uint64_t *end);
/* MPI_Finalize returns: raises EVENT_LEFT for memory that was not freed. */
void allocations_left(struct agent *agent, struct call *call);
void allocations_free(struct agent *agent);
/* The agent's RMA call on a dynamic window, to a member of it. */
void memory_accessed(struct agent *agent, struct window *window,
                     const struct rma_arguments *arguments, struct call *call);
/* The member frees the window: it attaches nothing more. */
void memory_final(struct model *model, struct window *window, int target);
/* The job is over, as far as it is known; then all is forgotten. */
void memory_end(struct model *model);
void memory_free(struct model *model);
void regions_free(struct window_rank *member);

#endif
