! As lines.f90, in fixed form.
!
! np: 1
! verdict: clean
      program lines
      use mpi
      implicit none
      integer comm, a, b, ierror

      call MPI_Init(ierror)
      comm = MPI_COMM_WORLD
C     call MPI_Comm_dup(comm, a, ierror)
      call MPI_Comm_dup(comm, a, ierror)
      call MPI_Barrier(comm, ierror)
*     call MPI_Comm_dup(comm, a, ierror)
      call MPI_Comm_dup(comm, b, ierror)
      call MPI_Comm_free(a, ierror)
      call MPI_Comm_free(b, ierror)
      call MPI_Finalize(ierror)
      end program
