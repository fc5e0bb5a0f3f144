/* init.c - the beginning and the end of a rank's life. */
#include "init.h"
#include "comm.h"
#include "p2p.h"
#include "replay.h"
#include "segment.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_t main_thread;
static bool is_initialized; /* the World Model's, by MPI_Init */
static bool is_finalized;
static int users; /* open sessions, and the World Model */
/* Of several threads each may begin with a session of its own (MPI-4.1 11.3.1).
 */
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

static void attach(const char *function)
{
    int error = refmpi_segment_attach();
    if (error) {
        char text[160];
        snprintf(text, sizeof text, "no shared memory: %s", strerror(-error));
        refmpi_fatal(function, text);
    }
    const char *appnum = getenv(SEGMENT_ENV_APPNUM);
    refmpi.appnum = appnum ? atoi(appnum) : 0;
    refmpi_options_read(function);
    refmpi_replay_open(function);
    refmpi_comm_init();
}

void refmpi_open(const char *function, int thread_level)
{
    pthread_mutex_lock(&opening);
    if (!refmpi_segment())
        attach(function);
    if (thread_level > refmpi.thread_level)
        refmpi.thread_level = thread_level;
    refmpi.locking = refmpi.thread_level == MPI_THREAD_MULTIPLE;
    users++;
    refmpi.state = REFMPI_STATE_RUNNING;
    atomic_store(&refmpi_block(refmpi.rank)->state, SEGMENT_RANK_RUNNING);
    pthread_mutex_unlock(&opening);
}

static bool nothing_unsent(void *unused)
{
    (void)unused;
    return !refmpi_p2p_has_unsent();
}

void refmpi_close(void)
{
    refmpi_wait_until(nothing_unsent, NULL);
    pthread_mutex_lock(&opening);
    if (--users == 0) {
        refmpi.state =
            is_finalized ? REFMPI_STATE_FINALIZED : REFMPI_STATE_BEFORE;
        atomic_store(&refmpi_block(refmpi.rank)->state, SEGMENT_RANK_FINALIZED);
    }
    pthread_mutex_unlock(&opening);
}

static int initialize(const char *function, int required, int *provided)
{
    if (is_initialized)
        refmpi_fatal(function, "MPI was initialized before");
    int level = required > MPI_THREAD_MULTIPLE ? MPI_THREAD_MULTIPLE : required;
    refmpi_open(function, level);
    is_initialized = true;
    main_thread = pthread_self();
    if (provided)
        *provided = refmpi.thread_level;
    return MPI_SUCCESS;
}

int PMPI_Init(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return initialize("MPI_Init", MPI_THREAD_SINGLE, NULL);
}
REFMPI_ALIAS(Init)

int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    (void)argc;
    (void)argv;
    return initialize("MPI_Init_thread", required, provided);
}
REFMPI_ALIAS(Init_thread)

int PMPI_Initialized(int *flag)
{
    if (!flag)
        return MPI_ERR_ARG;
    *flag = is_initialized;
    return MPI_SUCCESS;
}
REFMPI_ALIAS(Initialized)

int PMPI_Finalized(int *flag)
{
    if (!flag)
        return MPI_ERR_ARG;
    *flag = is_finalized;
    return MPI_SUCCESS;
}
REFMPI_ALIAS(Finalized)

static bool have_all_come(void *argument)
{
    (void)argument;
    return atomic_load(&refmpi_segment()->finalizing) == refmpi.size;
}

/* Not by messages: many ranks on few processors would sleep and be woken
 * several times each. */
static void wait_for_all(void)
{
    if (atomic_fetch_add(&refmpi_segment()->finalizing, 1) + 1 < refmpi.size) {
        refmpi_wait_on(refmpi.world, have_all_come, NULL);
        return;
    }
    for (int rank = 0; rank < refmpi.size; rank++)
        refmpi_wake(rank);
}

/*
 * What this rank has sent and nobody waits for any more (buffered sends,
 * freed requests) still has to arrive; and others may need its progress until
 * all are here.
 */
int PMPI_Finalize(void)
{
    refmpi_enter("MPI_Finalize");
    if (!is_initialized || is_finalized)
        refmpi_fatal("MPI_Finalize", is_finalized
                                         ? "called after MPI was finalized"
                                         : "called before MPI was initialized");
    refmpi_comm_finalize();
    refmpi_buffer_finalize();
    refmpi_wait_until(nothing_unsent, NULL);
    wait_for_all();
    is_finalized = true;
    refmpi_close();
    refmpi_leave();
    return MPI_SUCCESS;
}
REFMPI_ALIAS(Finalize)

int PMPI_Abort(MPI_Comm comm, int errorcode)
{
    (void)comm; /* the whole job, whatever the communicator */
    if (refmpi.state != REFMPI_STATE_RUNNING)
        refmpi_fatal("MPI_Abort", "called outside of MPI's life");
    fprintf(stderr, "murmel-mpi: rank %d: MPI_Abort with code %d\n",
            refmpi.rank, errorcode);
    refmpi_abort_job(errorcode);
}
REFMPI_ALIAS(Abort)

int PMPI_Query_thread(int *provided)
{
    refmpi_enter("MPI_Query_thread");
    if (!provided)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    *provided = refmpi.thread_level;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Query_thread)

int PMPI_Is_thread_main(int *flag)
{
    refmpi_enter("MPI_Is_thread_main");
    if (!flag)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    *flag = pthread_equal(main_thread, pthread_self());
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Is_thread_main)
