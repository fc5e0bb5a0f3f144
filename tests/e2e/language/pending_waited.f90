! What receives fill is read when they are complete; meanwhile other memory is, right
! after the calls that began them.
!
! np: 2
! verdict: clean
program pending_read
  use mpi
  implicit none
  integer :: in(100), out(100), requests(2), error, rank, kept
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  in = 7
  out = 1
  kept = 0
  if (rank == 0) then
    call MPI_Irecv(in, 100, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, requests(1), error)
    kept = kept + out(3)
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE, error)
    kept = kept + in(3)
    call MPI_Irecv(in, 100, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, requests(1), error)
    call MPI_Isend(out, 100, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, requests(2), error)
    kept = kept + out(5)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
    kept = kept + in(5)
  else
    call MPI_Send(out, 100, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, error)
    call MPI_Send(out, 100, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, error)
    call MPI_Recv(in, 100, MPI_INTEGER, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end if
  if (kept == 99) print *, kept
  call MPI_Finalize(error)
end program
