! As deallocated.f90, once the receive is complete.
!
! np: 2
! verdict: clean
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
    call MPI_Irecv(values, 100, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierror)
    call MPI_Cancel(request, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    deallocate(values)
  end if
  call MPI_Finalize(ierror)
end program main
