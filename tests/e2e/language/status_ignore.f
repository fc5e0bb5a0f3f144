! MPI_STATUSES_IGNORE in place of MPI_STATUS_IGNORE, which in Fortran is another
! one: the status is stored where that constant is.
!
! np: 1
! verdict: error
! finding: ARG-STATUS-IGNORE call=0@receive
! twin: status_ignore_fits.f
      program ignores
      implicit none
      include 'mpif.h'
      integer ierror, value

      call MPI_Init(ierror)
      call MPI_Recv(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0,
     &     MPI_COMM_WORLD, MPI_STATUSES_IGNORE, ierror) ! @receive
      call MPI_Finalize(ierror)
      end program
