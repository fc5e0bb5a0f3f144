! Queries of MPI_STATUS_IGNORE.  (Those of Open MPI answer 0 and .false., others
! refuse it; the reference MPI ends the job at the first.)
!
! np: 1
! verdict: error
! flavours: mpich openmpi
! finding: ARG-STATUS-IGNORE call=0@count
! finding: ARG-STATUS-IGNORE call=0@elements
! finding: ARG-STATUS-IGNORE call=0@cancelled
! twin: status_ignore_fits.f
      program queries
      implicit none
      include 'mpif.h'
      integer ierror, n
      logical flag

      call MPI_Init(ierror)
      call MPI_Get_count(MPI_STATUS_IGNORE, MPI_INTEGER, n, ierror) ! @count
      call MPI_Get_elements(MPI_STATUS_IGNORE, MPI_INTEGER, n,
     &     ierror) ! @elements
      call MPI_Test_cancelled(MPI_STATUS_IGNORE, flag, ierror) ! @cancelled
      call MPI_Finalize(ierror)
      end program
