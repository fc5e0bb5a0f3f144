#!/bin/sh
# flavour.sh - generates the sources of a flavour's library.
#
#   flavour.sh AWK OUTPUT_FOLDER COMPILER FLAGS...
#
# makes in the folder: present (what the mpi.h declares), constants.h,
# wrap_fill.c, and wrap_CHAPTER.c for each chapter of calls.def.
set -eu
awk=$1
folder=$2
shift 2
here=$(dirname "$0")
table="$here/kinds.def $here/calls.def"

mkdir -p "$folder"
sh "$here/scan_mpi.sh" "$@" >"$folder/present"
$awk -v present="$folder/present" -f "$here/constants.awk" \
    "$here/constants.def" >"$folder/constants.h"

generate()
{
    output=$1
    shift
    # shellcheck disable=SC2086 # $awk and $table are lists
    $awk -v output="$output" "$@" -f "$here/generate.awk" \
        -f "$here/generate_wrappers.awk" $table
}

generate fill_c >"$folder/wrap_fill.c"
for chapter in $(generate chapters); do
    generate wrappers_c -v chapter="$chapter" \
        -v present="$folder/present" >"$folder/wrap_$chapter.c"
done
