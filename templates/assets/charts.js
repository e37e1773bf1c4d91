// Makes charts interactive in place. Plotly is fetched once somebody reaches for a chart, or
// when the browser is idle on a good connection; until then, and without scripts, the SVG stays.
(function (script) {
  "use strict";
  var root = document.documentElement;
  var targets = Array.from(document.querySelectorAll("[data-chart], [data-board]"));
  var loading = null;
  var live = [];

  // Plotly writes style elements unless it finds them there. The page forbids such elements
  // and has the few rules in its own sheet, so these stand-ins keep Plotly from trying.
  function standIns() {
    ["plotly.js-style-global"].concat(script.dataset.styles.split(" ")).forEach(function (id) {
      if (!id || document.getElementById(id)) return;
      var mark = document.createElement("meta");
      mark.id = id;
      mark.className = "no-inline-styles";
      document.head.appendChild(mark);
    });
  }

  function plotly() {
    if (!loading) {
      standIns();
      loading = new Promise(function (resolve, reject) {
        var tag = document.createElement("script");
        tag.src = script.dataset.plotly;
        tag.onload = function () { resolve(window.Plotly); };
        tag.onerror = function () { loading = null; reject(new Error("Plotly did not load")); };
        document.head.appendChild(tag);
      });
    }
    return loading;
  }

  // A figure names its colours as tokens (`--mute`); the page knows what they are right now.
  var probe = document.createElement("span");
  probe.hidden = true;
  document.body.appendChild(probe);
  function colour(token) {
    probe.style.color = "var(" + token + ")";
    return getComputedStyle(probe).color;
  }
  function coloured(part) {
    if (typeof part === "string") return part.slice(0, 2) === "--" ? colour(part) : part;
    if (Array.isArray(part)) return part.map(coloured);
    if (part && typeof part === "object") {
      var made = {};
      Object.keys(part).forEach(function (key) { made[key] = coloured(part[key]); });
      return made;
    }
    return part;
  }

  function figureOf(target) {
    var block = document.getElementById(target.dataset.chart || target.dataset.board);
    return coloured(JSON.parse(block.textContent));
  }

  // Where the sheet sets smaller text and the names of bands find room on one line.
  var roomy = matchMedia("(min-width: 64em)");

  // A trace that names a path of the drawing has its places there: the path's numbers are the
  // data, each pair the way from the point before.
  function follow(path, trace) {
    var x = 0;
    var y = 0;
    trace.x = [];
    trace.y = [];
    path.getAttribute("d").replace(/h0/g, "").replace(/(-?[\d.]+) ?(-?[\d.]+)/g, function (_pair, across, up) {
      trace.x.push(x += Number(across));
      trace.y.push(y += Number(up));
    });
    if (trace.marker && !trace.marker.size) trace.marker.size = parseFloat(getComputedStyle(path).strokeWidth);
  }

  // The figure lies exactly over the drawing: same frame, same sizes.
  function overDrawing(target, figure) {
    var drawing = target.querySelector("svg");
    var box = drawing.getBoundingClientRect();
    var scale = box.width / figure.frame[0];
    var text = drawing.querySelector("text");
    var layout = figure.layout;
    layout.width = box.width;
    layout.height = box.height;
    layout.margin = {
      l: figure.area[0] * scale,
      r: (figure.frame[0] - figure.area[1]) * scale,
      t: figure.area[2] * scale,
      b: (figure.frame[1] - figure.area[3]) * scale,
      pad: 0
    };
    (layout.annotations || []).forEach(function (note, place) {
      var lowered = (figure.stagger || []).indexOf(place) >= 0 && roomy.matches;
      note.xshift = (note.xshift || 0) * scale;
      note.yshift = ((note.yshift || 0) - (lowered ? 13 : 0)) * scale;
    });
    layout.yaxis.ticklabelstandoff = Math.round(3 * scale);
    layout.xaxis.ticklabelstandoff = Math.round(layout.xaxis.ticks ? scale : 3 * scale);
    if (layout.xaxis.ticks) layout.xaxis.ticklen = Math.round(3 * scale);
    layout.font.size = parseFloat(getComputedStyle(text).fontSize) * scale;
    figure.data.forEach(function (trace) {
      var size = trace.marker && trace.marker.size;
      if (size) trace.marker.size = Array.isArray(size) ? size.map(function (one) { return one * scale; }) : size * scale;
      if (trace.path) follow(drawing.querySelector("path." + trace.path), trace);
    });
    return target.querySelector(".plot");
  }

  // The points of a board lie over those of its rows.
  function overRows(target, figure) {
    var plot = target.querySelector(".plot");
    var rows = Array.from(target.querySelectorAll(".iv svg"));
    var outer = target.getBoundingClientRect();
    var first = rows[0].getBoundingClientRect();
    var top = first.top;
    var bottom = rows[rows.length - 1].getBoundingClientRect().bottom;
    var points = figure.data[0];
    points.x = rows.map(function (row) {
      return parseFloat(row.querySelector(".pt").getAttribute("d").slice(1));
    });
    points.y = rows.map(function (row) {
      var place = row.getBoundingClientRect();
      return place.top + place.height / 2 - top;
    });
    figure.layout.width = first.width;
    figure.layout.height = bottom - top;
    figure.layout.yaxis.range = [bottom - top, 0];
    plot.style.left = first.left - outer.left + "px";
    plot.style.top = top - outer.top + "px";
    plot.style.width = first.width + "px";
    plot.style.height = bottom - top + "px";
    return plot;
  }

  function draw(target, Plotly) {
    var figure = figureOf(target);
    var plot = target.dataset.board ? overRows(target, figure) : overDrawing(target, figure);
    var family = getComputedStyle(document.body).fontFamily;
    var hover = figure.layout.hoverlabel;
    figure.layout.font.family = family;
    if (hover) Object.assign(hover.font, { family: family, size: 13 });
    target.classList.add("live");
    return Plotly.react(plot, figure.data, figure.layout, { displayModeBar: false, responsive: false })
      .then(function () { target.dataset.drawn = "plotly"; });
  }

  function wake(target) {
    if (live.indexOf(target) >= 0) return;
    live.push(target);
    plotly().then(function (Plotly) { return draw(target, Plotly); }).catch(function () {
      live.splice(live.indexOf(target), 1);
      target.classList.remove("live");
    });
  }

  function redraw() {
    if (!live.length || !window.Plotly) return;
    live.forEach(function (target) { draw(target, window.Plotly); });
  }

  targets.forEach(function (target) {
    ["pointerenter", "focusin", "touchstart"].forEach(function (kind) {
      target.addEventListener(kind, function () { wake(target); }, { passive: true });
    });
  });

  var width = root.clientWidth;
  var timer = 0;
  addEventListener("resize", function () {
    if (root.clientWidth === width) return;
    width = root.clientWidth;
    clearTimeout(timer);
    timer = setTimeout(redraw, 120);
  });
  root.addEventListener("themechange", redraw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);

  function unhurried() {
    var line = navigator.connection;
    return Boolean(line && !line.saveData && line.effectiveType === "4g" && line.downlink >= 5);
  }
  addEventListener("load", function () {
    if (!targets.length || !window.requestIdleCallback || !unhurried()) return;
    setTimeout(function () {
      requestIdleCallback(function () { targets.forEach(wake); }, { timeout: 10000 });
    }, 2000);
  });
})(document.currentScript);
