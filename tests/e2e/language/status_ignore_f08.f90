! MPI_STATUS_IGNORE where a status is read, by mpi_f08.
!
! np: 1
! verdict: error
! flavours: mpich openmpi
! finding: ARG-STATUS-IGNORE call=0@count
! hangs: maybe
! twin: status_ignore_f08_fits.f90
program ignores
  use mpi_f08
  implicit none
  integer :: n, value

  call MPI_Init()
  call MPI_Recv(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call MPI_Get_count(MPI_STATUS_IGNORE, MPI_INTEGER, n) ! @count
  call MPI_Finalize()
end program
