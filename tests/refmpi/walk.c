/*
 * walk.c - calls every function of mpi.h, with arguments that mean nothing,
 * and with such that do: none crashes, none takes what is no handle for one,
 * and what the library has not got says so by its error class.
 *
 * walk.inc is made from mpi.h by walk.awk. Each call is made in a process of
 * its own, a job of one.
 */
#include <mpi.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum round { ZEROS, NULLS, HANDLES, BUFFERS, ROUNDS };
static const char *const rounds[] = {"zeros", "null handles", "handles",
                                     "handles and buffers"};

static enum round current;
static char buffer[1 << 16];

#define POINTER (current == BUFFERS ? (void *)buffer : NULL)
#define NUMBER  (current == NULLS ? -1 : 0)
#define HANDLE(type)                                                           \
    (current == ZEROS ? (type)0 : current == NULLS ? null_##type : some_##type)

static MPI_Comm null_MPI_Comm, some_MPI_Comm;
static MPI_Group null_MPI_Group, some_MPI_Group;
static MPI_Win null_MPI_Win, some_MPI_Win;
static MPI_File null_MPI_File, some_MPI_File;
static MPI_Session null_MPI_Session, some_MPI_Session;
static MPI_Message null_MPI_Message, some_MPI_Message;
static MPI_Info null_MPI_Info, some_MPI_Info;
static MPI_Errhandler null_MPI_Errhandler, some_MPI_Errhandler;
static MPI_Request null_MPI_Request, some_MPI_Request;
static MPI_Op null_MPI_Op, some_MPI_Op;
static MPI_Datatype null_MPI_Datatype, some_MPI_Datatype;

#define CALL(name, has_handle, arguments)                                      \
    static int call_##name(void)                                               \
    {                                                                          \
        return name arguments;                                                 \
    }
#define VALUE(name, has_handle, arguments)                                     \
    static int call_##name(void)                                               \
    {                                                                          \
        return (void)name arguments, MPI_SUCCESS;                              \
    }
#include "walk.inc"
#undef CALL
#undef VALUE

typedef void function(void);
#define CALL(name, has_handle, arguments)                                      \
    {#name, has_handle, call_##name, (function *)P##name},
#define VALUE CALL
static const struct {
    const char *name;
    bool has_handle;
    int (*call)(void);
    function *twin; /* its PMPI_ name links, too */
} calls[] = {
#include "walk.inc"
};
#define CALLS (sizeof calls / sizeof calls[0])

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool ends(const char *text, const char *with)
{
    size_t length = strlen(text);
    return length >= strlen(with) &&
           !strcmp(text + length - strlen(with), with);
}

/* Is it out of the library's scope? */
static bool is_outside(const char *name)
{
    static const char *const names[] = {
        "MPI_Open_port",        "MPI_Close_port",
        "MPI_Comm_accept",      "MPI_Comm_connect",
        "MPI_Comm_join",        "MPI_Comm_spawn",
        "MPI_Lookup_name",      "MPI_Publish_name",
        "MPI_Unpublish_name",   "MPI_Comm_spawn_multiple",
        "MPI_Register_datarep", "MPI_Register_datarep_c"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return begins(name, "MPI_File_") && !strstr(name, "errhandler") &&
           !ends(name, "2f") && !ends(name, "2c") && !ends(name, "int");
}

/* What is right with a handle that is none. */
static bool takes_any_handle(const char *name)
{
    return ends(name, "_c2f") || ends(name, "_toint") ||
           begins(name, "MPI_T_") || strcmp(name, "MPI_Abort") == 0;
}

/* Is it a part of the tool interface that the library has not got? */
static bool is_tool(const char *name)
{
    return begins(name, "MPI_T_") && !ends(name, "_get_num") &&
           strcmp(name, "MPI_T_init_thread") != 0 &&
           strcmp(name, "MPI_T_finalize") != 0;
}

static void set_handles(void)
{
    null_MPI_Comm = MPI_COMM_NULL, some_MPI_Comm = MPI_COMM_WORLD;
    null_MPI_Group = MPI_GROUP_NULL, some_MPI_Group = MPI_GROUP_EMPTY;
    null_MPI_Win = MPI_WIN_NULL;
    null_MPI_File = some_MPI_File = MPI_FILE_NULL;
    null_MPI_Session = MPI_SESSION_NULL;
    null_MPI_Message = some_MPI_Message = MPI_MESSAGE_NULL;
    null_MPI_Info = MPI_INFO_NULL, some_MPI_Info = MPI_INFO_ENV;
    null_MPI_Errhandler = MPI_ERRHANDLER_NULL;
    some_MPI_Errhandler = MPI_ERRORS_RETURN;
    null_MPI_Request = some_MPI_Request = MPI_REQUEST_NULL;
    null_MPI_Op = MPI_OP_NULL, some_MPI_Op = MPI_SUM;
    null_MPI_Datatype = MPI_DATATYPE_NULL, some_MPI_Datatype = MPI_INT;
}

/* In the child: initializes MPI unless the call does. */
static void prepare(const char *name)
{
    set_handles();
    alarm(10); /* one that waits for nobody is told by the library */
    if (begins(name, "MPI_Init"))
        return;
    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (current < HANDLES)
        return;
    MPI_Win_create(buffer, sizeof buffer, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &some_MPI_Win);
    MPI_Win_set_errhandler(some_MPI_Win, MPI_ERRORS_RETURN);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &some_MPI_Session);
}

/* What the call returned, or minus the signal that ended it. */
static int try(int i)
{
    int pipes[2], rc = -1, status;
    if (pipe(pipes) != 0)
        exit(2);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        prepare(calls[i].name);
        rc = calls[i].call();
        _exit(write(pipes[1], &rc, sizeof rc) == sizeof rc ? 0 : 1);
    }
    close(pipes[1]);
    /* A call that ends the process, as MPI_Abort does, returns nothing. */
    if (read(pipes[0], &rc, sizeof rc) != sizeof rc)
        rc = MPI_ERR_OTHER;
    close(pipes[0]);
    waitpid(pid, &status, 0);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : rc;
}

static bool is_right(int i, int rc)
{
    const char *name = calls[i].name;
    if (rc < 0)
        return false;
    if (is_outside(name))
        return rc == MPI_ERR_UNSUPPORTED_OPERATION;
    if (is_tool(name))
        return rc == MPI_T_ERR_NOT_SUPPORTED;
    return current != ZEROS || !calls[i].has_handle || rc != MPI_SUCCESS ||
           takes_any_handle(name);
}

/* Makes the call in each round; false if one goes wrong. */
static bool walk(int i)
{
    bool is_good = calls[i].twin;
    for (current = ZEROS; current < ROUNDS; current++) {
        /* What is freed must have been allocated. */
        if (current == BUFFERS && strcmp(calls[i].name, "MPI_Free_mem") == 0)
            continue;
        int rc = try(i);
        if (is_right(i, rc))
            continue;
        is_good = false;
        printf("FAILED %s with %s: %s %d\n", calls[i].name, rounds[current],
               rc < 0 ? "ended by signal" : "returns", abs(rc));
    }
    return is_good;
}

int main(void)
{
    int passed = 0, failed = 0;
    for (int i = 0; i < (int)CALLS; i++)
        if (walk(i))
            passed++;
        else
            failed++;
    if (CALLS != 664) { /* of the MPI 5.0 ABI */
        printf("FAILED: %zu functions\n", CALLS);
        failed++;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
