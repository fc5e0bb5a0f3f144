# generate_wrappers.awk - the wrappers of a flavour; behind generate.awk.
#
#   awk -v output=NAME ... -f generate.awk -f generate_wrappers.awk \
#       kinds.def calls.def
#
# NAME: wrappers_c  the wrappers of one chapter: -v chapter=NAME and
#                   -v present=FILE, the functions of the MPI (scan_mpi.sh)
#       fill_c      wrap_fill, which puts those of all chapters in a table
#
# A wrapper tells the checker of the call, calls the MPI, and tells what came
# of it.  In what is made, `w` points to the words of a record, `tail` to
# where the next array goes, and X_plan says how much of array X goes there.

BEGIN {
    further_outputs["wrappers_c"] = further_outputs["fill_c"] = 1
    split("buffer address weight string argc argv argvs spawn_error_code",
          list, " ")
    for (i in list)
        may_be_null[list[i]] = 1
}

END {
    if (!failed && output == "wrappers_c")
        print_wrappers()
    else if (!failed && output == "fill_c")
        print_fill()
}

function print_fill(    i)
{
    print "/* Made by wrappers/generate_wrappers.awk; do not edit. */"
    print "#include \"world.h\"\n"
    for (i = 0; i < chapters; i++)
        print "void wrap_fill_" chapter_name[i] "(murmel_function *table);"
    print "void wrap_fill(murmel_function *table);\n"
    print "void wrap_fill(murmel_function *table)\n{"
    for (i = 0; i < chapters; i++)
        print "    wrap_fill_" chapter_name[i] "(table);"
    print "}"
}

function print_wrappers(    id, line, names)
{
    while ((getline line < present) > 0)
        names[line] = 1
    print "/* Made by wrappers/generate_wrappers.awk; do not edit. */"
    print "#include \"contents.h\"\n#include \"filled.h\"\n" \
        "#include \"opened.h\"\n#include \"received.h\"\n" \
        "#include \"restart.h\"\n#include \"world.h\"\n"
    print "#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"\n"
    for (id = 0; id < calls; id++)
        if (call_chapter[id] == chapter && ("P" call_name[id]) in names)
            print_wrapper(id, call_stanza[id])
    print "void wrap_fill_" chapter "(murmel_function *table);\n"
    print "void wrap_fill_" chapter "(murmel_function *table)\n{"
    print "    (void)table;"
    for (id = 0; id < calls; id++)
        if (call_chapter[id] == chapter && ("P" call_name[id]) in names)
            print "    if (murmel_real[CALL_" call_name[id] "] != NULL)\n" \
                "        table[CALL_" call_name[id] "] =\n" \
                "            (murmel_function)wrap_" call_name[id] ";"
    print "}"
}

function print_wrapper(id, s,    name, real)
{
    name = call_name[id]
    real = "WRAPPED(" name ")(" argument_list(s) ")"
    uses_root = needs_root(s)
    print_wrapped("static " returns[s] " wrap_" name "(" \
        parameter_list(s, call_twin[id]) ")", "    ")
    print "{\n    struct murmel_call call;\n    uint64_t *w;"
    print "    " returns[s] " code;"
    if (returns[s] == "int")
        print "    int64_t outcome;"
    print_locals(s)
    print "\n    if (!murmel_call_begins(&call, CALL_" name \
        ",\n                            __builtin_return_address(0)))"
    print_wrapped("        return " real ";", "            ")
    if (before[s] != "")
        print "    " hook(before[s]) ";"
    if (uses_root)
        print "    at_root = comm_cache_at_root(comm, root);"
    print_enter(s)
    print_nulls(s)
    print_too_long(s)
    print_rooms(s)
    print_before(s)
    print_wrapped("    code = " real ";", "        ")
    print_after(s)
    if (returns[s] == "int")
        print_exit(s, has_class(s, "query"))
    print "    murmel_call_ends(&call);\n    return code;\n}\n"
    print_check(s, name, call_twin[id])
}

# Whether this MPI's mpi.h has the function that is wrapped.
function print_check(s, name, is_twin,    list)
{
    list = parameter_list(s, is_twin)
    gsub(/const /, "", list)
    print_wrapped("typedef " returns[s] " without_const_" name "(" list ");", \
        "    ")
    print "_Static_assert(IS_WRAPPED(" name "), \"" name "\");\n"
}

# ------------------------------------------------------------ questions

# A parameter whose reading depends on whether this process is the root.
function needs_root(s,    j)
{
    for (j = 1; j <= parameters[s]; j++)
        if (at_root[s, j] && words_of(wire_of(s, j)) == 2)
            return 1
    return 0
}

function has_plan(s, j)
{
    return words_of(wire_of(s, j)) == 2
}

# Statuses that the caller may want ignored.
function is_status(s, j)
{
    return kind_of[s, j] == "status" && direction[s, j] == "out"
}

function has_status_array(s,    j)
{
    for (j = 1; j <= parameters[s]; j++)
        if (is_status(s, j) && is_array(s, j))
            return 1
    return 0
}

# Of a message that was too long all is told as of one that fits (MPI-4.1
# 3.2.4).
function has_one_status(s,    j)
{
    for (j = 1; j <= parameters[s]; j++)
        if (is_status(s, j) && !is_array(s, j))
            return 1
    return 0
}

# The request parameter of a call that completes requests, or 0.
function completed_requests(s,    j)
{
    if (has_class(s, "completes"))
        for (j = 1; j <= parameters[s]; j++)
            if (kind_of[s, j] == "request")
                return j
    return 0
}

# Whether it is an array that a nonblocking or persistent operation reads.
function is_read_later(s, j)
{
    return (has_class(s, "starts") || has_class(s, "inits")) && \
        has_class(s, "collective") && direction[s, j] == "in" && \
        wire_of(s, j) ~ /^(numbers|handles)$/
}

function arrays_read_later(s,    j, count)
{
    count = 0
    for (j = 1; j <= parameters[s]; j++)
        count += is_read_later(s, j)
    return count
}

# The request parameter of a call that starts persistent ones, or 0.
function started_requests(s,    j)
{
    if (has_class(s, "starts"))
        for (j = 1; j <= parameters[s]; j++)
            if (kind_of[s, j] == "request" && direction[s, j] == "inout")
                return j
    return 0
}

# How many items the caller's array of requests or statuses has room for.
function capacity(s)
{
    return (s, "incount") in number_of ? "incount" : \
           (s, "count") in number_of ? "count" : "1"
}

# C expression for the length of an array; -1 where it is not known.
function length_expression(s, text,    at, inner, name)
{
    if ((at = index(text, "?")) > 0)
        return "*" substr(text, 1, at - 1) " ? " \
            length_expression(s, substr(text, at + 1)) " : 0"
    if ((at = index(text, "*")) > 0)
        return substr(text, 1, at) " (int64_t)" \
            length_expression(s, substr(text, at + 1))
    if ((at = index(text, "(")) > 0) {
        name = substr(text, 1, at - 1)
        inner = substr(text, at + 1, length(text) - at - 1)
        if (name == "sum" || name == "last")
            return "plan_" name "(" inner ", " inner "_plan)"
        if (name == "stored")
            return stored_expression(s, inner)
        return "comm_cache_" name "(" inner ")"
    }
    if (text ~ /^[0-9]+$/)
        return text
    if (!((s, text) in number_of))
        fail("no parameter " text " for a length")
    if (direction[s, number_of[s, text]] == "out")
        return "*" text " == MPI_UNDEFINED ? 0 : *" text
    return text
}

function stored_expression(s, text,    at)
{
    at = index(text, ",")
    return "contents_stored" ((s, "max_large_counts") in number_of ? "_c" : "") \
        "(datatype, CONTENTS_" toupper(substr(text, 1, at - 1)) ", " \
        substr(text, at + 1) ")"
}

# C condition under which a parameter may be read on entry; "" for always.
function significance(s, j,    text)
{
    text = at_root[s, j] ? "at_root" : ""
    if (unless[s, j] != "")
        text = text (text != "" ? " && " : "") unless[s, j] \
            " != MPI_IN_PLACE"
    return text
}

# --------------------------------------------------------------- pieces

function print_locals(s,    j, tails, name)
{
    tails = 0
    for (j = 1; j <= parameters[s]; j++) {
        name = c_name(s, j)
        if (has_plan(s, j)) {
            print "    struct plan " name "_plan;"
            tails = 1
        }
        if (is_status(s, j))
            print is_array(s, j) ? "    struct status_space space;" : \
                "    MPI_Status space;"
        if (wire_of(s, j) == "new_comm")
            print "    struct new_comm told_" name ";"
    }
    if (tails)
        print "    uint64_t *tail;"
    if (uses_root)
        print "    bool at_root;"
    if (completed_requests(s))
        print "    struct pending_comm *before;"
    if (arrays_read_later(s) > 0)
        print "    struct murmel_array arrays[" arrays_read_later(s) "];"
    if (started_requests(s))
        print "    struct restart restart;"
    if (out_words[s] > 1)
        print "    bool valid;"
}

# Statements that fill the plans of the arrays told on entry or on exit.
function print_plans(s, on_exit, guard,    j, name, expression, f, here, items)
{
    for (j = 1; j <= parameters[s]; j++) {
        if (!has_plan(s, j) || is_told_on_exit(s, j) != on_exit)
            continue
        name = c_name(s, j)
        here = guard == "" ? significance(s, j) : guard
        if (wire_of(s, j) == "string") {
            print "    " name "_plan = plan_string(" name ", " \
                (here == "" ? "true" : here) ");"
            continue
        }
        expression = length_expression(s, array_length[s, j])
        if (here != "")
            expression = here " ? " \
                (expression ~ /\?/ ? "(" expression ")" : expression) " : -1"
        items = direction[s, j] == "in" && kind_of[s, j] != "weight" && \
                kind_of[s, j] != "request"
        f = kind_of[s, j] == "weight" ? "plan_weights" : \
            items ? "plan_items" : "plan_array"
        print_wrapped("    " name "_plan = " f "(" name ", " expression \
            (items ? ", sizeof *" (kind_of[s, j] == "range" ? "*" : "") \
            name : "") ");", "        ")
    }
}

function bytes_expression(s, on_exit,    j, text, macro)
{
    text = 8 * (on_exit ? out_words[s] : in_words[s])
    for (j = 1; j <= parameters[s]; j++)
        if (has_plan(s, j) && is_told_on_exit(s, j) == on_exit) {
            macro = wire_of(s, j) == "string" ? "PLAN_STRING_BYTES" : \
                    wire_of(s, j) == "statuses" ? "PLAN_STATUS_BYTES" : \
                    "PLAN_BYTES"
            text = text " +\n                     " macro "(" \
                c_name(s, j) "_plan)"
        }
    return text
}

function has_tail(s, on_exit,    j)
{
    for (j = 1; j <= parameters[s]; j++)
        if (has_plan(s, j) && is_told_on_exit(s, j) == on_exit)
            return 1
    return 0
}

# Item of an array, with item_ as the index.
function item_expression(s, j)
{
    if (kind_of[s, j] == "range")
        return c_name(s, j) "[item_ / 3][item_ % 3]"
    return c_name(s, j) "[item_]"
}

function encoded(s, j, value)
{
    return kind_encoder[kind_of[s, j]] "(" value ")"
}

function print_array(s, j, at,    wire, name)
{
    wire = wire_of(s, j)
    name = c_name(s, j)
    if (wire == "string")
        print "        tail = put_string(w, " at ", " name "_plan" \
            ", tail, " name ");"
    else if (wire == "statuses")
        print_wrapped("        tail = put_statuses(w, " at ", " name "_plan" \
            ", tail, " name ", outcome != NEUTRAL_SUCCESS, " \
            "status_space_is(&space, " name "));", "            ")
    else
        print_wrapped("        PUT_ARRAY(w, " at ", " name "_plan" \
            ", tail, " encoded(s, j, item_expression(s, j)) ");", \
            "            ")
}

function print_enter(s,    j, name, form)
{
    print_plans(s, 0, "")
    print "    w = murmel_enter(&call, " bytes_expression(s, 0) ");"
    print "    if (w != NULL) {"
    if (has_tail(s, 0))
        print "        tail = w + " in_words[s] ";"
    for (j = 1; j <= parameters[s]; j++) {
        if (is_told_on_exit(s, j) || word_of[s, j] < 0)
            continue
        name = c_name(s, j)
        form = kind_form[kind_of[s, j]]
        if (has_plan(s, j))
            print_array(s, j, word_of[s, j])
        else if (form == "value" && direction[s, j] == "inout")
            print_wrapped("        w[" word_of[s, j] "] = " name \
                " == NULL ? (uint64_t)" kind_unread[kind_of[s, j]] " : " \
                "(uint64_t)" encoded(s, j, "*" name) ";", "            ")
        else
            print "        w[" word_of[s, j] "] = (uint64_t)" \
                encoded(s, j, name) ";"
    }
    if ((j = place_of(s)) > 0)
        print "        w[" place_word[s] "] = " \
            (is_array(s, j) || direction[s, j] != "in" ? \
             "encode_place(" c_name(s, j) ");" : "0;")
    if (arrays_read_later(s) > 0)
        print_arrays(s)
    print "        murmel_publish(&call);\n    }"
}

function print_arrays(s,    j, i, name)
{
    i = 0
    for (j = 1; j <= parameters[s]; j++)
        if (is_read_later(s, j)) {
            name = c_name(s, j)
            print "        arrays[" i++ "] = (struct murmel_array){"
            print "            " name "_plan.special == ARRAY_PRESENT ? " \
                name " : NULL,"
            print "            " name "_plan.count * sizeof " name "[0], " \
                j - 1 "};"
        }
    print "        call.arrays = arrays;"
    print "        call.array_count = " i ";"
}

# Whether the MPI loads from where the parameter points to, stores there, or
# calls that; of strings (ARRAY_NULL) and buffers others tell, and what is left
# out here may be null: MPI_COMM_NULL_COPY_FN and its kin are, in some MPIs.
function points(s, j,    kind)
{
    kind = kind_of[s, j]
    if (has_class(s, "tool") || kind in may_be_null)
        return 0
    return direction[s, j] != "in" || is_array(s, j) || \
        kind ~ /^(given_status|fstatus|f08_status)$/ || \
        kind ~ /^(user|datarep_extent|.*_errhandler|grequest_.*)_function$/
}

# How many items an array has room for, as far as that is known before the call.
function room_expression(s, j,    text)
{
    text = array_length[s, j]
    if (text ~ /^stored\(/) {
        sub(/.*,/, "", text)
        sub(/\)/, "", text)
        return text
    }
    if (direction[s, j] == "out" && text ~ /outcount|\?/)
        return capacity(s)
    return length_expression(s, text)
}

# C condition under which the parameter, a status, is the constant of Fortran
# that may not stand there: for one status that for arrays, and for an array
# that for one; what is read is neither.
function fortran_ignores(s, j,    name, text)
{
    name = c_name(s, j)
    if (kind_of[s, j] == "given_status")
        text = "(encode_fortran_ignores(" name ", false) ||\n             " \
            "encode_fortran_ignores(" name ", true))"
    else
        text = "encode_fortran_ignores(" name ", " \
            (is_array(s, j) ? "false" : "true") ")"
    return "((call.flags & RECORD_FORTRAN) != 0 &&\n            " text ")"
}

# C condition under which a status is ignored that may not be.
function ignore_condition(s, j,    text)
{
    text = fortran_ignores(s, j)
    return kind_of[s, j] == "given_status" ? \
        "(" c_name(s, j) " == MPI_STATUS_IGNORE || " text ")" : text
}

# C condition under which a parameter is a null pointer, and may not.
function null_condition(s, j,    name, text, room)
{
    name = c_name(s, j)
    text = name " == NULL"
    if (kind_of[s, j] == "status")
        text = "((" text " && MPI_STATUS_IGNORE != NULL) || " \
            ignore_condition(s, j) ")"
    else if (kind_of[s, j] == "given_status")
        text = "(" text " || " ignore_condition(s, j) ")"
    if (is_array(s, j))
        text = text " && (" room_expression(s, j) ") > 0"
    room = room_of[s, j]
    if (room != "" && direction[s, number_of[s, room]] == "in")
        text = text " && " room " != 0"
    else if (room != "")
        text = text " && " room " != NULL && *" room " != 0"
    if (significance(s, j) != "")
        text = significance(s, j) " && " text
    return text
}

# The bits of the parameters that are null, or MPI_STATUS_IGNORE, and may not.
function print_nulls(s,    j, is_null, any, nulls, ignored)
{
    any = nulls = ignored = ""
    for (j = 1; j <= parameters[s]; j++) {
        if (!points(s, j))
            continue
        is_null = null_condition(s, j)
        any = any (any == "" ? "" : " ||\n        ") \
            (is_null ~ /&&/ ? "(" is_null ")" : is_null)
        nulls = nulls (nulls == "" ? "" : " |\n            ") \
            "(uint64_t)(" is_null ") << " j - 1
        if (kind_of[s, j] ~ /^(given_status|status)$/)
            ignored = "(uint64_t)(" ignore_condition(s, j) ") << " j - 1
    }
    if (any == "")
        return
    print "    if (" any ")\n        encode_nulls(&call,\n            " nulls \
        ",\n            " (ignored == "" ? "0" : ignored) ");"
    print_unset(s)
}

# The bits of the statuses that are read, and that no call has filled in; those
# that are converted need not be.
function print_unset(s,    j)
{
    for (j = 1; j <= parameters[s]; j++)
        if (kind_of[s, j] == "given_status" && direction[s, j] == "in" && \
            c_name(s, j) == "status")
            print "    if (!(" null_condition(s, j) ") &&\n        " \
                "!filled_may_be(" c_name(s, j) "))\n        " \
                "encode_unset(&call, UINT64_C(1) << " j - 1 ");"
}

# Strings that are longer than the MPI's limit.
function print_too_long(s,    j, name)
{
    for (j = 1; j <= parameters[s]; j++) {
        if (most_of[s, j] == "")
            continue
        name = c_name(s, j)
        print "    if (" name "_plan.count > " most_of[s, j] ")"
        print "        encode_too_long(&call, " j - 1 ", " most_of[s, j] ");"
    }
}

# A pointer, or an integer of that size in Fortran, if there is an attribute.
function is_attribute_out(s, j)
{
    return kind_of[s, j] == "attribute_value" && direction[s, j] == "out"
}

# A number that is longer than an int.
function is_long_out(s, j)
{
    return kind_type[kind_of[s, j]] ~ /^MPI_(Aint|Count|Offset)$/ && \
        kind_form[kind_of[s, j]] == "value" && direction[s, j] != "in" && \
        !is_array(s, j) && !has_class(s, "tool")
}

# Arrays that are shorter than they should be.  Of some the call may store less
# than there must be room for.  Strings and attributes of Fortran's the binding
# converts.  A status is an array in Fortran alone.
function print_rooms(s,    j, bytes, may, only, least, array)
{
    for (j = 1; j <= parameters[s]; j++) {
        if (split(chars_of[s, j], least, ",") == 2)
            bytes = "(" least[1] " < " least[2] " ? " least[1] " : " least[2] ")"
        else if (chars_of[s, j] != "")
            bytes = chars_of[s, j]
        else if (is_array(s, j) && !has_class(s, "tool"))
            bytes = "(" room_expression(s, j) ") * (int64_t)sizeof *" \
                (kind_of[s, j] == "range" ? "*" : "") c_name(s, j)
        else if (is_status(s, j) && !has_class(s, "tool"))
            bytes = "(int64_t)sizeof *" c_name(s, j)
        else if (room_of[s, j] != "" && !has_class(s, "tool"))
            bytes = "(int64_t)" room_of[s, j] " * (int64_t)sizeof *" \
                c_name(s, j)
        else if (is_attribute_out(s, j))
            bytes = "(int64_t)sizeof(void *)"
        else if (is_long_out(s, j))
            bytes = "(int64_t)sizeof *" c_name(s, j)
        else
            continue
        may = chars_of[s, j] != "" || room_of[s, j] != "" || \
            is_attribute_out(s, j) || (direction[s, j] == "out" && \
            array_length[s, j] ~ /outcount|\?|max|^stored/)
        only = significance(s, j)
        if (chars_of[s, j] != "" || is_attribute_out(s, j) || \
            (is_status(s, j) && !is_array(s, j)))
            only = only (only == "" ? "" : " && ") \
                "(call.flags & RECORD_FORTRAN) " \
                (is_status(s, j) ? "!=" : "==") " 0"
        if (chars_of[s, j] ~ /^\*/)
            only = only " && " substr(least[1], 2) " != NULL"
        if (is_status(s, j) && !is_array(s, j))
            only = only " && " c_name(s, j) " != MPI_STATUS_IGNORE"
        array = is_status(s, j) && is_array(s, j) ? \
            "encode_statuses(&call, " c_name(s, j) ")" : c_name(s, j)
        if (only != "")
            print "    if (" only ")"
        print_wrapped((only == "" ? "    " : "        ") "murmel_room(&call, " \
            j - 1 ", " array ", " bytes ", " \
            (may ? "true" : "false") ");", "            ")
    }
}

# What must be done with the arguments before the real call.
function print_before(s,    j, name)
{
    for (j = 1; j <= parameters[s]; j++) {
        name = c_name(s, j)
        if (frees[s, j])
            print "    if (" name " != NULL)\n        comm_cache_remove(*" \
                name ");"
        if (is_status(s, j) && is_array(s, j)) {
            print "    space.many = NULL;"
            print "    if (" name " == MPI_STATUSES_IGNORE &&"
            print "        (" name " = status_space_get(&space, " \
                capacity(s) ")) == NULL)"
            print "        " name " = MPI_STATUSES_IGNORE;"
        } else if (is_status(s, j)) {
            print "    if (" name " == MPI_STATUS_IGNORE)"
            print "        " name " = &space;"
        }
    }
    if ((j = completed_requests(s)) > 0)
        print_wrapped("    before = comm_cache_pending_before(" c_name(s, j) \
            ", " capacity(s) ");", "        ")
    if ((j = started_requests(s)) > 0)
        print "    restart_before(&restart, " c_name(s, j) ", " \
            capacity(s) ");"
}

# C call of a function of `before=` or `after=`.
function hook(text)
{
    sub(/\(/, text ~ /\(\)/ ? "(\\&call" : "(\\&call, ", text)
    return text
}

function print_after(s,    j, name)
{
    if (returns[s] != "int")
        return
    print "    outcome = " (has_class(s, "tool") ? "encode_tool_result" : \
        "encode_result") "(code);"
    if (out_words[s] > 1)
        print "    valid = outcome == NEUTRAL_SUCCESS" \
            (has_status_array(s) ? " || outcome == NEUTRAL_IN_STATUS" : "") \
            (has_one_status(s) ? " || outcome == NEUTRAL_ERROR_TRUNCATE" : "") \
            ";"
    for (j = 1; j <= parameters[s]; j++) {
        name = c_name(s, j)
        if (kind_of[s, j] == "pending_comm")
            print_wrapped("    if (outcome == NEUTRAL_SUCCESS)\n" \
                "        comm_cache_pending(" name ", *request);", "")
        if (wire_of(s, j) == "new_comm")
            print_wrapped("    told_" name " = valid ? comm_cache_add(*" \
                name ") : comm_cache_none();", "        ")
    }
    if (after[s] != "")
        print "    if (outcome == NEUTRAL_SUCCESS)\n        " hook(after[s]) ";"
    if ((j = started_requests(s)) > 0)
        print_wrapped("    restart_after(&call, &restart, " c_name(s, j) \
            ", " capacity(s) ");", "        ")
    if ((j = completed_requests(s)) > 0) {
        print "    if (before != NULL)"
        print_wrapped("        comm_cache_pending_after(&call, before, " \
            c_name(s, j) ", outcome == NEUTRAL_SUCCESS);", "            ")
    }
}

function print_exit(s, only_failure,    j)
{
    if (only_failure) {
        print "    if (outcome != NEUTRAL_SUCCESS) {"
        print "        w = murmel_exit(&call, 8);"
        print "        if (w != NULL) {\n            w[0] = " \
            "(uint64_t)outcome;\n            murmel_publish(&call);"
        print "        }\n    }"
        return
    }
    print_plans(s, 1, "valid")
    print "    w = murmel_exit(&call, " bytes_expression(s, 1) ");"
    print "    if (w != NULL) {"
    if (has_tail(s, 1))
        print "        tail = w + " out_words[s] ";"
    print "        w[0] = (uint64_t)outcome;"
    for (j = 1; j <= parameters[s]; j++)
        if (is_told_on_exit(s, j) && word_of[s, j] >= 0)
            print_result(s, j, word_of[s, j] - in_words[s])
    print "        murmel_publish(&call);\n    }"
    for (j = 1; j <= parameters[s]; j++)
        if (is_status(s, j) && is_array(s, j))
            print "    status_space_release(&space);"
}

function print_result(s, j, at,    name, guard)
{
    name = c_name(s, j)
    guard = "valid" (condition[s, j] != "" ? " && *" condition[s, j] : "")
    if (has_plan(s, j))
        print_array(s, j, at)
    else if (wire_of(s, j) == "status")
        print_wrapped("        encode_status(&w[" at "], " name ", " guard \
            ", false, " name " == &space);", "            ")
    else if (wire_of(s, j) == "new_comm")
        print "        memcpy(&w[" at "], &told_" name ", sizeof(told_" name \
            "));"
    else if (kind_of[s, j] == "baseptr")
        print "        w[" at "] = " guard " ? encode_address(*(void **)" \
            name ") : NEUTRAL_BOTTOM;"
    else
        print_wrapped("        w[" at "] = " guard " ? (uint64_t)" \
            encoded(s, j, "*" name) " : (uint64_t)" \
            kind_unread[kind_of[s, j]] ";", "            ")
}
