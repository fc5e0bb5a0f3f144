! As status_scalar.f90; the status is an array of MPI_STATUS_SIZE.
!
! np: 2
! verdict: clean
program main
  implicit none
  include 'mpif.h'
  integer :: rank, ierror
  integer :: status(MPI_STATUS_SIZE)
  integer :: data(100)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  data = rank
  if (rank == 0) then
    call MPI_Send(data, 100, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierror)
  else
    call MPI_Recv(data, 100, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, status, ierror)
  end if
  call MPI_Finalize(ierror)
end program main
