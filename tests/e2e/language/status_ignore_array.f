! MPI_STATUS_IGNORE in place of MPI_STATUSES_IGNORE, and where a status is read;
! and the other way round.
!
! np: 1
! verdict: error
! finding: ARG-STATUS-IGNORE call=0@wait
! finding: ARG-STATUS-IGNORE call=0@all
! finding: ARG-STATUS-IGNORE call=0@any
! finding: ARG-STATUS-IGNORE call=0@some
! finding: ARG-STATUS-IGNORE call=0@test
! finding: ARG-STATUS-IGNORE call=0@testall
! finding: ARG-STATUS-IGNORE call=0@testany
! finding: ARG-STATUS-IGNORE call=0@testsome
! finding: ARG-STATUS-IGNORE call=0@status
! finding: ARG-STATUS-IGNORE call=0@count
! hangs: maybe
! twin: status_ignore_fits.f
      program ignores
      implicit none
      include 'mpif.h'
      integer ierror, requests(1), n, i, indices(1)
      logical flag

      call MPI_Init(ierror)
      requests(1) = MPI_REQUEST_NULL
      call MPI_Wait(requests(1), MPI_STATUSES_IGNORE, ierror) ! @wait
      call MPI_Waitall(1, requests, MPI_STATUS_IGNORE, ierror) ! @all
      call MPI_Waitany(1, requests, i, MPI_STATUSES_IGNORE, ierror) ! @any
      call MPI_Waitsome(1, requests, n, indices, MPI_STATUS_IGNORE,
     &     ierror) ! @some
      call MPI_Test(requests(1), flag, MPI_STATUSES_IGNORE, ierror) ! @test
      call MPI_Testall(1, requests, flag, MPI_STATUS_IGNORE,
     &     ierror) ! @testall
      call MPI_Testany(1, requests, i, flag, MPI_STATUSES_IGNORE,
     &     ierror) ! @testany
      call MPI_Testsome(1, requests, n, indices, MPI_STATUS_IGNORE,
     &     ierror) ! @testsome
      call MPI_Request_get_status(requests(1), flag,
     &     MPI_STATUSES_IGNORE, ierror) ! @status
      call MPI_Get_count(MPI_STATUS_IGNORE, MPI_INTEGER, n, ierror) ! @count
      call MPI_Finalize(ierror)
      end program
