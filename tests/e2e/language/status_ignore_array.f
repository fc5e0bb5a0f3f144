! MPI_STATUS_IGNORE in place of MPI_STATUSES_IGNORE, and where a status is read;
! and the other way round.  (Open MPI's binding gives the C functions statuses of
! its own, or does not call them.)
!
! np: 1
! verdict: error
! flavours: abi mpich
! finding: ARG-STATUS-IGNORE call=0@wait
! finding: ARG-STATUS-IGNORE call=0@all
! finding: ARG-STATUS-IGNORE call=0@test
! finding: ARG-STATUS-IGNORE call=0@count
! hangs: maybe
! twin: status_ignore_fits.f
      program ignores
      implicit none
      include 'mpif.h'
      integer ierror, value, requests(1), n
      logical flag

      call MPI_Init(ierror)
      call MPI_Irecv(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0,
     &     MPI_COMM_WORLD, requests(1), ierror)
      call MPI_Wait(requests(1), MPI_STATUSES_IGNORE, ierror) ! @wait
      call MPI_Waitall(1, requests, MPI_STATUS_IGNORE, ierror) ! @all
      call MPI_Testall(1, requests, flag, MPI_STATUS_IGNORE, ierror) ! @test
      call MPI_Get_count(MPI_STATUS_IGNORE, MPI_INTEGER, n, ierror) ! @count
      call MPI_Finalize(ierror)
      end program
