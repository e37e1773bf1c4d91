// Lets the calculator and the page for the table open without a connection. Pages come fresh
// where there is a connection; what they load has a new name with each new content.
"use strict";
const scope = self.registration.scope;
const own = "hanabi-log " + scope + " ";
const name = own + "{{ version }}";
const kept = {{ kept }}.paths.map((path) => new URL(path, scope).href);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(name)
    .then((cache) => cache.addAll(kept.map((url) => new Request(url, { cache: "reload" }))))
    .then(() => self.skipWaiting()));
});

// Other sites of the same host keep their own.
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names
      .filter((one) => one.startsWith(own) && one !== name).map((one) => caches.delete(one))))
    .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = event.request.url.replace(/[?#].*$/, "");
  if (event.request.method !== "GET" || !kept.includes(url)) return;
  const stored = () => caches.open(name).then((cache) => cache.match(url));
  if (url.includes("/assets/")) {
    event.respondWith(stored().then((found) => found || fetch(event.request)));
  } else {
    event.respondWith(stored().then((found) => {
      const fresh = fetch(event.request);
      if (!found) return fresh;
      // A cellar often has a connection that never answers.
      const late = new Promise((resolve) => { setTimeout(() => resolve(found), 3000); });
      return Promise.race([fresh.catch(() => found), late]);
    }));
  }
});
