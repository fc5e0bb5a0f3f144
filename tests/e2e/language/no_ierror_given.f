! As no_ierror.f, with the argument.
!
! np: 1
! verdict: clean
      program noierr
      implicit none
      include 'mpif.h'
      integer number, ierror

      number = 1
      call MPI_INIT(ierror)
      call MPI_BCAST(number, 1, MPI_INTEGER, 0, MPI_COMM_WORLD,
     & ierror)
      call MPI_FINALIZE(ierror)
      end
