! What a receive is to fill is read before it is complete, right after the call
! that began it, and after MPI_Isend: the binding makes a handle of Fortran's of
! the request then, by a function of the MPI, before it returns to the program.
!
! np: 2
! verdict: error
! finding: BUFFER-ACCESSED-EARLY begin=0@first load=0@load
! finding: BUFFER-ACCESSED-EARLY begin=0@second load=0@later
! needs: x86-64
! twin: pending_waited.f90
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
    call MPI_Irecv(in, 100, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, requests(1), error) ! @first
    kept = kept + in(3) ! @load
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE, error)
    call MPI_Irecv(in, 100, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, requests(1), error) ! @second
    call MPI_Isend(out, 100, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, requests(2), error)
    kept = kept + in(5) ! @later
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
  else
    call MPI_Send(out, 100, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, error)
    call MPI_Send(out, 100, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, error)
    call MPI_Recv(in, 100, MPI_INTEGER, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end if
  if (kept == 99) print *, kept
  call MPI_Finalize(error)
end program
