! One status where MPI_Waitall fills in two: the second overwrites what lies
! behind it.
!
! np: 2
! verdict: error
! needs: x86-64
! finding: ARG-TOO-SHORT call=*@wait ranks=0,1 count=2
! says: whose array_of_statuses takes
! says: ends after
! twin: statuses_fit.f90
program main
  implicit none
  include 'mpif.h'
  integer :: rank, ierror
  integer :: requests(2), got, given
  integer, save :: before(100), statuses(MPI_STATUS_SIZE), behind(100)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  given = rank
  before = 0
  behind = 0
  call MPI_Irecv(got, 1, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, requests(1), ierror)
  call MPI_Isend(given, 1, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, requests(2), ierror)
  call MPI_Waitall(2, requests, statuses, ierror) ! @wait
  call MPI_Finalize(ierror)
end program main
