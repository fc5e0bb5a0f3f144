/* Operation objects, predefined and user's, and MPI_Reduce_local. */
#include "op.h"
#include "datatype_predefined.h"
#include "op_kernel.h"

#include <limits.h>
#include <stdlib.h>

#define FIRST 0x20u
#define LAST  0x3du

static struct operation predefined[LAST - FIRST + 1];

static bool is_predefined(MPI_Op op)
{
    static const MPI_Op all[] = {MPI_SUM,     MPI_MIN,  MPI_MAX,    MPI_PROD,
                                 MPI_BAND,    MPI_BOR,  MPI_BXOR,   MPI_LAND,
                                 MPI_LOR,     MPI_LXOR, MPI_MINLOC, MPI_MAXLOC,
                                 MPI_REPLACE, MPI_NO_OP};

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if (all[i] == op)
            return true;
    }
    return false;
}

__attribute__((constructor)) static void fill_table(void)
{
    for (uintptr_t i = FIRST; i <= LAST; i++) {
        struct operation *operation = &predefined[i - FIRST];

        operation->object.magic = REFMPI_MAGIC_OP;
        operation->object.references = 1;
        operation->predefined = is_predefined((MPI_Op)i);
        /* MPI_REPLACE takes the last value, in whatever order. */
        operation->commutative = (MPI_Op)i != MPI_REPLACE;
    }
}

struct operation *refmpi_operation_from(MPI_Op op)
{
    uintptr_t value = (uintptr_t)op;

    if (value >= FIRST && value <= LAST)
        return predefined[value - FIRST].predefined ? &predefined[value - FIRST]
                                                    : NULL;
    return refmpi_is_object(op, REFMPI_MAGIC_OP) ? (struct operation *)op
                                                 : NULL;
}

MPI_Op refmpi_operation_handle(struct operation *operation)
{
    if (operation->predefined)
        return (MPI_Op)((uintptr_t)(operation - predefined) + FIRST);
    return (MPI_Op)operation;
}

void refmpi_operation_retain(struct operation *operation)
{
    if (!operation->predefined)
        __atomic_fetch_add(&operation->object.references, 1, __ATOMIC_RELAXED);
}

void refmpi_operation_release(struct operation *operation)
{
    if (operation->predefined ||
        __atomic_sub_fetch(&operation->object.references, 1,
                           __ATOMIC_ACQ_REL) != 0)
        return;
    operation->object.magic = 0;
    free(operation);
}

/* Which classes of types the standard allows an operation on. */
static bool class_allowed(MPI_Op op, enum refmpi_type_class class)
{
    bool integer = class == REFMPI_CLASS_C_INTEGER ||
                   class == REFMPI_CLASS_FORTRAN_INTEGER ||
                   class == REFMPI_CLASS_MULTI_LANGUAGE;

    if (op == MPI_MIN || op == MPI_MAX)
        return integer || class == REFMPI_CLASS_FLOATING;
    if (op == MPI_SUM || op == MPI_PROD)
        return integer || class == REFMPI_CLASS_FLOATING ||
               class == REFMPI_CLASS_COMPLEX;
    if (op == MPI_LAND || op == MPI_LOR || op == MPI_LXOR)
        return class == REFMPI_CLASS_C_INTEGER || class == REFMPI_CLASS_LOGICAL;
    if (op == MPI_BAND || op == MPI_BOR || op == MPI_BXOR)
        return integer || class == REFMPI_CLASS_BYTE;
    return class == REFMPI_CLASS_PAIR; /* MINLOC, MAXLOC */
}

int refmpi_operation_check(const struct operation *operation,
                           const struct refmpi_datatype *type)
{
    MPI_Op op;

    if (!operation->predefined)
        return MPI_SUCCESS;
    op = refmpi_operation_handle((struct operation *)operation);
    if (op == MPI_REPLACE || op == MPI_NO_OP ||
        !refmpi_datatype_is_predefined(type))
        return MPI_ERR_OP;
    return class_allowed(op, refmpi_datatype_class(type->leaf)) ? MPI_SUCCESS
                                                                : MPI_ERR_OP;
}

int refmpi_operation_check_rma(const struct operation *operation,
                               const struct refmpi_datatype *type)
{
    MPI_Op op;

    if (!operation->predefined)
        return MPI_ERR_OP;
    op = refmpi_operation_handle((struct operation *)operation);
    if (type->size == 0)
        return MPI_SUCCESS;
    if (type->leaf == MPI_DATATYPE_NULL)
        return MPI_ERR_TYPE;
    if (op == MPI_REPLACE || op == MPI_NO_OP)
        return MPI_SUCCESS;
    return class_allowed(op, refmpi_datatype_class(type->leaf)) ? MPI_SUCCESS
                                                                : MPI_ERR_OP;
}

/* The user's function counts in int: longer vectors are cut in pieces. */
static void apply_user(const struct operation *operation, const void *in,
                       void *inout, MPI_Count count,
                       struct refmpi_datatype *type)
{
    MPI_Datatype handle = refmpi_datatype_handle(type);

    if (operation->function_c != NULL) {
        operation->function_c(refmpi_address(in, 0), inout, &count, &handle);
        return;
    }
    for (MPI_Count done = 0; done < count;) {
        int piece = count - done > INT_MAX ? INT_MAX : (int)(count - done);

        operation->function(refmpi_address(in, done * type->extent),
                            refmpi_address(inout, done * type->extent), &piece,
                            &handle);
        done += piece;
    }
}

void refmpi_operation_apply(const struct operation *operation, const void *in,
                            void *inout, MPI_Count count,
                            struct refmpi_datatype *type)
{
    refmpi_kernel *kernel;

    if (count == 0)
        return;
    if (!operation->predefined) {
        struct refmpi_pause pause = refmpi_user_begins();

        apply_user(operation, in, inout, count, type);
        refmpi_user_ended(&pause);
        return;
    }
    kernel =
        refmpi_op_kernel(refmpi_operation_handle((struct operation *)operation),
                         refmpi_datatype_native(type->leaf));
    if (kernel != NULL)
        kernel(in, inout, count);
}

static int create(MPI_User_function *function, MPI_User_function_c *function_c,
                  int commute, MPI_Op *op)
{
    struct operation *operation;

    if ((function == NULL && function_c == NULL) || op == NULL)
        return MPI_ERR_ARG;
    operation = calloc(1, sizeof(*operation));
    if (operation == NULL)
        return MPI_ERR_NO_MEM;
    operation->object.magic = REFMPI_MAGIC_OP;
    operation->object.references = 1;
    operation->commutative = commute != 0;
    operation->function = function;
    operation->function_c = function_c;
    *op = (MPI_Op)operation;
    return MPI_SUCCESS;
}

int PMPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op)
{
    refmpi_enter("MPI_Op_create");
    return refmpi_leave_comm(NULL, create(user_fn, NULL, commute, op));
}
REFMPI_ALIAS(Op_create)

int PMPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op)
{
    refmpi_enter("MPI_Op_create_c");
    return refmpi_leave_comm(NULL, create(NULL, user_fn, commute, op));
}
REFMPI_ALIAS(Op_create_c)

int PMPI_Op_free(MPI_Op *op)
{
    struct operation *operation;

    refmpi_enter("MPI_Op_free");
    operation = op == NULL ? NULL : refmpi_operation_from(*op);
    if (operation == NULL || operation->predefined)
        return refmpi_leave_comm(NULL, MPI_ERR_OP);
    refmpi_operation_release(operation);
    *op = MPI_OP_NULL;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Op_free)

int PMPI_Op_commutative(MPI_Op op, int *commute)
{
    struct operation *operation;

    refmpi_enter("MPI_Op_commutative");
    operation = refmpi_operation_from(op);
    if (operation == NULL || commute == NULL)
        return refmpi_leave_comm(NULL,
                                 operation == NULL ? MPI_ERR_OP : MPI_ERR_ARG);
    *commute = operation->commutative;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Op_commutative)

static int reduce_local(const void *inbuf, void *inoutbuf, MPI_Count count,
                        MPI_Datatype datatype, MPI_Op op)
{
    struct operation *operation = refmpi_operation_from(op);
    struct refmpi_datatype *type;
    int rc = refmpi_datatype_check(count, datatype, &type);

    if (rc == MPI_SUCCESS)
        rc = operation == NULL ? MPI_ERR_OP
                               : refmpi_operation_check(operation, type);
    if (rc == MPI_SUCCESS &&
        (inbuf == MPI_IN_PLACE ||
         refmpi_datatype_lacks_buffer(inbuf, count, type) ||
         refmpi_datatype_lacks_buffer(inoutbuf, count, type)))
        rc = MPI_ERR_BUFFER;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    /* The user's function may free them. */
    refmpi_operation_retain(operation);
    refmpi_datatype_retain(type);
    refmpi_operation_apply(operation, inbuf, inoutbuf, count, type);
    refmpi_datatype_release(type);
    refmpi_operation_release(operation);
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}

int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count,
                      MPI_Datatype datatype, MPI_Op op)
{
    refmpi_enter("MPI_Reduce_local");
    return reduce_local(inbuf, inoutbuf, count, datatype, op);
}
REFMPI_ALIAS(Reduce_local)

int PMPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count,
                        MPI_Datatype datatype, MPI_Op op)
{
    refmpi_enter("MPI_Reduce_local_c");
    return reduce_local(inbuf, inoutbuf, count, datatype, op);
}
REFMPI_ALIAS(Reduce_local_c)
