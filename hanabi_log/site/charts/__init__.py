"""Charts, each in two forms from one set of numbers: an inline SVG and a Plotly figure.

The SVG is on the page at once. The figure lies beside it as JSON, plain dicts with colours
as names of tokens, and takes the SVG's place when somebody reaches for the chart.
"""
