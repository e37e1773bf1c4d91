"""Benchmarks of the promises in docs/performance.md, as ratios within one run."""
