! MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE where they may stand, and statuses of
! the program's.
!
! np: 1
! verdict: clean
      program ignores
      implicit none
      include 'mpif.h'
      integer ierror, value, requests(2), n, i, indices(2)
      integer status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 2)
      logical flag

      call MPI_Init(ierror)
      do i = 1, 6
        call MPI_Irecv(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0,
     &       MPI_COMM_WORLD, requests(1), ierror)
        call MPI_Irecv(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0,
     &       MPI_COMM_WORLD, requests(2), ierror)
        if (i .eq. 1) then
          call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierror)
        else if (i .eq. 2) then
          call MPI_Waitany(2, requests, n, MPI_STATUS_IGNORE, ierror)
        else if (i .eq. 3) then
          call MPI_Waitsome(2, requests, n, indices,
     &         MPI_STATUSES_IGNORE, ierror)
        else if (i .eq. 4) then
          call MPI_Testall(2, requests, flag, MPI_STATUSES_IGNORE,
     &         ierror)
        else if (i .eq. 5) then
          call MPI_Test(requests(1), flag, MPI_STATUS_IGNORE, ierror)
          call MPI_Testany(2, requests, n, flag, MPI_STATUS_IGNORE,
     &         ierror)
          call MPI_Testsome(2, requests, n, indices,
     &         MPI_STATUSES_IGNORE, ierror)
          call MPI_Waitall(2, requests, statuses, ierror)
          call MPI_Get_count(statuses(1, 1), MPI_INTEGER, n, ierror)
        end if
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
      end do
      call MPI_Recv(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0,
     &     MPI_COMM_WORLD, status, ierror)
      call MPI_Get_count(status, MPI_INTEGER, n, ierror)
      call MPI_Iprobe(0, 0, MPI_COMM_WORLD, flag, MPI_STATUS_IGNORE,
     &     ierror)
      call MPI_Probe(MPI_PROC_NULL, 0, MPI_COMM_WORLD,
     &     MPI_STATUS_IGNORE, ierror)
      call MPI_Sendrecv(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0, n, 1,
     &     MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
     &     MPI_STATUS_IGNORE, ierror)
      call MPI_Sendrecv_replace(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0,
     &     MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
      call MPI_Finalize(ierror)
      end program
