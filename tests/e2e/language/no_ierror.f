! The last argument, ierror, is missing: the function stores the error code
! where the register for that argument happens to point to, here to nowhere.
!
! np: 1
! verdict: error
! finding: PROCESS-CRASHED call=0@bcast
! says: in MPI_Bcast's Fortran function, after the call itself: an argument may be missing, mostly the last, ierror.
! status: 0|1|139
! hangs: maybe
! twin: no_ierror_given.f
      program noierr
      implicit none
      include 'mpif.h'
      integer number, ierror

      number = 1
      call MPI_INIT(ierror)
      call MPI_BCAST(number, 1, MPI_INTEGER, 0, MPI_COMM_WORLD,
     & %VAL(8)) ! @bcast
      call MPI_FINALIZE(ierror)
      end
