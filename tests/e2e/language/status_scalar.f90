! An integer where a status is needed: what comes into its other elements
! overwrites what lies behind it.
!
! np: 2
! verdict: error
! needs: x86-64
! finding: ARG-TOO-SHORT call=1@recv
! says: whose status takes
! says: but the variable status (status_scalar.f90:15) ends after 4
! twin: status_array.f90
program main
  implicit none
  include 'mpif.h'
  integer :: rank, ierror
  integer :: status
  integer :: data(100)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  data = rank
  if (rank == 0) then
    call MPI_Send(data, 100, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierror)
  else
    call MPI_Recv(data, 100, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, status, ierror) ! @recv
  end if
  call MPI_Finalize(ierror)
end program main
