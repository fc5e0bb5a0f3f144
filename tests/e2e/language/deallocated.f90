! An array is deallocated while a receive into it is pending.
!
! np: 2
! verdict: error
! finding: BUFFER-GONE begin=0@receive free=0@deallocate
! twin: deallocated_after.f90
program main
  use mpi
  implicit none
  integer, allocatable :: values(:)
  integer :: rank, request, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  allocate(values(100))
  values = 0
  if (rank == 0) then
    call MPI_Irecv(values, 100, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierror) ! @receive
    deallocate(values) ! @deallocate
    call MPI_Cancel(request, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  end if
  call MPI_Finalize(ierror)
end program main
