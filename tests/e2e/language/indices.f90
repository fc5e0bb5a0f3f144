! What is wrong with an item of an array is told as Fortran counts.
!
! np: 2
! verdict: error
! finding: ARG-RANK call=*@incl ranks=0,1 count=2
! says: ranks(2) = 7
! twin: indices_right.f90
program main
  use mpi
  implicit none
  integer :: ierror, rank, group, part

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, ierror)
  call MPI_Comm_group(MPI_COMM_WORLD, group, ierror)
  call MPI_Group_incl(group, 2, [0, 7], part, ierror) ! @incl
  call MPI_Group_free(group, ierror)
  call MPI_Finalize(ierror)
end program
