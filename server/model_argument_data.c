/*
 * model_argument_data.c - arguments that say where data are and what is done
 * to them: buffers and reduction operations.
 */
#include "model_argument.h"

#include "access.h"
#include "model_channel.h"
#include "model_topology.h"
#include "reduction.h"
#include "signature.h"

/* Addresses below are nobody's. */
#define FIRST_PAGE 4096

/* --------------------------------------------------------------- buffers */

/* What is sent, or received, are pieces, each with a count of its own. */
static bool is_in_pieces(const struct look *look,
                         const struct call_parameter *buffer)
{
    const struct call_info *info = look->call->info;

    return buffer->count >= 0 &&
           info->parameters[(int)buffer->count].wire == WIRE_NUMBERS;
}

static struct topology_blocks neighbours_of(const struct look *look,
                                            const struct call_parameter *buffer)
{
    if (look->comm == NULL ||
        collective_pattern(look->call->info) != EXCHANGE_NEIGHBORS)
        return (struct topology_blocks){-1, 0};
    return topology_blocks(look->comm->topology, look->member,
                           (buffer->direction & DIRECTION_IN) != 0);
}

/* Among neighbours: whether data go to, or come from, the first of them, or (in
 * pieces) any.  At the end of a grid there may be MPI_PROC_NULL. */
static bool has_neighbours(const struct look *look,
                           const struct call_parameter *buffer)
{
    struct topology_blocks blocks = neighbours_of(look, buffer);

    if (blocks.count <= 0)
        return false;
    return !is_in_pieces(look, buffer) ? (blocks.nobody & 1) == 0
           : blocks.count >= 64
               ? blocks.nobody != UINT64_MAX
               : blocks.nobody != (UINT64_C(1) << blocks.count) - 1;
}

static bool is_nobody(const struct look *look, int word)
{
    return word >= 0 && call_word(look->call, word) == NEUTRAL_PROC_NULL;
}

bool argument_talks_to_nobody(const struct look *look,
                              const struct call_parameter *buffer)
{
    const struct call_info *info = look->call->info;

    if (collective_pattern(info) == EXCHANGE_NEIGHBORS)
        return !has_neighbours(look, buffer);
    return is_nobody(look, info->target_rank_word) ||
           (info->message_word >= 0 &&
            call_word(look->call, info->message_word) ==
                NEUTRAL_MESSAGE_NO_PROC) ||
           ((buffer->direction & DIRECTION_IN) != 0 &&
            is_nobody(look, info->dest_word)) ||
           ((buffer->direction & DIRECTION_OUT) != 0 &&
            is_nobody(look, info->source_word));
}

/* The data in a buffer with one count and type; false: there are none, or
 * they are described in another way. */
static bool buffer_payload(const struct look *look,
                           const struct call_parameter *buffer,
                           struct payload *payload)
{
    const struct call_parameter *parameters = look->call->info->parameters;
    const struct call_parameter *count, *type;

    if (buffer->kind != KIND_BUFFER || buffer->type < 0)
        return false;
    count = buffer->count < 0 ? NULL : &parameters[(int)buffer->count];
    type = &parameters[(int)buffer->type];
    if ((count != NULL && count->wire != WIRE_NUMBER) ||
        type->wire != WIRE_HANDLE)
        return false;
    payload->count =
        count == NULL ? 1 : (int64_t)call_word(look->call, count->word);
    payload->type = agent_type(look->agent, call_word(look->call, type->word));
    return payload->type != NULL && payload->type->known &&
           payload_bytes(payload) > 0;
}

static const struct array_number *numbers_at(const struct look *look, int index)
{
    const struct call_info *info = look->call->info;

    return index < info->parameter_count &&
                   info->parameters[index].wire == WIRE_NUMBERS
               ? (const void *)&look->call->words[info->parameters[index].word]
               : NULL;
}

/* One piece of a buffer in pieces, as buffer_payload; `from`: where it begins,
 * in bytes.  The displacements of the pieces stand behind their counts. */
static bool piece_payload(const struct look *look,
                          const struct call_parameter *buffer, uint32_t item,
                          struct payload *payload, int64_t *from)
{
    const struct call_info *info = look->call->info;
    const struct array_number *counts = numbers_at(look, buffer->count);
    const struct array_number *displs = numbers_at(look, buffer->count + 1);
    const struct call_parameter *type = &info->parameters[(int)buffer->type];
    const uint64_t *words = &look->call->words[type->word];
    const struct array_handle *types = (const void *)words;
    bool several = type->wire == WIRE_HANDLES;

    if (item < 64 && (neighbours_of(look, buffer).nobody >> item & 1) != 0)
        return false;
    if (several && (types->special != ARRAY_PRESENT || item >= types->count))
        return false;
    payload->count = counts->items[item];
    payload->type =
        agent_type(look->agent, several ? types->items[item] : words[0]);
    if (payload->type == NULL || !payload->type->known ||
        (!several && payload->type->doubt != TYPE_SURE) ||
        payload_bytes(payload) <= 0)
        return false;
    *from = 0;
    if (displs != NULL && displs->special == ARRAY_PRESENT &&
        item < displs->count)
        return !__builtin_mul_overflow(
            displs->items[item],
            several ? 1 : payload->type->ub - payload->type->lb, from);
    return true;
}

/* The buffer's data are counted in bytes: those of a packed message, of which
 * there are some if the call's other buffer has data. */
static bool packs_data(const struct look *look,
                       const struct call_parameter *buffer)
{
    const struct call_info *info = look->call->info;
    struct payload payload;
    int i;

    if (buffer->count < 0 || buffer->type >= 0 ||
        (int64_t)call_word(look->call,
                           info->parameters[(int)buffer->count].word) <= 0)
        return false;
    for (i = 0; i < info->parameter_count; i++)
        if (buffer_payload(look, &info->parameters[i], &payload))
            return true;
    return false;
}

/* Whether data lie in the first page from a null pointer on; types whose
 * displacements are addresses describe data that lie further up. */
static bool has_data_at_null(const struct look *look,
                             const struct call_parameter *buffer,
                             const struct type **type)
{
    const struct array_number *counts =
        buffer->count < 0 ? NULL : numbers_at(look, buffer->count);
    struct payload payload = {0};
    int64_t from = 0;
    uint32_t i = 0;
    bool found;

    *type = NULL;
    if (packs_data(look, buffer))
        return true;
    if (counts == NULL || buffer->type < 0) {
        found = buffer_payload(look, buffer, &payload);
    } else {
        uint32_t count = counts->special == ARRAY_PRESENT ? counts->count : 0;

        /* It receives its own part alone. */
        if ((buffer->direction & DIRECTION_OUT) != 0 &&
            access_is_reduce_scatter(look->call)) {
            i = look->member;
            if (look->comm == NULL || i >= count)
                return false;
            count = i + 1;
        }
        for (found = false; !found && i < count; i++)
            found = piece_payload(look, buffer, i, &payload, &from);
    }
    if (!found)
        return false;
    *type = payload.type;
    from += payload.type->true_lb;
    return from >= 0 && from < FIRST_PAGE;
}

/* Where data may lie, from the first byte to behind the last. */
struct hull {
    int64_t low, high;
    bool known;
};

static struct hull hull_of(uint64_t address, const struct payload *payload)
{
    const struct type *type = payload->type;
    struct hull hull = {.known = type->ub >= type->lb};
    int64_t last;

    hull.known =
        hull.known &&
        !__builtin_mul_overflow(payload->count - 1, type->ub - type->lb,
                                &last) &&
        !__builtin_add_overflow((int64_t)address, type->true_lb, &hull.low) &&
        !__builtin_add_overflow((int64_t)address, type->true_ub, &hull.high) &&
        !__builtin_add_overflow(hull.high, last, &hull.high);
    return hull;
}

/* Of pieces, and of what has one block for each process. */
static struct hull hull_of_all(const struct look *look,
                               const struct call_parameter *buffer)
{
    uint64_t address = call_word(look->call, buffer->word);
    struct hull all = {.known = false}, one;
    struct payload payload;
    const struct array_number *counts;
    int64_t from;
    uint32_t i;

    if (!is_in_pieces(look, buffer)) {
        if (!buffer_payload(look, buffer, &payload))
            return all;
        if (look->comm != NULL &&
            !__builtin_mul_overflow(payload.count, comm_size(look->comm),
                                    &from))
            payload.count = from; /* no more than that */
        return hull_of(address, &payload);
    }
    counts = numbers_at(look, buffer->count);
    for (i = 0; counts->special == ARRAY_PRESENT && i < counts->count; i++) {
        if (!piece_payload(look, buffer, i, &payload, &from))
            continue;
        one = hull_of(address + (uint64_t)from, &payload);
        if (!one.known)
            return one;
        all = (struct hull){
            all.known && all.low < one.low ? all.low : one.low,
            all.known && all.high > one.high ? all.high : one.high, true};
    }
    return all;
}

static bool hulls_meet(struct hull one, struct hull other)
{
    return one.known && other.known && one.low < other.high &&
           other.low < one.high;
}

/* Pairs of ranges that are compared. */
#define PAIRS_MOST 65536

/* Whether the call stores where it loads. */
static bool meet_in_blocks(const struct look *look)
{
    struct access_ranges in =
        access_strides_of(look->agent, look->call, DIRECTION_IN);
    struct access_ranges out =
        access_strides_of(look->agent, look->call, DIRECTION_OUT);
    struct access_range in_one, in_other;
    bool found = false;
    size_t i, j;

    for (i = 0; i < in.count && in.count * out.count <= PAIRS_MOST; i++)
        for (j = 0; j < out.count && !found; j++)
            found = access_range_meets(&in.items[i], &out.items[j], &in_one,
                                       &in_other);
    access_ranges_free(&in);
    access_ranges_free(&out);
    return found;
}

/* Whether a collective operation, or another call with one buffer of each kind,
 * stores where it loads. */
static bool meet(const struct look *look, const struct call_parameter *out,
                 const struct call_parameter *in)
{
    const struct call_info *info = look->call->info;
    struct payload in_out, in_in;

    if (in->direction != DIRECTION_IN || (info->classes & CLASS_IO) != 0)
        return false;
    if ((info->classes & CLASS_COLLECTIVE) != 0)
        return hulls_meet(hull_of_all(look, out), hull_of_all(look, in)) &&
               meet_in_blocks(look);
    return info->in_buffers == 1 && info->out_buffers == 1 &&
           buffer_payload(look, out, &in_out) &&
           buffer_payload(look, in, &in_in) &&
           hulls_meet(hull_of(call_word(look->call, out->word), &in_out),
                      hull_of(call_word(look->call, in->word), &in_in)) &&
           meet_in_blocks(look);
}

/* Both have data at their very first byte, and that is the same; or both are of
 * predefined datatypes, and have bytes in common. */
static bool share(uint64_t left, const struct payload *in_left, uint64_t right,
                  const struct payload *in_right)
{
    if (left == right)
        return in_left->type->true_lb == 0 && in_right->type->true_lb == 0;
    return in_left->type->maker == TYPE_PREDEFINED &&
           in_right->type->maker == TYPE_PREDEFINED &&
           (left < right ? right - left < (uint64_t)payload_bytes(in_left)
                         : left - right < (uint64_t)payload_bytes(in_right));
}

/* Whether the two buffers share bytes, and are both used. */
static bool is_aliased(const struct look *look, int one, int other)
{
    const struct call_info *info = look->call->info;
    const struct call_parameter *left = &info->parameters[one];
    const struct call_parameter *right = &info->parameters[other];
    struct payload in_left, in_right;

    if (one == other || right->type < 0 || left->type < 0 ||
        !argument_is_significant(look, other) ||
        argument_talks_to_nobody(look, left) ||
        argument_talks_to_nobody(look, right))
        return false;
    if (buffer_payload(look, left, &in_left) &&
        buffer_payload(look, right, &in_right) &&
        share(call_word(look->call, left->word), &in_left,
              call_word(look->call, right->word), &in_right))
        return true;
    return meet(look, left, right);
}

/* Of MPI_Compare_and_swap the standard says of origin and result that they must
 * be disjoint (12.3.4), and not of what is compared. */
static bool is_compared(const struct call_info *info, int index)
{
    return info->base == CALL_MPI_Compare_and_swap &&
           (int)info->parameters[index].word ==
               (int)(offsetof(struct call_MPI_Compare_and_swap, compare_addr) /
                     sizeof(uint64_t));
}

/* The buffer is MPI_IN_PLACE, which is an address where there is no memory: of
 * no data it may be any such. */
static void look_in_place(const struct look *look,
                          const struct call_parameter *buffer)
{
    const struct call_info *info = look->call->info;
    const struct type *type;
    enum in_place who =
        exchange_in_place(info, (buffer->direction & DIRECTION_OUT) != 0);

    if (info->base == CALL_MPI_Get_address)
        return; /* of any location */
    if ((info->classes & CLASS_COLLECTIVE) == 0 ||
        (info->classes & CLASS_IO) != 0) {
        if (buffer->type < 0 || has_data_at_null(look, buffer, &type))
            argument_raise(look, ARGUMENT_VALUE, buffer, -1, NULL, -1);
    } else if (who == IN_PLACE_NOBODY ||
               (look->comm != NULL &&
                (look->comm->groups[1] != NULL ||
                 (who == IN_PLACE_ROOT && !look->at_root))))
        argument_raise(look, ARGUMENT_NOT_IN_PLACE, buffer, -1, NULL,
                       who == IN_PLACE_ROOT && look->comm != NULL &&
                               look->comm->groups[1] == NULL
                           ? (int64_t)call_word(look->call, info->root_word)
                           : -1);
}

/*
 * Where one of the buffers has too little memory for what it is to take, that
 * is why they meet: this is told behind the begin of the call.
 */
static void put_off_aliased(const struct look *look, int index)
{
    struct agent *agent = look->agent;

    argument_aliased_end(agent);
    call_set(&agent->aliased, look->call);
    agent->aliased_buffer = (uint32_t)index;
}

void argument_aliased_end(struct agent *agent)
{
    struct look look = {.agent = agent, .call = agent->aliased};

    if (look.call == NULL)
        return;
    if (look.call->info->comm_word >= 0)
        look.comm =
            agent_comm(agent, call_word(look.call, look.call->info->comm_word));
    argument_raise(&look, ARGUMENT_ALIASED,
                   &look.call->info->parameters[agent->aliased_buffer], -1,
                   NULL, -1);
    call_set(&agent->aliased, NULL);
}

void argument_aliased_forget(struct agent *agent, const struct call *call)
{
    if (agent->aliased == call)
        call_set(&agent->aliased, NULL);
}

void argument_buffer(const struct look *look, int index)
{
    const struct call_info *info = look->call->info;
    const struct call_parameter *buffer = &info->parameters[index];
    uint64_t address = call_word(look->call, buffer->word);
    const struct type *type;
    int i;

    if (address == NEUTRAL_BOTTOM && !argument_talks_to_nobody(look, buffer) &&
        has_data_at_null(look, buffer, &type)) {
        argument_raise(look, ARGUMENT_NULL_BUFFER, buffer, -1, type, -1);
        return;
    }
    if (address == NEUTRAL_IN_PLACE) {
        look_in_place(look, buffer);
        return;
    }
    if (address != NEUTRAL_BOTTOM)
        argument_memory_end(look, buffer, address);
    if ((buffer->direction & DIRECTION_OUT) == 0)
        return;
    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_BUFFER && !is_compared(info, i) &&
            is_aliased(look, index, i)) {
            if (call_word(look->call, info->parameters[i].word) == address)
                argument_raise(look, ARGUMENT_ALIASED, buffer, -1, NULL, -1);
            else
                put_off_aliased(look, index);
        }
}

/* A window, or a buffer to attach, is memory that there is (12.2.1, 12.2.4,
 * 3.6); the number behind it says how much. */
void argument_address(const struct look *look, int index)
{
    const struct call_info *info = look->call->info;
    const struct call_parameter *address = &info->parameters[index];
    const struct call_parameter *size = address + 1;

    if (call_word(look->call, address->word) == NEUTRAL_BOTTOM &&
        index + 1 < info->parameter_count && size->wire == WIRE_NUMBER &&
        (int64_t)call_word(look->call, size->word) > 0)
        argument_raise(look, ARGUMENT_NULL_BUFFER, address, -1, NULL, -1);
}

bool argument_counts_nothing(const struct look *look, int index, int64_t item)
{
    const struct call_info *info = look->call->info;
    const struct call_parameter *count;
    const struct array_number *counts;
    int i;

    for (i = 0; i < info->parameter_count; i++) {
        if (info->parameters[i].kind != KIND_BUFFER ||
            info->parameters[i].type != index || info->parameters[i].count < 0)
            continue;
        count = &info->parameters[(int)info->parameters[i].count];
        counts = (const void *)&look->call->words[count->word];
        if (count->wire == WIRE_NUMBER)
            return look->call->words[count->word] == 0;
        return count->wire == WIRE_NUMBERS && item >= 0 &&
               (counts->special != ARRAY_PRESENT || item >= counts->count ||
                counts->items[item] == 0);
    }
    return false;
}

/* ------------------------------------------------------------------- ops */

/* The datatype of a reduction, and where it stands; NULL: there is none that is
 * known, or no data. */
static const struct type *reduced_type(const struct look *look, int *index)
{
    const struct call_info *info = look->call->info;
    int i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_DATATYPE)
            break;
    *index = i;
    if (i == info->parameter_count || !argument_is_significant(look, i) ||
        argument_counts_nothing(look, i, -1))
        return NULL;
    return agent_type(look->agent,
                      call_word(look->call, info->parameters[i].word));
}

/* Predefined operations are for the predefined datatypes that the standard
 * lists (6.9.1, 6.9.2). */
void argument_op(const struct look *look)
{
    const struct call_info *info = look->call->info;
    uint64_t op = call_word(look->call, info->op_word), basic;
    const struct type *type;
    int index;

    if (reduction_name(op) == NULL || op == NEUTRAL_OP_NULL)
        return;
    type = reduced_type(look, &index);
    if (type == NULL || (!type->known && type->alike == 0))
        return;
    basic = type->alike != 0 ? type->alike : type->handle;
    if ((type->maker != TYPE_PREDEFINED && type->alike == 0) ||
        op == NEUTRAL_OP_REPLACE || op == NEUTRAL_OP_NO_OP ||
        (signature_basic_name(basic) != NULL && !reduction_takes(op, basic)))
        argument_raise(look, ARGUMENT_OP_TYPE, &info->parameters[index], -1,
                       type, -1);
}
