! With mpi_f08 ierror may be left out.
!
! np: 2
! verdict: clean
! flavours: mpich openmpi (the reference MPI has no mpi_f08)
program main
  use mpi_f08
  implicit none
  integer :: x(10)
  type(MPI_Request) :: request
  type(MPI_Win) :: window
  logical :: over

  call MPI_Init()
  x = 1
  call MPI_Bcast(x, size(x), MPI_INTEGER, 0, MPI_COMM_WORLD)
  call MPI_Ibarrier(MPI_COMM_WORLD, request)
  call MPI_Test(request, over, MPI_STATUS_IGNORE)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call MPI_Win_create(x, 4_MPI_ADDRESS_KIND * size(x), 4, MPI_INFO_NULL, MPI_COMM_WORLD, window)
  call MPI_Win_fence(0, window)
  call MPI_Win_free(window)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Finalize()
end program
