/* fortran.c - the Fortran binding, as far as it is not made by fortran.awk. */
#include "fortran.h"
#include <string.h>

/* ------------------------------------------------ what stands for addresses */

/* Common blocks of mpif.h: the program's are the same memory. */
extern int murmel_mpi_bottom_, murmel_mpi_in_place_;
extern int murmel_mpi_buffer_automatic_, murmel_mpi_unweighted_;
extern int murmel_mpi_weights_empty_, murmel_mpi_status_ignore_[];
extern int murmel_mpi_statuses_ignore_[];
int murmel_mpi_bottom_, murmel_mpi_in_place_, murmel_mpi_buffer_automatic_;
int murmel_mpi_unweighted_, murmel_mpi_weights_empty_;
int murmel_mpi_status_ignore_[MPI_F_STATUS_SIZE];
int murmel_mpi_statuses_ignore_[MPI_F_STATUS_SIZE];

void *fortran_address(void *address)
{
    if (address == &murmel_mpi_bottom_)
        return MPI_BOTTOM;
    if (address == &murmel_mpi_in_place_)
        return MPI_IN_PLACE;
    return address == &murmel_mpi_buffer_automatic_ ? MPI_BUFFER_AUTOMATIC
                                                    : address;
}

MPI_Status *fortran_status(MPI_Fint *status)
{
    return status == murmel_mpi_status_ignore_ ? MPI_STATUS_IGNORE
                                               : (MPI_Status *)status;
}

MPI_Status *fortran_statuses(MPI_Fint *statuses)
{
    return statuses == murmel_mpi_statuses_ignore_ ? MPI_STATUSES_IGNORE
                                                   : (MPI_Status *)statuses;
}

int *fortran_weights(MPI_Fint *weights)
{
    if (weights == &murmel_mpi_unweighted_)
        return MPI_UNWEIGHTED;
    return weights == &murmel_mpi_weights_empty_ ? MPI_WEIGHTS_EMPTY : weights;
}

/* ------------------------------------------------------------------ strings */

char *fortran_string(const char *text, size_t length)
{
    while (length > 0 && text[length - 1] == ' ')
        length--;
    while (length > 0 && *text == ' ')
        text++, length--;
    return strndup(text, length);
}

/* A call writes as much as it may say in C, whatever room there is. */
char *fortran_room(size_t length)
{
    return calloc(1, MPI_MAX_LIBRARY_VERSION_STRING + length + 1);
}

void fortran_text(char *room, char *text, size_t length)
{
    size_t used = strlen(room) < length ? strlen(room) : length;
    memcpy(text, room, used);
    memset(text + used, ' ', length - used);
    free(room);
}

void mpi_info_get_string_(MPI_Fint *info, const char *key, MPI_Fint *buflen,
                          char *value, MPI_Fint *flag, MPI_Fint *ierror,
                          size_t key_length, size_t value_length);
FORTRAN_TWIN(mpi_info_get_string_)
void mpi_info_get_string_(MPI_Fint *info, const char *key, MPI_Fint *buflen,
                          char *value, MPI_Fint *flag, MPI_Fint *ierror,
                          size_t key_length, size_t value_length)
{
    char *c_key = fortran_string(key, key_length);
    char *room = fortran_room(value_length);
    int asks = *buflen == 0;
    /* C counts the end of the string, too. */
    int length = asks ? 0 : *buflen + 1;
    *ierror = MPI_Info_get_string(MPI_Info_fromint(*info), c_key, &length, room,
                                  flag);
    free(c_key);
    if (*ierror == MPI_SUCCESS && *flag)
        *buflen = length - 1;
    if (asks || *ierror != MPI_SUCCESS || !*flag)
        free(room);
    else
        fortran_text(room, value, value_length);
}

/* ------------------------------------------------------- numbers of things */

void fortran_from_one(MPI_Fint *indices, int count)
{
    for (int i = 0; i < count; i++)
        if (indices[i] != MPI_UNDEFINED)
            indices[i]++;
}

int fortran_group_size(MPI_Comm comm)
{
    int size = 0, is_inter = 0;
    if (comm == MPI_COMM_NULL)
        return 0;
    MPI_Comm_test_inter(comm, &is_inter);
    if (is_inter)
        MPI_Comm_remote_size(comm, &size);
    else
        MPI_Comm_size(comm, &size);
    return size;
}

/* Neighbors of a process in its topology, out of it or into it. */
static int neighbors(MPI_Comm comm, int wants_out)
{
    int topology = MPI_UNDEFINED, in = 0, out = 0, weighted, rank;
    if (comm != MPI_COMM_NULL)
        MPI_Topo_test(comm, &topology);
    if (topology == MPI_CART) {
        MPI_Cartdim_get(comm, &in);
        in = out = 2 * in;
    } else if (topology == MPI_GRAPH) {
        MPI_Comm_rank(comm, &rank);
        MPI_Graph_neighbors_count(comm, rank, &in);
        out = in;
    } else if (topology == MPI_DIST_GRAPH) {
        MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    }
    return wants_out ? out : in;
}

int fortran_neighbors_in(MPI_Comm comm)
{
    return neighbors(comm, 0);
}

int fortran_neighbors_out(MPI_Comm comm)
{
    return neighbors(comm, 1);
}

/* ------------------------------------------- routines with other arguments */

void mpi_init_(MPI_Fint *ierror);
FORTRAN_TWIN(mpi_init_)
void mpi_init_(MPI_Fint *ierror)
{
    *ierror = MPI_Init(NULL, NULL);
}

ROUTINE(init_thread, MPI_Fint *required, MPI_Fint *provided)
{
    *ierror = MPI_Init_thread(NULL, NULL, *required, provided);
}

ROUTINE(info_create_env, MPI_Fint *info)
{
    MPI_Info env;
    *ierror = MPI_Info_create_env(0, NULL, &env);
    if (*ierror == MPI_SUCCESS)
        *info = MPI_Info_toint(env);
}

void mpi_pcontrol_(MPI_Fint *level);
FORTRAN_TWIN(mpi_pcontrol_)
void mpi_pcontrol_(MPI_Fint *level)
{
    MPI_Pcontrol(*level);
}

/* A call that a compiler must take for one that uses the buffer. */
void mpi_f_sync_reg_(void *buf);
FORTRAN_TWIN(mpi_f_sync_reg_)
void mpi_f_sync_reg_(void *buf)
{
    (void)buf;
}

double mpi_wtime_(void);
FORTRAN_TWIN(mpi_wtime_)
double mpi_wtime_(void)
{
    return MPI_Wtime();
}

double mpi_wtick_(void);
FORTRAN_TWIN(mpi_wtick_)
double mpi_wtick_(void)
{
    return MPI_Wtick();
}

int64_t mpi_aint_add_(int64_t *base, int64_t *disp);
FORTRAN_TWIN(mpi_aint_add_)
int64_t mpi_aint_add_(int64_t *base, int64_t *disp)
{
    return MPI_Aint_add(*base, *disp);
}

int64_t mpi_aint_diff_(int64_t *addr1, int64_t *addr2);
FORTRAN_TWIN(mpi_aint_diff_)
int64_t mpi_aint_diff_(int64_t *addr1, int64_t *addr2)
{
    return MPI_Aint_diff(*addr1, *addr2);
}

/* The address is not given back: there is no type for it (MPI-4.1, 3.6). */
ROUTINE(buffer_detach, void *buffer_addr, MPI_Fint *size)
{
    void *address;
    (void)buffer_addr;
    *ierror = MPI_Buffer_detach(&address, size);
}

ROUTINE(comm_detach_buffer, MPI_Fint *comm, void *buffer_addr, MPI_Fint *size)
{
    void *address;
    (void)buffer_addr;
    *ierror = MPI_Comm_detach_buffer(MPI_Comm_fromint(*comm), &address, size);
}

ROUTINE(session_detach_buffer, MPI_Fint *session, void *buffer_addr,
        MPI_Fint *size)
{
    void *address;
    (void)buffer_addr;
    *ierror = MPI_Session_detach_buffer(MPI_Session_fromint(*session), &address,
                                        size);
}

/* ------------------------------------ callbacks that get no state of theirs */

/* Each routine of the program gets a C function of its own. */
#define EACH(X)                                                                \
    X(0)                                                                       \
    X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) \
        X(15)
#define ROUTINES 16

/* Its place among those known, or -1 if there are too many. */
#define PLACE_OF(places, routine)                                              \
    static int place_of_##routine(routine *wanted)                             \
    {                                                                          \
        for (int i = 0; i < ROUTINES; i++) {                                   \
            if (!places[i])                                                    \
                places[i] = wanted;                                            \
            if (places[i] == wanted)                                           \
                return i;                                                      \
        }                                                                      \
        return -1;                                                             \
    }

typedef void user_routine(void *in, void *inout, int *length, MPI_Fint *type);
static user_routine *user_routines[ROUTINES];
PLACE_OF(user_routines, user_routine)

#define USER(i)                                                                \
    static void user_##i(void *in, void *inout, int *length,                   \
                         MPI_Datatype *type)                                   \
    {                                                                          \
        MPI_Fint number = MPI_Type_toint(*type);                               \
        user_routines[i](in, inout, length, &number);                          \
    }
EACH(USER)

ROUTINE(op_create, user_routine *routine, MPI_Fint *commute, MPI_Fint *op)
{
#define USER_NAME(i) user_##i,
    static MPI_User_function *const functions[] = {EACH(USER_NAME)};
    int place = place_of_user_routine(routine);
    MPI_Op c_op = MPI_OP_NULL;
    *ierror = place < 0 ? MPI_ERR_OTHER
                        : MPI_Op_create(functions[place], *commute, &c_op);
    *op = MPI_Op_toint(c_op);
}

#define ERRHANDLERS(lower, Kind)                                               \
    typedef void lower##_error_routine(MPI_Fint *object, MPI_Fint *code);      \
    static lower##_error_routine *lower##_error_routines[ROUTINES];            \
    PLACE_OF(lower##_error_routines, lower##_error_routine)                    \
    EACH(Kind##_ERROR)                                                         \
    ROUTINE(lower##_create_errhandler, lower##_error_routine *routine,         \
            MPI_Fint *errhandler)                                              \
    {                                                                          \
        static MPI_##Kind##_errhandler_function *const functions[] = {         \
            EACH(Kind##_ERROR_NAME)};                                          \
        int place = place_of_##lower##_error_routine(routine);                 \
        MPI_Errhandler handle = MPI_ERRHANDLER_NULL;                           \
        *ierror = place < 0 ? MPI_ERR_OTHER                                    \
                            : MPI_##Kind##_create_errhandler(functions[place], \
                                                             &handle);         \
        *errhandler = MPI_Errhandler_toint(handle);                            \
    }
#define ERROR(i, lower, Kind)                                                  \
    static void lower##_error_##i(MPI_##Kind *object, int *code, ...)          \
    {                                                                          \
        MPI_Fint number = MPI_##Kind##_toint(*object);                         \
        lower##_error_routines[i](&number, code);                              \
    }
#define Comm_ERROR(i)      ERROR(i, comm, Comm)
#define Comm_ERROR_NAME(i) comm_error_##i,
#define Win_ERROR(i)       ERROR(i, win, Win)
#define Win_ERROR_NAME(i)  win_error_##i,

ERRHANDLERS(comm, Comm)
ERRHANDLERS(win, Win)

/* ------------------------------------------------------ generalized requests
 */

struct grequest {
    void (*query)(int64_t *extra, MPI_Fint *status, MPI_Fint *ierror);
    void (*free)(int64_t *extra, MPI_Fint *ierror);
    void (*cancel)(int64_t *extra, MPI_Fint *complete, MPI_Fint *ierror);
    int64_t extra;
};

static int grequest_query(void *state, MPI_Status *status)
{
    struct grequest *g = state;
    MPI_Fint error = MPI_SUCCESS;
    g->query(&g->extra, (MPI_Fint *)status, &error);
    return error;
}

static int grequest_free(void *state)
{
    struct grequest *g = state;
    MPI_Fint error = MPI_SUCCESS;
    g->free(&g->extra, &error);
    free(g);
    return error;
}

static int grequest_cancel(void *state, int complete)
{
    struct grequest *g = state;
    MPI_Fint error = MPI_SUCCESS;
    g->cancel(&g->extra, &complete, &error);
    return error;
}

ROUTINE(grequest_start, void (*query)(int64_t *, MPI_Fint *, MPI_Fint *),
        void (*free_routine)(int64_t *, MPI_Fint *),
        void (*cancel)(int64_t *, MPI_Fint *, MPI_Fint *), int64_t *extra,
        MPI_Fint *request)
{
    struct grequest *g = malloc(sizeof *g);
    MPI_Request c_request = MPI_REQUEST_NULL;
    *ierror = MPI_ERR_NO_MEM;
    if (g) {
        *g = (struct grequest){query, free_routine, cancel, *extra};
        *ierror = MPI_Grequest_start(grequest_query, grequest_free,
                                     grequest_cancel, g, &c_request);
    }
    *request = MPI_Request_toint(c_request);
}
