# parts of rules/
