/*
 * session.c - sessions. There are two process sets, mpi://WORLD and
 * mpi://SELF; groups of them are groups of the job's ranks as any other.
 */
#include "session.h"
#include "buffer.h"
#include "comm.h"
#include "errhandler.h"
#include "group.h"
#include "init.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct session {
    struct object object;
    struct errhandler *errhandler;
    struct info *info;
    struct buffer *buffer;
};

static const char *const psets[] = {"mpi://WORLD", "mpi://SELF"};

struct session *refmpi_session_from(MPI_Session handle)
{
    return refmpi_is_object(handle, REFMPI_MAGIC_SESSION)
               ? (struct session *)(void *)handle
               : NULL;
}

bool refmpi_session_is_open(const struct session *session)
{
    return session && session->object.magic == REFMPI_MAGIC_SESSION;
}

int refmpi_session_leave(struct session *session, int rc)
{
    return refmpi_leave_session(session ? &session->errhandler : NULL,
                                (MPI_Session)(void *)session, rc);
}

void refmpi_session_retain(struct session *session)
{
    if (session)
        session->object.references++;
}

void refmpi_session_release(struct session *session)
{
    if (session && --session->object.references == 0)
        free(session);
}

struct buffer **refmpi_session_place(struct session *session)
{
    return session ? &session->buffer : NULL;
}

struct buffer *refmpi_session_buffer(const struct session *session)
{
    return session ? session->buffer : NULL;
}

static const struct {
    const char *name;
    int level;
} levels[] = {
    {"MPI_THREAD_SINGLE", MPI_THREAD_SINGLE},
    {"MPI_THREAD_FUNNELED", MPI_THREAD_FUNNELED},
    {"MPI_THREAD_SERIALIZED", MPI_THREAD_SERIALIZED},
    {"MPI_THREAD_MULTIPLE", MPI_THREAD_MULTIPLE},
};
#define LEVELS (sizeof levels / sizeof *levels)

static int thread_level_of(const struct info *info)
{
    const char *name = refmpi_info_value(info, "thread_level");
    for (size_t i = 0; name && i < LEVELS; i++)
        if (strcmp(name, levels[i].name) == 0)
            return levels[i].level;
    return MPI_THREAD_SINGLE;
}

/* What the session has is in its info (MPI-4.1, 11.3.1). */
static void note_thread_level(struct info *info)
{
    for (size_t i = 0; i < LEVELS; i++)
        if (levels[i].level == refmpi.thread_level)
            refmpi_info_set(info, "thread_level", levels[i].name);
}

int PMPI_Session_init(MPI_Info info, MPI_Errhandler errhandler,
                      MPI_Session *session)
{
    refmpi_enter_any("MPI_Session_init");
    struct info *hints = refmpi_info_from(info);
    if (!session || refmpi_info_check(info) != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, session ? MPI_ERR_INFO : MPI_ERR_ARG);
    struct session *made = calloc(1, sizeof *made);
    struct info *copy = refmpi_info_copy(hints);
    int rc = made && copy ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    if (rc == MPI_SUCCESS)
        rc = refmpi_errhandler_of_session(&made->errhandler, errhandler);
    if (rc != MPI_SUCCESS) {
        free(made);
        refmpi_info_free(copy);
        return refmpi_leave_comm(NULL, rc);
    }
    made->object = (struct object){REFMPI_MAGIC_SESSION, 1};
    made->info = copy;
    /* The lock may begin to be used here: leave before that. */
    refmpi_leave();
    refmpi_open("MPI_Session_init", thread_level_of(hints));
    note_thread_level(copy);
    *session = (MPI_Session)(void *)made;
    return MPI_SUCCESS;
}
REFMPI_ALIAS(Session_init)

int PMPI_Session_finalize(MPI_Session *session)
{
    refmpi_enter("MPI_Session_finalize");
    struct session *s = session ? refmpi_session_from(*session) : NULL;
    if (!s)
        return refmpi_session_leave(NULL, MPI_ERR_SESSION);
    refmpi_errhandler_release(s->errhandler);
    refmpi_info_free(s->info);
    refmpi_buffer_drop(s->buffer);
    s->buffer = NULL;
    s->object.magic = 0;
    refmpi_session_release(s);
    *session = MPI_SESSION_NULL;
    refmpi_close();
    refmpi_leave();
    return MPI_SUCCESS;
}
REFMPI_ALIAS(Session_finalize)

int PMPI_Session_get_info(MPI_Session session, MPI_Info *info_used)
{
    refmpi_enter("MPI_Session_get_info");
    struct session *s = refmpi_session_from(session);
    if (!s || !info_used)
        return refmpi_session_leave(s, s ? MPI_ERR_ARG : MPI_ERR_SESSION);
    struct info *copy = refmpi_info_copy(s->info);
    if (!copy)
        return refmpi_session_leave(s, MPI_ERR_NO_MEM);
    *info_used = refmpi_info_handle(copy);
    return refmpi_session_leave(s, MPI_SUCCESS);
}
REFMPI_ALIAS(Session_get_info)

int PMPI_Session_get_num_psets(MPI_Session session, MPI_Info info,
                               int *npset_names)
{
    refmpi_enter("MPI_Session_get_num_psets");
    struct session *s = refmpi_session_from(session);
    if (!s || !npset_names)
        return refmpi_session_leave(s, s ? MPI_ERR_ARG : MPI_ERR_SESSION);
    if (refmpi_info_check(info) != MPI_SUCCESS)
        return refmpi_session_leave(s, MPI_ERR_INFO);
    *npset_names = (int)(sizeof psets / sizeof *psets);
    return refmpi_session_leave(s, MPI_SUCCESS);
}
REFMPI_ALIAS(Session_get_num_psets)

int PMPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n,
                              int *pset_len, char *pset_name)
{
    refmpi_enter("MPI_Session_get_nth_pset");
    struct session *s = refmpi_session_from(session);
    if (!s)
        return refmpi_session_leave(NULL, MPI_ERR_SESSION);
    if (refmpi_info_check(info) != MPI_SUCCESS)
        return refmpi_session_leave(s, MPI_ERR_INFO);
    if (n < 0 || n >= (int)(sizeof psets / sizeof *psets) || !pset_len ||
        *pset_len < 0 || (*pset_len > 0 && !pset_name))
        return refmpi_session_leave(s, MPI_ERR_ARG);
    /* A length of 0 asks for the room it takes. */
    if (*pset_len > 0)
        snprintf(pset_name, (size_t)*pset_len, "%s", psets[n]);
    *pset_len = (int)strlen(psets[n]) + 1;
    return refmpi_session_leave(s, MPI_SUCCESS);
}
REFMPI_ALIAS(Session_get_nth_pset)

/* The number of a process set, or -1. Their names do not depend on case. */
static int find_pset(const char *name)
{
    for (int i = 0; name && i < (int)(sizeof psets / sizeof *psets); i++)
        if (strcasecmp(name, psets[i]) == 0)
            return i;
    return -1;
}

int PMPI_Session_get_pset_info(MPI_Session session, const char *pset_name,
                               MPI_Info *info)
{
    refmpi_enter("MPI_Session_get_pset_info");
    struct session *s = refmpi_session_from(session);
    int pset = find_pset(pset_name);
    if (!s || pset < 0 || !info)
        return refmpi_session_leave(s, s ? MPI_ERR_ARG : MPI_ERR_SESSION);
    char size[16];
    snprintf(size, sizeof size, "%d", pset == 0 ? refmpi.size : 1);
    struct info *made = refmpi_info_copy(NULL);
    int rc = made ? refmpi_info_set(made, "mpi_size", size) : MPI_ERR_NO_MEM;
    if (rc == MPI_SUCCESS)
        *info = refmpi_info_handle(made);
    else
        refmpi_info_free(made);
    return refmpi_session_leave(s, rc);
}
REFMPI_ALIAS(Session_get_pset_info)

int PMPI_Group_from_session_pset(MPI_Session session, const char *pset_name,
                                 MPI_Group *newgroup)
{
    refmpi_enter("MPI_Group_from_session_pset");
    struct session *s = refmpi_session_from(session);
    int pset = find_pset(pset_name);
    if (!s || pset < 0 || !newgroup)
        return refmpi_session_leave(s, s ? MPI_ERR_ARG : MPI_ERR_SESSION);
    const struct group *from =
        pset == 0 ? refmpi.world->group : refmpi.self->group;
    struct group *group = refmpi_group_new(from->size, s);
    if (!group)
        return refmpi_session_leave(s, MPI_ERR_NO_MEM);
    memcpy(group->world, from->world, (size_t)from->size * sizeof(int));
    refmpi_group_settle(group);
    *newgroup = refmpi_group_handle(group);
    return refmpi_session_leave(s, MPI_SUCCESS);
}
REFMPI_ALIAS(Group_from_session_pset)

int PMPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler)
{
    refmpi_enter("MPI_Session_set_errhandler");
    struct session *s = refmpi_session_from(session);
    int rc = s ? refmpi_errhandler_of_session(&s->errhandler, errhandler)
               : MPI_ERR_SESSION;
    return refmpi_session_leave(s, rc);
}
REFMPI_ALIAS(Session_set_errhandler)

int PMPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler)
{
    refmpi_enter("MPI_Session_get_errhandler");
    struct session *s = refmpi_session_from(session);
    if (!s || !errhandler)
        return refmpi_session_leave(s, s ? MPI_ERR_ARG : MPI_ERR_SESSION);
    *errhandler = refmpi_errhandler_handle(s->errhandler);
    return refmpi_session_leave(s, MPI_SUCCESS);
}
REFMPI_ALIAS(Session_get_errhandler)

int PMPI_Session_call_errhandler(MPI_Session session, int errorcode)
{
    refmpi_enter("MPI_Session_call_errhandler");
    struct session *s = refmpi_session_from(session);
    if (!s)
        return refmpi_session_leave(NULL, MPI_ERR_SESSION);
    refmpi_session_leave(s, errorcode);
    return MPI_SUCCESS;
}
REFMPI_ALIAS(Session_call_errhandler)
