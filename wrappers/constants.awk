# constants.awk - lists of constants for a preprocessor, from constants.def.
#
#   awk -v present=FILE -f constants.awk constants.def
#
# makes for each kind of constants.def
#   #define CONSTANTS_KIND(X) X(MPI_NAME, value) ...
# with the constants that stand in FILE (made by scan_mpi.sh); with all of
# them if no file is given.

function is_present(name)
{
    return present == "" || name in names
}

BEGIN {
    if (present != "")
        while ((getline line < present) > 0)
            names[line] = 1
    print "/* Made by wrappers/constants.awk; do not edit. */"
    print "#ifndef MURMEL_CONSTANTS_H\n#define MURMEL_CONSTANTS_H"
}

{ sub(/#.*/, "") }

NF == 0 { next }

NF == 2 && $1 == "kind" {
    printf "\n\n#define CONSTANTS_%s(X)", toupper($2)
    next
}

NF == 2 && $1 ~ /^MPI_/ {
    if (is_present($1))
        printf " \\\n    X(%s, %s)", $1, $2
    next
}

{
    printf "%s:%d: not understood\n", FILENAME, FNR > "/dev/stderr"
    exit 1
}

END { print "\n\n#endif" }
