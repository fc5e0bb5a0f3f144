#include "contents.h"

/* An MPI that stores more than there is room for has done its harm. */
static int64_t at_most(int64_t room, int64_t stored)
{
    return stored < room ? stored : room;
}

int64_t contents_stored(MPI_Datatype datatype, enum contents_part part,
                        int64_t room)
{
    int counts[CONTENTS_TYPES + 1] = {0};
    int combiner;

    if (murmel_real[CALL_MPI_Type_get_envelope] == NULL ||
        REAL(MPI_Type_get_envelope)(
            datatype, &counts[CONTENTS_INTEGERS], &counts[CONTENTS_ADDRESSES],
            &counts[CONTENTS_TYPES], &combiner) != MPI_SUCCESS)
        return -1;
    return at_most(room, counts[part]);
}

#if MPI_VERSION >= 4 /* Open MPI 5.0 has no large counts, and says 3.1 */
int64_t contents_stored_c(MPI_Datatype datatype, enum contents_part part,
                          int64_t room)
{
    MPI_Count counts[CONTENTS_TYPES + 1];
    int combiner;

    if (murmel_real[CALL_MPI_Type_get_envelope_c] == NULL ||
        REAL(MPI_Type_get_envelope_c)(
            datatype, &counts[CONTENTS_INTEGERS], &counts[CONTENTS_ADDRESSES],
            &counts[CONTENTS_COUNTS], &counts[CONTENTS_TYPES],
            &combiner) != MPI_SUCCESS)
        return -1;
    return at_most(room, counts[part]);
}
#endif
