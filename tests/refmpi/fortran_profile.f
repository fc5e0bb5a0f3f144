! np: 2
! only: refmpi
! A profiler in Fortran: it has routines of its own in the place of MPI's, and
! calls MPI's by their second names (MPI-4.1, 15.2.1).
      program fortran_profile
      implicit none
      include 'mpif.h'
      integer rank, ierror, value, sent, received
      common /counts/ sent, received
      double precision began
      sent = 0
      received = 0
      call PMPI_INIT(ierror)
      began = PMPI_WTIME()
      call PMPI_COMM_RANK(MPI_COMM_WORLD, rank, ierror)
      value = 4 + rank
      if (rank .eq. 0) then
        call MPI_SEND(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD,
     &    ierror)
      else
        call MPI_RECV(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD,
     &    MPI_STATUS_IGNORE, ierror)
      end if
      if (value .ne. 4 .or. sent .ne. 1 - rank .or. received .ne. rank
     &  .or. PMPI_WTIME() .lt. began) then
        write (0, *) 'fortran_profile: ', value, sent, received
        call MPI_ABORT(MPI_COMM_WORLD, 99, ierror)
      end if
      call MPI_FINALIZE(ierror)
      end

      subroutine MPI_SEND(buffer, count, kind, dest, tag, comm, ierror)
      implicit none
      integer buffer(*), count, kind, dest, tag, comm, ierror
      integer sent, received
      common /counts/ sent, received
      sent = sent + 1
      call PMPI_SEND(buffer, count, kind, dest, tag, comm, ierror)
      end

      subroutine MPI_RECV(buffer, count, kind, source, tag, comm,
     &  status, ierror)
      implicit none
      integer buffer(*), count, kind, source, tag, comm, status(*)
      integer ierror, sent, received
      common /counts/ sent, received
      received = received + 1
      call PMPI_RECV(buffer, count, kind, source, tag, comm, status,
     &  ierror)
      end
