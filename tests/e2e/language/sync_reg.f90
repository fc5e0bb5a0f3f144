! MPI_F_sync_reg keeps the compiler from moving what is done with the buffer.
!
! np: 2
! verdict: clean
! flavours: abi openmpi (that of MPICH 4.0.2 stores an error code nobody gave room for)
program main
  use mpi
  implicit none
  integer :: ierror, rank, x(4), request

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  x = rank
  if (rank == 0) then
    call MPI_Irecv(x, 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierror)
  else
    call MPI_Isend(x, 4, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request, ierror)
  end if
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  if (.not. MPI_ASYNC_PROTECTS_NONBLOCKING) call MPI_F_sync_reg(x)
  print *, sum(x)
  call MPI_Finalize(ierror)
end program
