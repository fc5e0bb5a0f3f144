#include "call_text.h"

#include "call_view.h"
#include "calls.h"
#include "memory.h"
#include "model.h"
#include "neutral.h"
#include "neutral_constants.h"
#include "record.h"
#include "stack.h"
#include "stack_source.h"

#include <inttypes.h>
#include <string.h>

/* Items of an array that are shown. */
#define ITEMS_SHOWN      8
#define CHARACTERS_SHOWN 80

struct constant {
    const char *name;
    int64_t value;
};

#define ROW(name, value) {#name, value},
static const struct constant comms[] = {CONSTANTS_COMM(ROW){0}};
static const struct constant groups[] = {CONSTANTS_GROUP(ROW){0}};
static const struct constant windows[] = {CONSTANTS_WIN(ROW){0}};
static const struct constant files[] = {CONSTANTS_FILE(ROW){0}};
static const struct constant sessions[] = {CONSTANTS_SESSION(ROW){0}};
static const struct constant messages[] = {CONSTANTS_MESSAGE(ROW){0}};
static const struct constant infos[] = {CONSTANTS_INFO(ROW){0}};
static const struct constant errhandlers[] = {CONSTANTS_ERRHANDLER(ROW){0}};
static const struct constant requests[] = {CONSTANTS_REQUEST(ROW){0}};
static const struct constant ops[] = {CONSTANTS_OP(ROW){0}};
static const struct constant datatypes[] = {CONSTANTS_DATATYPE(ROW){0}};
static const struct constant classes[] = {CONSTANTS_ERROR_CLASS(ROW){0}};
static const struct constant asserts[] = {CONSTANTS_ASSERT(ROW){0}};
static const struct constant amodes[] = {CONSTANTS_AMODE(ROW){0}};
static const struct constant lock_types[] = {CONSTANTS_LOCK_TYPE(ROW){0}};
static const struct constant levels[] = {CONSTANTS_THREAD_LEVEL(ROW){0}};
static const struct constant splits[] = {CONSTANTS_SPLIT_TYPE(ROW){0}};
static const struct constant orders[] = {CONSTANTS_ORDER(ROW){0}};
static const struct constant spreads[] = {CONSTANTS_DISTRIBUTION(ROW){0}};
static const struct constant typeclasses[] = {CONSTANTS_TYPECLASS(ROW){0}};
static const struct constant whences[] = {CONSTANTS_WHENCE(ROW){0}};
static const struct constant keyvals[] = {CONSTANTS_KEYVAL(ROW){0}};

/* What has names among the values of a kind. */
static const struct constant *const by_kind[CALL_KIND_COUNT] = {
    [KIND_COMM] = comms,
    [KIND_NEW_COMM] = comms,
    [KIND_GROUP] = groups,
    [KIND_WIN] = windows,
    [KIND_FILE] = files,
    [KIND_SESSION] = sessions,
    [KIND_MESSAGE] = messages,
    [KIND_INFO] = infos,
    [KIND_ERRHANDLER] = errhandlers,
    [KIND_REQUEST] = requests,
    [KIND_OP] = ops,
    [KIND_DATATYPE] = datatypes,
    [KIND_LOCK_TYPE] = lock_types,
    [KIND_THREAD_LEVEL] = levels,
    [KIND_SPLIT_TYPE] = splits,
    [KIND_ARRAY_ORDER] = orders,
    [KIND_DISTRIBUTION] = spreads,
    [KIND_TYPECLASS] = typeclasses,
    [KIND_WHENCE] = whences,
    [KIND_KEYVAL] = keyvals,
    [KIND_ERROR_CODE] = classes};

/* Bits, each with a name. */
static const struct constant *const bits_of_kind[CALL_KIND_COUNT] = {
    [KIND_ASSERT] = asserts, [KIND_AMODE] = amodes};

static const struct constant specials[] = {
    {"MPI_ANY_SOURCE", NEUTRAL_ANY_SOURCE},
    {"MPI_ANY_TAG", NEUTRAL_ANY_TAG},
    {"MPI_PROC_NULL", NEUTRAL_PROC_NULL},
    {"MPI_ROOT", NEUTRAL_ROOT},
    {"MPI_UNDEFINED", NEUTRAL_UNDEFINED},
    {"MPI_KEYVAL_INVALID", NEUTRAL_KEYVAL_INVALID},
    {"MPI_DISTRIBUTE_DFLT_DARG", NEUTRAL_DFLT_DARG},
    {"one of the MPI's own", NEUTRAL_KEYVAL_OF_MPI},
    {"?", NEUTRAL_UNREAD},
    {0}};

static const char *name_among(const struct constant *constants, int64_t value)
{
    for (; constants != NULL && constants->name != NULL; constants++)
        if (constants->value == value)
            return constants->name;
    return NULL;
}

static void append_bits(struct text *text, const struct constant *bits,
                        int64_t value)
{
    const char *between = "";

    for (; bits->name != NULL; bits++) {
        if ((value & bits->value) != 0) {
            text_printf(text, "%s%s", between, bits->name);
            value &= ~bits->value;
            between = "|";
        }
    }
    /* What the MPI does not know stands, as it was, in the upper half. */
    value = (int64_t)((uint64_t)value >> NEUTRAL_MODE_UNKNOWN_SHIFT |
                      ((uint64_t)value & UINT32_MAX));
    if (value != 0 || between[0] == '\0')
        text_printf(text, "%s%" PRId64, between, value);
}

static void append_number(struct text *text, enum call_kind kind, int64_t value)
{
    const char *name = name_among(by_kind[kind], value);

    if (name == NULL)
        name = name_among(specials, value);
    if (name != NULL)
        text_printf(text, "%s", name);
    else if (bits_of_kind[kind] != NULL)
        append_bits(text, bits_of_kind[kind], value);
    else if (by_kind[kind] != NULL && value > NEUTRAL_ENUM_UNKNOWN / 2)
        text_printf(text, "%" PRId64, value - NEUTRAL_ENUM_UNKNOWN);
    else
        text_printf(text, "%" PRId64, value);
}

/* "request of MPI_Irecv at example.c:41" */
static void append_request(struct text *text, const struct call *made_by)
{
    const struct source_stack *source =
        made_by->stack != NULL ? stack_source(made_by->stack) : NULL;
    const struct source_frame *frame =
        source != NULL && source->frame_count > 0 ? &source->frames[0] : NULL;

    text_printf(text, "request of %s", made_by->info->name);
    if (frame != NULL && frame->file != NULL) {
        const char *slash = strrchr(frame->file, '/');

        text_printf(text, " at %s:%d", slash != NULL ? slash + 1 : frame->file,
                    frame->line);
    }
}

static void append_handle(struct text *text, const struct call *call,
                          const struct model *model, enum call_kind kind,
                          uint64_t handle)
{
    const struct call *made_by = NULL;
    const char *name = NULL;

    if (kind == KIND_NEW_COMM)
        kind = KIND_COMM;
    if (handle < NEUTRAL_HANDLE_PREDEFINED_END)
        name = name_among(by_kind[kind], (int64_t)handle);
    if (name == NULL && model != NULL)
        name = model_object_name(call->process, kind, handle, call->number);
    if (name == NULL && model != NULL && kind == KIND_REQUEST)
        made_by = model_request_made_by(call, handle);
    if (name != NULL)
        text_printf(text, "%s", name);
    else if (made_by != NULL)
        append_request(text, made_by);
    else
        text_printf(text, "0x%" PRIx64,
                    handle & ~(NEUTRAL_HANDLE_NONE | UINT64_C(1) << 63));
}

/* A datatype of the program's own may have addresses in it. */
static bool is_bottom(const struct call *call,
                      const struct call_parameter *parameter)
{
    const struct call_parameter *type =
        parameter->kind == KIND_BUFFER && parameter->type >= 0
            ? &call->info->parameters[parameter->type]
            : NULL;

    return type != NULL && type->wire == WIRE_HANDLE &&
           call->words[type->word] >= NEUTRAL_HANDLE_PREDEFINED_END;
}

static void append_address(struct text *text, const struct call *call,
                           const struct call_parameter *parameter,
                           uint64_t address)
{
    if (parameter->kind == KIND_BUFFER && address == NEUTRAL_IN_PLACE)
        text_printf(text, "MPI_IN_PLACE");
    else if (address == 0)
        text_printf(text,
                    is_bottom(call, parameter) ? "NULL (MPI_BOTTOM)" : "NULL");
    else
        text_printf(text, "0x%" PRIx64, address);
}

static void append_status(struct text *text, const struct status_value *status)
{
    text_printf(text, "{source=");
    append_number(text, KIND_SOURCE, status->source);
    text_printf(text, ", tag=");
    append_number(text, KIND_TAG, status->tag);
    text_printf(text, "}");
}

static void append_string(struct text *text, const struct array_string *string)
{
    size_t shown =
        string->count < CHARACTERS_SHOWN ? string->count : CHARACTERS_SHOWN;

    text_append(text, "\"", 1);
    text_append(text, string->items, string->items != NULL ? shown : 0);
    text_printf(text, shown < string->count ? "...\"" : "\"");
}

/* Why an array has no items; NULL: it has. */
static const char *special_name(uint32_t special)
{
    static const char *const names[] = {
        [ARRAY_PRESENT] = NULL,
        [ARRAY_NULL] = "NULL",
        [ARRAY_UNREAD] = "?",
        [ARRAY_STATUSES_IGNORE] = "MPI_STATUSES_IGNORE",
        [ARRAY_UNWEIGHTED] = "MPI_UNWEIGHTED",
        [ARRAY_WEIGHTS_EMPTY] = "MPI_WEIGHTS_EMPTY",
        [ARRAY_IN_PLACE] = "MPI_IN_PLACE"};

    return names[special];
}

static void append_array(struct text *text, const struct call *call,
                         const struct model *model,
                         const struct call_parameter *parameter)
{
    const void *words = &call->words[parameter->word];
    const struct array_number *numbers = words;
    const struct array_handle *handles = words;
    const struct array_status *statuses = words;
    enum call_kind kind = (enum call_kind)parameter->kind;
    uint32_t i;

    if (special_name(numbers->special) != NULL) {
        text_printf(text, "%s", special_name(numbers->special));
        return;
    }
    if (parameter->wire == WIRE_STRING) {
        append_string(text, words);
        return;
    }
    text_append(text, "[", 1);
    for (i = 0; i < numbers->count && i < ITEMS_SHOWN; i++) {
        if (i > 0)
            text_append(text, ", ", 2);
        if (parameter->wire == WIRE_HANDLES)
            append_handle(text, call, model, kind, handles->items[i]);
        else if (parameter->wire == WIRE_STATUSES)
            append_status(text, &statuses->items[i]);
        else
            append_number(text, kind, numbers->items[i]);
    }
    if (i < numbers->count)
        text_printf(text, ", ... %" PRIu32 " in all", numbers->count);
    text_append(text, "]", 1);
}

static void append_value(struct text *text, const struct call *call,
                         const struct model *model,
                         const struct call_parameter *parameter)
{
    enum call_kind kind = (enum call_kind)parameter->kind;
    uint64_t word = call->words[parameter->word];

    switch ((enum call_wire)parameter->wire) {
    case WIRE_NUMBER:
        append_number(text, kind, (int64_t)word);
        break;
    case WIRE_HANDLE:
    case WIRE_NEW_COMM:
        append_handle(text, call, model, kind, word);
        break;
    case WIRE_ADDRESS:
        append_address(text, call, parameter, word);
        break;
    case WIRE_STATUS:
        append_status(text, (const void *)&call->words[parameter->word]);
        break;
    case WIRE_NUMBERS:
    case WIRE_HANDLES:
    case WIRE_STATUSES:
    case WIRE_STRING:
        append_array(text, call, model, parameter);
        break;
    case WIRE_NONE:
        break;
    }
}

char *call_argument_text(const struct call *call, const struct model *model,
                         const struct call_parameter *parameter)
{
    struct text text = {0};

    append_value(&text, call, model, parameter);
    return text.bytes;
}

char *call_value_text(const struct call *call, const struct model *model,
                      const struct call_parameter *parameter, uint64_t value)
{
    enum call_kind kind = (enum call_kind)parameter->kind;
    struct text text = {0};

    if (parameter->wire == WIRE_HANDLE || parameter->wire == WIRE_HANDLES)
        append_handle(&text, call, model, kind, value);
    else if (parameter->wire == WIRE_ADDRESS)
        append_address(&text, call, parameter, value);
    else if (parameter->wire == WIRE_STRING)
        append_array(&text, call, model, parameter);
    else
        append_number(&text, kind, (int64_t)value);
    return text.bytes;
}

char *call_item_text(const struct call *call, const char *name, int64_t item)
{
    return (call->flags & RECORD_FORTRAN) != 0
               ? xasprintf("%s(%" PRId64 ")", name, item + 1)
               : xasprintf("%s[%" PRId64 "]", name, item);
}

/* Is the parameter's value there, and does it say anything? */
static bool is_shown(const struct call *call,
                     const struct call_parameter *parameter)
{
    uint64_t word;

    if (parameter->wire == WIRE_NONE || parameter->word < 0)
        return false;
    /* A query that went well has no EXIT record. */
    if (parameter->word >= call->info->in_words &&
        (call->exit_time == 0 ||
         call->words[call->info->in_words] != NEUTRAL_SUCCESS))
        return false;
    word = call->words[parameter->word];
    return parameter->wire != WIRE_NUMBER || word != NEUTRAL_UNREAD;
}

char *call_text(const struct call *call, const struct model *model)
{
    const struct call_info *info = call->info;
    const char *between = "";
    struct text text = {0};
    int64_t result;
    int i;

    text_printf(&text, "%s(", info->name);
    for (i = 0; i < info->parameter_count; i++) {
        const struct call_parameter *parameter = &info->parameters[i];

        if (!is_shown(call, parameter))
            continue;
        text_printf(&text, "%s%s=", between, parameter->name);
        append_value(&text, call, model, parameter);
        between = ", ";
    }
    text_append(&text, ")", 1);
    if (call_view_before(call) != NULL)
        text_printf(&text, " seen before %s", call_view_before(call)->name);
    result = call->exit_time != 0 ? (int64_t)call->words[info->in_words] : 0;
    if (result != NEUTRAL_SUCCESS) {
        text_printf(&text, " = ");
        append_number(&text, KIND_ERROR_CODE, result);
    }
    return text.bytes;
}

char *call_text_values(enum call_kind kind)
{
    const struct constant *constant;
    struct text text = {0};

    if (by_kind[kind] == NULL)
        return NULL;
    text_printf(&text, "%s", by_kind[kind][0].name);
    for (constant = by_kind[kind] + 1; constant->name != NULL; constant++)
        text_printf(&text, "%s%s", constant[1].name == NULL ? " or " : ", ",
                    constant->name);
    return text.bytes;
}

const char *call_text_error(int64_t class)
{
    return name_among(classes, class);
}
