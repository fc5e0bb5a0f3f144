/*
 * neutral.h - the one MPI that the checker knows.
 *
 * Every MPI implementation has its own numbers for its constants and
 * handles.  The client translates them, so that the checker sees one set:
 * predefined handles, operations, classes and modes have the values of the
 * MPI 5.0 ABI (MPI-5.0 chapter 20), and everything that is special among
 * plain integers (MPI_ANY_SOURCE among ranks, MPI_UNDEFINED among colours)
 * lies outside the range of an int, so that a wrong number which an
 * application passes can never be taken for a special one.
 */
#ifndef MURMEL_NEUTRAL_H
#define MURMEL_NEUTRAL_H

#include <stdint.h>

/* Special values of integer parameters (rank, tag, colour, index, ...). */
#define NEUTRAL_SPECIAL        (INT64_C(1) << 40)
#define NEUTRAL_ANY_SOURCE     (NEUTRAL_SPECIAL + 1)
#define NEUTRAL_ANY_TAG        (NEUTRAL_SPECIAL + 2)
#define NEUTRAL_PROC_NULL      (NEUTRAL_SPECIAL + 3)
#define NEUTRAL_ROOT           (NEUTRAL_SPECIAL + 4)
#define NEUTRAL_UNDEFINED      (NEUTRAL_SPECIAL + 5)
#define NEUTRAL_KEYVAL_INVALID (NEUTRAL_SPECIAL + 6)
#define NEUTRAL_DFLT_DARG      (NEUTRAL_SPECIAL + 8)
/* A keyval that the MPI has beyond those of the standard. */
#define NEUTRAL_KEYVAL_OF_MPI (NEUTRAL_SPECIAL + 9)
/* The client could not read the value (unknown communicator, not the root). */
#define NEUTRAL_UNREAD (NEUTRAL_SPECIAL + 7)

/* Special addresses. */
#define NEUTRAL_BOTTOM   UINT64_C(0)
#define NEUTRAL_IN_PLACE UINT64_C(1)

/*
 * Handles.  A predefined handle has its MPI 5.0 ABI value (0x20..0x2ff), any
 * other has the bits the implementation gave it, which are above 0xffff on
 * all of them; where one is not, the client sets bit 63.  Where the bits
 * alone say that it can be no handle of its kind, the client sets another.
 */
#define NEUTRAL_HANDLE_PREDEFINED_END UINT64_C(0x1000)
#define NEUTRAL_HANDLE_NONE           (UINT64_C(1) << 62)

#define NEUTRAL_OP_NULL                 UINT64_C(0x20)
#define NEUTRAL_OP_REPLACE              UINT64_C(0x3c)
#define NEUTRAL_OP_NO_OP                UINT64_C(0x3d)
#define NEUTRAL_COMM_NULL               UINT64_C(0x100)
#define NEUTRAL_COMM_WORLD              UINT64_C(0x101)
#define NEUTRAL_COMM_SELF               UINT64_C(0x102)
#define NEUTRAL_GROUP_NULL              UINT64_C(0x108)
#define NEUTRAL_GROUP_EMPTY             UINT64_C(0x109)
#define NEUTRAL_WIN_NULL                UINT64_C(0x110)
#define NEUTRAL_FILE_NULL               UINT64_C(0x118)
#define NEUTRAL_SESSION_NULL            UINT64_C(0x120)
#define NEUTRAL_MESSAGE_NULL            UINT64_C(0x128)
#define NEUTRAL_MESSAGE_NO_PROC         UINT64_C(0x129)
#define NEUTRAL_INFO_NULL               UINT64_C(0x130)
#define NEUTRAL_INFO_ENV                UINT64_C(0x131)
#define NEUTRAL_ERRHANDLER_NULL         UINT64_C(0x140)
#define NEUTRAL_ERRORS_ARE_FATAL        UINT64_C(0x141)
#define NEUTRAL_ERRORS_RETURN           UINT64_C(0x143)
#define NEUTRAL_REQUEST_NULL            UINT64_C(0x180)
#define NEUTRAL_DATATYPE_NULL           UINT64_C(0x200)
#define NEUTRAL_DATATYPE_BYTE           UINT64_C(0x247)
#define NEUTRAL_DATATYPE_LB             UINT64_C(0x2fe)
#define NEUTRAL_DATATYPE_UB             UINT64_C(0x2ff)
#define NEUTRAL_DATATYPE_PREDEFINED_END UINT64_C(0x300)

/* Assertion bits (RMA) and file modes: known bits have their ABI value;
 * bits that the flavour does not know stand, shifted up by 32, above. */
#define NEUTRAL_MODE_NOCHECK   INT64_C(1024)
#define NEUTRAL_MODE_NOPRECEDE INT64_C(2048)
#define NEUTRAL_MODE_NOPUT     INT64_C(4096)
#define NEUTRAL_MODE_NOSTORE   INT64_C(8192)
/* Those of files. */
#define NEUTRAL_MODE_APPEND        INT64_C(1)
#define NEUTRAL_MODE_CREATE        INT64_C(2)
#define NEUTRAL_MODE_EXCL          INT64_C(8)
#define NEUTRAL_MODE_RDONLY        INT64_C(16)
#define NEUTRAL_MODE_RDWR          INT64_C(32)
#define NEUTRAL_MODE_SEQUENTIAL    INT64_C(64)
#define NEUTRAL_MODE_WRONLY        INT64_C(256)
#define NEUTRAL_SEEK_CUR           INT64_C(401)
#define NEUTRAL_SEEK_SET           INT64_C(403)
#define NEUTRAL_MODE_NOSUCCEED     INT64_C(16384)
#define NEUTRAL_MODE_UNKNOWN_SHIFT 32

/* Lock types, thread levels, split types, ...: their ABI value, or, for a
 * number the flavour does not know, that number plus NEUTRAL_SPECIAL * 2. */
#define NEUTRAL_LOCK_EXCLUSIVE    INT64_C(301)
#define NEUTRAL_LOCK_SHARED       INT64_C(302)
#define NEUTRAL_THREAD_SINGLE     INT64_C(0)
#define NEUTRAL_THREAD_FUNNELED   INT64_C(1024)
#define NEUTRAL_THREAD_SERIALIZED INT64_C(2048)
#define NEUTRAL_THREAD_MULTIPLE   INT64_C(4096)
#define NEUTRAL_ENUM_UNKNOWN      (NEUTRAL_SPECIAL * 2)

/* Results: MPI error classes with their ABI value; 0 is MPI_SUCCESS. */
#define NEUTRAL_SUCCESS        INT64_C(0)
#define NEUTRAL_ERROR_TRUNCATE INT64_C(15)
#define NEUTRAL_ERROR_PENDING  INT64_C(18) /* in a status: not completed */
#define NEUTRAL_IN_STATUS      INT64_C(19) /* the statuses are valid */

#endif
