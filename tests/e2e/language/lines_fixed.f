! As lines.f90, in fixed form.
!
! np: 1
! verdict: warning
! finding: LEAK-COMM made=0@first
! finding: LEAK-COMM made=0@second
! twin: lines_fixed_clean.f
      program lines
      use mpi
      implicit none
      integer comm, a, b, ierror

      call MPI_Init(ierror)
      comm = MPI_COMM_WORLD
C     call MPI_Comm_dup(comm, a, ierror)
      call MPI_Comm_dup(comm, a, ierror) ! @first
      call MPI_Barrier(comm, ierror)
*     call MPI_Comm_dup(comm, a, ierror)
      call MPI_Comm_dup(comm, b, ierror) ! @second
      call MPI_Finalize(ierror)
      end program
