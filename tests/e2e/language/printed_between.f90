! A program in Fortran prints before it looks at what a pending receive stores
! into.
!
! np: 2
! verdict: error
! needs: x86-64
! finding: BUFFER-ACCESSED-EARLY begin=0@irecv load=0@look
! twin: printed_behind.f90
program main
  implicit none
  include 'mpif.h'
  integer :: rank, request, ierror, got, seen
  real(8) :: now
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  got = 0
  if (rank == 0) then
    call MPI_Irecv(got, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierror) ! @irecv
    call cpu_time(now)
    print *, 'rank ', rank, ' waits', now > 0.0
    seen = got ! @look
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    print *, seen
  else
    call MPI_Send(rank, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierror)
  end if
  call MPI_Finalize(ierror)
end program main
