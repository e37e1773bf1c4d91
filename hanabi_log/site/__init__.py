"""The published site: a club's log as pages that anybody can read.

Three steps, each pure but the last: gather the log into sessions and published people,
make one frozen context for each page, write what changed. Nothing heavy is imported here.
"""
