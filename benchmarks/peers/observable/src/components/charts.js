// A page of the club: its two charts, drawn by Plot, and its tables.
import * as Plot from "@observablehq/plot";

export function show(page) {
  const box = document.createElement("section");
  const title = document.createElement("h1");
  title.textContent = page.name;
  box.append(title, table(page.figures), progress(page), table(page.by_period));
  box.append(distribution(page), table(page.by_band));
  if (page.company) box.append(table(page.company));
  return box;
}

function progress({dots, trend, mean}) {
  return Plot.plot({
    y: {domain: [0, 25], grid: true},
    marks: [
      Plot.areaY(trend, {x: "x", y1: "low", y2: "high", fillOpacity: 0.2}),
      Plot.ruleY([mean], {strokeDasharray: "5,4"}),
      Plot.dot(dots, {x: "x", y: "y", stroke: "kind", title: "games"}),
      Plot.lineY(trend, {x: "x", y: "y"}),
    ],
  });
}

function distribution({bars}) {
  return Plot.plot({
    y: {grid: true},
    marks: [Plot.barY(bars, {x: "points", y: "games", fill: "kind"}), Plot.ruleY([0])],
  });
}

function table(rows) {
  const made = document.createElement("table");
  const names = Object.keys(rows[0] ?? {});
  made.append(line("th", names), ...rows.map((row) => line("td", names.map((name) => row[name]))));
  return made;
}

function line(kind, texts) {
  const row = document.createElement("tr");
  for (const text of texts) row.appendChild(document.createElement(kind)).textContent = text;
  return row;
}
