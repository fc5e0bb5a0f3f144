/*
 * model_dispatch.c - which part of the model a call concerns.
 */
#include "model_channel.h"
#include "model_info.h"
#include "model_message.h"
#include "model_partitioned.h"
#include "model_request.h"
#include "model_window_memory.h"

#include <stdlib.h>

static enum model_step name_exit(struct agent *agent, struct open_call *open);

/* Functions by their plain (not large-count) name. */
static const struct step_functions functions[CALL_COUNT] = {
    /* Point-to-point */
    [CALL_MPI_Send] = {isend_enter, send_exit},
    [CALL_MPI_Bsend] = {isend_enter, send_exit},
    [CALL_MPI_Rsend] = {isend_enter, send_exit},
    [CALL_MPI_Ssend] = {isend_enter, send_exit},
    [CALL_MPI_Recv] = {irecv_enter, receive_exit},
    [CALL_MPI_Isend] = {isend_enter, request_made_exit},
    [CALL_MPI_Ibsend] = {isend_enter, request_made_exit},
    [CALL_MPI_Irsend] = {isend_enter, request_made_exit},
    [CALL_MPI_Issend] = {isend_enter, request_made_exit},
    [CALL_MPI_Irecv] = {irecv_enter, request_made_exit},
    [CALL_MPI_Send_init] = {persistent_enter, request_made_exit},
    [CALL_MPI_Bsend_init] = {persistent_enter, request_made_exit},
    [CALL_MPI_Rsend_init] = {persistent_enter, request_made_exit},
    [CALL_MPI_Ssend_init] = {persistent_enter, request_made_exit},
    [CALL_MPI_Recv_init] = {persistent_enter, request_made_exit},
    [CALL_MPI_Sendrecv] = {sendrecv_enter, sendrecv_exit},
    [CALL_MPI_Sendrecv_replace] = {sendrecv_enter, sendrecv_exit},
    [CALL_MPI_Isendrecv] = {sendrecv_enter, request_made_exit},
    [CALL_MPI_Isendrecv_replace] = {sendrecv_enter, request_made_exit},
    [CALL_MPI_Probe] = {NULL, probe_exit},
    [CALL_MPI_Iprobe] = {NULL, probe_exit},
    [CALL_MPI_Mprobe] = {NULL, mprobe_exit},
    [CALL_MPI_Improbe] = {NULL, mprobe_exit},
    [CALL_MPI_Mrecv] = {mrecv_enter, NULL},
    [CALL_MPI_Imrecv] = {mrecv_enter, request_made_exit},
    /* Partitioned communication */
    [CALL_MPI_Psend_init] = {partitioned_enter, partitioned_exit},
    [CALL_MPI_Precv_init] = {partitioned_enter, partitioned_exit},
    [CALL_MPI_Pready] = {pready_enter, NULL},
    [CALL_MPI_Pready_range] = {pready_enter, NULL},
    [CALL_MPI_Pready_list] = {pready_enter, NULL},
    [CALL_MPI_Parrived] = {parrived_enter, parrived_exit},
    /* Requests */
    [CALL_MPI_Start] = {start_enter, NULL},
    [CALL_MPI_Startall] = {start_enter, NULL},
    [CALL_MPI_Wait] = {complete_enter, complete_exit},
    [CALL_MPI_Waitall] = {complete_enter, complete_exit},
    [CALL_MPI_Waitany] = {complete_enter, complete_exit},
    [CALL_MPI_Waitsome] = {complete_enter, complete_exit},
    [CALL_MPI_Test] = {complete_enter, complete_exit},
    [CALL_MPI_Testall] = {complete_enter, complete_exit},
    [CALL_MPI_Testany] = {complete_enter, complete_exit},
    [CALL_MPI_Testsome] = {complete_enter, complete_exit},
    [CALL_MPI_Request_get_status] = {NULL, complete_exit},
    [CALL_MPI_Request_get_status_all] = {NULL, complete_exit},
    [CALL_MPI_Request_get_status_any] = {NULL, complete_exit},
    [CALL_MPI_Request_get_status_some] = {NULL, complete_exit},
    [CALL_MPI_Cancel] = {cancel_enter, NULL},
    [CALL_MPI_Grequest_complete] = {generalized_enter, NULL},
    [CALL_MPI_Request_free] = {request_free_enter, request_free_exit},
    /* Communicators */
    [CALL_MPI_Comm_dup] = {comm_make_enter, comm_make_exit},
    [CALL_MPI_Comm_dup_with_info] = {comm_make_enter, comm_make_exit},
    [CALL_MPI_Comm_idup] = {comm_make_enter, idup_exit},
    [CALL_MPI_Comm_idup_with_info] = {comm_make_enter, idup_exit},
    [CALL_MPI_Comm_create] = {comm_make_enter, comm_make_exit},
    [CALL_MPI_Comm_split] = {comm_make_enter, comm_make_exit},
    [CALL_MPI_Comm_split_type] = {comm_make_enter, comm_make_exit},
    [CALL_MPI_Cart_create] = {comm_make_enter, comm_make_exit},
    [CALL_MPI_Cart_sub] = {comm_make_enter, comm_make_exit},
    [CALL_MPI_Graph_create] = {comm_make_enter, comm_make_exit},
    [CALL_MPI_Dist_graph_create] = {comm_make_enter, comm_make_exit},
    [CALL_MPI_Dist_graph_create_adjacent] = {comm_make_enter, comm_make_exit},
    [CALL_MPI_Intercomm_merge] = {comm_make_enter, comm_make_exit},
    [CALL_MPI_Intercomm_create] = {intercomm_create_enter,
                                   intercomm_create_exit},
    [CALL_MPI_Comm_create_group] = {create_group_enter, create_group_exit},
    [CALL_MPI_Comm_create_from_group] = {from_group_enter, create_group_exit},
    [CALL_MPI_Intercomm_create_from_groups] = {from_groups_enter,
                                               intercomm_create_exit},
    [CALL_MPI_Comm_spawn] = {collective_enter, comm_opaque_exit},
    [CALL_MPI_Comm_spawn_multiple] = {collective_enter, comm_opaque_exit},
    [CALL_MPI_Comm_accept] = {collective_enter, comm_opaque_exit},
    [CALL_MPI_Comm_connect] = {collective_enter, comm_opaque_exit},
    [CALL_MPI_Comm_join] = {NULL, comm_opaque_exit},
    [CALL_MPI_Comm_free] = {comm_free_enter, comm_free_exit},
    [CALL_MPI_Comm_disconnect] = {comm_free_enter, comm_free_exit},
    [CALL_MPI_Session_finalize] = {session_end_enter, NULL},
    [CALL_MPI_Comm_set_name] = {NULL, name_exit},
    /* Files */
    [CALL_MPI_File_open] = {file_open_enter, file_open_exit},
    [CALL_MPI_File_close] = {collective_enter, file_close_exit},
    /* Groups */
    [CALL_MPI_Comm_group] = {NULL, group_exit},
    [CALL_MPI_Comm_remote_group] = {NULL, group_exit},
    [CALL_MPI_Win_get_group] = {NULL, group_exit},
    [CALL_MPI_File_get_group] = {NULL, group_exit},
    [CALL_MPI_Group_incl] = {NULL, group_exit},
    [CALL_MPI_Group_excl] = {NULL, group_exit},
    [CALL_MPI_Group_range_incl] = {NULL, group_exit},
    [CALL_MPI_Group_range_excl] = {NULL, group_exit},
    [CALL_MPI_Group_union] = {NULL, group_exit},
    [CALL_MPI_Group_intersection] = {NULL, group_exit},
    [CALL_MPI_Group_difference] = {NULL, group_exit},
    [CALL_MPI_Group_from_session_pset] = {NULL, group_exit},
    [CALL_MPI_Group_free] = {NULL, group_exit},
    /* Info */
    [CALL_MPI_Info_create] = {NULL, info_exit},
    [CALL_MPI_Info_set] = {NULL, info_exit},
    [CALL_MPI_Info_delete] = {NULL, info_exit},
    [CALL_MPI_Info_dup] = {NULL, info_exit},
    [CALL_MPI_Info_free] = {info_free_enter, NULL},
    [CALL_MPI_Win_set_info] = {window_info_enter, window_info_exit},
    [CALL_MPI_Win_get_info] = {NULL, window_asked_exit},
    [CALL_MPI_Comm_set_info] = {collective_enter, comm_info_exit},
    [CALL_MPI_Comm_get_info] = {NULL, comm_asked_exit},
    /* Datatypes */
    [CALL_MPI_Type_contiguous] = {NULL, type_exit},
    [CALL_MPI_Type_vector] = {NULL, type_exit},
    [CALL_MPI_Type_create_hvector] = {NULL, type_exit},
    [CALL_MPI_Type_hvector] = {NULL, type_exit},
    [CALL_MPI_Type_indexed] = {NULL, type_exit},
    [CALL_MPI_Type_create_hindexed] = {NULL, type_exit},
    [CALL_MPI_Type_hindexed] = {NULL, type_exit},
    [CALL_MPI_Type_create_indexed_block] = {NULL, type_exit},
    [CALL_MPI_Type_create_hindexed_block] = {NULL, type_exit},
    [CALL_MPI_Type_create_struct] = {NULL, type_exit},
    [CALL_MPI_Type_struct] = {NULL, type_exit},
    [CALL_MPI_Type_create_subarray] = {NULL, type_exit},
    [CALL_MPI_Type_create_darray] = {NULL, type_exit},
    [CALL_MPI_Type_create_resized] = {NULL, type_exit},
    [CALL_MPI_Type_dup] = {NULL, type_exit},
    [CALL_MPI_Type_create_f90_integer] = {NULL, type_exit},
    [CALL_MPI_Type_create_f90_real] = {NULL, type_exit},
    [CALL_MPI_Type_create_f90_complex] = {NULL, type_exit},
    [CALL_MPI_Type_get_contents] = {NULL, type_exit},
    [CALL_MPI_Type_get_contents_c] = {NULL, type_exit},
    [CALL_MPI_Type_commit] = {NULL, type_exit},
    [CALL_MPI_Type_free] = {type_free_enter, type_exit},
    /* Windows */
    [CALL_MPI_Win_create] = {window_make_enter, window_make_exit},
    [CALL_MPI_Win_allocate] = {window_make_enter, window_make_exit},
    [CALL_MPI_Win_allocate_shared] = {window_make_enter, window_make_exit},
    [CALL_MPI_Win_create_dynamic] = {window_make_enter, window_make_exit},
    [CALL_MPI_Win_free] = {window_free_enter, window_free_exit},
    [CALL_MPI_Type_set_name] = {NULL, name_exit},
    [CALL_MPI_Win_set_name] = {NULL, name_exit},
    [CALL_MPI_Alloc_mem] = {NULL, alloc_exit},
    [CALL_MPI_Free_mem] = {free_mem_enter, NULL},
    [CALL_MPI_Win_attach] = {attach_enter, attach_exit},
    [CALL_MPI_Win_detach] = {detach_enter, NULL},
};

/* Functions of a class. */
static const struct step_functions collective = {collective_enter,
                                                 collective_exit};
static const struct step_functions rma = {rma_enter, request_made_exit};
static const struct step_functions synchronization = {window_sync_enter,
                                                      window_sync_exit};
static const struct step_functions request = {request_other_enter,
                                              request_made_exit};
static const struct step_functions none = {NULL, NULL};

const struct step_functions *model_functions(const struct call_info *info)
{
    const struct step_functions *own = &functions[info->base];
    uint32_t classes = info->classes;

    if (own->enter != NULL || own->exit != NULL)
        return own;
    if (classes & CLASS_RMA)
        return &rma;
    if (classes & CLASS_RMA_SYNC)
        return &synchronization;
    if ((classes & CLASS_COLLECTIVE) &&
        (info->comm_word >= 0 || (classes & CLASS_IO)))
        return &collective;
    if (classes & (CLASS_STARTS | CLASS_INITS))
        return &request;
    return &none;
}

/* ----------------------------------------------------------------- names */

static void set_name(char **place, const char *own,
                     const struct array_string *given)
{
    free(*place);
    *place = given->special != ARRAY_PRESENT || given->count == 0
                 ? NULL
                 : xasprintf("%s (\"%.*s\")", own,
                             given->count > 64 ? 64 : (int)given->count,
                             given->items);
}

static void type_set_name(struct agent *agent, const struct call *call)
{
    struct type *type = binding_find(agent, BINDING_TYPE, call->words[0]);
    char *own, *name = NULL;

    if (type == NULL || type->number == 0)
        return;
    own = xasprintf("datatype %u", type->number);
    set_name(&name, own, &CALL_VIEW(call, MPI_Type_set_name)->type_name);
    free(type->name);
    type->name = name != NULL ? name : xstrdup(own);
    free(own);
}

static enum model_step name_exit(struct agent *agent, struct open_call *open)
{
    const struct call *call = open->call;
    struct comm *comm;
    struct window *window;

    if (!succeeded(call, call_result(call)))
        return MODEL_DONE;
    if (call->info->base == CALL_MPI_Type_set_name) {
        type_set_name(agent, call);
        return MODEL_DONE;
    }
    comm = agent_comm(agent, call->words[0]);
    window = agent_window(agent, call->words[0]);
    if (call->info->base == CALL_MPI_Comm_set_name && comm != NULL &&
        comm->number > 0)
        set_name(&comm->user_name, comm->name,
                 &CALL_VIEW(call, MPI_Comm_set_name)->comm_name);
    else if (call->info->base == CALL_MPI_Win_set_name && window != NULL)
        set_name(&window->user_name, window->name,
                 &CALL_VIEW(call, MPI_Win_set_name)->win_name);
    return MODEL_DONE;
}

/* What it stands for now; NULL: nothing. */
static const char *name_now(const struct agent *agent, enum binding_kind kind,
                            uint64_t handle)
{
    const struct comm *comm;
    const struct window *window;
    const struct type *type;

    switch (kind) {
    case BINDING_COMM:
        comm = agent_comm(agent, handle);
        return comm == NULL ? NULL : comm_name(comm);
    case BINDING_WINDOW:
        window = agent_window(agent, handle);
        return window == NULL ? NULL : window_name(window);
    default:
        type = binding_find(agent, BINDING_TYPE, handle);
        return type == NULL ? NULL : type->name;
    }
}

const char *model_object_name(const struct process *process,
                              enum call_kind kind, uint64_t handle,
                              uint64_t call)
{
    const struct agent *agent = agent_of(process);
    enum binding_kind bound;
    const char *name;

    if (agent == NULL)
        return NULL;
    switch (kind) {
    case KIND_COMM:
    case KIND_NEW_COMM:
        bound = BINDING_COMM;
        break;
    case KIND_WIN:
        bound = BINDING_WINDOW;
        break;
    case KIND_DATATYPE:
        bound = BINDING_TYPE;
        break;
    default:
        return left_simple_name(agent, kind, handle, call);
    }
    if (former_name_then(agent, bound, handle, call, &name))
        return name;
    name = name_now(agent, bound, handle);
    return name != NULL ? name : former_name(agent, bound, handle);
}

const struct call *model_request_made_by(const struct call *call,
                                         uint64_t handle)
{
    const struct agent *agent = agent_of(call->process);
    const struct operation *operation =
        agent == NULL ? NULL : binding_find(agent, BINDING_REQUEST, handle);

    return operation == NULL || operation->next != NULL ||
                   operation->made_by->number >= call->number
               ? NULL
               : operation->made_by;
}
