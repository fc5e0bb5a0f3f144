/* The collective functions, with int counts. */
#include "coll_call.h"

REFMPI_BLOCKING(Barrier, refmpi_board_barrier(object, &rc),
                refmpi_plan_barrier(schedule), )
REFMPI_STARTED(Ibarrier, Barrier_init, refmpi_plan_barrier(schedule), )

#define BCAST refmpi_plan_bcast(schedule, buffer, count, datatype, root)
REFMPI_BLOCKING(Bcast,
                refmpi_cast_block(object, buffer, count, datatype, root, &rc),
                BCAST, void *buffer, int count, MPI_Datatype datatype,
                int root, )
REFMPI_NONBLOCKING(Ibcast,
                   refmpi_plan_ibcast(schedule, buffer, count, datatype, root),
                   void *buffer, int count, MPI_Datatype datatype, int root, )
REFMPI_PERSISTENT(Bcast_init, BCAST, void *buffer, int count,
                  MPI_Datatype datatype, int root, )

REFMPI_COLLECTIVE(
    Gather, Igather, Gather_init,
    refmpi_plan_gather(schedule, REFMPI_ONE(sendbuf, sendcount, sendtype),
                       REFMPI_EVEN(recvbuf, recvcount, recvtype), root),
    const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, int root, )

REFMPI_COLLECTIVE(
    Gatherv, Igatherv, Gatherv_init,
    refmpi_plan_gather(schedule, REFMPI_ONE(sendbuf, sendcount, sendtype),
                       REFMPI_V(narrow, recvbuf, recvcounts, displs, recvtype),
                       root),
    const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
    int root, )

REFMPI_COLLECTIVE(
    Scatter, Iscatter, Scatter_init,
    refmpi_plan_scatter(schedule, REFMPI_EVEN(sendbuf, sendcount, sendtype),
                        REFMPI_ONE(recvbuf, recvcount, recvtype), root),
    const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, int root, )

REFMPI_COLLECTIVE(
    Scatterv, Iscatterv, Scatterv_init,
    refmpi_plan_scatter(schedule,
                        REFMPI_V(narrow, sendbuf, sendcounts, displs, sendtype),
                        REFMPI_ONE(recvbuf, recvcount, recvtype), root),
    const void *sendbuf, const int sendcounts[], const int displs[],
    MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
    int root, )

REFMPI_COLLECTIVE(
    Allgather, Iallgather, Allgather_init,
    refmpi_plan_allgather(schedule, REFMPI_ONE(sendbuf, sendcount, sendtype),
                          REFMPI_EVEN(recvbuf, recvcount, recvtype)),
    const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, )

REFMPI_COLLECTIVE(Allgatherv, Iallgatherv, Allgatherv_init,
                  refmpi_plan_allgather(
                      schedule, REFMPI_ONE(sendbuf, sendcount, sendtype),
                      REFMPI_V(narrow, recvbuf, recvcounts, displs, recvtype)),
                  const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                  void *recvbuf, const int recvcounts[], const int displs[],
                  MPI_Datatype recvtype, )

#define ALLTOALL                                                               \
    refmpi_plan_alltoall(schedule, REFMPI_EVEN(sendbuf, sendcount, sendtype),  \
                         REFMPI_EVEN(recvbuf, recvcount, recvtype))
REFMPI_BLOCKING(Alltoall,
                refmpi_board_alltoall(object, sendbuf, sendcount, sendtype,
                                      recvbuf, recvcount, recvtype, &rc),
                ALLTOALL, const void *sendbuf, int sendcount,
                MPI_Datatype sendtype, void *recvbuf, int recvcount,
                MPI_Datatype recvtype, )
REFMPI_STARTED(Ialltoall, Alltoall_init, ALLTOALL, const void *sendbuf,
               int sendcount, MPI_Datatype sendtype, void *recvbuf,
               int recvcount, MPI_Datatype recvtype, )

REFMPI_COLLECTIVE(Alltoallv, Ialltoallv, Alltoallv_init,
                  refmpi_plan_alltoall(
                      schedule,
                      REFMPI_V(narrow, sendbuf, sendcounts, sdispls, sendtype),
                      REFMPI_V(narrow, recvbuf, recvcounts, rdispls, recvtype)),
                  const void *sendbuf, const int sendcounts[],
                  const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
                  const int recvcounts[], const int rdispls[],
                  MPI_Datatype recvtype, )

REFMPI_COLLECTIVE(Alltoallw, Ialltoallw, Alltoallw_init,
                  refmpi_plan_alltoall(schedule,
                                       REFMPI_W(narrow, sendbuf, sendcounts,
                                                sdispls, sendtypes),
                                       REFMPI_W(narrow, recvbuf, recvcounts,
                                                rdispls, recvtypes)),
                  const void *sendbuf, const int sendcounts[],
                  const int sdispls[], const MPI_Datatype sendtypes[],
                  void *recvbuf, const int recvcounts[], const int rdispls[],
                  const MPI_Datatype recvtypes[], )

REFMPI_COLLECTIVE(Reduce, Ireduce, Reduce_init,
                  refmpi_plan_reduce(schedule, sendbuf, recvbuf, count,
                                     datatype, op, root),
                  const void *sendbuf, void *recvbuf, int count,
                  MPI_Datatype datatype, MPI_Op op, int root, )

#define ALLREDUCE                                                              \
    refmpi_plan_allreduce(schedule, sendbuf, recvbuf, count, datatype, op)
REFMPI_BLOCKING(Allreduce,
                refmpi_board_allreduce(object, sendbuf, recvbuf, count,
                                       datatype, op, &rc),
                ALLREDUCE, const void *sendbuf, void *recvbuf, int count,
                MPI_Datatype datatype, MPI_Op op, )
REFMPI_STARTED(Iallreduce, Allreduce_init, ALLREDUCE, const void *sendbuf,
               void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, )

REFMPI_COLLECTIVE(Reduce_scatter, Ireduce_scatter, Reduce_scatter_init,
                  refmpi_plan_reduce_scatter(schedule, sendbuf, recvbuf,
                                             &(struct refmpi_numbers){
                                                 .narrow = recvcounts},
                                             datatype, op),
                  const void *sendbuf, void *recvbuf, const int recvcounts[],
                  MPI_Datatype datatype, MPI_Op op, )

REFMPI_COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block,
                  Reduce_scatter_block_init,
                  refmpi_plan_reduce_scatter_block(schedule, sendbuf, recvbuf,
                                                   recvcount, datatype, op),
                  const void *sendbuf, void *recvbuf, int recvcount,
                  MPI_Datatype datatype, MPI_Op op, )

REFMPI_COLLECTIVE(Scan, Iscan, Scan_init,
                  refmpi_plan_scan(schedule, sendbuf, recvbuf, count, datatype,
                                   op),
                  const void *sendbuf, void *recvbuf, int count,
                  MPI_Datatype datatype, MPI_Op op, )

REFMPI_COLLECTIVE(Exscan, Iexscan, Exscan_init,
                  refmpi_plan_exscan(schedule, sendbuf, recvbuf, count,
                                     datatype, op),
                  const void *sendbuf, void *recvbuf, int count,
                  MPI_Datatype datatype, MPI_Op op, )
