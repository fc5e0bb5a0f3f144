# parts of wrappers/
