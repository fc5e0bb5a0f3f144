# parts of libcheck/
