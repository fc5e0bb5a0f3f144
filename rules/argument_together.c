/*
 * argument_together.c - arguments that do not go with each other, or with the
 * objects that they are for.
 */
#include "argument.h"

#include "memory.h"
#include "neutral.h"
#include "reduction.h"

#include <inttypes.h>
#include <stdlib.h>

static void check_twice(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_TWICE)
        argument_report(rule, event, findings,
                        ", of which a rank stands there before");
}

static void check_overlap(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_OVERLAP)
        argument_report(rule, event, findings,
                        ", of which the pieces that it describes overlap");
    else if (event->argument.fault == ARGUMENT_TYPE_OVERLAP)
        argument_report(rule, event, findings,
                        ", by which some bytes are stored to more than once");
}

static void check_read_overlap(const struct rule *rule,
                               const struct model_event *event,
                               struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_READ_OVERLAP)
        argument_report(rule, event, findings,
                        ", of which the pieces that it describes overlap");
}

static void check_aliased(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    const struct call_info *info = event->call->info;
    const char *other = "other buffer";
    char *more;
    int i;

    if (event->argument.fault != ARGUMENT_ALIASED)
        return;
    /* The first: that MPI_Compare_and_swap compares with is not looked at. */
    for (i = info->parameter_count - 1; i >= 0; i--)
        if (info->parameters[i].kind == KIND_BUFFER &&
            &info->parameters[i] != event->argument.parameter)
            other = info->parameters[i].name;
    more = xasprintf(", which overlaps its %s", other);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_groups(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    char *more;

    if (event->argument.fault != ARGUMENT_BOTH_GROUPS)
        return;
    more = xasprintf(", whose group and the local one both have rank %" PRId64,
                     event->argument.size);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_op_type(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    const struct call_info *info = event->call->info;
    const struct type *type = event->argument.type;
    struct model_event of_op = *event;
    uint64_t op;
    char *more;
    int i;

    if (event->argument.fault != ARGUMENT_OP_TYPE)
        return;
    op = event->call->words[info->op_word];
    if (op == NEUTRAL_OP_REPLACE || op == NEUTRAL_OP_NO_OP) {
        for (i = 0; i < info->parameter_count; i++)
            if (info->parameters[i].word == info->op_word)
                of_op.argument.parameter = &info->parameters[i];
        of_op.argument.type = NULL;
        argument_report(rule, &of_op, findings,
                        ", which is for accumulates into windows only");
        return;
    }
    more = xasprintf(", which %s %s",
                     type->maker != TYPE_PREDEFINED && type->alike == 0
                         ? "is not predefined, as it has to be for"
                         : "is not among the datatypes of",
                     reduction_name(op));
    argument_report(rule, event, findings, more);
    free(more);
}

/* What its fault is; malloc'd, NULL: it has none of these. */
static char *topology_text(const struct model_event *event)
{
    const struct comm *comm = event->argument.comm;
    int64_t size = event->argument.size;

    switch (event->argument.fault) {
    case ARGUMENT_NO_TOPOLOGY:
        return xasprintf(", which has no topology of the kind that the call "
                         "is for");
    case ARGUMENT_LOPSIDED:
        return xasprintf(", whose graph is not symmetric: not all edges of "
                         "node %" PRId64 " lead back, or some lead only to it",
                         size);
    case ARGUMENT_GRID_SIZE:
        return xasprintf(", so that there are %" PRId64
                         " processes in the %s, but %s "
                         "has %d",
                         size, event->argument.item < 0 ? "graph" : "grid",
                         comm_name(comm), comm->groups[0]->size);
    case ARGUMENT_BEYOND_GRID:
        return event->argument.item < 0
                   ? xasprintf(", but the grid has %" PRId64 " dimension%s",
                               size, size == 1 ? "" : "s")
                   : xasprintf(", but the grid has %" PRId64
                               " there, and is not periodic",
                               size);
    case ARGUMENT_NO_MULTIPLE:
        return xasprintf(", which is no multiple of %" PRId64
                         ", the product of the dimensions that are given",
                         size);
    case ARGUMENT_GRAPH_INDEX:
        return xasprintf(", which is less than %" PRId64 ", the number up to "
                         "the node before",
                         size);
    default:
        return NULL;
    }
}

static void check_topology(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    char *more = topology_text(event);

    if (more != NULL)
        argument_report(rule, event, findings, more);
    free(more);
}

static void check_grid(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_NO_GRID)
        argument_report(rule, event, findings,
                        event->argument.item < 0
                            ? ", which the dimensions that are given cannot "
                              "make"
                            : ", so that there is no process in the grid");
}

static void check_distribution(const struct rule *rule,
                               const struct model_event *event,
                               struct findings *findings)
{
    char *more = NULL;

    if (event->argument.fault == ARGUMENT_DISTRIBUTION)
        more = xasprintf(", but the product of array_of_psizes is %" PRId64,
                         event->argument.size);
    else if (event->argument.fault == ARGUMENT_BLOCKS)
        more = xstrdup(", so that one block for each process does not cover "
                       "that dimension of the array");
    if (more != NULL)
        argument_report(rule, event, findings, more);
    free(more);
}

static void check_subgroup(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    const struct comm *comm = event->argument.comm;
    char *more;

    if (event->argument.fault != ARGUMENT_NO_SUBGROUP)
        return;
    more = xasprintf(
        ", whose rank %" PRId64 " is not in %s%s", event->argument.size,
        comm->groups[1] != NULL ? "the local group of " : "", comm_name(comm));
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_key(const struct rule *rule, const struct model_event *event,
                      struct findings *findings)
{
    char *more;

    if (event->argument.fault != ARGUMENT_NO_KEY)
        return;
    more = xasprintf(", which is none of the %" PRId64 " keys of that object",
                     event->argument.size);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_empty(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_EMPTY)
        argument_report(rule, event, findings, "");
}

/* What a function tells the number of. */
static const char *counted(uint16_t base)
{
    return base == CALL_MPI_Get_count      ? "items"
           : base == CALL_MPI_Get_elements ? "basic elements"
                                           : "bytes";
}

static void check_large(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    char *more;

    if (event->argument.fault != ARGUMENT_LARGE_RESULT)
        return;
    more = xasprintf(": %" PRId64 " %s, for which an int is too small: the "
                     "result is MPI_UNDEFINED, but not that of %s_c",
                     event->argument.size, counted(event->call->info->base),
                     event->call->info->name);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_overflowed(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    char *more;

    if (event->argument.fault != ARGUMENT_OVERFLOWED)
        return;
    more = xasprintf(", where the item before and its count are %" PRId64
                     ", for which an int is too small: use %s_c",
                     event->argument.size, event->call->info->name);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_packed(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    char *more;

    if (event->argument.fault != ARGUMENT_PACKED)
        return;
    more = xasprintf(", but with these data position becomes %" PRId64,
                     event->argument.size);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_contents(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    char *more;

    if (event->argument.fault != ARGUMENT_CONTENTS)
        return;
    more = event->argument.size < 0
               ? xstrdup(", which has a name of its own, and so no contents")
               : xasprintf(", but that datatype has %" PRId64,
                           event->argument.size);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_allocated(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_NOT_ALLOCATED)
        argument_report(rule, event, findings,
                        ", which MPI_Alloc_mem has not returned, or which was "
                        "freed since");
}

static const struct rule rules[] = {
    {"ARG-TWICE", SEVERITY_ERROR,
     "A rank stands twice where all must be distinct", "MPI-4.1 7.3.2",
     "The ranks that make a group, or are left out of one, must be distinct, "
     "also those of ranges; MPI libraries make a group that no process can "
     "use.",
     "Look how the array is filled: are all its items set, and is its length "
     "that of what is set?",
     EVENT_BIT(EVENT_ARGUMENT), check_twice},
    {"ARG-OVERLAP", SEVERITY_ERROR, "Pieces of a receive buffer overlap",
     "MPI-4.1 5.1.11, 6.5, 6.8, 6.9.1, 12.3.1, 12.3.2, 12.3.4, 14.3, 14.4.1",
     "No byte of a buffer may be stored to twice by one call: which of the "
     "data is left there is chance. So a datatype may describe bytes twice "
     "for sends only, not for what receives, gets or reads from files store "
     "to, nor at the target of a put, nor in the view of a file that is "
     "written; that holds even if the data are less than there is room for.",
     "Let each displacement be the one before and its count: in items of the "
     "receive type, but in bytes for MPI_Alltoallw. Let the blocks of the "
     "datatype be disjoint, and its extent not less than what it describes.",
     EVENT_BIT(EVENT_ARGUMENT), check_overlap},
    {"ARG-READ-OVERLAP", SEVERITY_WARNING,
     "Pieces of the root's buffer of MPI_Scatterv overlap", "MPI-4.1 6.6",
     "The counts and displacements of MPI_Scatterv should not cause any "
     "location on the root to be read more than once, as those of "
     "MPI_Gatherv may not cause one to be written twice. The MPI libraries "
     "of today do what is meant, but the standard does not promise it.",
     "Let each displacement be the one before and its count; send what "
     "several processes need, as the rims of their parts, by messages of its "
     "own.",
     EVENT_BIT(EVENT_ARGUMENT), check_read_overlap},
    {"ARG-ALIASED", SEVERITY_ERROR,
     "A buffer that is written is the other buffer of the call, too",
     "MPI-4.1 2.3",
     "An argument that a procedure writes must not be aliased with another "
     "one of the same call: data would be read after they were overwritten.",
     "Take two buffers; or, in a collective operation, MPI_IN_PLACE, and "
     "MPI_Sendrecv_replace in place of MPI_Sendrecv.",
     EVENT_BIT(EVENT_ARGUMENT), check_aliased},
    {"ARG-GROUPS-OVERLAP", SEVERITY_ERROR,
     "The two groups of an intercommunicator have a process in common",
     "MPI-4.1 7.6.2",
     "An intercommunicator binds two groups that are disjoint. If they "
     "overlap, the program is erroneous, and is likely to deadlock. The remote "
     "leader is a rank of the peer communicator (of the remote group, for "
     "MPI_Intercomm_create_from_groups), not of the local one.",
     "Give the rank in peer_comm of the first process of the other group.",
     EVENT_BIT(EVENT_ARGUMENT), check_groups},
    {"ARG-OP-TYPE", SEVERITY_ERROR,
     "A predefined reduction operation on a datatype that it is not for",
     "MPI-4.1 6.9.1, 6.9.2, 6.9.4",
     "Each predefined operation is for the predefined datatypes that the "
     "standard lists: none for MPI_CHAR or MPI_PACKED, only bitwise ones for "
     "MPI_BYTE, no bitwise ones for floating point, no logical ones for "
     "MPI_INTEGER (but for MPI_LOGICAL, and for integers of C); none for "
     "derived datatypes. MPI libraries refuse some and compute nonsense for "
     "others.",
     "Describe the data by the datatype of their C or Fortran type "
     "(MPI_SIGNED_CHAR, MPI_INT8_T for small integers), or make an op for "
     "them by MPI_Op_create.",
     EVENT_BIT(EVENT_ARGUMENT), check_op_type},
    {"ARG-TOPOLOGY", SEVERITY_ERROR,
     "An argument that does not go with the grid or graph",
     "MPI-4.1 8.5.1, 8.5.2, 8.5.3, 8.5.5, 8.5.6, 8.6",
     "A grid or graph has no more processes than the communicator that it is "
     "made of. The index of a graph counts the neighbours of all nodes up to "
     "each. The number of processes for MPI_Dims_create is a multiple of "
     "the dimensions that it is given. Coordinates outside of a dimension are "
     "for periodic ones only, and a direction is one of the dimensions, from "
     "0 on. Inquiries and neighbourhood operations need a communicator that "
     "has such a topology: the new one, not the one that it was made of; and "
     "neighbourhood operations on a graph of MPI_Graph_create one in which two "
     "processes have each other as neighbours equally often.",
     "Take the dimensions from MPI_Dims_create with the size of the "
     "communicator, and pass on the communicator that MPI_Cart_create and its "
     "kin return.",
     EVENT_BIT(EVENT_ARGUMENT), check_topology},
    {"ARG-NO-GRID", SEVERITY_WARNING, "Dimensions that make no grid",
     "MPI-4.1 8.5.1, 8.5.2, 8.5.8",
     "The standard does not say what becomes of a grid with no process in a "
     "dimension, nor of MPI_Dims_create with no nodes, or with no dimension "
     "left to choose and another number of nodes than the dimensions have. "
     "Some MPI libraries refuse it, some return MPI_COMM_NULL to all, or leave "
     "the dimensions as they are, and some never return.",
     "Let MPI_Dims_create fill in the dimensions that are 0, with the size of "
     "the communicator, before MPI_Cart_create.",
     EVENT_BIT(EVENT_ARGUMENT), check_grid},
    {"ARG-DISTRIBUTION", SEVERITY_ERROR,
     "A distributed array that does not go with its process grid",
     "MPI-4.1 5.1.4",
     "The product of array_of_psizes is the size of the process group. "
     "Where a dimension is distributed in blocks, the blocks of its "
     "processes must together cover it: the size of a block times the "
     "number of processes is not less than the size of the array there. MPI "
     "libraries refuse others, or divide by zero.",
     "Take array_of_psizes from MPI_Dims_create with that size, and "
     "MPI_DISTRIBUTE_DFLT_DARG for blocks.",
     EVENT_BIT(EVENT_ARGUMENT), check_distribution},
    {"ARG-SUBGROUP", SEVERITY_ERROR,
     "A communicator of processes that the old one does not have",
     "MPI-4.1 7.4.2",
     "The group of a new communicator is a subgroup of the old one's (of the "
     "local group, on an intercommunicator). Some MPI libraries return an "
     "error, others crash, or hang.",
     "Make the group from that of the communicator that is given "
     "(MPI_Comm_group), not from another one's.",
     EVENT_BIT(EVENT_ARGUMENT), check_subgroup},
    {"ARG-NO-KEY", SEVERITY_ERROR, "A key that the info object does not have",
     "MPI-4.1 10",
     "MPI_Info_delete of a key that is not defined is an error, and the keys "
     "have the numbers from 0 to the result of MPI_Info_get_nkeys less one.",
     "Ask by MPI_Info_get_string whether the key is there, and count the keys "
     "again after each change.",
     EVENT_BIT(EVENT_ARGUMENT), check_key},
    {"ARG-EMPTY-INFO", SEVERITY_WARNING,
     "An empty key or value of an info object", "MPI-4.1 10",
     "The standard says how long keys and values may be at most, and does not "
     "speak of those that have no characters; of a Fortran string the spaces "
     "at both ends do not count. MPI libraries refuse an empty key, and some "
     "an empty value: by default that ends the job.",
     "Leave out the call, or give a value that says so, such as \"none\".",
     EVENT_BIT(EVENT_ARGUMENT), check_empty},
    {"ARG-LARGE-RESULT", SEVERITY_NOTE,
     "A result is MPI_UNDEFINED, since an int is too small for it",
     "MPI-4.1 3.2.5, 5.1.5, 5.1.11, 5.2",
     "Where a size in bytes is more than an int holds, MPI_Type_size and "
     "MPI_Pack_size set it to MPI_UNDEFINED, which is a negative number, and "
     "so do MPI_Get_count and MPI_Get_elements with how much was received. Who "
     "calculates or allocates with it does so with nonsense.",
     "Call the function with _c, of which the result is an MPI_Count.",
     EVENT_BIT(EVENT_ARGUMENT), check_large},
    {"ARG-OVERFLOWED", SEVERITY_ERROR, "A displacement that has overflowed",
     "MPI-4.1 6.5, 6.6, 6.7, 6.8",
     "The displacements of the pieces of a buffer are ints. The sum of the "
     "counts before is more than an int holds, and has become a negative "
     "displacement: the piece lies before the buffer.",
     "Calculate the displacements as MPI_Aint and give them, with counts of "
     "type MPI_Count, to the function with _c.",
     EVENT_BIT(EVENT_ARGUMENT), check_overflowed},
    {"ARG-PACKED", SEVERITY_ERROR,
     "More is packed or unpacked than its buffer has", "MPI-4.1 5.2, 5.3",
     "The packed buffer has insize or outsize bytes, and position says where "
     "in it the data begin. Some MPI libraries return an error, others write "
     "behind the buffer, or unpack what lies there.",
     "Ask MPI_Pack_size (MPI_Pack_external_size) for each piece, and allocate "
     "the sum; begin each packing with position = 0.",
     EVENT_BIT(EVENT_ARGUMENT), check_packed},
    {"ARG-CONTENTS", SEVERITY_ERROR,
     "The contents of a datatype that has none, or more than there is room for",
     "MPI-4.1 5.1.13",
     "MPI_Type_get_contents is for datatypes that a constructor has made, not "
     "for predefined ones that have a name, and its arrays have room for at "
     "least as many items as MPI_Type_get_envelope tells.",
     "Ask MPI_Type_get_envelope first: if the combiner is MPI_COMBINER_NAMED, "
     "there is nothing to ask for; else allocate arrays of those lengths.",
     EVENT_BIT(EVENT_ARGUMENT), check_contents},
    {"ARG-NOT-ALLOCATED", SEVERITY_ERROR,
     "MPI_Free_mem of memory that is not of MPI_Alloc_mem", "MPI-4.1 9.2",
     "MPI_Free_mem frees what MPI_Alloc_mem has returned, once, and by the "
     "address that it has returned. Most MPI libraries hand others to free, "
     "which may crash at once or later.",
     "Free each block in the way it was allocated: by MPI_Free_mem, free, or "
     "MPI_Win_free for the memory of a window.",
     EVENT_BIT(EVENT_ARGUMENT), check_allocated},
};

const struct rule_family argument_together_family =
    RULE_FAMILY("argument-together", rules);
