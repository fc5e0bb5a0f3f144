/*
 * model_file.c - open files: their collective calls meet as on a communicator
 * (MPI-4.1 14.2.1, 14.6.4); what a process may do with one hangs on how it was
 * opened, and on what it does with it at the time (14.2 to 14.4).
 */
#include "model_file.h"
#include "access.h"
#include "access_range.h"
#include "model_buffer.h"
#include "model_channel.h"
#include "model_request.h"

#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------- the functions */

const struct file_role *file_role(const struct call_info *info)
{
    static struct file_role roles[CALL_COUNT];
    struct file_role *role = &roles[info->base];
    const char *name = call_table[info->base].name;
    int i;

    if (role->known)
        return role;
    role->known = true;
    if (info->in_buffers + info->out_buffers == 0)
        return role; /* moves no data */
    for (i = 0; info->parameters[i].kind != KIND_BUFFER; i++)
        ;
    role->buffer = info->parameters[i].word;
    role->reads = strstr(name, "read") != NULL;
    role->writes = strstr(name, "write") != NULL;
    role->at = strstr(name, "_at") != NULL;
    role->shared =
        strstr(name, "_shared") != NULL || strstr(name, "_ordered") != NULL;
    role->begins = strstr(name, "_begin") != NULL;
    role->ends = strstr(name, "_end") != NULL;
    return role;
}

/* With MPI_MODE_SEQUENTIAL it is erroneous to call it (14.2.4, 14.2.5, 14.4.2
 * to 14.4.4); the end of a split operation stands or falls with its begin. */
static bool is_random_access(const struct call_info *info)
{
    const struct file_role *role = file_role(info);

    switch (info->base) {
    case CALL_MPI_File_set_size:
    case CALL_MPI_File_preallocate:
    case CALL_MPI_File_seek:
    case CALL_MPI_File_get_position:
    case CALL_MPI_File_seek_shared:
    case CALL_MPI_File_get_position_shared:
        return true;
    default:
        return (role->reads || role->writes) && !role->shared && !role->ends;
    }
}

/* What is outstanding must be completed before (14.2.2, 14.2.4, 14.3). */
static bool needs_all_complete(const struct call_info *info)
{
    return info->base == CALL_MPI_File_close ||
           info->base == CALL_MPI_File_set_size ||
           info->base == CALL_MPI_File_set_view ||
           info->base == CALL_MPI_File_sync;
}

/* The call that ends what `begin` has begun: they stand one behind the other
 * in their names. */
static bool is_end_of(const struct call_info *end,
                      const struct call_info *begin)
{
    const char *one = call_table[end->base].name;
    const char *other = call_table[begin->base].name;
    size_t length = strlen(one) - strlen("_end");

    return strlen(other) == length + strlen("_begin") &&
           strncmp(one, other, length) == 0;
}

/* ------------------------------------------------------------- open files */

struct file *file_of(const struct agent *agent, const struct call *call)
{
    struct file *file;

    if (call->info->base == CALL_MPI_File_open ||
        call->info->parameter_count == 0 ||
        call->info->parameters[0].kind != KIND_FILE)
        return NULL;
    LL_FOREACH(agent->files, file)
        if (file->handle == call->words[0])
            return file;
    return NULL;
}

static void file_drop(struct file *file)
{
    file_opens_forget(file);
    file_own_forget(file);
    call_drop(file->opened);
    call_drop(file->viewed);
    call_drop(file->split);
    operation_drop(file->using);
    comm_drop(file->comm);
    type_drop(file->etype);
    type_drop(file->filetype);
    free(file);
}

static void split_is_over(struct agent *agent, struct file *file)
{
    if (file->using == NULL)
        return;
    buffer_end(agent, file->using);
    operation_drop(file->using);
    file->using = NULL;
}

static void file_remove(struct agent *agent, struct file *file)
{
    LL_DELETE(agent->files, file);
    split_is_over(agent, file);
    file_drop(file);
}

void files_end(struct agent *agent)
{
    while (agent->files != NULL)
        file_remove(agent, agent->files);
    call_set(&agent->failed_open, NULL);
}

static void file_add(struct agent *agent, struct call *call, uint64_t identity)
{
    const struct call_MPI_File_open *view = CALL_VIEW(call, MPI_File_open);
    struct file *file, *old, *next;

    if (view->fh < NEUTRAL_HANDLE_PREDEFINED_END)
        return;
    /* One that was not seen to be closed. */
    LL_FOREACH_SAFE(agent->files, old, next)
        if (old->handle == view->fh)
            file_remove(agent, old);
    file = xcalloc(1, sizeof *file);
    file->handle = view->fh;
    file->amode = view->amode;
    file->opened = call_hold(call);
    file->comm = comm_hold(binding_find(agent, BINDING_FILE, view->fh));
    file->identity = identity;
    file->view_known = true;
    file->position = view->amode & NEUTRAL_MODE_APPEND ? -1 : 0;
    LL_PREPEND(agent->files, file);
    file_opens_begin(agent, file);
}

/* ------------------------------------------------------------- what is wrong
 */

static void raise_fault(struct agent *agent, struct call *call,
                        enum file_fault fault, const struct file *file,
                        struct call *other)
{
    struct model_event event = model_event_new(agent, EVENT_FILE, call);

    event.file.fault = fault;
    event.file.opened = file == NULL ? NULL : file->opened;
    event.file.other = other;
    model_raise(agent->model, &event);
}

static void open_enter(struct agent *agent, struct call *call)
{
    int64_t amode = CALL_VIEW(call, MPI_File_open)->amode;
    int modes = ((amode & NEUTRAL_MODE_RDONLY) != 0) +
                ((amode & NEUTRAL_MODE_WRONLY) != 0) +
                ((amode & NEUTRAL_MODE_RDWR) != 0);

    if (amode < 0 || amode >= NEUTRAL_SPECIAL)
        return;
    if (modes != 1)
        raise_fault(agent, call, FILE_AMODE_ONE, NULL, NULL);
    else if ((amode & NEUTRAL_MODE_RDONLY) != 0 &&
             (amode & (NEUTRAL_MODE_CREATE | NEUTRAL_MODE_EXCL)) != 0)
        raise_fault(agent, call, FILE_AMODE_CREATE, NULL, NULL);
    else if ((amode & NEUTRAL_MODE_RDWR) != 0 &&
             (amode & NEUTRAL_MODE_SEQUENTIAL) != 0)
        raise_fault(agent, call, FILE_AMODE_SEQUENTIAL, NULL, NULL);
}

static void check_access(struct agent *agent, struct call *call,
                         const struct file *file)
{
    const struct file_role *role = file_role(call->info);

    if (role->ends)
        return;
    if (role->reads && (file->amode & NEUTRAL_MODE_WRONLY) != 0)
        raise_fault(agent, call, FILE_NOT_READ, file, NULL);
    else if (role->writes && (file->amode & NEUTRAL_MODE_RDONLY) != 0)
        raise_fault(agent, call, FILE_NOT_WRITTEN, file, NULL);
    if ((file->amode & NEUTRAL_MODE_SEQUENTIAL) != 0 &&
        is_random_access(call->info))
        raise_fault(agent, call, FILE_SEQUENTIAL, file, NULL);
}

/* Begin and end of a split collective operation, and what may not stand between
 * them (14.4.5). */
static void check_split(struct agent *agent, struct call *call,
                        const struct file *file)
{
    const struct file_role *role = file_role(call->info);

    if (role->ends) {
        if (file->split == NULL || !is_end_of(call->info, file->split->info))
            raise_fault(agent, call, FILE_SPLIT_NONE, file, file->split);
        else if (call_word(call, role->buffer) !=
                 call_word(file->split, file_role(file->split->info)->buffer))
            raise_fault(agent, call, FILE_SPLIT_BUFFER, file, file->split);
    } else if (file->split != NULL && (role->reads || role->writes) &&
               (call->info->classes & CLASS_COLLECTIVE) != 0) {
        raise_fault(agent, call, FILE_SPLIT_ACTIVE, file, file->split);
    }
}

/* The buffer of the begin must not be used until the end (14.4.5). */
static void split_begins(struct agent *agent, struct file *file,
                         struct call *call)
{
    static const enum call_direction directions[] = {DIRECTION_IN,
                                                     DIRECTION_OUT};
    size_t i, k;

    file->split = call_hold(call);
    file->using = operation_new(OPERATION_OTHER, call);
    for (i = 0; i < 2; i++) {
        struct access_ranges ranges =
            access_buffers_of(agent, call, directions[i]);

        for (k = 0; k < ranges.count; k++)
            buffer_taken(agent, file->using, directions[i] == DIRECTION_OUT,
                         ranges.items[k].low, ranges.items[k].high);
        access_ranges_free(&ranges);
    }
}

static bool is_outstanding(const struct operation *operation,
                           const struct file *file)
{
    return operation->active && !operation->failed &&
           (operation->made_by->info->classes & CLASS_IO) != 0 &&
           operation->made_by->words[0] == file->handle &&
           operation->made_by->number > file->opened->number;
}

bool file_is_outstanding(const struct agent *agent, const struct file *file,
                         const struct call *begun)
{
    struct binding *binding;
    struct operation *operation;

    if (file->split == begun)
        return true;
    DL_FOREACH(agent->bindings, binding)
        if (binding->key.kind == BINDING_REQUEST)
            DL_FOREACH((struct operation *)binding->object, operation)
                if (operation->made_by == begun)
                    return is_outstanding(operation, file) &&
                           !operation->doubtful && !operation->told_complete &&
                           !operation->place_shared;
    return false;
}

/* An operation on the file that was started and not waited for; NULL: none. */
static struct call *outstanding(const struct agent *agent,
                                const struct file *file)
{
    struct binding *binding;
    struct operation *operation;

    if (file->split != NULL)
        return file->split;
    DL_FOREACH(agent->bindings, binding)
        if (binding->key.kind == BINDING_REQUEST)
            DL_FOREACH((struct operation *)binding->object, operation)
                if (is_outstanding(operation, file))
                    return operation->made_by;
    return NULL;
}

/* Whether that many bytes of data are so many etypes, by their signature. */
static bool are_etypes(const struct payload *data, int64_t bytes,
                       struct type *etype)
{
    struct payload etypes = {etype, bytes / etype->size};
    struct payload_difference differs;

    return bytes % etype->size == 0 &&
           !(payload_compare(data, &etypes, &differs) &&
             differs.relation == RELATION_UNLIKE);
}

/* Whether displacements in the type map are negative, or go backwards. */
static bool goes_back(const struct type *type)
{
    struct access_ranges ranges = {.items = NULL};
    uint64_t base = UINT64_C(1) << 62, reached = base;
    bool back = false;
    size_t i;

    if (type == NULL || !type->known || type->doubt == TYPE_PLACES_UNSURE)
        return false;
    access_ranges_add(&ranges, base, 1, type, INT64_MAX);
    for (i = 0; i < ranges.count && !back; i++) {
        back = ranges.items[i].low < reached;
        reached = ranges.items[i].low;
    }
    access_ranges_free(&ranges);
    return back;
}

/* Where the view begins: at a byte of the file, or where it is read in order
 * (14.3). */
static bool begins_wrongly(const struct file *file, int64_t displacement)
{
    return ((file->amode & NEUTRAL_MODE_SEQUENTIAL) != 0) ==
           (displacement >= 0);
}

/* The filetype is a copy of the etype, or made of several (14.3). */
static void check_view(struct agent *agent, struct call *call,
                       const struct file *file)
{
    const struct call_MPI_File_set_view *view =
        CALL_VIEW(call, MPI_File_set_view);
    struct type *etype = agent_type(agent, view->etype);
    struct payload filetype = {agent_type(agent, view->filetype), 1};

    if (etype != NULL && filetype.type != NULL && etype->known &&
        filetype.type->known && etype->size > 0 &&
        !are_etypes(&filetype, filetype.type->size, etype))
        raise_fault(agent, call, FILE_VIEW, file, NULL);
    else if (goes_back(etype) || goes_back(filetype.type))
        raise_fault(agent, call, FILE_VIEW_BACK, file, NULL);
    if (begins_wrongly(file, view->disp))
        raise_fault(agent, call, FILE_VIEW_BEGIN, file, NULL);
}

/* What is read or written is so many etypes (14.4.1). */
static void check_etype(struct agent *agent, struct call *call,
                        const struct file *file)
{
    const struct file_role *role = file_role(call->info);
    struct transfer data;
    int64_t bytes;

    if ((!role->reads && !role->writes) || role->ends || !file->view_known ||
        file->etype == NULL)
        return;
    data = transfer_of(agent, call, 0);
    bytes = payload_bytes(&data.payload);
    if (bytes > 0 && !are_etypes(&data.payload, bytes, file->etype))
        raise_fault(agent, call, FILE_ETYPE, file, file->viewed);
    transfer_drop(&data);
}

void file_enter(struct agent *agent, struct call *call)
{
    struct file *file = file_of(agent, call);
    struct call *other;

    if (file != NULL && file_role(call->info)->ends)
        split_is_over(agent, file);
    if (call->info->base == CALL_MPI_File_open)
        open_enter(agent, call);
    if (file == NULL)
        return;
    check_access(agent, call, file);
    check_split(agent, call, file);
    check_etype(agent, call, file);
    if (file_role(call->info)->shared)
        file_shared_used(agent, file, call);
    if (call->info->base == CALL_MPI_File_sync ||
        call->info->base == CALL_MPI_File_close)
        file_opens_end(agent, file);
    if (call->info->base == CALL_MPI_File_set_view)
        check_view(agent, call, file);
    if (!needs_all_complete(call->info))
        return;
    other = outstanding(agent, file);
    if (other != NULL)
        raise_fault(agent, call, FILE_PENDING, file, other);
}

/* --------------------------------------------------------- what has changed */

static void set_view(struct agent *agent, struct call *call, struct file *file)
{
    const struct call_MPI_File_set_view *view =
        CALL_VIEW(call, MPI_File_set_view);

    type_drop(file->etype);
    type_drop(file->filetype);
    file->etype = type_hold(agent_type(agent, view->etype));
    file->filetype = type_hold(agent_type(agent, view->filetype));
    file->displacement = view->disp;
    file->view_known = file->etype != NULL && file->etype->known &&
                       file->etype->size > 0 && file->filetype != NULL &&
                       file->filetype->known &&
                       file->filetype->doubt == TYPE_SURE && view->disp >= 0;
    file->position = 0;
    call_set(&file->viewed, call);
}

static void seek(const struct call *call, struct file *file)
{
    const struct call_MPI_File_seek *view = CALL_VIEW(call, MPI_File_seek);

    if (view->whence == NEUTRAL_SEEK_SET)
        file->position = view->offset;
    else if (view->whence == NEUTRAL_SEEK_CUR && file->position >= 0)
        file->position += view->offset;
    else
        file->position = -1;
}

/* Data are read or written: the individual file pointer goes on; where a read
 * ends hangs on how long the file is. */
static void advance(struct agent *agent, struct call *call, struct file *file)
{
    const struct file_role *role = file_role(call->info);
    struct transfer moved;
    int64_t etype = file->etype == NULL ? 1 : file->etype->size;

    if (role->at || role->shared || file->position < 0)
        return;
    moved = transfer_of(agent, call, 0);
    if (role->reads || moved.payload.type == NULL ||
        !moved.payload.type->known || !file->view_known)
        file->position = -1;
    else
        file->position += payload_bytes(&moved.payload) / etype;
    transfer_drop(&moved);
}

void file_exit(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    struct file *file = file_of(agent, call);
    const struct file_role *role = file_role(call->info);

    if (file != NULL && role->ends) {
        call_drop(file->split);
        file->split = NULL;
    }
    /* MPIs refuse to synchronize what is only read. */
    if (file != NULL && call->info->base == CALL_MPI_File_sync) {
        file_opens_ended(agent, file);
        file_opens_begin(agent, file);
    }
    if (!succeeded(call, call_result(call)))
        return;
    if (call->info->base == CALL_MPI_File_open)
        file_add(agent, call, open->file);
    if (file == NULL)
        return;
    if ((role->reads || role->writes) && !role->ends) {
        file_accessed(agent, file, call);
        advance(agent, call, file);
    }
    if (role->begins && file->split == NULL)
        split_begins(agent, file, call);
    switch (call->info->base) {
    case CALL_MPI_File_set_view:
        set_view(agent, call, file);
        file_view_set(agent, file, call);
        break;
    case CALL_MPI_File_seek:
        seek(call, file);
        break;
    case CALL_MPI_File_set_atomicity:
        file->atomic = CALL_VIEW(call, MPI_File_set_atomicity)->flag != 0;
        break;
    case CALL_MPI_File_sync:
        file->epoch++;
        file_synchronized(agent, file);
        break;
    case CALL_MPI_File_close:
        file->epoch = UINT32_MAX;
        file_synchronized(agent, file);
        file_opens_ended(agent, file);
        file_remove(agent, file);
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------ collective calls */

enum model_step file_open_enter(struct agent *agent, struct open_call *open)
{
    /* Its name is that by which its own process calls it (model_left.c). */
    open->call->making = agent->simple_count[KIND_FILE] + 1;
    return collective_enter(agent, open);
}

static void file_closed(struct agent *agent, uint64_t handle)
{
    struct binding *binding = binding_get(agent, BINDING_FILE, handle);

    if (binding == NULL)
        return;
    comm_drop(binding->object);
    binding_remove(agent, binding);
}

enum model_step file_open_exit(struct agent *agent, struct open_call *open)
{
    uint64_t handle = CALL_VIEW(open->call, MPI_File_open)->fh;
    enum model_step step = collective_exit(agent, open);
    struct child *child;

    call_set(&agent->failed_open, succeeded(open->call, call_result(open->call))
                                      ? NULL
                                      : open->call);
    if (step == MODEL_WAIT || open->meeting == NULL ||
        !succeeded(open->call, call_result(open->call)) ||
        handle < NEUTRAL_HANDLE_PREDEFINED_END ||
        open->meeting->part_count != 1)
        return step;
    child = meeting_child(open->meeting, 0);
    if (child->comm == NULL)
        child->comm = comm_new(group_hold(open->comm->groups[0]), NULL,
                               open->meeting->parts[0].call);
    /* One that was not seen to be closed. */
    file_closed(agent, handle);
    binding_add(agent, BINDING_FILE, handle, comm_hold(child->comm));
    return MODEL_DONE;
}

enum model_step file_close_exit(struct agent *agent, struct open_call *open)
{
    enum model_step step = collective_exit(agent, open);

    if (step == MODEL_DONE && succeeded(open->call, call_result(open->call)))
        file_closed(agent, open->call->words[0]);
    return step;
}
