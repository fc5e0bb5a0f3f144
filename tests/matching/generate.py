"""The collective operations and the faults of matching, and the program that
has them all.  A call is one in one of three forms; a case is a call and a
fault, or none."""

import collections
import os

HERE = os.path.dirname(os.path.abspath(__file__))

# What each is called with, without the communicator and the request.
ONE = "in, g.count, g.type"
OTHER = "out, g.count, g.type"
REDUCED = "in, out, g.count, g.type, g.op"
PARTS = "%s, g.counts, g.places, g.type"
ARGUMENTS = {
    "Barrier": "",
    "Bcast": OTHER + ", g.root",
    "Gather": ONE + ", " + OTHER + ", g.root",
    "Gatherv": ONE + ", " + PARTS % "out" + ", g.root",
    "Scatter": ONE + ", " + OTHER + ", g.root",
    "Scatterv": PARTS % "in" + ", " + OTHER + ", g.root",
    "Allgather": ONE + ", " + OTHER,
    "Allgatherv": ONE + ", " + PARTS % "out",
    "Alltoall": ONE + ", " + OTHER,
    "Alltoallv": PARTS % "in" + ", " + PARTS % "out",
    "Alltoallw": "in, g.counts, g.bytes, g.types, "
                 "out, g.counts, g.bytes, g.types",
    "Reduce": REDUCED + ", g.root",
    "Allreduce": REDUCED,
    "Reduce_scatter": "in, out, g.counts, g.type, g.op",
    "Reduce_scatter_block": REDUCED,
    "Scan": REDUCED,
    "Exscan": REDUCED,
}
FORMS = ("blocking", "nonblocking", "persistent")
OTHER_FORM = {"blocking": "nonblocking", "nonblocking": "blocking",
              "persistent": "nonblocking"}

WAITS = ("DEADLOCK", "POTENTIAL-DEADLOCK")
# The rules that tell of each fault.
RULES = {
    "root": ("COLL-ROOT-MISMATCH",),
    "op": ("COLL-OP-MISMATCH",),
    "count": ("COLL-COUNT-MISMATCH",),
    "type": ("COLL-TYPE-MISMATCH",),
    # as the MPI waits for the one that is not there, or does not
    "left-out": WAITS + ("COLL-MISSING",),
    "kind": ("COLL-KIND-MISMATCH",),
    "form": ("COLL-BLOCKING-MISMATCH",),
    "reversed": WAITS,
    "none": (),
}

Case = collections.namedtuple("Case", "name form fault rules")


def has(name, fault):
    needed = {"root": "g.root", "op": "g.op", "count": "g.count",
              "type": "g.type"}.get(fault, "")
    return needed in ARGUMENTS[name]


def all_cases(forms):
    return [Case(name, form, fault, rules)
            for name in ARGUMENTS for form in forms
            for fault, rules in RULES.items() if has(name, fault)]


def written(name, form):
    """The body of the function that makes the call."""
    given = ", ".join(filter(None, (ARGUMENTS[name], "comm")))
    if form == "blocking":
        return "MPI_%s(%s);" % (name, given)
    if form == "nonblocking":
        return "MPI_I%s(%s, &r); MPI_Wait(&r, MPI_STATUS_IGNORE);" % (
            name.lower(), given)
    return "MPI_%s_init(%s, MPI_INFO_NULL, &r); MPI_Start(&r); " \
        "MPI_Wait(&r, MPI_STATUS_IGNORE); MPI_Request_free(&r);" % (name, given)


def function(name, form):
    return "%s_%s" % (name.lower(), form)


def write_program(path, forms):
    with open(os.path.join(HERE, "program.c")) as frame:
        text = frame.read()
    for name in ARGUMENTS:
        for form in forms:
            text += "\nstatic void %s(struct given g, MPI_Comm comm)\n" \
                "{\n    MPI_Request r; (void)g; (void)r;\n    %s\n}\n" % (
                    function(name, form), written(name, form))
    text += "\nstatic const struct {\n    const char *name;\n" \
        "    void (*call)(struct given, MPI_Comm), " \
        "(*kind)(struct given, MPI_Comm), (*form)(struct given, MPI_Comm);\n" \
        "} calls[] = {\n"
    for name in ARGUMENTS:
        for form in forms:
            text += "    {\"%s\", %s, %s, %s},\n" % (
                function(name, form), function(name, form),
                function("Barrier" if name != "Barrier" else "Allreduce", form),
                function(name, OTHER_FORM[form]))
    text += "};\n" + MAIN
    with open(path, "w") as program:
        program.write(text)


MAIN = r"""
int main(int argc, char **argv)
{
    const char *fault = argv[2];
    int rank, wrong;
    size_t i = 0;
    struct given g;
    MPI_Comm twin;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    wrong = rank == 1;
    g = given(fault, wrong);
    while (strcmp(calls[i].name, argv[1]) != 0)
        i++;
    if (strcmp(fault, "reversed") == 0) {
        MPI_Comm_dup(MPI_COMM_WORLD, &twin);
        if (wrong)
            MPI_Barrier(twin);
        calls[i].call(g, MPI_COMM_WORLD);
        if (!wrong)
            MPI_Barrier(twin);
        MPI_Comm_free(&twin);
    } else if (wrong && strcmp(fault, "kind") == 0) {
        calls[i].kind(g, MPI_COMM_WORLD);
    } else if (wrong && strcmp(fault, "form") == 0) {
        calls[i].form(g, MPI_COMM_WORLD);
    } else if (!wrong || strcmp(fault, "left-out") != 0) {
        calls[i].call(g, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
"""
