/*
 * contents.h - how many items MPI_Type_get_contents has stored, which may be
 * fewer than there is room for (MPI-4.1 5.1.13).  What stands behind them is
 * not to be told.
 */
#ifndef MURMEL_CONTENTS_H
#define MURMEL_CONTENTS_H

#include "encode.h"

enum contents_part {
    CONTENTS_INTEGERS,
    CONTENTS_ADDRESSES,
    CONTENTS_COUNTS, /* the large ones; only of MPI_Type_get_contents_c */
    CONTENTS_TYPES
};

/* -1: not known.  Only after the call has succeeded for that datatype. */
int64_t contents_stored(MPI_Datatype datatype, enum contents_part part,
                        int64_t room);
#ifdef HAS_MPI_4
int64_t contents_stored_c(MPI_Datatype datatype, enum contents_part part,
                          int64_t room);
#endif

#endif
