/*
 * model_element.c - the types of the program's variables against the datatypes
 * by which a call describes them (MPI-4.1 3.3.1, 3.2.2).
 */
#include "access.h"
#include "element.h"
#include "model_private.h"
#include "type_map.h"

#include <string.h>

/* Elements of one buffer that are looked at; an array of numbers counts as
 * one. */
#define ELEMENTS_LOOKED_AT 256

/* While the buffers of a call are looked at. */
struct look {
    struct agent *agent;
    struct call *call;
    model_element_at *at;
    void *context;
    const struct call_parameter *buffer;
    const struct type *type; /* of the piece that is looked at */
    unsigned looks;          /* left for it */
    bool whole;
    const char *variable; /* not whole: the one that it begins in; or NULL */
    int line;
};

static bool is_integral(enum basic_class class)
{
    return class >= BASIC_SIGNED && class <= BASIC_LOGICAL;
}

/* What stands for truth is the compiler's business in Fortran. */
static bool is_as_logical(const struct element *element, enum basic_class class)
{
    return element->type == NULL || strstr(element->type, "(kind=") == NULL ||
           (element->class == BASIC_LOGICAL) == (class == BASIC_LOGICAL);
}

/*
 * Integers of one size go together here: which names C gives to them differs
 * from machine to machine, and signed and unsigned of them have the same
 * representation.  Of a pointer the address may be sent as an integer.
 */
static bool goes_with(const struct element *element, enum basic_class class,
                      uint64_t size)
{
    if (element->size != size || element->inside)
        return false;
    if (is_integral(class))
        return element->is_pointer ||
               (is_integral(element->class) && is_as_logical(element, class));
    return element->class == BASIC_FLOAT;
}

/* What goes by single bytes takes anything as it is, if it takes all of it. */
static bool is_as_bytes(const struct element *element, uint64_t size,
                        uint64_t bytes)
{
    return size == 1 && bytes >= element->size;
}

static void raise_element(const struct look *look, const struct type *basic,
                          uint64_t address, const struct element *element)
{
    struct model_event event =
        model_event_new(look->agent, EVENT_ELEMENT, look->call);

    event.element.buffer = look->buffer;
    event.element.type = look->type;
    event.element.basic = basic;
    event.element.element = element;
    event.element.address = address;
    model_raise(look->agent->model, &event);
}

/* Whether an element begins there that is looked at: if not whole, of the first
 * variable, up to where it has none. */
static bool is_known(struct look *look, uint64_t address,
                     struct element *element)
{
    bool known = look->at(look->context, look->buffer, look->type->name,
                          address, element);

    if (look->whole)
        return known;
    if (known && look->variable == NULL) {
        look->variable = element->variable;
        look->line = element->line;
    }
    known = known && strcmp(look->variable, element->variable) == 0 &&
            look->line == element->line;
    if (look->variable == NULL || !known)
        look->looks = 0;
    return known;
}

/* Parts of complex numbers are elements. */
static bool look_at_run(void *context, const struct type *basic,
                        uint64_t address, int64_t count)
{
    struct look *look = context;
    enum basic_class class = signature_class(basic->handle);
    uint64_t size = (uint64_t)basic->size, left = size * (uint64_t)count;
    struct element element;

    if (class == BASIC_NONE)
        return true;
    if (class == BASIC_COMPLEX || class == BASIC_LONG_COMPLEX)
        size /= 2;
    while (left > 0 && look->looks > 0) {
        uint64_t passed = size;

        look->looks--;
        if (is_known(look, address, &element)) {
            if (is_as_bytes(&element, size, left))
                break;
            if (!element.anything && !goes_with(&element, class, size)) {
                raise_element(look, basic, address, &element);
                look->looks = 0;
                break;
            }
            passed = element.run - element.run % size;
        }
        passed = passed < size ? size : passed < left ? passed : left;
        address += passed;
        left -= passed;
    }
    return look->looks > 0;
}

static bool look_at_piece(void *context, const struct call_parameter *buffer,
                          uint64_t address, int64_t items,
                          const struct type *type)
{
    struct look *look = context;

    if (access_ignores(look->call, buffer))
        return false;
    if (buffer != look->buffer) {
        look->looks = ELEMENTS_LOOKED_AT;
        look->variable = NULL;
    }
    look->buffer = buffer;
    look->type = type;
    return type_map_walk(address, items, type, look_at_run, look);
}

void model_elements(struct model *model, struct call *call,
                    model_element_at *at, void *context, bool whole)
{
    struct look look = {
        .agent = agent_of(call->process),
        .call = call,
        .at = at,
        .context = context,
        .whole = whole,
    };

    (void)model;
    if (!whole && look.agent->short_buffer == call->number + 1)
        return;
    access_pieces(look.agent, call, DIRECTION_IN, look_at_piece, &look);
    look.buffer = NULL;
    access_pieces(look.agent, call, DIRECTION_OUT, look_at_piece, &look);
}
