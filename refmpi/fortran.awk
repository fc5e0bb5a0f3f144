# Makes the Fortran binding of the reference MPI from the table of calls.
#
#   awk -v output=calls      -f fortran.awk calls.def   C: mpi_x_ for MPI_X
#   awk -v output=interfaces -f fortran.awk calls.def   of the module mpi
#   awk -v output=constants  -f fortran.awk mpi.h       parameters of mpif.h
#
# A stanza whose arguments are all of kinds that are known here becomes a C
# function that converts them and calls MPI_X: handles to and from integers,
# strings, indices from 1, what stands for MPI_BOTTOM and the like. fortran.c
# has those written by hand (by_hand below). Without binding: what is not in the
# ABI, large counts, the tool interface, conversions of handles, processes that
# come later.

function set(kinds, key, list,    words, n, i) {
    n = split(list, words, " ")
    for (i = 1; i <= n; i++)
        kinds[words[i]] = key == "" ? words[i] : key
}

BEGIN {
    set(handle, "Comm", "comm new_comm pending_comm")
    set(handle, "Group", "group"); set(handle, "Win", "win")
    set(handle, "File", "file"); set(handle, "Session", "session")
    set(handle, "Message", "message"); set(handle, "Request", "request")
    set(handle, "Type", "datatype"); set(handle, "Op", "op")
    set(handle, "Info", "info"); set(handle, "Errhandler", "errhandler")
    set(integer, "int", "number count outcount partitions partition displ " \
        "element_displ disp_unit rank source dest root target_rank tag color " \
        "index flag dimension range keyval assert amode lock_type " \
        "thread_level split_type array_order distribution distribution_arg typeclass combiner " \
        "comparison topology whence error_code given_code weight length")
    set(integer, "wide", "aint byte_displ target_disp memory_size offset " \
        "packed_size large_count partition_count")
    set(choice, "", "buffer address")
    set(status, "", "status given_status")
    set(by_hand, "", "MPI_Init MPI_Init_thread MPI_Info_get_string " \
        "MPI_Buffer_detach MPI_Comm_detach_buffer MPI_Session_detach_buffer " \
        "MPI_Attr_get MPI_Attr_put MPI_Comm_get_attr MPI_Comm_set_attr " \
        "MPI_Type_get_attr MPI_Type_set_attr MPI_Win_get_attr " \
        "MPI_Win_set_attr MPI_Comm_create_keyval MPI_Type_create_keyval " \
        "MPI_Win_create_keyval MPI_Keyval_create MPI_Op_create " \
        "MPI_Comm_create_errhandler MPI_Win_create_errhandler " \
        "MPI_Grequest_start MPI_Info_create_env")
    set(without, "", "MPI_Comm_spawn MPI_Comm_spawn_multiple " \
        "MPI_File_create_errhandler MPI_Session_create_errhandler " \
        "MPI_Register_datarep MPI_Pcontrol")
    set(logical, "", "flag")
    # The types, by kind, that MPI_Sizeof takes; how long each is.
    set(numeric, 1, "integer1"); set(numeric, 2, "integer2")
    set(numeric, 4, "integer4 real4"); set(numeric, 8, "integer8 real8 complex4")
    set(numeric, 16, "real16 complex8"); set(numeric, 32, "complex16")
    if (output == "calls")
        print "/* Made by fortran.awk. */\n#include \"fortran.h\""
}

# ------------------------------------------------------------- constants

# Fixed and free form can read them alike.
output == "constants" && $1 == "#define" && $2 ~ /^MPI_[A-Z0-9_]+$/ && NF > 2 {
    value = $0
    sub(/^#define +[^ ]+ +/, "", value)
    type = "INTEGER"
    if (value ~ /\*/ || $2 ~ /^MPI_(T_|F_|ABI_)/)
        next
    if (value ~ /^\(\(MPI_Offset\)/)
        type = "INTEGER*8"
    sub(/^\(\(MPI_[A-Za-z]+\)/, "", value)
    gsub(/[()]/, "", value)
    if (value ~ /^0x/)
        value = number(substr(value, 3))
    if ($2 ~ /^MPI_MAX_/) # room for the C string's end is not Fortran's
        value = value - 1
    print "      " type " " $2
    print "      PARAMETER (" $2 "=" value ")"
}

function number(text,    i, n) {
    text = tolower(text)
    for (i = 1; i <= length(text); i++)
        n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return n
}

# ----------------------------------------------------------------- stanzas

output == "constants" { next }

$1 == "chapter" { finish(); chapter = $2 }

$1 == "call" {
    finish()
    name = $2
    count = 0
    is_known = chapter != "tool" && $0 !~ /abi=no/ && $0 !~ /returns=/ &&
        name !~ /_(f2c|c2f|fromint|toint)$/ && name !~ /^MPI_(T_|Abi_)/ &&
        !(name in without)
}

$1 == "in" || $1 == "out" || $1 == "inout" {
    kind = $2
    length_of = ""
    if (match(kind, /\[.*\]/)) {
        length_of = substr(kind, RSTART + 1, RLENGTH - 2)
        kind = substr(kind, 1, RSTART - 1)
    }
    count++
    directions[count] = $1
    kinds[count] = kind
    lengths[count] = length_of
    names[count] = $3
}

END {
    finish()
    if (output == "calls")
        write_sizeof_calls()
    if (output == "interfaces")
        write_sizeof_interface()
}

function finish() {
    if (name != "" && is_known && output == "calls" && !(name in by_hand))
        write_call()
    if (name != "" && is_known && output == "interfaces")
        write_interface()
    name = ""
}

# -------------------------------------------------------------------- in C

# How many items an array has, as a C expression.
function items(length_of,    inner) {
    if (match(length_of, /\(.*\)/)) {
        inner = substr(length_of, RSTART + 1, RLENGTH - 2)
        if (length_of ~ /^stored/) # whatever it is, it is not above the room
            return "*" substr(inner, index(inner, ",") + 1)
        if (length_of ~ /^(group_size|neighbors_in|neighbors_out)/)
            return "fortran_" substr(length_of, 1, RSTART - 1) \
                "(MPI_Comm_fromint(*" inner "))"
    }
    return "*" length_of
}

function c_type(what) {
    return what == "Type" ? "MPI_Datatype" : "MPI_" what
}

# Puts what stands before the call, in it and after it into before, pass and
# after; false if the kind has no binding.
function convert(i,    n, d, k, t, c) {
    n = names[i]; d = directions[i]; k = kinds[i]; c = "c_" n
    parameter = "MPI_Fint *" n
    if (k in handle) {
        t = handle[k]
        if (lengths[i] != "") {
            before = before "    " c_type(t) " *" c " = fortran_" t \
                "_handles(" n ", " items(lengths[i]) ");\n"
            pass = pass c
            if (d != "in")
                after = after "    fortran_" t "_numbers(" c ", " n ", " \
                    items(lengths[i]) ");\n"
            after = after "    free(" c ");\n"
        } else if (d == "in") {
            pass = pass "MPI_" t "_fromint(*" n ")"
        } else {
            before = before "    " c_type(t) " " c " = MPI_" t "_fromint(" \
                (d == "out" ? "0" : "*" n) ");\n"
            pass = pass "&" c
            after = after (d == "out" ? "    if (" c ")\n    " : "") \
                "    *" n " = MPI_" t "_toint(" c ");\n"
        }
    } else if (k in choice) {
        parameter = "void *" n
        pass = pass "fortran_address(" n ")"
    } else if (k == "baseptr") {
        parameter = "void *" n
        pass = pass n
    } else if (k in status) {
        pass = pass (lengths[i] == "" ? "fortran_status(" : \
            "fortran_statuses(") n ")"
    } else if (k == "weight") {
        pass = pass "fortran_weights(" n ")"
    } else if (k in integer) {
        if (integer[k] == "wide")
            parameter = "int64_t *" n
        if (k == "range")
            n = "(int(*)[3])" n
        pass = pass (d == "in" && lengths[i] == "" ? "*" n : \
            integer[k] == "wide" ? "(void *)" n : n)
        if (k == "index" && d == "out")
            after = after "    fortran_from_one(" n ", " \
                (lengths[i] == "" ? "1" : items(lengths[i])) ");\n"
    } else if (k == "string" && d == "in") {
        parameter = "const char *" n
        hidden = hidden ", size_t " n "_length"
        before = before "    char *" c " = fortran_string(" n ", " n \
            "_length);\n"
        pass = pass c
        after = after "    free(" c ");\n"
    } else if (k == "text" && d == "out") {
        parameter = "char *" n
        hidden = hidden ", size_t " n "_length"
        before = before "    char *" c " = fortran_room(" n "_length);\n"
        pass = pass c
        after = after "    if (*ierror == MPI_SUCCESS" has_flag() \
            ")\n        fortran_text(" c ", " n ", " n \
            "_length);\n    else\n        free(" c ");\n"
    } else {
        return 0
    }
    parameters = parameters parameter ", "
    return 1
}

# A text is there only if the call's flag says so.
function has_flag(    i) {
    for (i = 1; i <= count; i++)
        if (names[i] == "flag" && directions[i] == "out")
            return " && *flag"
    return ""
}

function write_call(    i) {
    before = pass = after = hidden = parameters = ""
    for (i = 1; i <= count; i++) {
        if (!convert(i)) {
            print "fortran.awk: " name " has a " kinds[i] >"/dev/stderr"
            exit 1
        }
        if (i < count)
            pass = pass ", "
    }
    print "\nvoid " tolower(name) "_(" parameters "MPI_Fint *ierror" hidden ")"
    print "{\n" before "    *ierror = " name "(" pass ");\n" after "}"
    print "FORTRAN_TWIN(" tolower(name) "_)"
    if (has_pointer()) {
        print "FORTRAN_ALIAS(" tolower(name) "_cptr_, " tolower(name) "_)"
        print "FORTRAN_ALIAS(p" tolower(name) "_cptr_, " tolower(name) "_)"
    }
}

function write_sizeof_calls(    type, routine) {
    for (type in numeric) {
        routine = "mpi_sizeof_" type "_"
        print "\nvoid " routine "(void *x, MPI_Fint *size, MPI_Fint *ierror)"
        print "{\n    (void)x;\n    *size = " numeric[type] ";"
        print "    *ierror = MPI_SUCCESS;\n}\nFORTRAN_TWIN(" routine ")"
    }
}

# ---------------------------------------------------------------- interfaces

function declare(i, is_cptr,    n, k, many) {
    n = names[i]; k = kinds[i]
    many = lengths[i] == "" ? "" : k == "range" ? "(3, *)" : "(*)"
    if (k in choice || k == "baseptr" && name ~ /detach/) {
        print "!GCC$ ATTRIBUTES NO_ARG_CHECK :: " n
        return "type(*), dimension(*) :: " n
    }
    if (k in status)
        return "integer :: " n (many == "" ? "(8)" : "(8, *)")
    if (k in logical)
        return "logical :: " n many
    if (k == "baseptr" && is_cptr)
        return "type(c_ptr) :: " n
    if (k == "baseptr" || k == "extra_state" || k == "attribute_value")
        return "integer(kind=" (name ~ /MPI_(Attr_|Keyval_)/ ? 4 : 8) ") :: " n
    if (k == "string" || k == "text")
        return "character(len=*) :: " n
    if (k ~ /_function$/)
        return "external :: " n
    return "integer" (integer[k] == "wide" ? "(kind=8)" : "") " :: " n many
}

# Memory that a call gives is an integer or a TYPE(C_PTR), under one name.
function has_pointer(    i) {
    for (i = 1; i <= count; i++)
        if (kinds[i] == "baseptr" && name !~ /detach/)
            return 1
    return 0
}

function write_interface() {
    if (!has_pointer()) {
        write_body(name, 0)
        return
    }
    print "end interface\ninterface " name
    write_body(name, 0)
    write_body(name "_cptr", 1)
    print "end interface\ninterface"
}

function write_body(routine, is_cptr,    i) {
    print "subroutine " routine "( &"
    for (i = 1; i <= count; i++)
        if (!is_of_main(i))
            print "    " names[i] ", &"
    print "    ierror)"
    if (is_cptr)
        print "  use, intrinsic :: iso_c_binding, only : c_ptr"
    for (i = 1; i <= count; i++)
        if (!is_of_main(i))
            print "  " declare(i, is_cptr)
    print "  integer :: ierror\nend subroutine"
}

# An argument of C's main, which Fortran has not.
function is_of_main(i) {
    return kinds[i] ~ /^arg(c|vs?)$/ || names[i] == "argc"
}

function write_sizeof_interface(    type, base) {
    print "end interface\ninterface MPI_Sizeof"
    for (type in numeric) {
        base = type
        sub(/[0-9]+$/, "", base)
        print "subroutine MPI_Sizeof_" type "(x, size, ierror)"
        print "  " base "(kind=" substr(type, length(base) + 1) \
            "), dimension(..) :: x"
        print "  integer :: size, ierror\nend subroutine"
    }
}
