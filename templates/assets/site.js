// Dark or light, as the reader last chose. Everything else on a page works without scripts.
(function (root) {
  "use strict";
  var KEY = "hanabi-log-theme";
  function stored() {
    try {
      return localStorage.getItem(KEY);
    } catch (error) {
      return null;
    }
  }
  function show(theme) {
    if (theme === "dark" || theme === "light") root.dataset.theme = theme;
    else delete root.dataset.theme;
    root.dispatchEvent(new CustomEvent("themechange"));
  }
  show(stored());
  // A manifest cannot be read from disk, and some pages bring their own.
  var manifest = document.currentScript.dataset.manifest;
  document.addEventListener("DOMContentLoaded", function () {
    if (/^http/.test(location.protocol) && !document.querySelector("main [data-manifest]")) {
      var link = document.createElement("link");
      link.rel = "manifest";
      link.href = manifest;
      document.head.appendChild(link);
    }
    var button = document.querySelector("[data-flip]");
    if (!button) return;
    var dark = matchMedia("(prefers-color-scheme: dark)");
    function current() {
      return root.dataset.theme || (dark.matches ? "dark" : "light");
    }
    function mark() {
      button.setAttribute("aria-pressed", String(current() === "dark"));
    }
    button.hidden = false;
    mark();
    dark.addEventListener("change", mark);
    button.addEventListener("click", function () {
      var next = current() === "dark" ? "light" : "dark";
      show(next);
      mark();
      try {
        localStorage.setItem(KEY, next);
      } catch (error) {
        // Private windows may keep nothing; the choice then lasts for the page.
      }
    });
  });
})(document.documentElement);
