/*
 * example.c - of each rule, lines that break it ("- ") and how they are mended
 * ("+ "); what stands in both has a blank.  In the order of the families.
 */
#include "rule.h"

#include <string.h>

static const struct example {
    const char *id;
    const char *lines;
} examples[] = {
    {"ARG-COUNT", "- call MPI_Barrier(comm)\n"
                  "+ call MPI_Barrier(comm, ierror)\n"},
    {"ARG-KIND", "- integer :: disp\n"
                 "+ integer(kind=MPI_ADDRESS_KIND) :: disp\n"
                 "  call MPI_Put(x, n, MPI_INTEGER, target, disp, n, "
                 "MPI_INTEGER, win, ierror)\n"},
    {"ARG-NEGATIVE",
     "- MPI_Send(buf, end - begin, MPI_INT, ...);   /* end < begin */\n"
     "+ if (end > begin)\n"
     "+     MPI_Send(buf, end - begin, MPI_INT, ...);\n"},
    {"ARG-RANK", "- MPI_Send(buf, n, MPI_INT, rank + 1, ...);\n"
                 "+ right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;\n"
                 "+ MPI_Send(buf, n, MPI_INT, right, ...);\n"},
    {"ARG-TAG", "- MPI_Send(buf, n, MPI_INT, dest, MPI_ANY_TAG, comm);\n"
                "+ MPI_Send(buf, n, MPI_INT, dest, 0, comm);\n"},
    {"ARG-TOO-LONG",
     "- MPI_Info_set(info, \"simulation_output_directory_on_scratch\", dir);\n"
     "+ MPI_Info_set(info, \"output_directory\", dir);\n"},
    {"ARG-VALUE", "- MPI_Win_lock(0, rank, 0, win);\n"
                  "+ MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);\n"},
    {"ARG-NULL-HANDLE",
     "  MPI_Comm_split(comm, color, 0, &part);   /* some: MPI_UNDEFINED */\n"
     "- MPI_Barrier(part);\n"
     "+ if (part != MPI_COMM_NULL)\n"
     "+     MPI_Barrier(part);\n"},
    {"ARG-FREED-HANDLE", "- MPI_Comm_free(&copy);\n"
                         "- MPI_Barrier(comm);   /* the same communicator */\n"
                         "+ MPI_Barrier(comm);\n"
                         "+ MPI_Comm_free(&comm);\n"},
    {"ARG-PENDING-COMM", "- MPI_Comm_idup(comm, &copy, &request);\n"
                         "- MPI_Barrier(copy);\n"
                         "- MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
                         "+ MPI_Comm_idup(comm, &copy, &request);\n"
                         "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
                         "+ MPI_Barrier(copy);\n"},
    {"ARG-PREDEFINED", "- MPI_Type_free(&type);   /* may be MPI_INT */\n"
                       "+ if (type != MPI_INT)\n"
                       "+     MPI_Type_free(&type);\n"},
    {"ARG-OTHER-KIND", "- MPI_Comm comm;   /* never set */\n"
                       "+ MPI_Comm comm = MPI_COMM_WORLD;\n"
                       "  MPI_Barrier(comm);\n"},
    {"ARG-INTRA-INTER",
     "- MPI_Win_create(base, size, 1, info, intercomm, &win);\n"
     "+ MPI_Intercomm_merge(intercomm, is_child, &all);\n"
     "+ MPI_Win_create(base, size, 1, info, all, &win);\n"},
    {"ARG-OTHER-SESSION",
     "  MPI_Group_from_session_pset(session, \"mpi://WORLD\", &all);\n"
     "- MPI_Comm_group(MPI_COMM_WORLD, &world);\n"
     "- MPI_Group_difference(world, mine, &others);\n"
     "+ MPI_Group_difference(all, mine, &others);   /* of that session, too "
     "*/\n"},
    {"ARG-TYPE-NOT-COMMITTED",
     "- MPI_Type_vector(n, 1, stride, MPI_INT, &column);\n"
     "- MPI_Send(buf, 1, column, ...);\n"
     "+ MPI_Type_vector(n, 1, stride, MPI_INT, &column);\n"
     "+ MPI_Type_commit(&column);\n"
     "+ MPI_Send(buf, 1, column, ...);\n"},
    {"ARG-NULL-BUFFER", "- int *buf = NULL;\n"
                        "- MPI_Recv(buf, n, MPI_INT, ...);\n"
                        "+ int *buf = malloc(n * sizeof *buf);\n"
                        "+ MPI_Recv(buf, n, MPI_INT, ...);\n"},
    {"ARG-NULL-POINTER", "- MPI_Test(&request, NULL, MPI_STATUS_IGNORE);\n"
                         "+ int flag;\n"
                         "+ MPI_Test(&request, &flag, MPI_STATUS_IGNORE);\n"},
    {"ARG-STATUS-IGNORE",
     "- MPI_Recv(buf, n, MPI_INT, source, 0, comm, MPI_STATUS_IGNORE);\n"
     "- MPI_Get_count(MPI_STATUS_IGNORE, MPI_INT, &count);\n"
     "+ MPI_Recv(buf, n, MPI_INT, source, 0, comm, &status);\n"
     "+ MPI_Get_count(&status, MPI_INT, &count);\n"},
    {"ARG-COUNT-TYPE",
     "  MPI_Recv(buf, n, MPI_DOUBLE, source, 0, comm, &status);\n"
     "- MPI_Get_count(&status, MPI_INT, &count);\n"
     "+ MPI_Get_count(&status, MPI_DOUBLE, &count);\n"},
    {"ARG-STATUS-UNSET",
     "  MPI_Status status;\n"
     "- MPI_Recv(buf, n, MPI_INT, source, 0, comm, MPI_STATUS_IGNORE);\n"
     "+ MPI_Recv(buf, n, MPI_INT, source, 0, comm, &status);\n"
     "  MPI_Get_count(&status, MPI_INT, &count);\n"},
    {"ARG-NO-MEMORY", "- free(buf);\n"
                      "- MPI_Send(buf, n, MPI_INT, ...);\n"
                      "+ MPI_Send(buf, n, MPI_INT, ...);\n"
                      "+ free(buf);\n"},
    {"ARG-TOO-SHORT", "- all = malloc(n * sizeof(double));\n"
                      "+ all = malloc(size * n * sizeof(double));\n"
                      "  MPI_Gather(buf, n, MPI_DOUBLE, all, n, MPI_DOUBLE, 0, "
                      "comm);\n"},
    {"ARG-LESS-ROOM",
     "  buf = malloc(n * sizeof(int));\n"
     "- MPI_Recv(buf, 2 * n, MPI_INT, source, 0, comm, &status);\n"
     "+ MPI_Recv(buf, n, MPI_INT, source, 0, comm, &status);\n"},
    {"CALL-PROVOKED", "  MPI_Comm_create_errhandler(note_error, &handler);\n"
                      "  MPI_Comm_set_errhandler(comm, handler);\n"
                      "- MPI_Send(buf, n, MPI_INT, size, 0, comm);\n"
                      "+ MPI_Send(buf, n, MPI_INT, size - 1, 0, comm);\n"},
    {"ARG-READ-ONLY", "- static const int table[8] = {1};\n"
                      "- MPI_Recv((void *)table, 8, MPI_INT, ...);\n"
                      "+ static int table[8] = {1};\n"
                      "+ MPI_Recv(table, 8, MPI_INT, ...);\n"},
    {"ARG-TWICE", "- int ranks[3] = {0, 1};   /* the last is 0 */\n"
                  "- MPI_Group_incl(world, 3, ranks, &group);\n"
                  "+ int ranks[2] = {0, 1};\n"
                  "+ MPI_Group_incl(world, 2, ranks, &group);\n"},
    {"ARG-GROUPS-OVERLAP",
     "  /* halves are even and odd ranks, so odd ranks' first is 1 */\n"
     "- MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 2, tag, &both);\n"
     "+ MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1, tag, &both);\n"},
    {"ARG-NO-GRID", "  int dims[2] = {0, 0};\n"
                    "+ MPI_Dims_create(size, 2, dims);\n"
                    "- MPI_Cart_create(comm, 2, dims, periods, 0, &grid);\n"
                    "+ MPI_Cart_create(comm, 2, dims, periods, 0, &grid);\n"},
    {"ARG-DISTRIBUTION",
     "- int psizes[2] = {2, 2};   /* size is 6 */\n"
     "+ int psizes[2] = {0, 0};\n"
     "+ MPI_Dims_create(size, 2, psizes);\n"
     "  MPI_Type_create_darray(size, rank, 2, gsizes, distribs, dargs, psizes, "
     "...);\n"},
    {"ARG-SUBGROUP", "- MPI_Comm_group(MPI_COMM_WORLD, &group);\n"
                     "+ MPI_Comm_group(row, &group);\n"
                     "  MPI_Comm_create(row, group, &part);\n"},
    {"ARG-NO-KEY", "  MPI_Info_get_nkeys(info, &n);\n"
                   "- for (i = 1; i <= n; i++)\n"
                   "+ for (i = 0; i < n; i++)\n"
                   "      MPI_Info_get_nthkey(info, i, key);\n"},
    {"ARG-EMPTY-INFO",
     "- MPI_Info_set(info, key, getenv(\"HINT\"));   /* \"\" */\n"
     "+ if (hint != NULL && hint[0] != '\\0')\n"
     "+     MPI_Info_set(info, key, hint);\n"},
    {"ARG-LARGE-RESULT",
     "- MPI_Type_size(type, &size);   /* int size */\n"
     "+ MPI_Type_size_c(type, &size);   /* MPI_Count size */\n"},
    {"ARG-OVERFLOWED",
     "- int displs[n];\n"
     "+ MPI_Aint displs[n];   /* and MPI_Count counts[n] */\n"
     "  displs[i] = displs[i - 1] + counts[i - 1];\n"
     "- MPI_Gatherv(part, n, MPI_CHAR, all, counts, displs, MPI_CHAR, ...);\n"
     "+ MPI_Gatherv_c(part, n, MPI_CHAR, all, counts, displs, MPI_CHAR, "
     "...);\n"},
    {"ARG-PACKED",
     "- char buf[n * sizeof(int)];\n"
     "- MPI_Pack(x, n, MPI_INT, buf, sizeof buf, &position, comm);\n"
     "- MPI_Pack(y, n, MPI_INT, buf, sizeof buf, &position, comm);\n"
     "+ MPI_Pack_size(n, MPI_INT, comm, &size);\n"
     "+ buf = malloc(2 * size);\n"
     "+ MPI_Pack(x, n, MPI_INT, buf, 2 * size, &position, comm);\n"
     "+ MPI_Pack(y, n, MPI_INT, buf, 2 * size, &position, comm);\n"},
    {"ARG-TOPOLOGY", "  MPI_Cart_create(comm, 2, dims, periods, 1, &grid);\n"
                     "- MPI_Cart_shift(comm, 0, 1, &from, &to);\n"
                     "+ MPI_Cart_shift(grid, 0, 1, &from, &to);\n"},
    {"ARG-OVERLAP",
     "- displs[i] = i;\n"
     "+ displs[i] = i == 0 ? 0 : displs[i - 1] + counts[i - 1];\n"
     "  MPI_Gatherv(part, n, MPI_INT, all, counts, displs, MPI_INT, ...);\n"},
    {"ARG-READ-OVERLAP",
     "- displs[i] = i * n - 1; counts[i] = n + 2;\n"
     "+ displs[i] = i * n; counts[i] = n;\n"
     "  MPI_Scatterv(all, counts, displs, MPI_INT, part, n, MPI_INT, ...);\n"
     "+ MPI_Sendrecv(...); /* the rims */\n"},
    {"ARG-ALIASED",
     "- MPI_Allreduce(sum, sum, n, MPI_INT, MPI_SUM, comm);\n"
     "+ MPI_Allreduce(MPI_IN_PLACE, sum, n, MPI_INT, MPI_SUM, comm);\n"},
    {"ARG-OP-TYPE",
     "- char flags[8];\n"
     "- MPI_Reduce(flags, all, 8, MPI_CHAR, MPI_MAX, 0, comm);\n"
     "+ signed char flags[8];\n"
     "+ MPI_Reduce(flags, all, 8, MPI_SIGNED_CHAR, MPI_MAX, 0, comm);\n"},
    {"ARG-CONTENTS",
     "- int integers[2];\n"
     "- MPI_Type_get_contents(type, 2, 0, 1, integers, NULL, types);\n"
     "+ MPI_Type_get_envelope(type, &count, &n, &m, &combiner);\n"
     "+ integers = malloc(count * sizeof *integers);\n"
     "+ MPI_Type_get_contents(type, count, n, m, integers, addresses, "
     "types);\n"},
    {"ARG-NOT-ALLOCATED", "- base = malloc(size);\n"
                          "- MPI_Free_mem(base);\n"
                          "+ MPI_Alloc_mem(size, MPI_INFO_NULL, &base);\n"
                          "+ MPI_Free_mem(base);\n"},
    {"BSEND-NO-BUFFER", "- MPI_Bsend(buf, n, MPI_INT, dest, 0, comm);\n"
                        "+ MPI_Pack_size(n, MPI_INT, comm, &size);\n"
                        "+ size += MPI_BSEND_OVERHEAD;\n"
                        "+ MPI_Buffer_attach(malloc(size), size);\n"
                        "+ MPI_Bsend(buf, n, MPI_INT, dest, 0, comm);\n"},
    {"BSEND-OVERFLOW",
     "- MPI_Buffer_attach(space, size + MPI_BSEND_OVERHEAD);\n"
     "+ MPI_Buffer_attach(space, many * (size + MPI_BSEND_OVERHEAD));\n"
     "  for (i = 0; i < many; i++)\n"
     "      MPI_Bsend(buf, n, MPI_INT, i, 0, comm);\n"},
    {"BSEND-ATTACHED", "  MPI_Buffer_attach(space, size);\n"
                       "- MPI_Buffer_attach(more, size);\n"
                       "+ MPI_Buffer_detach(&space, &size);\n"
                       "+ MPI_Buffer_attach(more, size);\n"},
    {"BSEND-NOT-ATTACHED", "- MPI_Buffer_detach(&space, &size);\n"
                           "+ if (attached)\n"
                           "+     MPI_Buffer_detach(&space, &size);\n"},
    {"BUFFER-CHANGED-EARLY",
     "- MPI_Isend(buf, n, MPI_INT, dest, 0, comm, &request);\n"
     "- buf[0] = 1;\n"
     "- MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
     "+ MPI_Isend(buf, n, MPI_INT, dest, 0, comm, &request);\n"
     "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
     "+ buf[0] = 1;\n"},
    {"BUFFER-ACCESSED-EARLY",
     "- MPI_Irecv(buf, n, MPI_INT, source, 0, comm, &request);\n"
     "- sum += buf[0];\n"
     "- MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
     "+ MPI_Irecv(buf, n, MPI_INT, source, 0, comm, &request);\n"
     "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
     "+ sum += buf[0];\n"},
    {"BUFFER-GONE",
     "- static void receive(MPI_Request *request)\n"
     "- {\n"
     "-     int buf[10];\n"
     "-     MPI_Irecv(buf, 10, MPI_INT, source, 0, comm, request);\n"
     "- }\n"
     "+ static void receive(int buf[10], MPI_Request *request)\n"
     "+ {\n"
     "+     MPI_Irecv(buf, 10, MPI_INT, source, 0, comm, request);\n"
     "+ }\n"},
    {"BUFFER-IN-USE",
     "- MPI_Irecv(buf, n, MPI_INT, left, 0, comm, &requests[0]);\n"
     "- MPI_Irecv(buf, n, MPI_INT, right, 0, comm, &requests[1]);\n"
     "+ MPI_Irecv(buf, n, MPI_INT, left, 0, comm, &requests[0]);\n"
     "+ MPI_Irecv(buf + n, n, MPI_INT, right, 0, comm, &requests[1]);\n"},
    {"BUFFER-TYPE-MISMATCH", "  static float field[100];\n"
                             "- MPI_Send(field, 100, MPI_DOUBLE, ...);\n"
                             "+ MPI_Send(field, 100, MPI_FLOAT, ...);\n"},
    {"RMA-ASSERT-NOSTORE", "- base[0] = 1;\n"
                           "- MPI_Win_fence(MPI_MODE_NOSTORE, win);\n"
                           "+ base[0] = 1;\n"
                           "+ MPI_Win_fence(0, win);\n"},
    {"COLL-KIND-MISMATCH", "- if (rank == 0)\n"
                           "-     MPI_Bcast(buf, n, MPI_INT, 0, comm);\n"
                           "- else\n"
                           "-     MPI_Barrier(comm);\n"
                           "+ MPI_Bcast(buf, n, MPI_INT, 0, comm);\n"
                           "+ MPI_Barrier(comm);\n"},
    {"COLL-BLOCKING-MISMATCH", "- if (rank == 0)\n"
                               "-     MPI_Ibarrier(comm, &request);\n"
                               "- else\n"
                               "-     MPI_Barrier(comm);\n"
                               "+ MPI_Ibarrier(comm, &request);\n"
                               "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"},
    {"COLL-ROOT-MISMATCH", "- MPI_Bcast(buf, n, MPI_INT, rank, comm);\n"
                           "+ MPI_Bcast(buf, n, MPI_INT, 0, comm);\n"},
    {"COLL-OP-MISMATCH",
     "- MPI_Reduce(in, out, n, MPI_INT, rank == 0 ? MPI_MAX : MPI_SUM, 0, "
     "comm);\n"
     "+ MPI_Reduce(in, out, n, MPI_INT, MPI_SUM, 0, comm);\n"},
    {"COLL-ARGUMENT-MISMATCH",
     "- dims[0] = rank + 1;\n"
     "- MPI_Cart_create(comm, 1, dims, periods, 0, &grid);\n"
     "+ dims[0] = size;\n"
     "+ MPI_Cart_create(comm, 1, dims, periods, 0, &grid);\n"},
    {"COLL-MISSING",
     "- if (failed)\n"
     "-     return;\n"
     "- MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, comm);\n"
     "+ MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, comm);\n"
     "+ if (failed)\n"
     "+     return;\n"},
    {"COLL-UNALIGNED",
     "- if (rank == 0)\n"
     "-     MPI_Bcast(buf, n, MPI_INT, 0, comm);   /* the finding before */\n"
     "+ MPI_Bcast(buf, n, MPI_INT, 0, comm);\n"},
    {"INFO-ASSERTION",
     "  MPI_Info_set(info, \"mpi_assert_no_any_source\", \"true\");\n"
     "  MPI_Comm_set_info(comm, info);\n"
     "- MPI_Recv(buf, n, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);\n"
     "+ MPI_Recv(buf, n, MPI_INT, other, 0, comm, &status);\n"},
    {"INFO-NO-LOCKS", "- MPI_Info_set(info, \"no_locks\", \"true\");\n"
                      "+ MPI_Info_set(info, \"no_locks\", \"false\");\n"
                      "  MPI_Win_create(base, size, 1, info, comm, &win);\n"
                      "  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);\n"},
    {"DEADLOCK",
     "- MPI_Recv(in, n, MPI_INT, other, 0, comm, MPI_STATUS_IGNORE);\n"
     "- MPI_Send(out, n, MPI_INT, other, 0, comm);\n"
     "+ MPI_Sendrecv(out, n, MPI_INT, other, 0,\n"
     "+              in, n, MPI_INT, other, 0, comm, MPI_STATUS_IGNORE);\n"},
    {"POTENTIAL-DEADLOCK",
     "- MPI_Send(out, n, MPI_INT, other, 0, comm);\n"
     "- MPI_Recv(in, n, MPI_INT, other, 0, comm, MPI_STATUS_IGNORE);\n"
     "+ MPI_Sendrecv(out, n, MPI_INT, other, 0,\n"
     "+              in, n, MPI_INT, other, 0, comm, MPI_STATUS_IGNORE);\n"},
    {"NO-PROGRESS", "- while (!flag)   /* nobody sends */\n"
                    "-     MPI_Iprobe(source, tag, comm, &flag, &status);\n"
                    "+ MPI_Probe(source, tag, comm, &status);   /* tells who "
                    "waits for whom */\n"},
    {"CALL-DEPRECATED", "- MPI_Attr_get(comm, keyval, &value, &flag);\n"
                        "+ MPI_Comm_get_attr(comm, keyval, &value, &flag);\n"},
    {"CALL-REMOVED", "- MPI_Address(buf, &address);\n"
                     "+ MPI_Get_address(buf, &address);\n"},
    {"IO-AMODE",
     "- MPI_File_open(comm, name, MPI_MODE_CREATE, MPI_INFO_NULL, &file);\n"
     "+ MPI_File_open(comm, name, MPI_MODE_CREATE | MPI_MODE_WRONLY,\n"
     "+               MPI_INFO_NULL, &file);\n"},
    {"IO-ACCESS",
     "- MPI_File_open(comm, name, MPI_MODE_WRONLY, MPI_INFO_NULL, &file);\n"
     "+ MPI_File_open(comm, name, MPI_MODE_RDWR, MPI_INFO_NULL, &file);\n"
     "  MPI_File_read(file, buf, n, MPI_INT, MPI_STATUS_IGNORE);\n"},
    {"IO-FAILED", "- MPI_File_write(file, buf, n, MPI_INT, &status);\n"
                  "+ if (MPI_File_write(file, buf, n, MPI_INT, &status) != "
                  "MPI_SUCCESS)\n"
                  "+     MPI_Abort(comm, 1);\n"},
    {"IO-SEQUENTIAL",
     "- MPI_File_write(file, buf, n, MPI_INT, MPI_STATUS_IGNORE);\n"
     "+ MPI_File_write_shared(file, buf, n, MPI_INT, MPI_STATUS_IGNORE);\n"},
    {"IO-SPLIT",
     "- MPI_File_write_all_begin(file, one, n, MPI_INT);\n"
     "- MPI_File_write_all(file, other, n, MPI_INT, MPI_STATUS_IGNORE);\n"
     "- MPI_File_write_all_end(file, one, MPI_STATUS_IGNORE);\n"
     "+ MPI_File_write_all_begin(file, one, n, MPI_INT);\n"
     "+ MPI_File_write_all_end(file, one, MPI_STATUS_IGNORE);\n"
     "+ MPI_File_write_all(file, other, n, MPI_INT, MPI_STATUS_IGNORE);\n"},
    {"IO-PENDING", "- MPI_File_iwrite(file, buf, n, MPI_INT, &request);\n"
                   "- MPI_File_close(&file);\n"
                   "+ MPI_File_iwrite(file, buf, n, MPI_INT, &request);\n"
                   "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
                   "+ MPI_File_close(&file);\n"},
    {"IO-VIEW", "- MPI_File_set_view(file, 0, MPI_DOUBLE, ints, \"native\", "
                "MPI_INFO_NULL);\n"
                "+ MPI_File_set_view(file, 0, MPI_INT, ints, \"native\", "
                "MPI_INFO_NULL);\n"},
    {"IO-SPLIT-BUFFER", "  MPI_File_read_all_begin(file, buf, n, MPI_INT);\n"
                        "- MPI_File_read_all_end(file, other, &status);\n"
                        "+ MPI_File_read_all_end(file, buf, &status);\n"},
    {"IO-SHARED-VIEW",
     "- MPI_File_set_view(file, rank * n, MPI_INT, MPI_INT, \"native\", "
     "info);\n"
     "+ MPI_File_set_view(file, 0, MPI_INT, MPI_INT, \"native\", info);\n"
     "  MPI_File_write_ordered(file, buf, n, MPI_INT, MPI_STATUS_IGNORE);\n"},
    {"IO-ETYPE",
     "- MPI_File_set_view(file, 0, MPI_INT, MPI_INT, \"native\", info);\n"
     "+ MPI_File_set_view(file, 0, MPI_FLOAT, MPI_FLOAT, \"native\", info);\n"
     "  MPI_File_write(file, floats, n, MPI_FLOAT, &status);\n"},
    {"IO-CONFLICT",
     "- MPI_File_write_at(file, 0, buf, n, MPI_INT, MPI_STATUS_IGNORE);\n"
     "+ offset = (MPI_Offset)rank * n * sizeof(int);\n"
     "+ MPI_File_write_at(file, offset, buf, n, MPI_INT, "
     "MPI_STATUS_IGNORE);\n"},
    {"LEAK-REQUEST",
     "- MPI_Send_init(buf, n, MPI_INT, dest, 0, comm, &request);\n"
     "- MPI_Finalize();\n"
     "+ MPI_Send_init(buf, n, MPI_INT, dest, 0, comm, &request);\n"
     "+ MPI_Request_free(&request);\n"
     "+ MPI_Finalize();\n"},
    {"LEAK-COMM", "- MPI_Comm_dup(comm, &copy);\n"
                  "- MPI_Finalize();\n"
                  "+ MPI_Comm_dup(comm, &copy);\n"
                  "+ MPI_Comm_free(&copy);\n"
                  "+ MPI_Finalize();\n"},
    {"LEAK-DATATYPE", "- MPI_Type_contiguous(n, MPI_INT, &row);\n"
                      "- MPI_Finalize();\n"
                      "+ MPI_Type_contiguous(n, MPI_INT, &row);\n"
                      "+ MPI_Type_free(&row);\n"
                      "+ MPI_Finalize();\n"},
    {"LEAK-WINDOW",
     "- MPI_Win_create(base, size, 1, MPI_INFO_NULL, comm, &win);\n"
     "- MPI_Finalize();\n"
     "+ MPI_Win_create(base, size, 1, MPI_INFO_NULL, comm, &win);\n"
     "+ MPI_Win_free(&win);\n"
     "+ MPI_Finalize();\n"},
    {"LEAK-GROUP", "- MPI_Comm_group(comm, &group);\n"
                   "- MPI_Finalize();\n"
                   "+ MPI_Comm_group(comm, &group);\n"
                   "+ MPI_Group_free(&group);\n"
                   "+ MPI_Finalize();\n"},
    {"LEAK-OP", "- MPI_Op_create(add, 1, &op);\n"
                "- MPI_Finalize();\n"
                "+ MPI_Op_create(add, 1, &op);\n"
                "+ MPI_Op_free(&op);\n"
                "+ MPI_Finalize();\n"},
    {"LEAK-INFO", "- MPI_Info_create(&info);\n"
                  "- MPI_Win_allocate(size, 1, info, comm, &base, &win);\n"
                  "+ MPI_Info_create(&info);\n"
                  "+ MPI_Win_allocate(size, 1, info, comm, &base, &win);\n"
                  "+ MPI_Info_free(&info);\n"},
    {"LEAK-ERRHANDLER", "- MPI_Comm_create_errhandler(handle, &errhandler);\n"
                        "- MPI_Comm_set_errhandler(comm, errhandler);\n"
                        "+ MPI_Comm_create_errhandler(handle, &errhandler);\n"
                        "+ MPI_Comm_set_errhandler(comm, errhandler);\n"
                        "+ MPI_Errhandler_free(&errhandler);\n"},
    {"LEAK-KEYVAL", "- MPI_Comm_create_keyval(copy, delete, &keyval, NULL);\n"
                    "- MPI_Finalize();\n"
                    "+ MPI_Comm_create_keyval(copy, delete, &keyval, NULL);\n"
                    "+ MPI_Comm_free_keyval(&keyval);\n"
                    "+ MPI_Finalize();\n"},
    {"LEAK-FILE",
     "- MPI_File_write(file, buf, n, MPI_INT, MPI_STATUS_IGNORE);\n"
     "- MPI_Finalize();\n"
     "+ MPI_File_write(file, buf, n, MPI_INT, MPI_STATUS_IGNORE);\n"
     "+ MPI_File_close(&file);\n"
     "+ MPI_Finalize();\n"},
    {"LEAK-SESSION",
     "- MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);\n"
     "- return 0;\n"
     "+ MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);\n"
     "+ MPI_Session_finalize(&session);\n"
     "+ return 0;\n"},
    {"LEAK-GROWING", "- for (step = 0; step < steps; step++) {\n"
                     "-     MPI_Type_vector(n, 1, stride, MPI_INT, &column);\n"
                     "-     ...\n"
                     "- }\n"
                     "+ MPI_Type_vector(n, 1, stride, MPI_INT, &column);\n"
                     "+ for (step = 0; step < steps; step++)\n"
                     "+     ...\n"
                     "+ MPI_Type_free(&column);\n"},
    {"LEAK-BUFFER", "- MPI_Finalize();\n"
                    "+ MPI_Buffer_detach(&space, &size);\n"
                    "+ MPI_Finalize();\n"},
    {"LEAK-MEMORY", "- MPI_Alloc_mem(size, MPI_INFO_NULL, &base);\n"
                    "- MPI_Finalize();\n"
                    "+ MPI_Alloc_mem(size, MPI_INFO_NULL, &base);\n"
                    "+ MPI_Free_mem(base);\n"
                    "+ MPI_Finalize();\n"},
    {"CALL-BEFORE-INIT", "- MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                         "- MPI_Init(&argc, &argv);\n"
                         "+ MPI_Init(&argc, &argv);\n"
                         "+ MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"},
    {"CALL-AFTER-FINALIZE", "- MPI_Finalize();\n"
                            "- MPI_Comm_free(&comm);\n"
                            "+ MPI_Comm_free(&comm);\n"
                            "+ MPI_Finalize();\n"},
    {"CALL-INIT-TWICE", "- MPI_Init(NULL, NULL);\n"
                        "+ MPI_Initialized(&flag);\n"
                        "+ if (!flag)\n"
                        "+     MPI_Init(NULL, NULL);\n"},
    {"CALL-IN-OP",
     "- static void add(...) { ... MPI_Bcast(&done, ..., comm); }\n"
     "+ static void add(...) { ... }\n"
     "  ...\n"
     "  MPI_Op_create(add, 1, &op);\n"
     "  MPI_Allreduce(in, out, n, MPI_INT, op, comm);\n"
     "+ MPI_Bcast(&done, ..., comm);\n"},
    {"CALL-IN-HANDLER", "- static void handle(int number) { MPI_Send(...); }\n"
                        "+ static volatile sig_atomic_t come;\n"
                        "+ static void handle(int number) { come = 1; }\n"
                        "  ...\n"
                        "+ if (come)\n"
                        "+     MPI_Send(...);\n"},
    {"CALL-FAILED",
     "- MPI_File_open(comm, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);\n"
     "+ if (MPI_File_open(comm, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file) "
     "!=\n"
     "+     MPI_SUCCESS)\n"
     "+     MPI_Abort(comm, 1);\n"},
    {"CALL-ABORT", "- MPI_Abort(comm, 1);   /* without a word */\n"
                   "+ fprintf(stderr, \"cannot read %s\\n\", name);\n"
                   "+ MPI_Abort(comm, 1);\n"},
    {"PROCESS-CRASHED", "- int *buf = malloc(n);   /* bytes, not items */\n"
                        "- buf[n - 1] = 0;\n"
                        "+ int *buf = malloc(n * sizeof *buf);\n"
                        "+ buf[n - 1] = 0;\n"},
    {"PROCESS-KILLED", "- _exit(0);\n"
                       "+ MPI_Finalize();\n"
                       "+ exit(0);\n"},
    {"CALL-NO-FINALIZE", "- return 0;\n"
                         "+ MPI_Finalize();\n"
                         "+ return 0;\n"},
    {"P2P-UNRECEIVED", "- MPI_Send(buf, n, MPI_INT, 1, 1, comm);\n"
                       "- /* rank 1 */ MPI_Recv(buf, n, MPI_INT, 0, 2, comm, "
                       "MPI_STATUS_IGNORE);\n"
                       "+ MPI_Send(buf, n, MPI_INT, 1, 1, comm);\n"
                       "+ /* rank 1 */ MPI_Recv(buf, n, MPI_INT, 0, 1, comm, "
                       "MPI_STATUS_IGNORE);\n"},
    {"P2P-UNMATCHED-RECEIVE",
     "- MPI_Irecv(buf, n, MPI_INT, source, 0, comm, &request);\n"
     "- MPI_Request_free(&request);\n"
     "+ MPI_Irecv(buf, n, MPI_INT, source, 0, comm, &request);\n"
     "+ MPI_Cancel(&request);\n"
     "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"},
    {"P2P-READY-EARLY",
     "- MPI_Rsend(buf, n, MPI_INT, dest, 0, comm);   /* it has not posted */\n"
     "+ MPI_Send(buf, n, MPI_INT, dest, 0, comm);\n"},
    {"P2P-READY-UNORDERED",
     "- /* rank 1 */ MPI_Irecv(buf, n, MPI_INT, 0, 0, comm, &request);\n"
     "- /* rank 0 */ MPI_Rsend(buf, n, MPI_INT, 1, 0, comm);\n"
     "+ /* rank 1 */ MPI_Irecv(buf, n, MPI_INT, 0, 0, comm, &request);\n"
     "+ MPI_Barrier(comm);\n"
     "+ /* rank 0 */ MPI_Rsend(buf, n, MPI_INT, 1, 0, comm);\n"},
    {"PART-ARGUMENTS",
     "- MPI_Precv_init(buf, 4, n, MPI_INT, MPI_ANY_SOURCE, 0, comm, ...);\n"
     "+ MPI_Precv_init(buf, 4, n, MPI_INT, source, 0, comm, ...);\n"},
    {"PART-SIZE-MISMATCH",
     "- /* sends */ MPI_Psend_init(buf, 4, 8, MPI_INT, ...);\n"
     "- /* receives */ MPI_Precv_init(buf, 4, 4, MPI_INT, ...);\n"
     "+ /* sends */ MPI_Psend_init(buf, 4, 8, MPI_INT, ...);\n"
     "+ /* receives */ MPI_Precv_init(buf, 2, 16, MPI_INT, ...);\n"},
    {"PART-WRONG-REQUEST",
     "- MPI_Send_init(buf, n, MPI_INT, dest, 0, comm, &request);\n"
     "- MPI_Start(&request);\n"
     "- MPI_Pready(0, request);\n"
     "+ MPI_Psend_init(buf, 1, n, MPI_INT, dest, 0, comm, info, &request);\n"
     "+ MPI_Start(&request);\n"
     "+ MPI_Pready(0, request);\n"},
    {"PART-READY-INACTIVE", "- MPI_Pready(0, request);\n"
                            "- MPI_Start(&request);\n"
                            "+ MPI_Start(&request);\n"
                            "+ MPI_Pready(0, request);\n"},
    {"PART-RANGE", "- for (i = 1; i <= partitions; i++)\n"
                   "+ for (i = 0; i < partitions; i++)\n"
                   "      MPI_Pready(i, request);\n"},
    {"PART-READY-TWICE", "- MPI_Pready(0, request);\n"
                         "- MPI_Pready_range(0, 3, request);\n"
                         "+ MPI_Pready(0, request);\n"
                         "+ MPI_Pready_range(1, 3, request);\n"},
    {"PART-FREED-ACTIVE", "- MPI_Start(&request);\n"
                          "- MPI_Request_free(&request);\n"
                          "+ MPI_Start(&request);\n"
                          "+ MPI_Pready_range(0, partitions - 1, request);\n"
                          "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
                          "+ MPI_Request_free(&request);\n"},
    {"RMA-LOCK-ORDINARY-MEMORY",
     "- base = malloc(size);\n"
     "- MPI_Win_create(base, size, 1, MPI_INFO_NULL, comm, &win);\n"
     "+ MPI_Win_allocate(size, 1, MPI_INFO_NULL, comm, &base, &win);\n"},
    {"ARG-LARGE-TAG", "- MPI_Send(buf, n, MPI_INT, dest, 1000 * step + kind, "
                      "comm);\n"
                      "+ MPI_Send(buf, n, MPI_INT, dest, kind, comm);\n"},
    {"RMA-SHARED-COMM",
     "- MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, "
     "&win);\n"
     "+ MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0,\n"
     "+                     MPI_INFO_NULL, &node);\n"
     "+ MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, node, &base, &win);\n"},
    {"RACE-MATCH",
     "- MPI_Recv(buf, n, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);\n"
     "+ MPI_Recv(buf, n, MPI_INT, source, 0, comm, &status);\n"},
    {"RACE-COLLECTIVE",
     "- MPI_Recv(buf, n, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);\n"
     "- MPI_Bcast(all, n, MPI_INT, 0, comm);   /* rank 2 sends behind it */\n"
     "+ MPI_Recv(buf, n, MPI_INT, 1, 0, comm, &status);\n"
     "+ MPI_Bcast(all, n, MPI_INT, 0, comm);\n"},
    {"RACE-TRUNCATION",
     "- MPI_Recv(buf, 10, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);\n"
     "+ MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status);\n"
     "+ MPI_Get_count(&status, MPI_INT, &count);\n"
     "+ MPI_Recv(buf, count, MPI_INT, status.MPI_SOURCE, 0, comm, &status);\n"},
    {"RACE-TYPE",
     "- MPI_Recv(ints, n, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);\n"
     "- MPI_Recv(reals, n, MPI_FLOAT, MPI_ANY_SOURCE, 0, comm, &status);\n"
     "+ MPI_Recv(ints, n, MPI_INT, 1, 0, comm, &status);\n"
     "+ MPI_Recv(reals, n, MPI_FLOAT, 2, 0, comm, &status);\n"},
    {"RACE-STARVATION",
     "- MPI_Irecv(one, n, MPI_INT, MPI_ANY_SOURCE, 0, comm, &request);\n"
     "- MPI_Recv(other, n, MPI_INT, 1, 0, comm, &status);\n"
     "+ MPI_Recv(other, n, MPI_INT, 1, 0, comm, &status);\n"
     "+ MPI_Irecv(one, n, MPI_INT, MPI_ANY_SOURCE, 0, comm, &request);\n"},
    {"RACE-DEPENDENCE",
     "- MPI_Recv(&one, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, "
     "MPI_STATUS_IGNORE);\n"
     "- MPI_Recv(&other, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);\n"
     "+ MPI_Recv(&one, 1, MPI_INT, 2, 0, comm, MPI_STATUS_IGNORE);\n"
     "+ MPI_Recv(&other, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);\n"},
    {"RACE-BUDGET", "- MPI_Recv(buf, n, MPI_INT, MPI_ANY_SOURCE, 0, comm, "
                    "&status);   /* all */\n"
                    "+ MPI_Recv(buf, n, MPI_INT, source, 0, comm, &status);   "
                    "/* if known */\n"},
    {"REQUEST-UNKNOWN",
     "- MPI_Request request;\n"
     "- if (rank > 0)\n"
     "-     MPI_Irecv(buf, n, MPI_INT, rank - 1, 0, comm, &request);\n"
     "- MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
     "+ MPI_Request request = MPI_REQUEST_NULL;\n"
     "+ if (rank > 0)\n"
     "+     MPI_Irecv(buf, n, MPI_INT, rank - 1, 0, comm, &request);\n"
     "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"},
    {"REQUEST-TWICE", "- MPI_Request both[2] = {request, request};\n"
                      "- MPI_Waitall(2, both, MPI_STATUSES_IGNORE);\n"
                      "+ MPI_Request both[2] = {one, other};\n"
                      "+ MPI_Waitall(2, both, MPI_STATUSES_IGNORE);\n"},
    {"REQUEST-ACTIVE", "- MPI_Start(&request);\n"
                       "- MPI_Start(&request);\n"
                       "+ MPI_Start(&request);\n"
                       "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
                       "+ MPI_Start(&request);\n"},
    {"REQUEST-NOT-PERSISTENT",
     "- MPI_Isend(buf, n, MPI_INT, dest, 0, comm, &request);\n"
     "- MPI_Start(&request);\n"
     "+ MPI_Send_init(buf, n, MPI_INT, dest, 0, comm, &request);\n"
     "+ MPI_Start(&request);\n"},
    {"REQUEST-GIVEN-UP", "- MPI_Ibcast(buf, n, MPI_INT, 0, comm, &request);\n"
                         "- MPI_Request_free(&request);\n"
                         "+ MPI_Ibcast(buf, n, MPI_INT, 0, comm, &request);\n"
                         "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"},
    {"REQUEST-RECEIVE-FREED",
     "- MPI_Irecv(buf, n, MPI_INT, source, 0, comm, &request);\n"
     "- MPI_Request_free(&request);\n"
     "+ MPI_Irecv(buf, n, MPI_INT, source, 0, comm, &request);\n"
     "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"},
    {"REQUEST-CANCEL-INACTIVE",
     "- MPI_Recv_init(buf, n, MPI_INT, source, 0, comm, &request);\n"
     "- MPI_Cancel(&request);\n"
     "+ MPI_Recv_init(buf, n, MPI_INT, source, 0, comm, &request);\n"
     "+ MPI_Start(&request);\n"
     "+ MPI_Cancel(&request);\n"
     "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"},
    {"REQUEST-GENERALIZED",
     "- MPI_Irecv(buf, n, MPI_INT, source, 0, comm, &request);\n"
     "- MPI_Grequest_complete(request);\n"
     "+ MPI_Grequest_start(query, freed, cancel, state, &request);\n"
     "+ MPI_Grequest_complete(request);\n"},
    {"REQUEST-NEVER-STARTED",
     "- MPI_Recv_init(buf, n, MPI_INT, source, 0, comm, &request);\n"
     "- MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
     "- MPI_Request_free(&request);\n"
     "+ MPI_Recv_init(buf, n, MPI_INT, source, 0, comm, &request);\n"
     "+ MPI_Start(&request);\n"
     "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
     "+ MPI_Request_free(&request);\n"},
    {"REQUEST-NOT-COMPLETED",
     "- MPI_Isend(buf, n, MPI_INT, dest, 0, comm, &request);\n"
     "- MPI_Finalize();\n"
     "+ MPI_Isend(buf, n, MPI_INT, dest, 0, comm, &request);\n"
     "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
     "+ MPI_Finalize();\n"},
    {"RMA-RANK", "- MPI_Put(buf, n, MPI_INT, size, 0, n, MPI_INT, win);\n"
                 "+ MPI_Put(buf, n, MPI_INT, size - 1, 0, n, MPI_INT, win);\n"},
    {"RMA-NEGATIVE-ARGUMENT",
     "- MPI_Put(buf, n, MPI_INT, target, -1, n, MPI_INT, win);\n"
     "+ MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"},
    {"RMA-BEYOND-WINDOW",
     "- MPI_Win_create(base, n, sizeof(int), ...);   /* bytes, not items */\n"
     "- MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
     "+ MPI_Win_create(base, n * sizeof(int), sizeof(int), ...);\n"
     "+ MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"},
    {"RMA-NOT-ATTACHED",
     "- MPI_Get_address(base, &address);   /* and it is sent to the origin */\n"
     "+ MPI_Win_attach(win, base, size);\n"
     "+ MPI_Get_address(base, &address);\n"},
    {"RMA-ATTACH",
     "- MPI_Win_allocate(size, 1, MPI_INFO_NULL, comm, &base, &win);\n"
     "- MPI_Win_attach(win, more, size);\n"
     "+ MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win);\n"
     "+ MPI_Win_attach(win, more, size);\n"},
    {"RMA-DETACH", "- MPI_Win_attach(win, base, size);\n"
                   "- MPI_Win_detach(win, base + 8);\n"
                   "+ MPI_Win_attach(win, base, size);\n"
                   "+ MPI_Win_detach(win, base);\n"},
    {"RMA-MEMORY-FREED", "- MPI_Free_mem(base);\n"
                         "  MPI_Win_free(&win);\n"
                         "+ MPI_Free_mem(base);\n"},
    {"RMA-ATTACHED-FREED", "- free(base);\n"
                           "- MPI_Win_detach(win, base);\n"
                           "+ MPI_Win_detach(win, base);\n"
                           "+ free(base);\n"},
    {"RMA-TYPE-NOT-COMMITTED",
     "- MPI_Type_vector(n, 1, stride, MPI_INT, &column);\n"
     "- MPI_Put(buf, 1, column, target, 0, 1, column, win);\n"
     "+ MPI_Type_vector(n, 1, stride, MPI_INT, &column);\n"
     "+ MPI_Type_commit(&column);\n"
     "+ MPI_Put(buf, 1, column, target, 0, 1, column, win);\n"},
    {"RMA-ACCUMULATE-TYPE",
     "- MPI_Accumulate(buf, 1, int_and_double, target, 0, 1, int_and_double, "
     "...);\n"
     "+ MPI_Accumulate(ints, 1, MPI_INT, target, 0, 1, MPI_INT, ...);\n"
     "+ MPI_Accumulate(reals, 1, MPI_DOUBLE, target, 1, 1, MPI_DOUBLE, "
     "...);\n"},
    {"RMA-ACCUMULATE-OP",
     "- MPI_Op_create(add, 1, &op);\n"
     "- MPI_Accumulate(buf, n, MPI_INT, target, 0, n, MPI_INT, op, win);\n"
     "+ MPI_Accumulate(buf, n, MPI_INT, target, 0, n, MPI_INT, MPI_SUM, "
     "win);\n"
     "- MPI_Accumulate(bytes, n, MPI_CHAR, target, 0, n, MPI_CHAR, MPI_SUM, "
     "win);\n"
     "+ MPI_Accumulate(bytes, n, MPI_INT8_T, target, 0, n, MPI_INT8_T, "
     "MPI_SUM, win);\n"},
    {"RMA-REQUEST-EPOCH",
     "- MPI_Win_fence(0, win);\n"
     "- MPI_Rput(buf, n, MPI_INT, target, 0, n, MPI_INT, win, &request);\n"
     "+ MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);\n"
     "+ MPI_Rput(buf, n, MPI_INT, target, 0, n, MPI_INT, win, &request);\n"
     "+ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
     "+ MPI_Win_unlock(target, win);\n"},
    {"RMA-ASSERT-BITS", "- MPI_Win_start(group, MPI_MODE_NOPUT, win);\n"
                        "+ MPI_Win_start(group, 0, win);\n"},
    {"RMA-NOPRECEDE",
     "- MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
     "- MPI_Win_fence(MPI_MODE_NOPRECEDE, win);\n"
     "+ MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
     "+ MPI_Win_fence(0, win);\n"},
    {"RMA-NOSUCCEED",
     "- MPI_Win_fence(MPI_MODE_NOSUCCEED, win);\n"
     "- MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
     "+ MPI_Win_fence(0, win);\n"
     "+ MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"},
    {"RMA-ASSERT-DISAGREE",
     "- MPI_Win_fence(rank == 0 ? MPI_MODE_NOPRECEDE : 0, win);\n"
     "+ MPI_Win_fence(MPI_MODE_NOPRECEDE, win);\n"},
    {"RMA-NOPUT",
     "- /* target */ MPI_Win_post(group, MPI_MODE_NOPUT, win);\n"
     "- /* origin */ MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
     "+ /* target */ MPI_Win_post(group, 0, win);\n"
     "+ /* origin */ MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"},
    {"RMA-NOCHECK-PAIR",
     "- /* target */ MPI_Win_post(origins, MPI_MODE_NOCHECK, win);\n"
     "- /* origin */ MPI_Win_start(targets, 0, win);\n"
     "+ /* target */ MPI_Win_post(origins, 0, win);\n"
     "+ /* origin */ MPI_Win_start(targets, 0, win);\n"},
    {"RMA-NOCHECK-ORDER",
     "- /* target */ MPI_Win_post(origins, MPI_MODE_NOCHECK, win);\n"
     "- /* origin */ MPI_Win_start(targets, MPI_MODE_NOCHECK, win);\n"
     "+ /* target */ MPI_Win_post(origins, MPI_MODE_NOCHECK, win);\n"
     "+ MPI_Barrier(comm);\n"
     "+ /* origin */ MPI_Win_start(targets, MPI_MODE_NOCHECK, win);\n"},
    {"RMA-LOCK-NOCHECK",
     "- MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, MPI_MODE_NOCHECK, win);\n"
     "+ MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);\n"},
    {"RMA-CONFLICT",
     "- MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);   /* all ranks "
     "*/\n"
     "+ MPI_Put(buf, n, MPI_INT, target, rank * n, n, MPI_INT, win);\n"},
    {"RMA-LOCAL-CONFLICT",
     "- /* origin */ MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
     "- /* target */ base[0] = 1;\n"
     "+ /* origin */ MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
     "+ MPI_Win_fence(0, win);\n"
     "+ /* target */ base[0] = 1;\n"},
    {"RMA-ATTACH-CONFLICT",
     "+ MPI_Win_attach(win, base, size);\n"
     "  MPI_Allgather(&address, 1, MPI_AINT, addresses, 1, MPI_AINT, comm);\n"
     "- MPI_Win_attach(win, base, size);\n"},
    {"RMA-DETACH-CONFLICT",
     "- MPI_Win_detach(win, base);\n"
     "  MPI_Win_fence(0, win);   /* others put there */\n"
     "+ MPI_Win_detach(win, base);\n"},
    {"RMA-ACCUMULATE-CONFLICT",
     "- MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT,\n"
     "-                rank == 0 ? MPI_SUM : MPI_PROD, win);\n"
     "+ MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);\n"},
    {"RMA-SHARED-CONFLICT", "- /* rank 0 */ shared[0] = 1;\n"
                            "- /* rank 1 */ value = shared[0];\n"
                            "+ /* rank 0 */ shared[0] = 1;\n"
                            "+ MPI_Win_sync(win);\n"
                            "+ MPI_Barrier(comm);\n"
                            "+ MPI_Win_sync(win);\n"
                            "+ /* rank 1 */ value = shared[0];\n"},
    {"RMA-SHARED-ELSEWHERE", "- /* rank 0 */ shared[0] = 1;\n"
                             "- /* rank 1 */ value = shared[0];\n"
                             "+ /* rank 0 */ shared[0] = 1;\n"
                             "+ MPI_Win_sync(win);\n"
                             "+ MPI_Barrier(comm);\n"
                             "+ MPI_Win_sync(win);\n"
                             "+ /* rank 1 */ value = shared[0];\n"},
    {"RMA-SEPARATE-CONFLICT",
     "- /* target */ base[0] = 1;\n"
     "- /* origin */ MPI_Put(buf, 1, MPI_INT, target, 8, 1, MPI_INT, win);\n"
     "+ /* target */ base[0] = 1;\n"
     "+ MPI_Win_fence(0, win);\n"
     "+ /* origin */ MPI_Put(buf, 1, MPI_INT, target, 8, 1, MPI_INT, win);\n"},
    {"RMA-NO-EPOCH", "- MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
                     "+ MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);\n"
                     "+ MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
                     "+ MPI_Win_unlock(target, win);\n"},
    {"RMA-UNLOCK-WITHOUT-LOCK", "- MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"
                                "- MPI_Win_unlock(1, win);\n"
                                "+ MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"
                                "+ MPI_Win_unlock(0, win);\n"},
    {"RMA-DOUBLE-LOCK", "- MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"
                        "- MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"
                        "+ MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"
                        "+ MPI_Win_unlock(0, win);\n"
                        "+ MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"},
    {"RMA-LOCK-IN-EPOCH", "- MPI_Win_start(group, 0, win);\n"
                          "- MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"
                          "+ MPI_Win_start(group, 0, win);\n"
                          "+ MPI_Win_complete(win);\n"
                          "+ MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"},
    {"RMA-LOCK-AFTER-FENCE", "- MPI_Win_fence(0, win);\n"
                             "- MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"
                             "+ MPI_Win_fence(MPI_MODE_NOSUCCEED, win);\n"
                             "+ MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"},
    {"RMA-FREE-IN-EPOCH", "- MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"
                          "- MPI_Win_free(&win);\n"
                          "+ MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"
                          "+ MPI_Win_unlock(0, win);\n"
                          "+ MPI_Win_free(&win);\n"},
    {"RMA-FINALIZE-IN-EPOCH", "- MPI_Win_lock_all(0, win);\n"
                              "- MPI_Finalize();\n"
                              "+ MPI_Win_lock_all(0, win);\n"
                              "+ MPI_Win_unlock_all(win);\n"
                              "+ MPI_Win_free(&win);\n"
                              "+ MPI_Finalize();\n"},
    {"RMA-LOCK-WHILE-EXPOSED",
     "- /* target */ MPI_Win_post(group, 0, win);\n"
     "- /* origin */ MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);\n"
     "+ /* target */ MPI_Win_post(group, 0, win);\n"
     "+ /* target */ MPI_Win_wait(win);\n"
     "+ MPI_Barrier(comm);\n"
     "+ /* origin */ MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);\n"},
    {"RMA-POST-WHILE-LOCKED",
     "- /* origin */ MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);\n"
     "- /* target */ MPI_Win_post(group, 0, win);\n"
     "+ /* origin */ MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);\n"
     "+ /* origin */ MPI_Win_unlock(target, win);\n"
     "+ MPI_Barrier(comm);\n"
     "+ /* target */ MPI_Win_post(group, 0, win);\n"},
    {"RMA-COMPLETE-WITHOUT-START",
     "- MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
     "- MPI_Win_complete(win);\n"
     "+ MPI_Win_start(group, 0, win);\n"
     "+ MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
     "+ MPI_Win_complete(win);\n"},
    {"RMA-WAIT-WITHOUT-POST", "- MPI_Win_wait(win);\n"
                              "+ MPI_Win_post(group, 0, win);\n"
                              "+ MPI_Win_wait(win);\n"},
    {"RMA-START-IN-EPOCH", "- MPI_Win_start(left, 0, win);\n"
                           "- MPI_Win_start(right, 0, win);\n"
                           "+ MPI_Group_union(left, right, &both);\n"
                           "+ MPI_Win_start(both, 0, win);\n"},
    {"RMA-POST-IN-EPOCH", "- MPI_Win_post(left, 0, win);\n"
                          "- MPI_Win_post(right, 0, win);\n"
                          "+ MPI_Group_union(left, right, &both);\n"
                          "+ MPI_Win_post(both, 0, win);\n"},
    {"RMA-FENCE-IN-EPOCH", "- MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"
                           "- MPI_Win_fence(0, win);\n"
                           "+ MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n"
                           "+ MPI_Win_unlock(0, win);\n"
                           "+ MPI_Win_fence(0, win);\n"},
    {"RMA-FENCE-INSIDE", "- MPI_Win_start(group, 0, win);\n"
                         "- MPI_Win_fence(0, win);\n"
                         "- MPI_Win_complete(win);\n"
                         "+ MPI_Win_start(group, 0, win);\n"
                         "+ MPI_Win_complete(win);\n"
                         "+ MPI_Win_fence(0, win);\n"},
    {"RMA-FLUSH-WITHOUT-LOCK",
     "- MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
     "- MPI_Win_flush(target, win);\n"
     "+ MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);\n"
     "+ MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
     "+ MPI_Win_flush(target, win);\n"},
    {"RMA-SYNC-WITHOUT-LOCK",
     "- MPI_Win_sync(win);\n"
     "+ MPI_Win_lock_all(MPI_MODE_NOCHECK, win);   /* once */\n"
     "+ MPI_Win_sync(win);\n"},
    {"RMA-NO-WINDOW",
     "- MPI_Win_free(&win);\n"
     "- MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
     "+ MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"
     "+ MPI_Win_fence(0, win);\n"
     "+ MPI_Win_free(&win);\n"},
    {"THREAD-SINGLE",
     "- MPI_Init(&argc, &argv);\n"
     "+ MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);\n"},
    {"THREAD-FUNNELED",
     "- MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);\n"
     "+ MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);\n"},
    {"THREAD-SERIALIZED", "- MPI_Send(buf, n, MPI_INT, dest, thread, comm);\n"
                          "+ pthread_mutex_lock(&mutex);\n"
                          "+ MPI_Send(buf, n, MPI_INT, dest, thread, comm);\n"
                          "+ pthread_mutex_unlock(&mutex);\n"},
    {"THREAD-COLLECTIVES", "- /* both threads */ MPI_Barrier(comm);\n"
                           "+ /* each thread */ MPI_Barrier(comms[thread]);   "
                           "/* by MPI_Comm_dup */\n"},
    {"THREAD-FINALIZE", "- pthread_create(&thread, NULL, finalize, NULL);\n"
                        "+ pthread_join(thread, NULL);\n"
                        "+ MPI_Finalize();   /* in main */\n"},
    {"THREAD-REQUEST",
     "- /* both threads */ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"
     "+ /* one thread */ MPI_Wait(&request, MPI_STATUS_IGNORE);\n"},
    {"THREAD-FINALIZE-INSIDE",
     "- MPI_Finalize();\n"
     "- pthread_join(thread, NULL);   /* it waits in MPI_Recv */\n"
     "+ pthread_join(thread, NULL);\n"
     "+ MPI_Finalize();\n"},
    {"THREAD-PROBE",
     "- MPI_Probe(MPI_ANY_SOURCE, tag, comm, &status);   /* each thread */\n"
     "- MPI_Recv(buf, n, MPI_INT, status.MPI_SOURCE, tag, comm, &status);\n"
     "+ MPI_Mprobe(MPI_ANY_SOURCE, tag, comm, &message, &status);\n"
     "+ MPI_Mrecv(buf, n, MPI_INT, &message, &status);\n"},
    {"P2P-TYPE-MISMATCH",
     "- /* sends */ MPI_Send(buf, n, MPI_INT, ...);\n"
     "- /* receives */ MPI_Recv(buf, n, MPI_FLOAT, ...);\n"
     "+ /* sends */ MPI_Send(buf, n, MPI_FLOAT, ...);\n"
     "+ /* receives */ MPI_Recv(buf, n, MPI_FLOAT, ...);\n"},
    {"P2P-TRUNCATED", "- /* sends */ MPI_Send(buf, 10, MPI_INT, ...);\n"
                      "- /* receives */ MPI_Recv(buf, 5, MPI_INT, ...);\n"
                      "+ /* sends */ MPI_Send(buf, 10, MPI_INT, ...);\n"
                      "+ /* receives */ MPI_Recv(buf, 10, MPI_INT, ...);\n"},
    {"TYPE-BYTES-ONLY",
     "- /* sends */ MPI_Send(buf, n, MPI_INT, ...);\n"
     "- /* receives */ MPI_Recv(buf, 4 * n, MPI_BYTE, ...);\n"
     "+ /* sends */ MPI_Send(buf, n, MPI_INT, ...);\n"
     "+ /* receives */ MPI_Recv(buf, n, MPI_INT, ...);\n"},
    {"TYPE-OTHER-NAME",
     "- /* sends */ MPI_Send(buf, n, MPI_LONG, ...);\n"
     "- /* receives */ MPI_Recv(buf, n, MPI_INT64_T, ...);\n"
     "+ /* sends */ MPI_Send(buf, n, MPI_INT64_T, ...);\n"
     "+ /* receives */ MPI_Recv(buf, n, MPI_INT64_T, ...);\n"},
    {"RMA-TYPE-MISMATCH",
     "- MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_FLOAT, win);\n"
     "+ MPI_Put(buf, n, MPI_INT, target, 0, n, MPI_INT, win);\n"},
    {"RMA-TRUNCATED",
     "- MPI_Put(buf, 10, MPI_INT, target, 0, 5, MPI_INT, win);\n"
     "+ MPI_Put(buf, 10, MPI_INT, target, 0, 10, MPI_INT, win);\n"},
    {"COLL-TYPE-MISMATCH",
     "- MPI_Bcast(buf, n, rank == 0 ? MPI_INT : MPI_FLOAT, 0, comm);\n"
     "+ MPI_Bcast(buf, n, MPI_INT, 0, comm);\n"},
    {"COLL-COUNT-MISMATCH",
     "- MPI_Bcast(buf, rank == 0 ? 10 : 5, MPI_INT, 0, comm);\n"
     "+ MPI_Bcast(buf, 10, MPI_INT, 0, comm);\n"},
    {"COLL-IN-PLACE",
     "- MPI_Reduce(MPI_IN_PLACE, sum, n, MPI_INT, MPI_SUM, 0, comm);\n"
     "+ MPI_Reduce(rank == 0 ? MPI_IN_PLACE : sum, sum, n, MPI_INT, MPI_SUM, "
     "0,\n"
     "+            comm);\n"},
};

const char *rule_example(const struct rule *rule)
{
    size_t i;

    for (i = 0; i < sizeof examples / sizeof examples[0]; i++)
        if (strcmp(examples[i].id, rule->id) == 0)
            return examples[i].lines;
    return "";
}
