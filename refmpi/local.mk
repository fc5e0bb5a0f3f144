# parts of refmpi/
