! MPI_IN_PLACE of Fortran in place of a buffer of other calls: a binding may leave it
! as it is there, an address at which there is a variable of its own.
!
! np: 1
! verdict: error
! finding: ARG-VALUE call=0@send
! finding: COLL-IN-PLACE call=0@broadcast
! finding: COLL-IN-PLACE call=0@gather
! twin: in_place_fits.f90
program places
  use mpi
  implicit none
  integer :: x(2), y(2), ierror

  x = 1
  call MPI_Init(ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
  call MPI_Bcast(MPI_IN_PLACE, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror) ! @broadcast
  call MPI_Gather(x, 1, MPI_INTEGER, MPI_IN_PLACE, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror) ! @gather
  call MPI_Sendrecv(MPI_IN_PLACE, 1, MPI_INTEGER, 0, 0, y, 1, MPI_INTEGER, 0, 0, &
    MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror) ! @send
  call MPI_Finalize(ierror)
end program
