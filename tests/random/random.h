/*
 * random.h - correct programs, drawn by lot.
 *
 * Each process draws the same steps from the same seed.  A step is done by some
 * of them, in the order of the steps: so what blocks waits for an earlier step
 * of another at most, and nothing deadlocks, however little the MPI buffers and
 * however much a collective operation waits for.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <mpi.h>
#include <stdbool.h>

#define RANKS_MAX 8
#define COMMS_MAX 6

/* Who is in a communicator: known to all, members or not. */
struct members {
    MPI_Comm comm; /* MPI_COMM_NULL: I am none */
    int count;
    int world[RANKS_MAX]; /* their ranks in MPI_COMM_WORLD */
    int mine;             /* my rank in it, or -1 */
};

/* main.c: each thread has steps and communicators of its own. */
extern int world_rank, world_size;
extern _Thread_local int step; /* 1, 2, 3, ... */
extern _Thread_local struct members comms[COMMS_MAX];
extern _Thread_local int comm_count; /* [0]: all processes */
unsigned draw(unsigned below);       /* the same everywhere */
bool heads(void);
struct members *any_comm(void);
int next_tag(void);
void check(bool holds, const char *what);

/* layout.c: how `count` integers lie in memory. */
#define LAYOUTS 6
struct layout {
    int kind, count;
    MPI_Datatype type; /* `type_count` of it; freed by layout_free */
    int type_count;
};
struct layout layout_make(int kind, int count);
void layout_free(struct layout *layout);
/* A zeroed buffer for it, to be freed. */
int *layout_buffer(const struct layout *layout);
void layout_fill(const struct layout *layout, int *buffer, int first);
bool layout_holds(const struct layout *layout, const int *buffer, int first);

/* pending.c: requests that later steps complete. */
/* All count it for the process of that rank, which alone has a request.  The
 * buffers are freed when it is complete; what was received is compared. */
void pend(int owner, MPI_Request request, int *buffer, struct layout layout,
          int *other, int first, bool receives);
void step_complete(void);
void complete_all(void);

/* message.c, collective.c, window.c, object.c, between.c, partitioned.c */
void step_message(void);
void step_exchange(void);
void step_shift(void);
void step_persistent(void);
void step_gather_loop(void);
void step_collective(void);
void step_window(void);
void step_object(void);
void step_grid(void);
void step_between(void);
void step_partitioned(void); /* before MPI 4.0: nothing */
void objects_free(void);

#endif
