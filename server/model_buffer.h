/*
 * model_buffer.h - the buffers of nonblocking operations until these are
 * complete, and calls that are given one of them meanwhile.
 *
 * A process's own: RMA calls' accesses to other processes are in access.h.
 */
#ifndef MURMEL_MODEL_BUFFER_H
#define MURMEL_MODEL_BUFFER_H

#include "model_private.h"

/* A call begins, and the model has taken it in: raises EVENT_BUFFER where it
 * stores into what a pending operation uses, or loads what one stores. */
void buffer_enter(struct agent *agent, struct open_call *open);
/* The program itself loads or stores there (call_view_access): raises
 * EVENT_ACCESS, likewise. */
void buffer_accessed(struct agent *agent, struct call *call, bool stores,
                     uint64_t low, uint64_t high);
/* The program frees that memory: raises EVENT_FREED where a pending operation
 * uses some of it. */
void buffer_freed(struct agent *agent, struct call *call, uint64_t low,
                  uint64_t high);
/* The memory is that of a function that has returned, as was told: none uses
 * it from then on. */
void buffer_left(struct agent *agent, uint64_t low, uint64_t high);
/* MPI_Start of a persistent operation. */
void buffer_start(struct agent *agent, struct operation *operation,
                  struct call *call);
/* The call marks these of its partitions as ready to be sent, or finds them
 * arrived: they are loaded, or stored, there. */
void buffer_partitions(struct agent *agent, struct operation *operation,
                       struct call *call, int64_t low, int64_t high);
/* MPI_Buffer_attach, or a split collective operation begins: the memory is the
 * MPI's, to load or store there, until buffer_end. */
void buffer_taken(struct agent *agent, struct operation *operation, bool stores,
                  uint64_t low, uint64_t high);
/* It is complete, or did not come about. */
void buffer_end(struct agent *agent, struct operation *operation);
/* What the call was to begin did not come about. */
void buffer_not_begun(struct agent *agent, const struct open_call *open);
/* A call has completed, or freed, a request of the handle that the list stands
 * for (NULL: it stood for this one alone), which is taken to be this
 * operation's: of several it is not known which. */
void buffer_complete(struct agent *agent, struct operation *operation,
                     const struct operation *list);
/* It goes. */
void buffer_operation_free(struct operation *operation);
/* The process goes: before its objects, and after them. */
void buffer_agent_end(struct agent *agent);
void buffer_agent_free(struct agent *agent);
/* What becomes of those bytes is told already. */
void buffer_told(struct agent *agent, uint64_t low, uint64_t high);
/* Whether an operation stored there that should not: then what it did is no
 * store of the program's own. */
bool buffer_was_told(const struct agent *agent, uint64_t low, uint64_t high);

#endif
