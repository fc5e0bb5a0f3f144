! Receives into a named constant.  gfortran's library handles the fault, to show
! where it was, and helps nobody by that.
!
! np: 2
! verdict: error
! finding: ARG-READ-ONLY call=1@call
! twin: read_only_clean.f90
program read_only
  use mpi
  implicit none
  integer, parameter :: table(8) = [1, 2, 3, 4, 5, 6, 7, 8]
  integer :: rank, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  if (rank == 0) then
    call MPI_Send(table, 8, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierror)
  else
    call receive(table)
  end if
  call MPI_Finalize(ierror)
contains
  subroutine receive(buffer)
    integer :: buffer(8), status(MPI_STATUS_SIZE)

    call MPI_Recv(buffer, 8, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, status, ierror) ! @call
  end subroutine
end program
