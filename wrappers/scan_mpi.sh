#!/bin/sh
# scan_mpi.sh - what the mpi.h of an MPI declares.
#
#   scan_mpi.sh COMPILER FLAGS... > FILE
#
# Prints one name a line: functions as PMPI_X (declared, not only a macro),
# constants (macros and enumerators) as MPI_X.
set -eu
# The removed functions are hidden by Open MPI's mpi.h, but in its library; as
# are two datatypes (encode.h).
printf '%s\n' '#define OMPI_OMIT_MPI1_COMPAT_DECLS 0' '#include <mpi.h>' \
    '#ifdef OMPI_PREDEFINED_GLOBAL' '#define MPI_LB 1' '#define MPI_UB 1' \
    '#endif' |
    "$@" -E -dD -x c - |
    awk '
    /^#define MPI_[A-Z0-9_]+ / { print $2; next }
    /^#/ { next }
    {
        while (match($0, /[A-Za-z_][A-Za-z0-9_]*/)) {
            name = substr($0, RSTART, RLENGTH)
            if (name ~ /^PMPI_/ || name ~ /^MPI_[A-Z0-9_]+$/)
                print name
            $0 = substr($0, RSTART + RLENGTH)
        }
    }' | LC_ALL=C sort -u
