! Sections of arrays: with gaps in blocking calls and by a datatype, without
! gaps in nonblocking ones; MPI_IN_PLACE, MPI_BOTTOM, the constants for what is
! ignored, and MPI_UNWEIGHTED.
!
! np: 2
! verdict: clean
program sections
use mpi
implicit none
integer rank, size, ierror, i, column, absolute, graph, window
integer requests(2), lengths(2), neighbour(1)
integer(kind=MPI_ADDRESS_KIND) places(2), bytes
integer out(200), in(200), status(MPI_STATUS_SIZE)

do i = 1, 200
  out(i) = i
  in(i) = 0
end do
call MPI_Init(ierror)
call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
call MPI_Sendrecv(out(1:200:2), 100, MPI_INTEGER, 1 - rank, 0, in(1:200:2), 100, MPI_INTEGER, 1 - rank, 0, &
     MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
call MPI_Type_vector(100, 1, 2, MPI_INTEGER, column, ierror)
call MPI_Type_commit(column, ierror)
call MPI_Isend(out, 1, column, 1 - rank, 0, MPI_COMM_WORLD, requests(1), ierror)
call MPI_Irecv(in(2), 1, column, 1 - rank, 0, MPI_COMM_WORLD, requests(2), ierror)
call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
call MPI_Type_free(column, ierror)
call MPI_Isend(out(101:150), 50, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, requests(1), ierror)
call MPI_Irecv(in(1:50), 50, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, requests(2), ierror)
call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierror)
call MPI_Wait(requests(2), status, ierror)
call MPI_Allreduce(MPI_IN_PLACE, in, 200, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
if (rank .eq. 0) then
  call MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 10, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
else
  call MPI_Gather(out, 10, MPI_INTEGER, in, 10, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
end if
call MPI_Get_address(in, places(1), ierror)
call MPI_Get_address(out, places(2), ierror)
lengths(1) = 200
lengths(2) = 200
call MPI_Type_create_hindexed(2, lengths, places, MPI_INTEGER, absolute, ierror)
call MPI_Type_commit(absolute, ierror)
call MPI_Bcast(MPI_BOTTOM, 1, absolute, 0, MPI_COMM_WORLD, ierror)
call MPI_Type_free(absolute, ierror)
neighbour(1) = mod(rank + 1, size)
call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, neighbour, MPI_UNWEIGHTED, 1, neighbour, MPI_UNWEIGHTED, &
     MPI_INFO_NULL, .false., graph, ierror)
call MPI_Neighbor_allgather(out, 1, MPI_INTEGER, in, 1, MPI_INTEGER, graph, ierror)
call MPI_Comm_free(graph, ierror)
bytes = 800
call MPI_Win_create(in, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window, ierror)
call MPI_Win_fence(0, window, ierror)
bytes = 0
call MPI_Put(out, 10, MPI_INTEGER, 1 - rank, bytes, 10, MPI_INTEGER, window, ierror)
call MPI_Win_fence(0, window, ierror)
call MPI_Win_free(window, ierror)
call MPI_Finalize(ierror)
end program
