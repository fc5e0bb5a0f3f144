"""A program that gives each MPI function every wrong argument of its kinds.

From wrappers/kinds.def and wrappers/calls.def: what a parameter of a kind may
be, and what it may not, holds for every function that has one.
"""

import collections
import re

Kind = collections.namedtuple("Kind", "type twin form")
Parameter = collections.namedtuple("Parameter",
                                   "direction kind length name type most only")
Function = collections.namedtuple("Function", "name large classes parameters")
# A call with one wrong argument, and the rule that has to tell of it.
Case = collections.namedtuple("Case", "function parameter fault rule code")

# What is right, by kind.  Messages go to MPI_PROC_NULL and come from there.
RIGHT = {
    "comm": "comm", "group": "group", "win": "win", "session": "session",
    "file": "file", "offset": "0", "message": "MPI_MESSAGE_NO_PROC",
    "request": "MPI_REQUEST_NULL", "datatype": "MPI_INT", "op": "MPI_SUM",
    "info": "MPI_INFO_NULL", "errhandler": "MPI_ERRORS_RETURN",
    "string": '"text"', "keyval": "keyval", "disp_unit": "1",
    "source": "MPI_PROC_NULL", "dest": "MPI_PROC_NULL",
    "memory_size": "64", "packed_size": "0", "dimension": "1", "length": "1",
    "count": "1", "large_count": "1", "partitions": "1", "partition_count": "1",
    "lock_type": "MPI_LOCK_SHARED", "split_type": "MPI_COMM_TYPE_SHARED",
    "thread_level": "MPI_THREAD_SINGLE", "array_order": "MPI_ORDER_C",
    "distribution": "MPI_DISTRIBUTE_BLOCK",
    "distribution_arg": "MPI_DISTRIBUTE_DFLT_DARG", "amode": "MPI_MODE_RDONLY",
    "typeclass": "MPI_TYPECLASS_INTEGER", "whence": "MPI_SEEK_SET",
}

# What is wrong, by kind: (what it is, its value, the rule).
NULL = "ARG-NULL-HANDLE"
FREED = "ARG-FREED-HANDLE"
WRONG = {
    "comm": [("null", "MPI_COMM_NULL", NULL), ("freed", "freed_comm", FREED),
             ("no topology", "comm", "ARG-TOPOLOGY"),
             ("not intra", "inter", "ARG-INTRA-INTER"),
             ("not inter", "comm", "ARG-INTRA-INTER")],
    "group": [("null", "MPI_GROUP_NULL", NULL),
              ("freed", "freed_group", FREED)],
    "win": [("null", "MPI_WIN_NULL", NULL), ("freed", "freed_win", FREED)],
    "file": [("null", "MPI_FILE_NULL", NULL), ("freed", "freed_file", FREED)],
    "session": [("null", "MPI_SESSION_NULL", NULL),
                ("freed", "freed_session", FREED)],
    "message": [("null", "MPI_MESSAGE_NULL", NULL)],
    "request": [("null", "MPI_REQUEST_NULL", NULL),
                ("freed", "freed()", "REQUEST-UNKNOWN")],
    "datatype": [("null", "MPI_DATATYPE_NULL", NULL),
                 ("freed", "freed_type", FREED),
                 ("not committed", "type", "ARG-TYPE-NOT-COMMITTED"),
                 ("overlapping", "overlapping", "ARG-OVERLAP")],
    "op": [("null", "MPI_OP_NULL", NULL), ("freed", "freed_op", FREED)],
    "info": [("null", "MPI_INFO_NULL", NULL), ("freed", "freed_info", FREED)],
    "errhandler": [("null", "MPI_ERRHANDLER_NULL", NULL),
                   ("freed", "freed_errhandler", FREED)],
    "buffer": [("null", "NULL", "ARG-NULL-BUFFER"),
               ("in place", "MPI_IN_PLACE", "ARG-VALUE"),
               ("no memory", "no_memory", "ARG-NO-MEMORY"),
               ("read only", "(void *)read_only", "ARG-READ-ONLY")],
    "source": [("no rank", "77", "ARG-RANK")],
    "dest": [("no rank", "77", "ARG-RANK")],
    "root": [("no rank", "77", "ARG-RANK")],
    "rank": [("no rank", "77", "ARG-RANK")],
    "target_rank": [("no rank", "77", "RMA-RANK")],
    "tag": [("negative", "-77", "ARG-TAG")],
    "color": [("negative", "-77", "ARG-NEGATIVE")],
    "offset": [("negative", "-1", "ARG-NEGATIVE")],
    "whence": [("unknown", "7777", "ARG-VALUE")],
    "assert": [("unknown", "1 << 30", "RMA-ASSERT-BITS")],
    "string": [("null", "NULL", "ARG-VALUE"),
               ("no external32", "\"native\"", "ARG-VALUE"),
               ("too long", "too_long", "ARG-TOO-LONG"),
               ("empty", '""', "ARG-EMPTY-INFO")],
    "amode": [("none", "MPI_MODE_CREATE", "IO-AMODE")],
}
for kind, c_type in (("group", "Group"), ("win", "Win"), ("file", "File"),
                     ("session", "Session"), ("message", "Message"),
                     ("datatype", "Datatype"), ("op", "Op"), ("info", "Info"),
                     ("errhandler", "Errhandler")):
    WRONG[kind] += [("of another kind", "(MPI_%s)(intptr_t)comm" % c_type,
                     "ARG-OTHER-KIND")]
WRONG["comm"] += [("of another kind", "(MPI_Comm)(intptr_t)some_info",
                   "ARG-OTHER-KIND"),
                  ("never set", "(MPI_Comm)0", "ARG-OTHER-KIND")]
for kind, right in (("comm", "MPI_COMM_WORLD"), ("datatype", "MPI_INT"),
                    ("op", "MPI_SUM"), ("info", "MPI_INFO_ENV")):
    WRONG[kind] += [("predefined", right, "ARG-PREDEFINED")]
for kind in ("lock_type", "array_order", "distribution", "typeclass",
             "split_type"):  # of which an MPI may have some of its own
    WRONG[kind] = [("unknown", "77777", "ARG-VALUE")]
WRONG["disp_unit"] = [("zero", "0", "ARG-VALUE")]
WRONG["keyval"] = [("invalid", "MPI_KEYVAL_INVALID", "ARG-VALUE"),
                   ("of communicators", "keyval", "ARG-OTHER-KIND"),
                   ("of datatypes", "type_keyval", "ARG-OTHER-KIND"),
                   ("freed", "freed_keyval", FREED),
                   ("never made", "7777777", "ARG-OTHER-KIND"),
                   ("of the MPI", "MPI_TAG_UB", "ARG-PREDEFINED")]
for kind in ("count", "large_count", "length", "partitions", "dimension",
             "partition_count", "memory_size", "packed_size", "weight"):
    WRONG[kind] = [("negative", "-1", "ARG-NEGATIVE")]
WRONG["dimension"] += [("zero", "0", "ARG-NO-GRID")]
WRONG["distribution_arg"] = [("zero", "0", "ARG-VALUE")]
for kind in ("count", "packed_size"):  # an int has 4 bytes
    WRONG[kind] += [("less than the data", "3", "ARG-PACKED")]


# The kinds of which no single value is wrong, and why, or who tells.
NOT_TRIED = {
    "address": "any address",
    "aint": "any address",
    "baseptr": "any address",
    "number": "any number",
    "flag": "any number",
    "index": "any number",
    "error_code": "any number",
    "given_code": "any number",
    "displ": "may be negative; pieces that overlap: ARG-OVERLAP",
    "element_displ": "may be negative",
    "byte_displ": "may be negative",
    "target_disp": "RMA-NEGATIVE-ARGUMENT, RMA-BEYOND-WINDOW, by tests/e2e",
    "partition": "PARTITION-RANGE, by tests/e2e",
    "range": "ARG-TWICE, ARG-RANK, by tests/e2e",
    "thread_level": "of MPI_Init_thread only; ARG-VALUE, by tests/e2e",
    "text": "written only",
    "given_status": "any status; ARG-STATUS-UNSET, by tests/e2e",
    "status": "written only; MPI_STATUS_IGNORE may be null",
    "argc": "not recorded", "argv": "not recorded", "argvs": "not recorded",
    "extra_state": "the program's own",
    "attribute_value": "the program's own",
    "fint": "any number",
    "fstatus": "any status",
    "f08_status": "any status",
    "spawn_error_code": "not read",
}

# That a function reads or writes, of either language.
STATUSES = {"given_status", "fstatus", "f08_status"}

# Functions that the MPI calls; those on attributes may be null, in some MPIs.
FUNCTIONS = {"user_function", "comm_errhandler_function",
             "file_errhandler_function", "win_errhandler_function",
             "session_errhandler_function", "grequest_query_function",
             "grequest_free_function", "grequest_cancel_function",
             "datarep_extent_function"}

# Pointers that no call may be given as NULL, but these: others tell of them, or
# they may be.
MAY_BE_NULL = {"buffer", "address", "string", "status", "weight", "argc",
               "argv", "argvs", "spawn_error_code"}
NULL_POINTER = "null pointer"

# RMA communication has rules of its own.
OF_RMA = {"ARG-NEGATIVE": "RMA-NEGATIVE-ARGUMENT", "ARG-RANK": "RMA-RANK",
          "ARG-TYPE-NOT-COMMITTED": "RMA-TYPE-NOT-COMMITTED"}

# Where the argument is right, or another rule tells: (function, parameter,
# fault) as regular expressions, and that rule.
SPECIAL = [
    (r"(?!MPI_(Comm|Type|Op|Info)_free$|MPI_Comm_disconnect).*", ".*",
     "predefined", None),
    (r"(?!MPI_(Un)?[pP]ack_external).*", ".*", "no external32", None),
    (r"(?!MPI_(Un)?[pP]ack(_external)?(_c)?$).*", ".*", "less than the data",
     None),
    (r"(?!MPI_Info_).*", ".*", "empty", None),
    (r"MPI_Dims_create", ".*", "zero", None),
    (r"MPI_Type_create_darray(_c)?", "array_of_psizes", "zero", "ARG-VALUE"),
    (r".*", "(?!insize|outsize).*", "less than the data", None),
    (r"MPI_(Comm|Attr|Keyval)_.*", ".*", "of communicators", None),
    (r"MPI_Type_.*", ".*", "of datatypes", None),
    (r"MPI_(Type|Win)_.*", ".*keyval", "freed", None),
    (r"MPI_(Type|Win)_.*", ".*keyval", "of the MPI", "ARG-OTHER-KIND"),
    (r"MPI_(Comm_get_attr|Attr_get)", ".*", "of the MPI", None),
    (r"(?!MPI_(Cart|Cartdim|Graph|Graphdims|I?[nN]eighbor|Dist_graph)_).*"
     r"|.*_(map|create|create_adjacent)", ".*", "no topology", None),
    (r"MPI_(?!Info_).*", "info|array_of_info", "null", None),
    (r"MPI_(?!Start|Pready|Request_free|Cancel|Grequest).*",
     "request|array_of_requests", "null", None),
    (r"MPI_.*_get_name", ".*", "null", None),
    (r"MPI_File_[a-z]+_errhandler", "f.*", "null", None),
    (r"MPI_File_.*_end", "buf", "null|no memory|read only", None),
    (r"MPI_File_set_view", "disp", "negative", None),  # may be a constant
    (r"MPI_File_seek(_shared)?", "whence", ".*", "ARG-VALUE"),
    (r"MPI_(?!Win).*([pP]ut|[gG]et|[aA]ccumulate|_and_op|_swap)(_c)?", "win", "null",
     "RMA-NO-WINDOW"),
    (r"MPI_Win_(lock|flush|flush_local|unlock)", "rank", "no rank",
     "RMA-RANK"),
    (r"MPI_(Get_address|Win_detach)", ".*", "null|in place|no memory", None),
    (r"MPI_(Iex|Ex)scan(_init)?(_c)?", "recvbuf", "null|in place|no memory|read only", None),
    (r"MPI_I?[bB]cast", "buffer", "read only", None),  # it is the root
    (r"MPI_(Un)?[pP]ack(_c)?", "datatype", "not committed", None),
    (r"MPI_Status_set_source", "source", "no rank", None),
    (r"MPI_Win_attach", "size", "negative", "RMA-ATTACH"),
    (r"MPI_R?([Gg]et_)?[Aa]ccumulate(_c)?|MPI_Fetch_and_op", "op",
     "null|freed|of another kind", "RMA-ACCUMULATE-OP"),
]

# Where MPI_IN_PLACE may stand, on the only process, which is the root.
IN_PLACE = re.compile(
    r"MPI_I?((all)?reduce(_scatter(_block)?)?|(ex)?scan|(all)?gatherv?"
    r"|alltoall[vw]?)(_init)?(_c)? sendbuf"
    r"|MPI_I?scatterv?(_init)?(_c)? recvbuf", re.IGNORECASE)

# A message for the blocking receive, where that is not refused at once.
SENT = "MPI_Request sent; MPI_Isend(buffers[1], 1, MPI_INT, 0, 0, comm, " \
    "&sent); "

# What is right for some functions, by function and parameter.
RIGHT_FOR = [
    (r"MPI_Type_.*", "type_keyval", "type_keyval"),
    (r"MPI_Win_.*", "win_keyval", "win_keyval"),
    (r"MPI_Cart(dim)?_(?!create|map).*", "comm", "cart"),
    (r"MPI_Graph(dims)?_(?!create|map).*", "comm", "graph"),
    (r"MPI_(I?[nN]eighbor_|Dist_graph_neighbors).*", "comm", "dist_graph"),
    (r"MPI_Graph_.*", "indx", "1"),
    (r"MPI_Dims_create", "nnodes", "1"),
    (r"MPI_Comm_remote_.*", "comm", "inter"),
    (r"MPI_Intercomm_merge", "intercomm", "inter"),
    (r"MPI_Info_.*", "info", "info"),
    (r"MPI_Type_create_subarray(_c)?", "array_of_starts", "0"),
    (r"MPI_Type_get_contents(_c)?", "datatype", "type"),
    (r"MPI_Pready.*", "request", "psend"),
    (r"MPI_(Un)?[pP]ack(_external)?(_c)?", "(in|out)size", "64"),
    (r"MPI_(Un)?[pP]ack_external.*", "datarep", '"external32"'),
    (r"MPI_File_.*", "count", "1"),
    (r"MPI_Info_get_string", "buflen", "64"),
    (r"MPI_File_set_view", "datarep", '"native"'),
]

# Wrong uses of requests: (function, what is wrong, the rule, what comes before,
# the arguments).
BY_REQUEST = [
    ("MPI_Start", "active", "REQUEST-ACTIVE",
     "MPI_Request request = started();", "&request"),
    ("MPI_Startall", "active", "REQUEST-ACTIVE",
     "MPI_Request request = started();", "1, &request"),
    ("MPI_Startall", "twice", "REQUEST-ACTIVE",
     "MPI_Request request = persistent();",
     "2, (MPI_Request[2]){request, request}"),
    ("MPI_Start", "not persistent", "REQUEST-NOT-PERSISTENT",
     "MPI_Request request = pending();", "&request"),
    ("MPI_Startall", "not persistent", "REQUEST-NOT-PERSISTENT",
     "MPI_Request request = pending();", "1, &request"),
    ("MPI_Request_free", "active receive", "REQUEST-RECEIVE-FREED",
     "MPI_Request request = receiving();", "&request"),
    ("MPI_Request_free", "active collective", "REQUEST-GIVEN-UP",
     "MPI_Request request; MPI_Ibarrier(comm, &request);", "&request"),
    ("MPI_Cancel", "active collective", "REQUEST-GIVEN-UP",
     "MPI_Request request; MPI_Ibarrier(comm, &request);", "&request"),
    ("MPI_Request_free", "active get", "REQUEST-GIVEN-UP",
     "MPI_Request request; MPI_Rget(buffers[1], 1, MPI_INT, 0, 0, 1, MPI_INT, "
     "win, &request);", "&request"),
    ("MPI_Waitall", "twice", "REQUEST-TWICE",
     "MPI_Request request = pending();",
     "2, (MPI_Request[2]){request, request}, MPI_STATUSES_IGNORE"),
    ("MPI_Testall", "twice", "REQUEST-TWICE",
     "MPI_Request request = pending(); int flag;",
     "2, (MPI_Request[2]){request, request}, &flag, MPI_STATUSES_IGNORE"),
]


def read_kinds(path):
    kinds = {}
    with open(path) as lines:
        for words in map(str.split, lines):
            if words and words[0] not in ("#", "differs"):
                kinds[words[0]] = Kind(
                    words[1].replace("PARTITION_COUNT", "int"),
                    words[2] if words[2] != "-" else words[1], words[3])
    return kinds


def read_functions(path):
    functions, parameters = [], None
    with open(path) as lines:
        for line in lines:
            words = line.split()
            if line.startswith("call "):
                classes = re.search(r"class=(\S+)", line).group(1).split(",")
                parameters = []
                functions.append(
                    Function(words[1], False, classes, parameters))
                if any(word.startswith("large") for word in words):
                    functions.append(
                        Function(words[1] + "_c", True, classes, parameters))
            elif line.startswith(" ") and words:
                kind, _, length = words[1].partition("[")
                attributes = dict(word.split("=") for word in words[3:]
                                  if "=" in word)
                parameters.append(Parameter(words[0], kind, length[:-1],
                                            words[2], attributes.get("type"),
                                            attributes.get("most"),
                                            attributes.get("only")))
    return functions


def right_value(function, parameter, form, with_data):
    for name, parameter_name, value in RIGHT_FOR:
        if re.fullmatch(name, function.name) and re.fullmatch(
                parameter_name, parameter.name):
            return value
    if parameter.kind in ("source", "dest") and with_data:
        return "0"
    if parameter.kind == "message" and with_data:
        return "matched()"
    if parameter.kind in FUNCTIONS:
        return "(void *)handle"
    return RIGHT.get(parameter.kind,
                     "0" if form == "value" else "NULL")


def argument(kinds, function, index, wrong, with_data):
    """The C expression of one argument; `wrong`: in place of what is right."""
    parameter = function.parameters[index]
    kind = kinds[parameter.kind]
    c_type = kind.twin if function.large else kind.type
    if wrong == NULL_POINTER:
        return "NULL"
    if parameter.kind in ("buffer", "address", "baseptr", "text") or (
            parameter.kind == "attribute_value" and
            parameter.direction == "out"):
        return wrong or "buffers[%d]" % index
    if parameter.kind in STATUSES:
        return "(%s[8]){0}" % c_type
    if kind.form != "value":
        return wrong or right_value(function, parameter, kind.form, with_data)
    if parameter.kind == "range":
        return "(int[8][3]){{0, 0, 1}}"
    if parameter.name == "pset_len":  # an INOUT, of which no value is wrong
        return "(int[1]){64}"
    if parameter.direction == "out":
        return "(%s[8]){0}" % c_type
    right = right_value(function, parameter, kind.form, with_data)
    if parameter.length:
        return "(%s[8]){%s}" % (
            c_type, ", ".join([wrong or right] + [right] * 7))
    if parameter.direction == "inout":
        return "(%s[1]){%s}" % (c_type, wrong or right)
    return wrong or right


def is_stored_by(function, parameter):
    """Whether the call stores by the datatype, on the only process."""
    if re.fullmatch(r"MPI_(I?[bB]cast(_init)?|Unpack(_external)?|I?[mM]recv)"
                    r"(_c)?|MPI_(Iex|Ex)scan(_init)?(_c)?", function.name):
        return False  # it is the root; not for messages; there is none
    if function.name == "MPI_File_set_view":
        return parameter.kind == "datatype"
    if parameter.name == "target_datatype":
        return not re.fullmatch("MPI_R?[Gg]et(_c)?", function.name)
    return any(other.kind == "buffer" and other.type == parameter.name and
               other.direction != "in" for other in function.parameters)


def rule_for_null_pointer(function, parameter):
    if parameter.kind in MAY_BE_NULL:
        return None
    if parameter.kind in STATUSES:
        return "ARG-STATUS-IGNORE"  # which is null in the reference MPI
    if parameter.kind in FUNCTIONS:
        return "ARG-NULL-POINTER"
    if parameter.direction == "in" and not parameter.length:
        return None
    if parameter.direction == "inout" and not parameter.length and \
            (NULL, "null") in [(rule_for(function, parameter, fault, rule),
                                fault)
                               for fault, _, rule in WRONG.get(
                                   parameter.kind, [])]:
        return NULL
    return "ARG-NULL-POINTER"


def rule_for(function, parameter, fault, rule):
    """The rule that has to tell; None: the argument is none that is wrong."""
    if fault == NULL_POINTER:
        return rule_for_null_pointer(function, parameter)
    if parameter.direction == "out" and parameter.kind != "buffer":
        return None
    for name, parameter_name, what, instead in SPECIAL:
        if re.fullmatch(name, function.name) and re.fullmatch(
                parameter_name, parameter.name) and re.fullmatch(what, fault):
            return instead
    if fault == "in place" and "collective" in function.classes and \
            "io" not in function.classes:
        return None if IN_PLACE.fullmatch(
            "%s %s" % (function.name, parameter.name)) else "COLL-IN-PLACE"
    if fault == "overlapping" and not is_stored_by(function, parameter):
        return None
    if fault in ("not intra", "not inter") and \
            fault != "not %s" % parameter.only:
        return None
    if fault == "too long" and parameter.most is None:
        return None
    if fault == "read only" and parameter.direction == "in":
        return None
    if fault in ("no memory", "read only") and function.large:
        return None  # as without _c
    if fault == "read only" and function.name.endswith("_init"):
        return None  # it may be another as it is started
    if rule == "ARG-TYPE-NOT-COMMITTED" and \
            parameter.name != "target_datatype" and not any(
                other.type == parameter.name for other in function.parameters):
        return None
    return OF_RMA.get(rule, rule) if "rma" in function.classes else rule


def untold(function):
    """Its arguments of a kind of which nothing is said here."""
    return [parameter.name for parameter in function.parameters
            if parameter.direction != "out" and
            parameter.kind not in WRONG and parameter.kind not in NOT_TRIED and
            not parameter.kind.endswith("function")]


def case_of_end(function):
    """A split collective operation that is ended with another buffer."""
    if not function.name.endswith("_end") or function.large:
        return
    buffer = next(parameter for parameter in function.parameters
                  if parameter.kind == "buffer")
    yield Case(function, buffer, "another", "IO-SPLIT-BUFFER",
               "MPI_File file; MPI_File_open(comm, \"data\", MPI_MODE_RDWR, "
               "MPI_INFO_NULL, &file); %s(file, %sbuffers[1], 1, MPI_INT); "
               "%s(file, buffers[2], MPI_STATUS_IGNORE); "
               "MPI_File_close(&file);" % (
                   function.name.replace("_end", "_begin"),
                   "0, " if "_at_" in function.name else "", function.name))


def cases_by_request(function):
    for name, fault, rule, before, arguments in BY_REQUEST:
        if name == function.name:
            yield Case(function, next(
                parameter for parameter in function.parameters
                if parameter.kind == "request"), fault, rule,
                       "%s %s(%s);" % (before, name, arguments))


def cases_of(kinds, function):
    yield from cases_by_request(function)
    yield from case_of_end(function)
    for index, parameter in enumerate(function.parameters):
        for fault, value, rule in WRONG.get(parameter.kind, []) + [
                (NULL_POINTER, NULL_POINTER, None)]:
            rule = rule_for(function, parameter, fault, rule)
            if rule is None:
                continue
            arguments = [argument(kinds, function, i,
                                  value if i == index else None,
                                  parameter.kind == "buffer" or
                                 fault == "overlapping")
                         for i in range(len(function.parameters))]
            before = SENT if function.name.startswith("MPI_Recv") and \
                fault in ("no memory", "read only", "overlapping") and \
                not function.name.startswith("MPI_Recv_init") else ""
            yield Case(function, parameter, fault, rule, "%s%s(%s);" % (
                before, function.name, ", ".join(arguments)))
