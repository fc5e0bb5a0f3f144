! Nothing is wrong: the program looks at ierror all the same.
!
! np: 1
! verdict: clean
program provoked_not
  use mpi
  implicit none
  integer :: ierror, rank, error_class, failed, comm, again, other(1)

  failed = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
  call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierror)
  call MPI_Send(other, 1, MPI_INTEGER, MPI_PROC_NULL, 0, comm, ierror)
  if (ierror /= MPI_SUCCESS) failed = failed + 1
  call MPI_Send(other, 1, MPI_INTEGER, MPI_PROC_NULL, 0, comm, ierror)
  call MPI_Error_class(ierror, error_class, again)
  call MPI_Send(other, 1, MPI_INTEGER, MPI_PROC_NULL, 0, comm, ierror)
  call MPI_Barrier(comm, ierror)
  call MPI_Send(rank, 1, MPI_INTEGER, MPI_PROC_NULL, 0, comm, ierror)
  if (rank /= 0) failed = failed + 1
  call MPI_Barrier(comm, ierror)
  call MPI_Send(other, 1, MPI_INTEGER, MPI_PROC_NULL, 0, comm, ierror)
  if (ierror == MPI_SUCCESS) failed = 0
  call MPI_Comm_free(comm, ierror)
  call MPI_Finalize(ierror)
  if (failed /= 0 .or. error_class /= MPI_SUCCESS) stop 3
end program
