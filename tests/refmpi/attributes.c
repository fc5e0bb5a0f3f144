/* np: 1 */
/* Attributes and their callbacks; info objects; groups' algebra. */
#include "check.h"
#include <string.h>

static int copies, deletes, last_deleted;

static int copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out,
                int *flag)
{
    (void)comm;
    (void)keyval;
    copies += *(int *)extra;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete (MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm;
    (void)keyval;
    deletes += *(int *)extra;
    last_deleted = *(int *)value;
    return MPI_SUCCESS;
}

static int verdict = MPI_ERR_OTHER;

static int refuse(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm;
    (void)keyval;
    (void)value;
    (void)extra;
    return verdict;
}

static void of_comms(void)
{
    static int one = 1, a = 10, b = 20;
    int key, dup_key, lone_key, flag, *value;
    MPI_Comm comm, twin;
    MPI_Comm_create_keyval(copy, delete, &key, &one);
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &dup_key,
                           NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, refuse, &lone_key, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_get_attr(comm, key, &value, &flag);
    CHECK(!flag);
    MPI_Comm_set_attr(comm, key, &a);
    MPI_Comm_set_attr(comm, key, &b);
    CHECK(deletes == 1 && last_deleted == 10);
    MPI_Comm_set_attr(comm, dup_key, &a);
    MPI_Comm_set_attr(comm, lone_key, &a);
    MPI_Comm_dup(comm, &twin);
    CHECK(copies == 1);
    MPI_Comm_get_attr(twin, key, &value, &flag);
    CHECK(flag && value == &b);
    MPI_Comm_get_attr(twin, dup_key, &value, &flag);
    CHECK(flag && value == &a);
    MPI_Comm_get_attr(twin, lone_key, &value, &flag);
    CHECK(!flag);
    int freed = key;
    MPI_Comm_free_keyval(&key); /* lives on in what has it */
    CHECK(key == MPI_KEYVAL_INVALID);
    MPI_Comm_free(&twin);
    CHECK(deletes == 2 && last_deleted == 20);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    CHECK(MPI_Comm_set_attr(comm, freed, &a) != MPI_SUCCESS);
    CHECK(MPI_Comm_get_attr(comm, freed, &value, &flag) == MPI_SUCCESS);
    CHECK(flag && value == &b);
    CHECK(MPI_Comm_delete_attr(comm, freed) == MPI_SUCCESS && deletes == 3);
    CHECK(MPI_Comm_get_attr(comm, freed, &value, &flag) != MPI_SUCCESS);
    CHECK(MPI_Comm_delete_attr(comm, freed) != MPI_SUCCESS && deletes == 3);
    CHECK(MPI_Comm_delete_attr(comm, lone_key) != MPI_SUCCESS);
    MPI_Comm_get_attr(comm, lone_key, &value, &flag);
    CHECK(flag);
    verdict = MPI_SUCCESS;
    CHECK(MPI_Comm_free(&comm) == MPI_SUCCESS && comm == MPI_COMM_NULL);
    int *tag_ub;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &tag_ub, &flag);
    CHECK(flag && *tag_ub >= 32767);
}

static int type_deletes;

static int type_delete(MPI_Datatype type, int keyval, void *value, void *extra)
{
    (void)type;
    (void)keyval;
    (void)value;
    (void)extra;
    type_deletes++;
    return MPI_SUCCESS;
}

static void of_types(void)
{
    int key, flag, mark = 5, *value;
    MPI_Datatype type, twin;
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, type_delete, &key, NULL);
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_set_attr(type, key, &mark);
    MPI_Type_dup(type, &twin);
    MPI_Type_get_attr(twin, key, &value, &flag);
    CHECK(flag && value == &mark);
    MPI_Type_delete_attr(twin, key);
    CHECK(type_deletes == 1);
    MPI_Type_get_attr(twin, key, &value, &flag);
    CHECK(!flag);
    MPI_Type_free(&twin);
    MPI_Type_free(&type);
    CHECK(type_deletes == 2);
    MPI_Type_free_keyval(&key);
}

static void infos(void)
{
    MPI_Info info, copy_of;
    char value[MPI_MAX_INFO_VAL + 1], key[MPI_MAX_INFO_KEY + 1];
    int flag, count, length;
    MPI_Info_create(&info);
    MPI_Info_set(info, "a", "first");
    MPI_Info_set(info, "b", "second");
    MPI_Info_set(info, "a", "third");
    MPI_Info_get_nkeys(info, &count);
    CHECK(count == 2);
    MPI_Info_get_nthkey(info, 1, key);
    CHECK(strcmp(key, "b") == 0);
    MPI_Info_dup(info, &copy_of);
    MPI_Info_delete(info, "a");
    MPI_Info_get(info, "a", 10, value, &flag);
    CHECK(!flag);
    MPI_Info_get(copy_of, "a", 3, value, &flag);
    CHECK(flag && strcmp(value, "thi") == 0);
    MPI_Info_get_valuelen(copy_of, "b", &length, &flag);
    CHECK(flag && length == 6);
    MPI_Info_free(&info);
    MPI_Info_free(&copy_of);
    CHECK(info == MPI_INFO_NULL);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    of_comms();
    of_types();
    infos();
    MPI_Finalize();
    return 0;
}
