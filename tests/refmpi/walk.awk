# walk.awk - for walk.c: a call of every function of mpi.h.
#
#   awk -f walk.awk mpi.h >walk.inc
#
# A line each: CALL(MPI_Send, 1, POINTER, INT, HANDLE(MPI_Datatype), ...), where
# 1 says that a handle is among the arguments.

/^[a-zA-Z_]+ \*?MPI_[A-Za-z0-9_]+\(/ { text = ""; reading = 1 }
reading {
    text = text " " $0
    if ($0 ~ /;[ \t]*$/) {
        reading = 0
        print_call(text)
    }
}

function print_call(text,    name, result, list, count, i, values, has_handle)
{
    gsub(/[ \t]+/, " ", text)
    match(text, /MPI_[A-Za-z0-9_]+\(/)
    name = substr(text, RSTART, RLENGTH - 1)
    result = substr(text, 2, RSTART - 2)
    sub(/ $/, "", result)
    list = substr(text, RSTART + RLENGTH)
    sub(/\);.*/, "", list)
    count = list == "void" ? 0 : split(list, parameters, / *, */)
    for (i = 1; i <= count; i++) {
        values = values ", " value(parameters[i])
        if (value(parameters[i]) ~ /^HANDLE/)
            has_handle = 1
    }
    print (result == "int" ? "CALL(" : "VALUE(") name ", " has_handle + 0 \
          ", (" substr(values, 3) "))"
}

function value(parameter)
{
    if (parameter == "...")
        return "0"
    if (parameter ~ /[*[]|_function /)
        return parameter ~ /_function/ ? "NULL" : "POINTER"
    sub(/^ /, "", parameter)
    sub(/ ?[A-Za-z0-9_]+$/, "", parameter)
    if (parameter ~ /^MPI_(Comm|Group|Win|File|Session|Message|Info|Errhandler|Request|Op|Datatype)$/)
        return "HANDLE(" parameter ")"
    return parameter ~ /^MPI_T_(enum|[a-z]+_handle|pvar_session|event_[a-z]+)$/ ? \
        "NULL" : "(" parameter ")NUMBER"
}
