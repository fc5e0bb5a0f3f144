# generate.awk - makes everything that follows from kinds.def and calls.def.
#
#   awk -v output=NAME -f generate.awk kinds.def calls.def
#
# NAME: names         all functions, one name a line
#       prototypes    for an mpi.h of the MPI ABI: MPI_X and PMPI_X
#       calls_h       calls.h: ids, kinds, views
#       call_table_c  call_table.c: what calls.def says, as data
#       stubs_s       stubs.S: MPI_X and PMPI_X, jumping through a table
#       chapters      the chapters, one name a line
# With `-f generate_wrappers.awk` behind, also what that file makes.
#
# POSIX awk; runs under mawk.  The heads of kinds.def and calls.def say what
# the input means.

function fail(text)
{
    printf "%s:%d: %s\n", FILENAME, FNR, text > "/dev/stderr"
    failed = 1
    exit 1
}

# ------------------------------------------------------------ reading

BEGIN {
    split("query local blocks collective starts inits completes rma " \
          "rma_sync anytime deprecated removed tool io splits ends_split", list, " ")
    for (i in list)
        is_class[list[i]] = 1
    split("value pointer exact", list, " ")
    for (i in list)
        is_form[list[i]] = 1
    split("none number handle address status new_comm string", list, " ")
    for (i in list)
        is_wire[list[i]] = 1
    split("call w code outcome room tail", list, " ")
    for (i in list)
        is_local[list[i]] = 1
    stanzas = kinds = calls = chapters = 0
}

{
    hash_text = hash_text "\n" $0
    sub(/#.*/, "")
}

NF == 0 { next }

FILENAME ~ /kinds\.def$/ && $1 == "differs" {
    differs[$2] = $3
    gsub(/_/, " ", differs[$2])
    next
}

FILENAME ~ /kinds\.def$/ {
    if (NF != 7 || !($4 in is_form) || !($5 in is_wire))
        fail("a kind needs: name type twin form wire encoder unread")
    kind_name[kinds++] = $1
    kind_type[$1] = $2
    kind_twin[$1] = $3 == "-" ? $2 : $3
    kind_form[$1] = $4
    kind_wire[$1] = $5
    kind_encoder[$1] = "encode_" $6
    kind_unread[$1] = "NEUTRAL_" $7
    next
}

$1 == "chapter" {
    current_chapter = $2
    chapter_name[chapters++] = $2
    next
}

$1 == "call" {
    read_call()
    next
}

$1 == "in" || $1 == "out" || $1 == "inout" {
    read_parameter()
    next
}

{ fail("not understood: " $1) }

function read_call(    i, words, s, twin)
{
    s = ++stanzas
    parameters[s] = 0
    returns[s] = "int"
    in_abi[s] = 1
    variadic[s] = 0
    classes[s] = ""
    before[s] = after[s] = ""
    twin = ""
    since[s] = section[s] = ""
    for (i = 3; i <= NF; i++) {
        split($i, words, "=")
        if (words[1] == "since")
            since[s] = words[2]
        else if (words[1] == "section")
            section[s] = words[2]
        else if (words[1] == "class")
            classes[s] = words[2]
        else if (words[1] == "returns")
            returns[s] = words[2]
        else if (words[1] == "large")
            twin = words[2] == "" ? "4.0" : words[2]
        else if (words[1] == "before")
            before[s] = words[2]
        else if (words[1] == "after")
            after[s] = words[2]
        else if ($i == "abi=no")
            in_abi[s] = 0
        else if ($i == "variadic")
            variadic[s] = 1
        else
            fail("unknown attribute of a call: " $i)
    }
    if (since[s] == "")
        fail($2 " has no since=")
    count_classes = split(classes[s], words, ",")
    for (i = 1; i <= count_classes; i++)
        if (!(words[i] in is_class))
            fail("unknown class " words[i])
    add_call($2, s, 0)
    if (twin != "")
        add_call($2 "_c", s, 1)
}

function add_call(name, s, is_twin)
{
    if (name in id_of)
        fail(name " stands twice")
    if (current_chapter == "")
        fail("no chapter yet")
    id_of[name] = calls
    call_name[calls] = name
    call_stanza[calls] = s
    call_twin[calls] = is_twin
    call_base[calls] = calls - is_twin
    call_chapter[calls] = current_chapter
    calls++
}

function read_parameter(    s, j, kind, length_text, at, i, words)
{
    s = stanzas
    j = ++parameters[s]
    kind = $2
    length_text = ""
    at = index(kind, "[")
    if (at > 0) {
        length_text = substr(kind, at + 1, length(kind) - at - 1)
        kind = substr(kind, 1, at - 1)
    }
    if (!(kind in kind_type))
        fail("unknown kind " kind)
    direction[s, j] = $1
    kind_of[s, j] = kind
    array_length[s, j] = length_text
    name_of[s, j] = $3
    number_of[s, $3] = j
    count_of[s, j] = type_of[s, j] = condition[s, j] = unless[s, j] = ""
    room_of[s, j] = most_of[s, j] = only_of[s, j] = chars_of[s, j] = ""
    at_root[s, j] = at_behind[s, j] = frees[s, j] = polls[s, j] = 0
    for (i = 4; i <= NF; i++) {
        split($i, words, "=")
        if (words[1] == "count")
            count_of[s, j] = words[2]
        else if (words[1] == "type")
            type_of[s, j] = words[2]
        else if (words[1] == "if")
            condition[s, j] = words[2]
        else if (words[1] == "unless")
            unless[s, j] = words[2]
        else if (words[1] == "room")
            room_of[s, j] = words[2]
        else if (words[1] == "chars" && $1 == "out")
            chars_of[s, j] = words[2]
        else if (words[1] == "most")
            most_of[s, j] = words[2]
        else if (words[1] == "only" && $i ~ /=int(ra|er)$/ && kind == "comm")
            only_of[s, j] = words[2]
        else if ($i == "at=root")
            at_root[s, j] = 1
        else if ($i == "at=behind")
            at_behind[s, j] = 1
        else if ($i == "frees")
            frees[s, j] = 1
        else if ($i == "polls" && $1 == "out" && kind_wire[kind] == "number")
            polls[s, j] = 1
        else
            fail("unknown attribute of a parameter: " $i)
    }
}

# ------------------------------------------- what follows from the words

function has_class(s, class)
{
    return index("," classes[s] ",", "," class ",") > 0
}

# C identifier: `result` and the locals of a wrapper are taken.
function c_name(s, j)
{
    if (name_of[s, j] == "result" || name_of[s, j] in is_local)
        return name_of[s, j] "_out"
    return name_of[s, j]
}

function is_array(s, j)
{
    return array_length[s, j] != ""
}

# A call of class query has no EXIT record, unless it fails.
function wire_of(s, j,    wire)
{
    wire = kind_wire[kind_of[s, j]]
    if (has_class(s, "query") && is_told_on_exit(s, j))
        return "none"
    if (!is_array(s, j))
        return wire
    return wire == "number" ? "numbers" : \
           wire == "handle" ? "handles" : \
           wire == "status" ? "statuses" : wire
}

function words_of(wire)
{
    return wire == "none" ? 0 : wire == "status" ? 5 : \
           wire == "new_comm" ? 5 : \
           wire ~ /^(numbers|handles|statuses|string)$/ ? 2 : 1
}

# The address of a buffer is told on entry even if the call fills the buffer;
# only a base pointer is the call's to tell.
function is_told_on_exit(s, j)
{
    return direction[s, j] == "out" && \
        (kind_wire[kind_of[s, j]] != "address" || kind_of[s, j] == "baseptr")
}

# The parameter that has the requests of a call, or 0.
function place_of(s,    j)
{
    for (j = 1; j <= parameters[s]; j++)
        if (kind_of[s, j] == "request")
            return j
    return 0
}

# Sets word_of[s, j], place_word[s], in_words[s], out_words[s], in_arrays[s],
# out_arrays[s].
function lay_out(s,    j, at)
{
    at = arrays = 0
    for (j = 1; j <= parameters[s]; j++)
        if (!is_told_on_exit(s, j))
            at = lay_one(s, j, at)
    if (place_of(s) > 0)
        place_word[s] = at++
    else
        place_word[s] = -1
    in_words[s] = at++
    in_arrays[s] = arrays
    arrays = 0
    for (j = 1; j <= parameters[s]; j++)
        if (is_told_on_exit(s, j))
            at = lay_one(s, j, at)
    out_words[s] = at - in_words[s]
    out_arrays[s] = arrays
    if (at > 40)
        fail("stanza " s " has more than CALL_VIEW_WORDS words")
}

function lay_one(s, j, at,    n)
{
    n = words_of(wire_of(s, j))
    word_of[s, j] = n == 0 ? -1 : at
    arrays += n == 2
    return at + n
}

# How many buffers are of that direction, or of both.
function buffers(s, which,    j, n)
{
    n = 0
    for (j = 1; j <= parameters[s]; j++)
        n += kind_of[s, j] == "buffer" && index(direction[s, j], which) > 0
    return n
}

# Index of a parameter by its name, counted from 0; -1: there is none.
function parameter_index(s, name)
{
    if (name == "" || !((s, name) in number_of))
        return -1
    return number_of[s, name] - 1
}

# --------------------------------------------------------------- C types

function c_type(s, j, is_twin)
{
    return is_twin ? kind_twin[kind_of[s, j]] : kind_type[kind_of[s, j]]
}

# "const void *buf"; a pointer's star stays with the name.
function declaration(s, j, is_twin,    type, form, name, in_only)
{
    type = c_type(s, j, is_twin)
    form = kind_form[kind_of[s, j]]
    in_only = direction[s, j] == "in"
    name = c_name(s, j)
    if (is_array(s, j) && kind_of[s, j] == "range")
        return type " " name "[][3]"
    if (is_array(s, j) && kind_of[s, j] == "weight") # or MPI_UNWEIGHTED
        return (in_only ? "const " : "") type " *" name
    if (is_array(s, j))
        return (in_only ? "const " : "") type " " name "[]"
    if (form == "value" && !in_only)
        name = "*" name
    if (form == "pointer") {
        name = "*" name
        if (in_only)
            type = "const " type
    }
    while (type ~ /\*$/) {
        type = substr(type, 1, length(type) - 1)
        name = "*" name
    }
    return type " " name
}

function parameter_list(s, is_twin,    j, text)
{
    text = ""
    for (j = 1; j <= parameters[s]; j++)
        text = text (j > 1 ? ", " : "") declaration(s, j, is_twin)
    if (variadic[s])
        text = text ", ..."
    return text == "" ? "void" : text
}

function argument_list(s,    j, text)
{
    text = ""
    for (j = 1; j <= parameters[s]; j++)
        text = text (j > 1 ? ", " : "") c_name(s, j)
    return text
}

# Prints `text` broken at ", " so that no line is longer than 80 columns.
function print_wrapped(text, indent,    line, at, cut)
{
    line = text
    while (length(line) > 80) {
        cut = 0
        for (at = 1; at <= 79; at++)
            if (substr(line, at, 2) == ", ")
                cut = at
        if (cut == 0)
            break
        print substr(line, 1, cut)
        line = indent substr(line, cut + 2)
    }
    print line
}

# ------------------------------------------------------------- outputs

END {
    if (failed)
        exit 1
    for (s = 1; s <= stanzas; s++)
        lay_out(s)
    if (output == "names")
        print_names()
    else if (output == "chapters")
        print_chapters()
    else if (output == "prototypes")
        print_prototypes()
    else if (output == "calls_h")
        print_calls_h()
    else if (output == "call_table_c")
        print_call_table()
    else if (output == "stubs_s")
        print_stubs()
    else if (!(output in further_outputs)) {
        print "generate.awk: unknown output " output > "/dev/stderr"
        exit 1
    }
}

function print_names(    id)
{
    for (id = 0; id < calls; id++)
        print call_name[id]
}

function print_chapters(    i)
{
    for (i = 0; i < chapters; i++)
        print chapter_name[i]
}

function print_prototypes(    id, s, text, name)
{
    for (id = 0; id < calls; id++) {
        s = call_stanza[id]
        if (!in_abi[s])
            continue
        text = "(" parameter_list(s, call_twin[id]) ");"
        for (name in differs)
            gsub(name, differs[name], text)
        gsub(/result_out/, "result", text)
        print_wrapped(returns[s] " " call_name[id] text, "    ")
        print_wrapped(returns[s] " P" call_name[id] text, "    ")
    }
}

# Two polynomial hashes modulo primes below 2^31 (exact in a double).
function print_hash(    i, n, a, b, code, alphabet)
{
    alphabet = ""
    for (i = 32; i < 127; i++)
        code[sprintf("%c", i)] = i
    a = b = 7
    n = length(hash_text)
    for (i = 1; i <= n; i++) {
        a = (a * 131 + code[substr(hash_text, i, 1)]) % 2147483647
        b = (b * 257 + code[substr(hash_text, i, 1)]) % 2147483629
    }
    printf "#define CALLS_SCHEMA_HASH UINT64_C(0x%08x%08x)\n", a, b
}

function field_type(wire)
{
    return wire == "number" ? "int64_t" : \
           wire ~ /^(handle|address)$/ ? "uint64_t" : \
           wire == "status" ? "struct status_value" : \
           wire == "new_comm" ? "struct new_comm" : \
           wire == "numbers" ? "struct array_number" : \
           wire == "handles" ? "struct array_handle" : \
           wire == "statuses" ? "struct array_status" : \
           "struct array_string"
}

function print_fields(s, out,    j, wire)
{
    for (j = 1; j <= parameters[s]; j++) {
        wire = wire_of(s, j)
        if (is_told_on_exit(s, j) == out && wire != "none")
            print "    " field_type(wire) " " c_name(s, j) ";"
    }
}

function print_calls_h(    id, s, i)
{
    print "/* Made by wrappers/generate.awk; do not edit. */"
    print "#ifndef MURMEL_CALLS_H\n#define MURMEL_CALLS_H\n"
    print "#include \"call.h\"\n"
    print_hash()
    print "\nenum call_id {"
    for (id = 0; id < calls; id++)
        print "    CALL_" call_name[id] ","
    print "    CALL_COUNT\n};\n\nenum call_kind {"
    for (i = 0; i < kinds; i++)
        print "    KIND_" toupper(kind_name[i]) ","
    print "    CALL_KIND_COUNT\n};\n"
    print "/* In the order of enum call_id. */"
    print "extern const struct call_info call_table[CALL_COUNT];\n"
    print "/* Likewise: the word of EXIT that is 0 if the call has found nothing;"
    print " * 0: it does not poll. */"
    print "extern const unsigned char call_poll_words[CALL_COUNT];\n"
    for (id = 0; id < calls; id++) {
        s = call_stanza[id]
        if (call_twin[id]) {
            print "#define call_" call_name[id] " call_" \
                call_name[call_base[id]] "\n"
            continue
        }
        print "struct call_" call_name[id] " {"
        print_fields(s, 0)
        if (place_word[s] >= 0)
            print "    uint64_t request_place;"
        print "    int64_t result;"
        print_fields(s, 1)
        print "};\n"
    }
    print "#endif"
}

function print_parameters(s, name,    j)
{
    print "static const struct call_parameter parameters_" name "[] = {"
    for (j = 1; j <= parameters[s]; j++)
        print_wrapped("    {\"" name_of[s, j] "\", KIND_" \
            toupper(kind_of[s, j]) ", DIRECTION_" \
            toupper(direction[s, j]) ", WIRE_" toupper(wire_of(s, j)) \
            ", " word_of[s, j] ", " parameter_index(s, count_of[s, j]) \
            ", " parameter_index(s, type_of[s, j]) ", " \
            (at_root[s, j] ? "AT_ROOT" : at_behind[s, j] ? "AT_BEHIND" : \
                "AT_ALL") ", ONLY_" \
            (only_of[s, j] == "" ? "NO" : toupper(only_of[s, j])) "},", "     ")
    print "};\n"
}

# Word of the first scalar parameter of that kind.
function first_word(s, kind,    j)
{
    for (j = 1; j <= parameters[s]; j++)
        if (kind_of[s, j] == kind && !is_array(s, j))
            return word_of[s, j]
    return -1
}

# Word of EXIT that tells whether the call has found something; 0: none does.
function poll_word(s,    j)
{
    for (j = 1; j <= parameters[s]; j++)
        if (polls[s, j])
            return word_of[s, j] - in_words[s]
    return 0
}

function class_bits(s,    n, i, words, text)
{
    n = split(classes[s], words, ",")
    text = ""
    for (i = 1; i <= n; i++)
        text = text (i > 1 ? " | " : "") "CLASS_" toupper(words[i])
    return text == "" ? "0" : text
}

function print_call_table(    id, s, i, base)
{
    print "/* Made by wrappers/generate.awk; do not edit. */"
    print "#include \"calls.h\"\n"
    for (id = 0; id < calls; id++) {
        s = call_stanza[id]
        if (!call_twin[id] && parameters[s] > 0)
            print_parameters(s, call_name[id])
    }
    print "const struct call_info call_table[CALL_COUNT] = {"
    for (id = 0; id < calls; id++) {
        s = call_stanza[id]
        base = call_name[call_base[id]]
        print "    {\"" call_name[id] "\", \"" call_chapter[id] "\", " \
            (section[s] == "" ? "NULL" : "\"" section[s] "\"") ","
        print "     CALL_" call_name[id] ", CALL_" base ","
        print "     " class_bits(s) ","
        print "     " parameters[s] ", " in_words[s] ", " out_words[s] ", " \
            in_arrays[s] ", " out_arrays[s] ", " \
            buffers(s, "in") ", " buffers(s, "out") ", " \
            first_word(s, "comm") ", " first_word(s, "win") ", " \
            first_word(s, "root") ", " first_word(s, "op") ", " \
            first_word(s, "request") ", " first_word(s, "source") ", " \
            first_word(s, "dest") ", " first_word(s, "target_rank") ", " \
            first_word(s, "message") ", " place_word[s] ","
        print "     " (parameters[s] > 0 ? "parameters_" base : "NULL") "},"
    }
    print "};\n\nconst unsigned char call_poll_words[CALL_COUNT] = {"
    for (id = 0; id < calls; id++)
        if (poll_word(call_stanza[id]) > 0)
            print "    [CALL_" call_name[id] "] = " \
                poll_word(call_stanza[id]) ","
    print "};"
}

# --------------------------------------------------------------- stubs

# Entries of the table: those of MPI_X, and then those of PMPI_X.
function print_stubs(    entry)
{
    print "/* Made by wrappers/generate.awk; do not edit. */"
    print "#if defined(__x86_64__)"
    for (entry = 0; entry < 2 * calls; entry++)
        print_stub(entry, "    jmp *murmel_jump+" 8 * entry "(%rip)", \
            "    pushq $" entry "\n    .cfi_adjust_cfa_offset 8\n" \
            "    jmp murmel_resolve_trampoline")
    print_trampoline_x86_64()
    print "#elif defined(__aarch64__)"
    for (entry = 0; entry < 2 * calls; entry++)
        print_stub(entry, "    adrp x16, murmel_jump+" 8 * entry \
            "\n    ldr x16, [x16, #:lo12:murmel_jump+" 8 * entry "]" \
            "\n    br x16", \
            "    mov w17, #" entry "\n    b murmel_resolve_trampoline")
    print_trampoline_aarch64()
    print "#else\n#error \"no stubs for this processor\"\n#endif\n"
    print "    .data\n    .balign 8\n    .globl murmel_jump"
    print "    .hidden murmel_jump\n    .type murmel_jump, %object"
    print "murmel_jump:"
    for (entry = 0; entry < 2 * calls; entry++)
        print "    .quad murmel_resolve_" entry
    print "    .size murmel_jump, . - murmel_jump"
    print "    .section .note.GNU-stack, \"\", %progbits"
}

function print_stub(entry, jump, resolve,    name)
{
    name = entry < calls ? call_name[entry] : "P" call_name[entry - calls]
    print "    .text\n    .globl " name "\n    .type " name ", %function"
    print "    .balign 8\n" name ":\n    .cfi_startproc"
    print jump "\n    .cfi_endproc\n    .size " name ", . - " name
    print "murmel_resolve_" entry ":\n    .cfi_startproc"
    print resolve "\n    .cfi_endproc"
}

# Keeps every register that may hold an argument (rax: variadic functions)
# around murmel_resolve(id).
function print_trampoline_x86_64(    registers, n, i)
{
    n = split("rax rdi rsi rdx rcx r8 r9", registers, " ")
    print "    .text\n    .balign 16\nmurmel_resolve_trampoline:"
    print "    .cfi_startproc\n    .cfi_def_cfa_offset 16"
    print "    subq $192, %rsp\n    .cfi_adjust_cfa_offset 192"
    for (i = 1; i <= n; i++)
        print "    movq %" registers[i] ", " 8 * (i - 1) "(%rsp)"
    for (i = 0; i < 8; i++)
        print "    movaps %xmm" i ", " 64 + 16 * i "(%rsp)"
    print "    movl 192(%rsp), %edi\n    call murmel_resolve"
    for (i = 0; i < 8; i++)
        print "    movaps " 64 + 16 * i "(%rsp), %xmm" i
    for (i = 1; i <= n; i++)
        print "    movq " 8 * (i - 1) "(%rsp), %" registers[i]
    print "    movq 192(%rsp), %r11"
    print "    addq $200, %rsp\n    .cfi_adjust_cfa_offset -200"
    print "    leaq murmel_jump(%rip), %r10"
    print "    jmp *(%r10,%r11,8)\n    .cfi_endproc"
}

function print_trampoline_aarch64(    i)
{
    print "    .text\n    .balign 16\nmurmel_resolve_trampoline:"
    print "    .cfi_startproc\n    stp x29, x30, [sp, #-240]!"
    print "    .cfi_def_cfa_offset 240\n    .cfi_offset 29, -240"
    print "    .cfi_offset 30, -232\n    mov x29, sp"
    for (i = 0; i < 8; i += 2)
        print "    stp x" i ", x" i + 1 ", [sp, #" 16 + 8 * i "]"
    print "    stp x8, x17, [sp, #80]"
    for (i = 0; i < 8; i += 2)
        print "    stp q" i ", q" i + 1 ", [sp, #" 96 + 16 * i "]"
    print "    mov w0, w17\n    bl murmel_resolve"
    for (i = 0; i < 8; i += 2)
        print "    ldp x" i ", x" i + 1 ", [sp, #" 16 + 8 * i "]"
    print "    ldp x8, x17, [sp, #80]"
    for (i = 0; i < 8; i += 2)
        print "    ldp q" i ", q" i + 1 ", [sp, #" 96 + 16 * i "]"
    print "    ldp x29, x30, [sp], #240\n    .cfi_def_cfa_offset 0"
    print "    .cfi_restore 29\n    .cfi_restore 30"
    print "    adrp x16, murmel_jump\n    add x16, x16, #:lo12:murmel_jump"
    print "    ldr x16, [x16, x17, lsl #3]\n    br x16\n    .cfi_endproc"
}
