/* The collective functions with large counts. */
#include "coll_call.h"

_Static_assert(sizeof(MPI_Aint) == sizeof(MPI_Count),
               "displacements are read as counts");

#define BCAST refmpi_plan_bcast(schedule, buffer, count, datatype, root)
REFMPI_BLOCKING(Bcast_c,
                refmpi_cast_block(object, buffer, count, datatype, root, &rc),
                BCAST, void *buffer, MPI_Count count, MPI_Datatype datatype,
                int root, )
REFMPI_NONBLOCKING(Ibcast_c,
                   refmpi_plan_ibcast(schedule, buffer, count, datatype, root),
                   void *buffer, MPI_Count count, MPI_Datatype datatype,
                   int root, )
REFMPI_PERSISTENT(Bcast_init_c, BCAST, void *buffer, MPI_Count count,
                  MPI_Datatype datatype, int root, )

REFMPI_COLLECTIVE(
    Gather_c, Igather_c, Gather_init_c,
    refmpi_plan_gather(schedule, REFMPI_ONE(sendbuf, sendcount, sendtype),
                       REFMPI_EVEN(recvbuf, recvcount, recvtype), root),
    const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, )

REFMPI_COLLECTIVE(
    Gatherv_c, Igatherv_c, Gatherv_init_c,
    refmpi_plan_gather(schedule, REFMPI_ONE(sendbuf, sendcount, sendtype),
                       REFMPI_V(wide, recvbuf, recvcounts,
                                (const MPI_Count *)displs, recvtype),
                       root),
    const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
    MPI_Datatype recvtype, int root, )

REFMPI_COLLECTIVE(
    Scatter_c, Iscatter_c, Scatter_init_c,
    refmpi_plan_scatter(schedule, REFMPI_EVEN(sendbuf, sendcount, sendtype),
                        REFMPI_ONE(recvbuf, recvcount, recvtype), root),
    const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, )

REFMPI_COLLECTIVE(Scatterv_c, Iscatterv_c, Scatterv_init_c,
                  refmpi_plan_scatter(schedule,
                                      REFMPI_V(wide, sendbuf, sendcounts,
                                               (const MPI_Count *)displs,
                                               sendtype),
                                      REFMPI_ONE(recvbuf, recvcount, recvtype),
                                      root),
                  const void *sendbuf, const MPI_Count sendcounts[],
                  const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, )

REFMPI_COLLECTIVE(
    Allgather_c, Iallgather_c, Allgather_init_c,
    refmpi_plan_allgather(schedule, REFMPI_ONE(sendbuf, sendcount, sendtype),
                          REFMPI_EVEN(recvbuf, recvcount, recvtype)),
    const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, )

REFMPI_COLLECTIVE(
    Allgatherv_c, Iallgatherv_c, Allgatherv_init_c,
    refmpi_plan_allgather(schedule, REFMPI_ONE(sendbuf, sendcount, sendtype),
                          REFMPI_V(wide, recvbuf, recvcounts,
                                   (const MPI_Count *)displs, recvtype)),
    const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
    MPI_Datatype recvtype, )

#define ALLTOALL                                                               \
    refmpi_plan_alltoall(schedule, REFMPI_EVEN(sendbuf, sendcount, sendtype),  \
                         REFMPI_EVEN(recvbuf, recvcount, recvtype))
REFMPI_BLOCKING(Alltoall_c,
                refmpi_board_alltoall(object, sendbuf, sendcount, sendtype,
                                      recvbuf, recvcount, recvtype, &rc),
                ALLTOALL, const void *sendbuf, MPI_Count sendcount,
                MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                MPI_Datatype recvtype, )
REFMPI_STARTED(Ialltoall_c, Alltoall_init_c, ALLTOALL, const void *sendbuf,
               MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, )

REFMPI_COLLECTIVE(
    Alltoallv_c, Ialltoallv_c, Alltoallv_init_c,
    refmpi_plan_alltoall(schedule,
                         REFMPI_V(wide, sendbuf, sendcounts,
                                  (const MPI_Count *)sdispls, sendtype),
                         REFMPI_V(wide, recvbuf, recvcounts,
                                  (const MPI_Count *)rdispls, recvtype)),
    const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], MPI_Datatype recvtype, )

REFMPI_COLLECTIVE(
    Alltoallw_c, Ialltoallw_c, Alltoallw_init_c,
    refmpi_plan_alltoall(schedule,
                         REFMPI_W(wide, sendbuf, sendcounts,
                                  (const MPI_Count *)sdispls, sendtypes),
                         REFMPI_W(wide, recvbuf, recvcounts,
                                  (const MPI_Count *)rdispls, recvtypes)),
    const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], )

REFMPI_COLLECTIVE(Reduce_c, Ireduce_c, Reduce_init_c,
                  refmpi_plan_reduce(schedule, sendbuf, recvbuf, count,
                                     datatype, op, root),
                  const void *sendbuf, void *recvbuf, MPI_Count count,
                  MPI_Datatype datatype, MPI_Op op, int root, )

#define ALLREDUCE                                                              \
    refmpi_plan_allreduce(schedule, sendbuf, recvbuf, count, datatype, op)
REFMPI_BLOCKING(Allreduce_c,
                refmpi_board_allreduce(object, sendbuf, recvbuf, count,
                                       datatype, op, &rc),
                ALLREDUCE, const void *sendbuf, void *recvbuf, MPI_Count count,
                MPI_Datatype datatype, MPI_Op op, )
REFMPI_STARTED(Iallreduce_c, Allreduce_init_c, ALLREDUCE, const void *sendbuf,
               void *recvbuf, MPI_Count count, MPI_Datatype datatype,
               MPI_Op op, )

REFMPI_COLLECTIVE(Reduce_scatter_c, Ireduce_scatter_c, Reduce_scatter_init_c,
                  refmpi_plan_reduce_scatter(schedule, sendbuf, recvbuf,
                                             &(struct refmpi_numbers){
                                                 .wide = recvcounts},
                                             datatype, op),
                  const void *sendbuf, void *recvbuf,
                  const MPI_Count recvcounts[], MPI_Datatype datatype,
                  MPI_Op op, )

REFMPI_COLLECTIVE(Reduce_scatter_block_c, Ireduce_scatter_block_c,
                  Reduce_scatter_block_init_c,
                  refmpi_plan_reduce_scatter_block(schedule, sendbuf, recvbuf,
                                                   recvcount, datatype, op),
                  const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                  MPI_Datatype datatype, MPI_Op op, )

REFMPI_COLLECTIVE(Scan_c, Iscan_c, Scan_init_c,
                  refmpi_plan_scan(schedule, sendbuf, recvbuf, count, datatype,
                                   op),
                  const void *sendbuf, void *recvbuf, MPI_Count count,
                  MPI_Datatype datatype, MPI_Op op, )

REFMPI_COLLECTIVE(Exscan_c, Iexscan_c, Exscan_init_c,
                  refmpi_plan_exscan(schedule, sendbuf, recvbuf, count,
                                     datatype, op),
                  const void *sendbuf, void *recvbuf, MPI_Count count,
                  MPI_Datatype datatype, MPI_Op op, )
