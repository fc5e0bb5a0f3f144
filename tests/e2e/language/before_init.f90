! An MPI procedure is called before MPI_Init.  Open MPI's binding comes no further
! than to the conversion of the communicator's handle.
!
! np: 1
! verdict: error
! status: 0|1
! finding: CALL-BEFORE-INIT call=0@early
! twin: outside_clean.f90
program before_init
  use mpi
  implicit none
  integer :: size, ierror

  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror) ! @early
  call MPI_Init(ierror)
  call MPI_Finalize(ierror)
end program
