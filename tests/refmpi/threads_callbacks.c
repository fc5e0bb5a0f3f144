/* np: 1 2 3 */
/* only: refmpi */
/* A function of the program's that MPI calls waits for another thread of its
 * rank, which calls MPI: nothing of the library's is held meanwhile. */
#include "check.h"
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int asked, answered; /* how often the other thread was, and has */
static int is_over;
static MPI_Comm others;
static _Thread_local int answers; /* this is the other thread */

/* Waits until the other thread has made calls of MPI: which may advance what
 * this one has begun, too. */
static void ask(void)
{
    if (answers)
        return;
    pthread_mutex_lock(&mutex);
    int number = ++asked;
    pthread_cond_broadcast(&changed);
    while (answered < number)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void call_mpi(void)
{
    int in = -1, out = 5;
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 1, &in, 1, MPI_INT, 0, 1, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
    CHECK(in == out);
}

static void *answer(void *unused)
{
    answers = 1;
    pthread_mutex_lock(&mutex);
    for (;;) {
        while (answered == asked && !is_over)
            pthread_cond_wait(&changed, &mutex);
        if (answered == asked)
            break;
        pthread_mutex_unlock(&mutex);
        call_mpi();
        pthread_mutex_lock(&mutex);
        answered++;
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&mutex);
    return unused;
}

/* ------------------------------------------------------------- attributes */

static int copies, deletes;

#define CALLBACKS(name, Handle)                                                \
    static int copy_##name(Handle handle, int keyval, void *extra, void *in,   \
                           void *out, int *flag)                               \
    {                                                                          \
        (void)handle, (void)keyval, (void)extra;                               \
        ask();                                                                 \
        copies++;                                                              \
        *(void **)out = in;                                                    \
        *flag = 1;                                                             \
        return MPI_SUCCESS;                                                    \
    }                                                                          \
    static int delete_##name(Handle handle, int keyval, void *value,           \
                             void *extra)                                      \
    {                                                                          \
        (void)handle, (void)keyval, (void)value, (void)extra;                  \
        ask();                                                                 \
        deletes++;                                                             \
        return MPI_SUCCESS;                                                    \
    }

CALLBACKS(comm, MPI_Comm)
CALLBACKS(type, MPI_Datatype)
CALLBACKS(win, MPI_Win)

static void attributes(void)
{
    int comm_key, type_key, win_key, memory[2];
    MPI_Comm comm, twin;
    MPI_Datatype type, copy;
    MPI_Win win;
    copies = deletes = 0;
    MPI_Comm_create_keyval(copy_comm, delete_comm, &comm_key, NULL);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_attr(comm, comm_key, memory);
    MPI_Comm_set_attr(comm, comm_key, memory + 1);
    MPI_Comm_dup(comm, &twin);
    MPI_Comm_delete_attr(comm, comm_key);
    MPI_Comm_free(&twin);
    MPI_Comm_free(&comm);
    CHECK(copies == 1 && deletes == 3);

    MPI_Type_create_keyval(copy_type, delete_type, &type_key, NULL);
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_set_attr(type, type_key, memory);
    MPI_Type_dup(type, &copy);
    MPI_Type_delete_attr(type, type_key);
    MPI_Type_free(&copy);
    MPI_Type_free(&type);
    CHECK(copies == 2 && deletes == 5);

    MPI_Win_create_keyval(copy_win, delete_win, &win_key, NULL);
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_set_attr(win, win_key, memory);
    MPI_Win_free(&win);
    CHECK(copies == 2 && deletes == 6);

    MPI_Comm_free_keyval(&comm_key);
    MPI_Type_free_keyval(&type_key);
    MPI_Win_free_keyval(&win_key);
}

/* --------------------------------------------------- generalized requests */

static int calls;

static int query(void *extra, MPI_Status *status)
{
    (void)extra;
    ask();
    calls++;
    MPI_Status_set_elements(status, MPI_BYTE, 3);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}

static int free_request(void *extra)
{
    (void)extra;
    ask();
    calls += 10;
    return MPI_SUCCESS;
}

static int cancel(void *request, int is_complete)
{
    ask();
    if (!is_complete)
        MPI_Grequest_complete(*(MPI_Request *)request);
    calls += 100;
    return MPI_SUCCESS;
}

static void requests(void)
{
    MPI_Request request, kept;
    MPI_Status status;
    int flag, count;
    calls = 0;
    MPI_Grequest_start(query, free_request, cancel, &request, &request);
    MPI_Cancel(&request);
    CHECK(calls == 100);
    MPI_Request_get_status(request, &flag, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK(flag && calls == 101 && count == 3);
    MPI_Waitall(1, &request, &status);
    CHECK(calls == 112);

    MPI_Grequest_start(query, free_request, cancel, &request, &request);
    kept = request;
    MPI_Request_free(&request);
    MPI_Grequest_complete(kept);
    CHECK(calls == 122);
    MPI_Grequest_start(query, free_request, cancel, &request, &request);
    MPI_Grequest_complete(request);
    MPI_Request_free(&request);
    CHECK(calls == 132);
}

/* ------------------------------------------------------------- reductions */

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    ask();
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void add_many(void *in, void *inout, MPI_Count *count,
                     MPI_Datatype *type)
{
    int few = (int)*count;
    add(in, inout, &few, type);
}

static void reductions(void)
{
    enum { MANY = 3 };
    int one = 1, sum = 4, size = world_size(), sums[MANY];
    MPI_Op op, op_c;
    MPI_Request requests[MANY];
    MPI_Op_create(add, 1, &op);
    MPI_Op_create_c(add_many, 0, &op_c);
    MPI_Reduce_local(&one, &sum, 1, MPI_INT, op);
    MPI_Reduce_local(&one, &sum, 1, MPI_INT, op_c);
    CHECK(sum == 6);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
    CHECK(sum == size);
    for (int i = 0; i < MANY; i++)
        MPI_Iallreduce(&one, &sums[i], 1, MPI_INT, i % 2 ? op : op_c,
                       MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < MANY; i++)
        CHECK(sums[i] == size);
    MPI_Op_free(&op);
    MPI_Op_free(&op_c);
}

/* A reduction waits for one of another thread. That of rank 0 asks the others'
 * to join it once its function is called. */
static void wait_to_join(void)
{
    pthread_mutex_lock(&mutex);
    while (!asked)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    for (int rank = 1; rank < world_size(); rank++)
        MPI_Send(NULL, 0, MPI_BYTE, rank, 0, others);
}

static void add_plainly(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void *join(void *unused)
{
    int one = 1, sum = 0;
    MPI_Op op;
    MPI_Op_create(add_plainly, 1, &op);
    if (world_rank() == 0)
        wait_to_join();
    else
        MPI_Recv(NULL, 0, MPI_BYTE, 0, 0, others, MPI_STATUS_IGNORE);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, op, others);
    CHECK(sum == world_size());
    MPI_Op_free(&op);
    pthread_mutex_lock(&mutex);
    answered = INT32_MAX;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void reduction_in_reduction(void)
{
    pthread_t thread;
    int one = 1, sum = 0;
    MPI_Op op;
    MPI_Op_create(world_rank() == 0 ? add : add_plainly, 1, &op);
    asked = answered = 0;
    pthread_create(&thread, NULL, join, NULL);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
    CHECK(sum == world_size());
    ask();
    pthread_join(thread, NULL);
    MPI_Op_free(&op);
}

/* --------------------------------------------------------- error handlers */

static void on_comm(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    ask();
}

static void on_win(MPI_Win *win, int *code, ...)
{
    (void)win, (void)code;
    ask();
}

static void error_handlers(void)
{
    MPI_Comm comm;
    MPI_Win win;
    MPI_Errhandler of_comm, of_win;
    MPI_Comm_create_errhandler(on_comm, &of_comm);
    MPI_Win_create_errhandler(on_win, &of_win);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win);
    MPI_Comm_set_errhandler(comm, of_comm);
    MPI_Win_set_errhandler(win, of_win);
    MPI_Send(NULL, 0, MPI_BYTE, 7, 0, comm);
    MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER);
    MPI_Win_unlock(0, win);
    MPI_Errhandler_free(&of_comm);
    MPI_Errhandler_free(&of_win);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
}

/* ------------------------------------------- one attribute of all threads */

enum { THREADS = 4, ROUNDS = 200 };
static int shared_key, shared_deletes; /* under the mutex */
static MPI_Comm shared;

static int count_delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    call_mpi();
    pthread_mutex_lock(&mutex);
    shared_deletes++;
    pthread_mutex_unlock(&mutex);
    return MPI_SUCCESS;
}

static void *set_and_copy(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        void *value;
        int flag;
        MPI_Comm_set_attr(shared, shared_key, &shared_key);
        MPI_Comm_get_attr(shared, shared_key, &value, &flag);
        CHECK(!flag || value == &shared_key);
    }
    return unused;
}

/* Each value that is set is deleted, once. */
static void same_attribute(void)
{
    pthread_t threads[THREADS];
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, count_delete, &shared_key, NULL);
    MPI_Comm_dup(MPI_COMM_SELF, &shared);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, set_and_copy, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    MPI_Comm_free(&shared);
    CHECK(shared_deletes == THREADS * ROUNDS);
    MPI_Comm_free_keyval(&shared_key);
}

int main(int argc, char **argv)
{
    int provided, key;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    CHECK(provided == MPI_THREAD_MULTIPLE);
    MPI_Comm_dup(MPI_COMM_WORLD, &others);
    reduction_in_reduction();
    MPI_Comm_free(&others);
    asked = answered = 0;
    pthread_create(&thread, NULL, answer, NULL);
    attributes();
    requests();
    reductions();
    error_handlers();
    same_attribute();
    MPI_Comm_create_keyval(copy_comm, delete_comm, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Finalize(); /* deletes it */
    if (deletes != 7)
        return 98;
    pthread_mutex_lock(&mutex);
    is_over = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
