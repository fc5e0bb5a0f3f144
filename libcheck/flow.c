#include "flow.h"

/* Bytes below the stack pointer that functions use, and of its frames. */
#define RED_ZONE 128
#define STACK    (UINT64_C(1) << 20)

static uint64_t sum(const uint64_t *values, uint64_t registers)
{
    uint64_t all = 0;

    for (; registers != 0; registers &= registers - 1)
        all |= values[__builtin_ctzll(registers)];
    return all;
}

uint64_t flow_at(const struct flow *flow, uint64_t low, uint64_t high)
{
    uint64_t all = 0;
    unsigned i;

    for (i = 0; i < flow->variable_count; i++) {
        const struct flow_variable *variable = &flow->variables[i];

        if (low < variable->high && variable->low < high)
            all |= variable->values;
    }
    return all;
}

static uint64_t values_in(const struct flow *flow,
                          const struct operand *operand)
{
    return flow_at(flow, operand->address, operand->address + operand->size);
}

/* If there is no room, they may have come to anything. */
static void put(struct flow *flow, const struct operand *operand,
                uint64_t values)
{
    uint64_t low = operand->address, high = low + operand->size;
    unsigned i = 0;

    while (i < flow->variable_count) {
        struct flow_variable *variable = &flow->variables[i];

        if (low <= variable->low && variable->high <= high)
            *variable = flow->variables[--flow->variable_count];
        else
            i++;
    }
    if (values == 0)
        return;
    if (flow->variable_count == FLOW_VARIABLES)
        flow->decided |= values;
    else
        flow->variables[flow->variable_count++] =
            (struct flow_variable){low, high, values};
}

/* What of the values it was given stays together in what it writes, as it was
 * loaded. */
struct given {
    uint64_t loaded[SHAPE_HALVES], small;
};

static struct given given_to(const struct flow *flow, const struct shape *shape,
                             const struct encoding *code, uint64_t loads,
                             enum flow_parts parts)
{
    struct given given = {
        .loaded = {sum(flow->loaded[SHAPE_LOW], shape->reads),
                   sum(flow->loaded[SHAPE_HIGH], shape->reads)},
        .small = sum(flow->small, shape->reads)};

    if (parts == FLOW_SEVERAL)
        given.loaded[SHAPE_LOW] |= loads, given.loaded[SHAPE_HIGH] |= loads;
    else if (parts == FLOW_ONE && shape->moves && code->map == 1 &&
             code->opcode == 0x6e && !code->wide)
        given.small |= loads;
    return given;
}

/* Parts of vectors that do not come through: not all was asked for. */
static void drop(struct flow *flow, const struct shape *shape,
                 struct given *given, uint64_t loads)
{
    if (shape->merges) {
        flow->unasked |= given->loaded[shape->half];
        given->loaded[shape->half] = loads;
        return;
    }
    if (shape->splits)
        flow->unasked |= given->small;
    if (shape->moves)
        return;
    if (!shape->lanes_stay)
        flow->unasked |= given->loaded[SHAPE_LOW] | given->loaded[SHAPE_HIGH];
    given->loaded[SHAPE_LOW] = given->loaded[SHAPE_HIGH] = 0;
    if (shape->lanes_stay || shape->splits)
        given->small = 0;
}

static void set(struct flow *flow, const struct shape *shape, uint64_t values,
                const struct given *given)
{
    uint64_t to;

    for (to = shape->writes; to != 0; to &= to - 1) {
        unsigned number = (unsigned)__builtin_ctzll(to);

        if (shape->replaces)
            flow->registers[number] = values;
        else
            flow->registers[number] |= values;
        flow->loaded[SHAPE_LOW][number] = given->loaded[SHAPE_LOW];
        flow->loaded[SHAPE_HIGH][number] = given->loaded[SHAPE_HIGH];
        flow->small[number] = given->small;
    }
}

/* What it has besides what it loads just now. */
static uint64_t values_before(const struct flow *flow,
                              const struct instruction *instruction,
                              const struct shape *shape)
{
    const struct operand *operands = instruction->operands;
    uint64_t values = sum(flow->registers, shape->reads);
    unsigned i;

    for (i = 0; i < 2; i++)
        if (operands[i].size > 0 && operands[i].loads)
            values |= values_in(flow, &operands[i]);
    if ((operands[0].size > 0 && operands[0].loads) || !shape->reads)
        values |= sum(flow->registers, shape->addresses);
    return values;
}

/* Of registers, and of memory, each has values, and one has all. */
static bool have_in_common(const struct flow *flow, uint64_t registers,
                           bool memory, uint64_t values_there)
{
    uint64_t all = sum(flow->registers, registers) | values_there;
    bool common = memory && values_there == all;

    if (memory ? values_there == 0 : (registers & (registers - 1)) == 0)
        return false;
    for (; registers != 0; registers &= registers - 1) {
        uint64_t values = flow->registers[__builtin_ctzll(registers)];

        if (values == 0)
            return false;
        common |= values == all;
    }
    return common;
}

/* By a mask: one that comes of what it is for (a maximum's), hides nothing; one
 * that is always the same may hide parts.  Any other may stand for a condition
 * under which none was asked. */
static uint64_t masked(const struct flow *flow,
                       const struct instruction *instruction,
                       const struct shape *shape, uint64_t loads, bool constant)
{
    const struct operand *operand = &instruction->operands[0];
    uint64_t values;

    if (operand->size > 0)
        loads |= values_in(flow, operand);
    values = sum(flow->registers, shape->reads) | loads;
    if (shape->blends) /* masks are not told apart */
        return values;
    if (have_in_common(flow, shape->reads, operand->size > 0, loads))
        return 0;
    return constant || (flow->constants & shape->reads) != 0
               ? values & flow->parted
               : values;
}

/* What it was perhaps not asked for of the values it has. */
static uint64_t perhaps_unasked(const struct flow *flow,
                                const struct instruction *instruction,
                                const struct shape *shape, uint64_t values,
                                uint64_t loads, bool constant)
{
    uint64_t unasked = 0;

    if (shape->selects || (shape->joins && (flow->choices & shape->reads) != 0))
        unasked |= values & ~flow->flags;
    if (shape->mixes)
        unasked |= masked(flow, instruction, shape, loads, constant);
    /* One condition may have been asked for only with another one. */
    if ((shape->joins || instruction->operands[0].stores) &&
        (flow->truths & shape->reads) != 0)
        unasked |= values;
    if (shape->tells && instruction->operands[0].size > 0)
        unasked |= flow->flags;
    return unasked;
}

/* What kind of thing is in the registers that it writes. */
static void set_kinds(struct flow *flow, const struct instruction *instruction,
                      const struct shape *shape, bool constant)
{
    bool loads =
        instruction->operands[0].size > 0 && instruction->operands[0].loads;
    bool truth = shape->tells ||
                 (shape->moves && !loads && (flow->truths & shape->reads) != 0);
    bool same =
        (shape->moves || shape->rearranges ||
         (shape->replaces && shape->reads == 0 && shape->addresses == 0)) &&
        !shape->by_flags && (!loads || constant) &&
        (shape->reads & ~flow->constants) == 0;

    flow->choices &= ~shape->writes;
    flow->truths &= ~shape->writes;
    flow->constants &= ~shape->writes;
    if (shape->chooses)
        flow->choices |= shape->writes;
    if (truth)
        flow->truths |= shape->writes;
    if (same)
        flow->constants |= shape->writes;
}

/* With a point: adds, multiplies, subtracts, divides, and the like. */
static bool computes(const struct encoding *code)
{
    unsigned low = code->opcode & 0x0f;

    if (code->map == 1)
        return code->opcode == 0x51 || code->opcode == 0x58 ||
               code->opcode == 0x59 || (code->opcode & 0xfc) == 0x5c;
    return code->map == 2 && code->vex && low >= 6 &&
           ((code->opcode & 0xf0) == 0x90 || (code->opcode & 0xf0) == 0xa0 ||
            (code->opcode & 0xf0) == 0xb0);
}

/* What a function has there, and below, where others may use it yet. */
static bool is_on_stack(const struct flow *flow, const struct operand *operand)
{
    return operand->address - (flow->stack - RED_ZONE) < STACK;
}

void flow_step(struct flow *flow, const struct instruction *instruction,
               uint64_t loads, enum flow_parts parts, bool constant)
{
    const struct encoding *code = &instruction->encoding;
    const struct operand *operands = instruction->operands;
    struct shape shape = shape_of(code);
    struct given given;
    uint64_t values;
    unsigned i;

    values = values_before(flow, instruction, &shape);
    flow->used |= values | (shape.moves ? 0 : loads);
    values |= loads;
    if (parts == FLOW_SEVERAL)
        flow->parted |= loads;
    given = given_to(flow, &shape, code, loads, parts);
    drop(flow, &shape, &given, loads);
    flow->unasked |=
        perhaps_unasked(flow, instruction, &shape, values, loads, constant);
    if (shape.by_flags)
        values |= flow->flags;
    flow->decides = shape.branches || shape.tells ? values : 0;
    flow->decided |= flow->decides;
    if (shape.sets_flags)
        flow->flags = values;
    set(flow, &shape, values, &given);
    set_kinds(flow, instruction, &shape, constant);
    if (computes(code))
        flow->numbers |= values;
    for (i = 0; i < 2; i++) {
        if (operands[i].size == 0 || !operands[i].stores)
            continue;
        put(flow, &operands[i], values);
        if (!is_on_stack(flow, &operands[i]))
            flow->stored |= values;
    }
}

uint64_t flow_address(const struct flow *flow, const struct encoding *code)
{
    uint64_t values = 0;

    if (code->base != OPERAND_NO_REGISTER)
        values |= flow->registers[code->base];
    if (code->index != OPERAND_NO_REGISTER)
        values |= flow->registers[code->index];
    return values;
}

uint64_t flow_register(const struct flow *flow, const struct encoding *code)
{
    return flow->registers[(code->map == 0 ? 0 : 16) + code->reg % 16];
}

/* rbx, rbp, r12 to r15 */
#define KEPT UINT64_C(0xf028)

void flow_call(struct flow *flow, bool computes)
{
    uint64_t given = flow_given(flow, true);
    unsigned i;

    flow->used |= given;
    if (!computes)
        flow->shown |= given;
    for (i = 0; i < SHAPE_REGISTERS; i++)
        if ((KEPT >> i & 1) == 0)
            flow->registers[i] = flow->loaded[SHAPE_LOW][i] =
                flow->loaded[SHAPE_HIGH][i] = flow->small[i] = 0;
    if (computes) /* rax, xmm0 */
        flow->registers[0] = flow->registers[16] = given;
    flow->flags = 0;
    flow->choices &= KEPT;
    flow->truths &= KEPT;
    flow->constants &= KEPT;
}

uint64_t flow_alive(const struct flow *flow)
{
    uint64_t all = sum(flow->registers, KEPT);
    unsigned i;

    for (i = 0; i < flow->variable_count; i++)
        all |= flow->variables[i].values;
    return all;
}

uint64_t flow_given(const struct flow *flow, bool points)
{
    /* rdi, rsi, rdx, rcx, r8, r9, xmm0 to xmm7 */
    return sum(flow->registers, points ? 0xff03c6 : 0x3c6);
}

uint64_t flow_arguments(const struct flow *flow, unsigned count)
{
    static const unsigned char order[] = {7, 6, 2, 1, 8, 9};
    uint64_t all = 0;
    unsigned i;

    for (i = 0; i < count && i < sizeof order; i++)
        all |= flow->registers[order[i]];
    return all;
}

uint64_t flow_held(const struct flow *flow)
{
    return sum(flow->registers, (UINT64_C(1) << SHAPE_REGISTERS) - 1);
}
