# parts of doc/
