! With mpif.h no compiler counts the arguments: the last, ierror, is missing, or
! there is one too many.  (What stands in the place of the missing one is a
! variable here, as it was the second argument of the call before.)
!
! np: 2
! needs: x86-64
! verdict: error
! finding: ARG-COUNT call=*@barrier ranks=0,1 count=2
! says: with 1 argument, and Fortran's routine has 2: the last, ierror, is missing
! finding: ARG-COUNT call=*@size ranks=0,1 count=2
! says: with 4 arguments, and Fortran's routine has 3.
! finding: ARG-COUNT call=*@free ranks=0,1 count=2
! twin: arguments_fit.f90
program main
  implicit none
  include 'mpif.h'
  integer :: ierror, rank, ranks, comm, spare

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror, 0) ! @size
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
  call hold(rank, spare)
  call MPI_Barrier(MPI_COMM_WORLD) ! @barrier
  call hold(rank, spare)
  call MPI_Comm_free( & ! of two lines
    comm) ! @free
  call MPI_Finalize(ierror)
contains
  subroutine hold(first, second)
    integer :: first, second

    if (first > 1000) second = first
  end subroutine
end program
