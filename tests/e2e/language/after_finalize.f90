! An MPI procedure is called after MPI_Finalize, as by what tidies up.
!
! np: 1
! verdict: error
! status: 0|1
! finding: LEAK-COMM made=0@dup
! finding: CALL-AFTER-FINALIZE call=0@late finalize=0@finalize
! twin: outside_clean.f90
program after_finalize
  use mpi
  implicit none
  integer :: comm, ierror

  call MPI_Init(ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror) ! @dup
  call MPI_Finalize(ierror) ! @finalize
  call MPI_Comm_free(comm, ierror) ! @late
end program
