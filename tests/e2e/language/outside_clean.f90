! What may be called before MPI_Init and after MPI_Finalize: also with handles of
! info objects and error handlers, which Open MPI's binding converts.
!
! np: 1
! verdict: clean
program outside
  use mpi
  implicit none
  integer :: comm, size, version, subversion, ierror
  logical :: is

  call MPI_Initialized(is, ierror)
  call MPI_Get_version(version, subversion, ierror)
  call MPI_Init(ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
  call MPI_Comm_free(comm, ierror)
  call MPI_Finalize(ierror)
  call MPI_Finalized(is, ierror)
end program
