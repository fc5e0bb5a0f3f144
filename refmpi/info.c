/* info.c - info objects: ordered lists of key and value. */
#include "internal.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    char *value; /* behind the key, in the same allocation */
    char key[];
};

struct info {
    struct object object;
    struct entry *entries;
};

/* MPI_INFO_ENV, made at the first use. */
static struct info *environment;

static struct info *info_new(void)
{
    struct info *info = calloc(1, sizeof *info);
    if (info)
        info->object = (struct object){REFMPI_MAGIC_INFO, 1};
    return info;
}

int refmpi_info_set(struct info *info, const char *key, const char *value)
{
    size_t key_size = strlen(key) + 1, value_size = strlen(value) + 1;
    struct entry *entry = malloc(sizeof *entry + key_size + value_size);
    if (!entry)
        return MPI_ERR_NO_MEM;
    memcpy(entry->key, key, key_size);
    entry->value = entry->key + key_size;
    memcpy(entry->value, value, value_size);
    struct entry **link = &info->entries;
    while (*link && strcmp((*link)->key, key) != 0)
        link = &(*link)->next;
    struct entry *old = *link;
    entry->next = old ? old->next : NULL;
    *link = entry;
    free(old);
    return MPI_SUCCESS;
}

static struct info *environment_info(void)
{
    if (environment || !(environment = info_new()))
        return environment;
    char size[16];
    snprintf(size, sizeof size, "%d", refmpi.size);
    refmpi_info_set(environment, "command", program_invocation_name);
    refmpi_info_set(environment, "maxprocs", size);
    refmpi_info_set(environment, "soft", size);
    refmpi_info_set(environment, "thread_level", "MPI_THREAD_MULTIPLE");
    return environment;
}

struct info *refmpi_info_from(MPI_Info handle)
{
    if (handle == MPI_INFO_ENV)
        return environment_info();
    return refmpi_is_object(handle, REFMPI_MAGIC_INFO)
               ? (struct info *)(void *)handle
               : NULL;
}

int refmpi_info_check(MPI_Info info)
{
    return info == MPI_INFO_NULL || refmpi_info_from(info) ? MPI_SUCCESS
                                                           : MPI_ERR_INFO;
}

MPI_Info refmpi_info_handle(struct info *info)
{
    return (MPI_Info)(void *)info;
}

const char *refmpi_info_value(const struct info *info, const char *key)
{
    for (const struct entry *e = info ? info->entries : NULL; e; e = e->next)
        if (strcmp(e->key, key) == 0)
            return e->value;
    return NULL;
}

void refmpi_info_free(struct info *info)
{
    if (!info)
        return;
    for (struct entry *e = info->entries, *next; e; e = next) {
        next = e->next;
        free(e);
    }
    info->object.magic = 0;
    free(info);
}

struct info *refmpi_info_copy(const struct info *info)
{
    struct info *copy = info_new();
    for (const struct entry *e = info ? info->entries : NULL; copy && e;
         e = e->next) {
        if (refmpi_info_set(copy, e->key, e->value) != MPI_SUCCESS) {
            refmpi_info_free(copy);
            return NULL;
        }
    }
    return copy;
}

/* ----------------------------------------------------------------- public */

static int check_key(const char *key)
{
    size_t length = key ? strnlen(key, MPI_MAX_INFO_KEY) : 0;
    return length > 0 && length < MPI_MAX_INFO_KEY ? MPI_SUCCESS
                                                   : MPI_ERR_INFO_KEY;
}

static int create(struct info *info, MPI_Info *handle)
{
    if (!info)
        return MPI_ERR_NO_MEM;
    *handle = refmpi_info_handle(info);
    return MPI_SUCCESS;
}

int PMPI_Info_create(MPI_Info *info)
{
    refmpi_enter_any("MPI_Info_create");
    return refmpi_leave_comm(NULL,
                             info ? create(info_new(), info) : MPI_ERR_ARG);
}
REFMPI_ALIAS(Info_create)

int PMPI_Info_create_env(int argc, char *argv[], MPI_Info *info)
{
    (void)argc;
    (void)argv;
    refmpi_enter_any("MPI_Info_create_env");
    if (!info)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    return refmpi_leave_comm(
        NULL, create(refmpi_info_copy(environment_info()), info));
}
REFMPI_ALIAS(Info_create_env)

int PMPI_Info_dup(MPI_Info info, MPI_Info *newinfo)
{
    refmpi_enter_any("MPI_Info_dup");
    struct info *i = refmpi_info_from(info);
    if (!i || !newinfo)
        return refmpi_leave_comm(NULL, i ? MPI_ERR_ARG : MPI_ERR_INFO);
    return refmpi_leave_comm(NULL, create(refmpi_info_copy(i), newinfo));
}
REFMPI_ALIAS(Info_dup)

int PMPI_Info_free(MPI_Info *info)
{
    refmpi_enter_any("MPI_Info_free");
    struct info *i =
        info && *info != MPI_INFO_ENV ? refmpi_info_from(*info) : NULL;
    if (!i)
        return refmpi_leave_comm(NULL, MPI_ERR_INFO);
    refmpi_info_free(i);
    *info = MPI_INFO_NULL;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Info_free)

int PMPI_Info_set(MPI_Info info, const char *key, const char *value)
{
    refmpi_enter_any("MPI_Info_set");
    struct info *i = refmpi_info_from(info);
    int rc = i ? check_key(key) : MPI_ERR_INFO;
    if (rc == MPI_SUCCESS &&
        (!value || strnlen(value, MPI_MAX_INFO_VAL) == MPI_MAX_INFO_VAL))
        rc = MPI_ERR_INFO_VALUE;
    if (rc == MPI_SUCCESS)
        rc = refmpi_info_set(i, key, value);
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Info_set)

int PMPI_Info_delete(MPI_Info info, const char *key)
{
    refmpi_enter_any("MPI_Info_delete");
    struct info *i = refmpi_info_from(info);
    int rc = i ? check_key(key) : MPI_ERR_INFO;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    struct entry **link = &i->entries;
    while (*link && strcmp((*link)->key, key) != 0)
        link = &(*link)->next;
    struct entry *entry = *link;
    if (!entry)
        return refmpi_leave_comm(NULL, MPI_ERR_INFO_NOKEY);
    *link = entry->next;
    free(entry);
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Info_delete)

/* Copies at most length characters and a terminating null. */
static void copy_value(char *value, size_t length, const char *from)
{
    size_t size = strnlen(from, length);
    memcpy(value, from, size);
    value[size] = '\0';
}

int PMPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value,
                  int *flag)
{
    refmpi_enter_any("MPI_Info_get");
    struct info *i = refmpi_info_from(info);
    int rc = i ? check_key(key) : MPI_ERR_INFO;
    if (rc == MPI_SUCCESS && (!value || !flag || valuelen < 0))
        rc = MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    const char *found = refmpi_info_value(i, key);
    *flag = found != NULL;
    if (found)
        copy_value(value, (size_t)valuelen, found);
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Info_get)

int PMPI_Info_get_string(MPI_Info info, const char *key, int *buflen,
                         char *value, int *flag)
{
    refmpi_enter_any("MPI_Info_get_string");
    struct info *i = refmpi_info_from(info);
    int rc = i ? check_key(key) : MPI_ERR_INFO;
    if (rc == MPI_SUCCESS &&
        (!buflen || !flag || *buflen < 0 || (*buflen > 0 && !value)))
        rc = MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    const char *found = refmpi_info_value(i, key);
    *flag = found != NULL;
    if (found) {
        if (*buflen > 0)
            copy_value(value, (size_t)*buflen - 1, found);
        *buflen = (int)strlen(found) + 1;
    }
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Info_get_string)

int PMPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen,
                           int *flag)
{
    refmpi_enter_any("MPI_Info_get_valuelen");
    struct info *i = refmpi_info_from(info);
    int rc = i ? check_key(key) : MPI_ERR_INFO;
    if (rc == MPI_SUCCESS && (!valuelen || !flag))
        rc = MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    const char *found = refmpi_info_value(i, key);
    *flag = found != NULL;
    if (found)
        *valuelen = (int)strlen(found);
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Info_get_valuelen)

int PMPI_Info_get_nkeys(MPI_Info info, int *nkeys)
{
    refmpi_enter_any("MPI_Info_get_nkeys");
    struct info *i = refmpi_info_from(info);
    if (!i || !nkeys)
        return refmpi_leave_comm(NULL, i ? MPI_ERR_ARG : MPI_ERR_INFO);
    *nkeys = 0;
    for (struct entry *e = i->entries; e; e = e->next)
        ++*nkeys;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Info_get_nkeys)

int PMPI_Info_get_nthkey(MPI_Info info, int n, char *key)
{
    refmpi_enter_any("MPI_Info_get_nthkey");
    struct info *i = refmpi_info_from(info);
    if (!i || n < 0 || !key)
        return refmpi_leave_comm(NULL, i ? MPI_ERR_ARG : MPI_ERR_INFO);
    struct entry *entry = i->entries;
    while (entry && n-- > 0)
        entry = entry->next;
    if (entry)
        strcpy(key, entry->key);
    return refmpi_leave_comm(NULL, entry ? MPI_SUCCESS : MPI_ERR_ARG);
}
REFMPI_ALIAS(Info_get_nthkey)
