# parts of examples/
