/*
 * datatype_external.c - MPI_Pack_external and its kin: the "external32"
 * representation (MPI-4.1, 14.5.2): big-endian, with sizes of its own.
 */
#include "datatype.h"
#include "datatype_predefined.h"

#include <float.h>
#include <string.h>

/* How an element of a basic type is represented. */
struct representation {
    int parts;    /* 2: complex */
    int own;      /* bytes of a part here */
    int external; /* and there */
    bool is_signed;
    bool is_long_double;
};

static struct representation represent(unsigned basic)
{
    const struct refmpi_datatype *type = refmpi_datatype_predefined(basic);
    MPI_Datatype handle = refmpi_datatype_handle(
        (struct refmpi_datatype *)refmpi_datatype_predefined(basic));
    enum refmpi_native native = refmpi_datatype_native(handle);
    struct representation made = {1, (int)type->size, 0, false, false};

    if (refmpi_datatype_class(handle) == REFMPI_CLASS_COMPLEX) {
        made.parts = 2;
        made.own /= 2;
    }
    made.external = made.own;
    made.is_long_double = native == REFMPI_NATIVE_LONG_DOUBLE ||
                          native == REFMPI_NATIVE_LONG_DOUBLE_COMPLEX;
    if (made.is_long_double)
        made.external = 16;
    else if (handle == MPI_LONG || handle == MPI_UNSIGNED_LONG)
        made.external = 4;
    else if (handle == MPI_WCHAR)
        made.external = 2;
    made.is_signed = handle == MPI_LONG;
    return made;
}

/* ------------------------------------------------------------- one value */

/* The bytes of a value, least significant first, as they are in memory: the
 * machines this runs on are little-endian. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "external32 is made by turning bytes round");

static void turn(char *to, const char *from, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = from[bytes - 1 - i];
}

#if LDBL_MANT_DIG == 113
typedef long double binary128;
#else
__extension__ typedef __float128 binary128;
#endif

static void put_part(const struct representation *how, char *to,
                     const char *from)
{
    char wide[16] = {0};

    if (how->is_long_double) {
        long double value;
        binary128 quad;

        memcpy(&value, from, sizeof value);
        quad = value;
        memcpy(wide, &quad, sizeof quad);
        turn(to, wide, 16);
    } else {
        turn(to, from, how->external); /* the least significant bytes */
    }
}

static void get_part(const struct representation *how, char *to,
                     const char *from)
{
    char wide[16];

    turn(wide, from, how->external);
    if (how->is_long_double) {
        binary128 quad;
        long double value;

        memcpy(&quad, wide, sizeof quad);
        value = (long double)quad;
        memcpy(to, &value, sizeof value);
        return;
    }
    memset(wide + how->external,
           how->is_signed && (signed char)wide[how->external - 1] < 0 ? -1 : 0,
           (size_t)(how->own - how->external));
    memcpy(to, wide, (size_t)how->own);
}

/* --------------------------------------------------------------- walking */

/* Where a walk stands in the external representation. */
struct stream {
    enum { MEASURE, PUT, GET } what;
    char *at;         /* PUT */
    const char *from; /* GET */
    MPI_Count bytes;  /* that the pieces so far take */
};

static void convert(struct stream *stream, const struct representation *how,
                    char *own)
{
    if (stream->what == PUT) {
        put_part(how, stream->at, own);
        stream->at += how->external;
    } else {
        get_part(how, own, stream->from);
        stream->from += how->external;
    }
}

static bool visit(const struct refmpi_segment *segment, void *argument)
{
    struct stream *stream = argument;
    struct representation how = represent(segment->basic);
    MPI_Count parts = segment->length / how.own;

    stream->bytes += segment->blocks * parts * how.external;
    if (stream->what == MEASURE)
        return true;
    for (MPI_Count block = 0; block < segment->blocks; block++)
        for (MPI_Count part = 0; part < parts; part++)
            convert(stream, &how,
                    segment->address + block * segment->stride +
                        part * how.own);
    return true;
}

static MPI_Count measure(const struct refmpi_datatype *type, MPI_Count count)
{
    struct stream stream = {.what = MEASURE};

    refmpi_datatype_visit(type, 1, NULL, 0, type->size, true, visit, &stream);
    return stream.bytes * count;
}

static int check(const char *datarep, MPI_Count count, MPI_Datatype datatype,
                 struct refmpi_datatype **type)
{
    if (!datarep || strcmp(datarep, "external32") != 0)
        return MPI_ERR_ARG;
    return refmpi_datatype_check(count, datatype, type);
}

/* Both directions: the stream's memory holds `size` bytes. */
static int move(const char *datarep, struct stream *stream, const void *buffer,
                MPI_Count count, MPI_Datatype datatype, MPI_Aint size,
                MPI_Aint *position)
{
    struct refmpi_datatype *type;
    int rc = check(datarep, count, datatype, &type);
    MPI_Count bytes;

    if (rc != MPI_SUCCESS)
        return rc;
    if (!position)
        return MPI_ERR_ARG;
    bytes = measure(type, count);
    if (refmpi_datatype_lacks_buffer(buffer, count, type) ||
        (bytes > 0 &&
         refmpi_is_no_memory(stream->what == PUT ? stream->at : stream->from)))
        return MPI_ERR_BUFFER;
    if (*position < 0 || *position > size || bytes > size - *position)
        return MPI_ERR_TRUNCATE;
    if (stream->what == PUT)
        stream->at += *position;
    else
        stream->from += *position;
    refmpi_datatype_visit(type, count, buffer, 0, type->size * count, true,
                          visit, stream);
    *position += bytes;
    return MPI_SUCCESS;
}

/* ------------------------------------------------------- public functions */

static int pack(const char *datarep, const void *inbuf, MPI_Count incount,
                MPI_Datatype datatype, void *outbuf, MPI_Aint outsize,
                MPI_Aint *position)
{
    struct stream stream = {.what = PUT, .at = outbuf};

    return refmpi_leave_comm(NULL, move(datarep, &stream, inbuf, incount,
                                        datatype, outsize, position));
}

static int unpack(const char *datarep, const void *inbuf, MPI_Aint insize,
                  MPI_Aint *position, void *outbuf, MPI_Count outcount,
                  MPI_Datatype datatype)
{
    struct stream stream = {.what = GET, .from = inbuf};

    return refmpi_leave_comm(NULL, move(datarep, &stream, outbuf, outcount,
                                        datatype, insize, position));
}

static int size_of(const char *datarep, MPI_Count incount,
                   MPI_Datatype datatype, MPI_Count *size)
{
    struct refmpi_datatype *type;
    int rc = check(datarep, incount, datatype, &type);

    if (rc == MPI_SUCCESS && !size)
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS)
        *size = measure(type, incount);
    return refmpi_leave_comm(NULL, rc);
}

int PMPI_Pack_external(const char *datarep, const void *inbuf, int incount,
                       MPI_Datatype datatype, void *outbuf, MPI_Aint outsize,
                       MPI_Aint *position)
{
    refmpi_enter("MPI_Pack_external");
    return pack(datarep, inbuf, incount, datatype, outbuf, outsize, position);
}
REFMPI_ALIAS(Pack_external)

int PMPI_Pack_external_c(const char *datarep, const void *inbuf,
                         MPI_Count incount, MPI_Datatype datatype, void *outbuf,
                         MPI_Count outsize, MPI_Count *position)
{
    refmpi_enter("MPI_Pack_external_c");
    return pack(datarep, inbuf, incount, datatype, outbuf, outsize, position);
}
REFMPI_ALIAS(Pack_external_c)

int PMPI_Unpack_external(const char *datarep, const void *inbuf,
                         MPI_Aint insize, MPI_Aint *position, void *outbuf,
                         int outcount, MPI_Datatype datatype)
{
    refmpi_enter("MPI_Unpack_external");
    return unpack(datarep, inbuf, insize, position, outbuf, outcount, datatype);
}
REFMPI_ALIAS(Unpack_external)

int PMPI_Unpack_external_c(const char *datarep, const void *inbuf,
                           MPI_Count insize, MPI_Count *position, void *outbuf,
                           MPI_Count outcount, MPI_Datatype datatype)
{
    refmpi_enter("MPI_Unpack_external_c");
    return unpack(datarep, inbuf, insize, position, outbuf, outcount, datatype);
}
REFMPI_ALIAS(Unpack_external_c)

int PMPI_Pack_external_size(const char *datarep, int incount,
                            MPI_Datatype datatype, MPI_Aint *size)
{
    refmpi_enter("MPI_Pack_external_size");
    return size_of(datarep, incount, datatype, size);
}
REFMPI_ALIAS(Pack_external_size)

int PMPI_Pack_external_size_c(const char *datarep, MPI_Count incount,
                              MPI_Datatype datatype, MPI_Count *size)
{
    refmpi_enter("MPI_Pack_external_size_c");
    return size_of(datarep, incount, datatype, size);
}
REFMPI_ALIAS(Pack_external_size_c)
