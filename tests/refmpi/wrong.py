#!/usr/bin/python3
"""Each wrong argument of every function of the reference MPI (those of
tests/argument/generate.py, null pointers, and numbers far out): it is answered
by its error class, and nothing crashes or waits for ever.

    wrong.py MPICC [--live]   --live: without handles that have been freed, which
                              the library can only look at"""

import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
WRAPPERS = os.path.join(TESTS, "..", "wrappers")
sys.path.insert(0, os.path.join(TESTS, "argument"))
sys.dont_write_bytecode = True
import generate  # noqa: E402

# Not called: what ends MPI or the process, or takes anything; files, which are
# not there at all (walk.c).
NOT_CALLED = re.compile(
    r"MPI_(T_|Register_datarep|Init|Finalize|Abort|Pcontrol|File_|Aint_)"
    r"|.*_([cf]2[fc]|toint|fromint)$")

OUT_OF_SCOPE = r"MPI_(Comm_(spawn.*|accept|connect|join)|Open_port" \
    r"|(Publish|Unpublish|Lookup)_name|Close_port)"

# The error classes that a wrong argument of a kind may give; of others any.
CLASS_OF = {
    "comm": "COMM", "group": "GROUP", "win": "WIN", "session": "SESSION",
    "message": "REQUEST", "request": "REQUEST", "datatype": "TYPE", "op": "OP",
    "info": "INFO", "errhandler": "ERRHANDLER", "keyval": "KEYVAL",
    "source": "RANK", "dest": "RANK", "target_rank": "RANK", "tag": "TAG",
    "root": "ROOT", "lock_type": "LOCKTYPE", "assert": "ASSERT",
    "buffer": "BUFFER",
}

# Numbers far out, where many are right: nothing but a crash is wrong.
# (Displacements and the index of a graph lead out of any memory.)
FAR = ("number", "index", "flag", "color", "partition", "range", "target_disp",
       "split_type", "thread_level", "typeclass", "error_code", "given_code")
FAR_VALUES = ("-9999", "0x7fffffff")

# Where a null pointer is right: the ABI's MPI_STATUS_IGNORE, MPI_BOTTOM and
# the null functions are such, and nothing is stored in no room.
NULL_IS_RIGHT = re.compile(
    r"(status|address|baseptr|argc|argv|argvs|extra_state|attribute_value)"
    r"|.*function")
NULL_RIGHT_FOR = [
    (r"MPI_Dist_graph_neighbors", ".*weights"),  # of a graph without
    (r"MPI_Info_create_env", "argv"),
    (r"MPI_Info_get_string", "value"),
    (r"MPI_Session_get_nth_pset", "pset_name"),
]

# What an MPI need not look at: (function, parameter, fault).
NOT_REFUSED = [
    (r"MPI_Status_set_(source|tag)", ".*", ".*"),
    # There is no second group here: it is refused for that.
    (r"MPI_Intercomm_create_from_groups", "info|errhandler", ".*"),
    (r"MPI_Info_set", "value", "empty"),  # the standard is silent
    (OUT_OF_SCOPE, ".*", ".*"),
]

# What generate.py has no right value for: (function, parameter, value).
RIGHT_HERE = [
    (".*", "status", "(MPI_Status[8]){{0}}"),
    (".*get_attr|MPI_Attr_get", "attribute_val", "(void *[1]){NULL}"),
    (".*", "baseptr", "(void *[1]){NULL}"),
    (".*", "datarep", '"external32"'),
    (".*_get_name", ".*_name", "(char[MPI_MAX_OBJECT_NAME]){0}"),
]


def fits(table, *words):
    return any(all(map(re.fullmatch, row, words)) for row in table)


def wrong_values(kinds, function, parameter):
    """(what is wrong, the value, must it be refused)"""
    if parameter.direction != "out" or parameter.kind == "buffer":
        for fault, value, rule in generate.WRONG.get(parameter.kind, []):
            refused = generate.rule_for(function, parameter, fault,
                                        rule) is not None
            if fault not in ("no memory", "read only", "overlapping") and \
                    (refused or fault not in ("no topology", "predefined",
                                              "not intra", "not inter")):
                yield fault, value, refused and \
                    not fits(NOT_REFUSED, function.name, parameter.name, fault)
    if parameter.direction != "out" and parameter.kind in FAR and \
            parameter.name != "indx":
        for value in FAR_VALUES:
            yield value, value, False
    if parameter.kind != "buffer" and (
            parameter.direction != "in" or parameter.length or
            kinds[parameter.kind].form != "value"):
        yield "null pointer", None, not (
            NULL_IS_RIGHT.fullmatch(parameter.kind) or
            fits(NULL_RIGHT_FOR, function.name, parameter.name) or
            re.fullmatch(OUT_OF_SCOPE, function.name))


def right_argument(kinds, function, index, with_data):
    for name, parameter_name, value in RIGHT_HERE:
        if re.fullmatch(name, function.name) and re.fullmatch(
                parameter_name, function.parameters[index].name):
            return value
    return generate.argument(kinds, function, index, None, with_data)


def cases_of(kinds, function):
    """(function, parameter, fault, must it be refused, the call)"""
    for index, parameter in enumerate(function.parameters):
        for fault, value, refused in wrong_values(kinds, function, parameter):
            arguments = [right_argument(kinds, function, i,
                                        parameter.kind == "buffer")
                         for i in range(len(function.parameters))]
            arguments[index] = generate.argument(
                kinds, function, index, value, False) if value else "NULL"
            yield function, parameter, fault, refused, "%s(%s)" % (
                function.name, ", ".join(arguments))


def write_program(path, cases):
    with open(os.path.join(TESTS, "argument", "program.c")) as frame:
        text = frame.read()
    with open(path, "w") as program:
        program.write("#include \"wrong.h\"\n" + text)
        for number, case in enumerate(cases):
            program.write("    if (is_tried(%d)) says(%s);\n" %
                          (number, case[-1]))
        program.write("    fflush(stdout);\n    _exit(0);\n}\n")


def error_classes(mpicc):
    """The names of mpi.h, without MPI_ERR_, by number."""
    source = "#include <mpi.h>\n"
    text = subprocess.run([mpicc, "-E", "-dM", "-x", "c", "-"],
                          input=source.encode(), check=True,
                          stdout=subprocess.PIPE).stdout.decode()
    names = {int(number): name for name, number in re.findall(
        r"#define MPI_ERR_(\w+) (\d+)$", text, re.MULTILINE)}
    names[0] = "SUCCESS"
    return names


def declared(mpicc):
    text = subprocess.run([mpicc, "-E", "-x", "c", "-"],
                          input=b"#include <mpi.h>\n", check=True,
                          stdout=subprocess.PIPE).stdout.decode()
    return set(re.findall(r"\b(MPI_\w+)\s*\(", text))


def is_right(case, answer):
    _, parameter, fault, refused, _ = case
    if answer is None or answer.startswith("signal"):
        return False
    if not refused:
        return True
    if fault == "null pointer":
        return answer != "SUCCESS"
    wanted = "TOPOLOGY" if fault == "no topology" else \
        CLASS_OF.get(parameter.kind)
    return answer == wanted if wanted else answer != "SUCCESS"


def main():
    mpicc = sys.argv[1]
    kinds = generate.read_kinds(os.path.join(WRAPPERS, "kinds.def"))
    there, names = declared(mpicc), error_classes(mpicc)
    cases = [case for function in generate.read_functions(
        os.path.join(WRAPPERS, "calls.def"))
             if function.name in there and not NOT_CALLED.match(function.name)
             for case in cases_of(kinds, function)
             if case[2] != "freed" or "--live" not in sys.argv]
    with tempfile.TemporaryDirectory() as folder:
        write_program(os.path.join(folder, "wrong.c"), cases)
        subprocess.run([mpicc, "-w", "-I" + HERE,
                        "-I" + os.path.join(TESTS, "argument"),
                        "-o", "wrong", "wrong.c"], cwd=folder, check=True)
        output = subprocess.run(["./wrong"], cwd=folder, timeout=300,
                                stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL).stdout.decode()
    answers = {}
    for number, answer in re.findall(r"^(\d+) (-?\d+)$", output, re.MULTILINE):
        answers[int(number)] = "signal %d" % -int(answer) if \
            answer.startswith("-") else names[int(answer)]
    failed = 0
    for number, case in enumerate(cases):
        if not is_right(case, answers.get(number)):
            failed += 1
            print("FAILED %s: %s, %s: %s" % (
                case[0].name, case[1].name, case[2],
                answers.get(number, "no answer")))
    print("%d passed, %d failed" % (len(cases) - failed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
