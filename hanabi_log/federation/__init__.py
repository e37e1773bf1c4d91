"""Many clubs as one: public datasets in, figures by club and of all clubs out.

Who reads this package from outside needs `federate` of `federation.reading` and the values
of `federation.figures`.
"""
