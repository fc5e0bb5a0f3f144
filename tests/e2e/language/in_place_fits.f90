! MPI_IN_PLACE of Fortran where it may stand.
!
! np: 1
! verdict: clean
program places
  use mpi
  implicit none
  integer :: x(2), y(2), ierror

  x = 1
  call MPI_Init(ierror)
  call MPI_Gather(MPI_IN_PLACE, 1, MPI_INTEGER, x, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  call MPI_Allreduce(MPI_IN_PLACE, x, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Alltoall(MPI_IN_PLACE, 1, MPI_INTEGER, y, 1, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  call MPI_Scatter(x, 1, MPI_INTEGER, MPI_IN_PLACE, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
end program
