! Wrong arguments on purpose, under MPI_ERRORS_RETURN: the program looks at ierror,
! at once or by MPI_Error_class, and goes on; and two of which it does not.
!
! np: 1
! verdict: error
! needs: x86-64
! finding: CALL-PROVOKED call=0@compared
! finding: CALL-PROVOKED call=0@class
! finding: CALL-PROVOKED call=0@last
! finding: ARG-RANK call=0@ignored
! finding: ARG-RANK call=0@another
! options: --notes
! twin: provoked_not.f90
program provoked
  use mpi
  implicit none
  integer :: ierror, rank, error_class, failed, comm, again, other(1)

  failed = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
  call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierror)
  call MPI_Send(other, 1, MPI_INTEGER, 7, 0, comm, ierror) ! @compared
  if (ierror /= MPI_SUCCESS) failed = failed + 1
  call MPI_Send(other, 1, MPI_INTEGER, 7, 0, comm, ierror) ! @class
  call MPI_Error_class(ierror, error_class, again)
  call MPI_Send(other, 1, MPI_INTEGER, 7, 0, comm, ierror) ! @ignored
  call MPI_Barrier(comm, ierror)
  call MPI_Send(rank, 1, MPI_INTEGER, 7, 0, comm, ierror) ! @another
  if (rank /= 0) failed = failed + 1
  call MPI_Barrier(comm, ierror)
  call MPI_Send(other, 1, MPI_INTEGER, 7, 0, comm, ierror) ! @last
  if (ierror == MPI_SUCCESS) failed = 0
  call MPI_Comm_free(comm, ierror)
  call MPI_Finalize(ierror)
  if (failed /= 1 .or. error_class == MPI_SUCCESS) stop 3
end program
