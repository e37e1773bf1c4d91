// The games that wait on the device: kept under the address of the site, each with an id that
// nothing else has, and written as the lines that the program imports.
var hanabiWaiting = (function () {
  "use strict";
  const HANDED = "handed";
  const FACTS = ["id", "date", "group", "players", "ruleset", "stacks", "strikes", "outcome",
    "hints", "deck", "minutes", "place", "note"];

  // A UUID of version 7 (RFC 9562): sorts by the time it was made, and needs no secure page.
  function newId(now) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    let time = now;
    for (let place = 5; place >= 0; place -= 1) {
      bytes[place] = time % 256;
      time = Math.floor(time / 256);
    }
    bytes[6] = (bytes[6] & 15) | 112;
    bytes[8] = (bytes[8] & 63) | 128;
    const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20),
      text.slice(20)].join("-");
  }

  // The list under a key. It is read anew before each change, since another window of the same
  // page may have changed it. `stays` is false where the browser keeps nothing.
  function open(key) {
    let memory = "[]";
    let stays = true;
    let spoiled = false;
    function read() {
      try {
        return localStorage.getItem(key) || "[]";
      } catch (error) {
        stays = false;
        return memory;
      }
    }
    function write(text) {
      memory = text;
      try {
        localStorage.setItem(key, text);
      } catch (error) {
        stays = false;
      }
    }
    function games() {
      const text = stays ? read() : memory;
      try {
        const found = JSON.parse(text);
        if (Array.isArray(found)) return found;
      } catch (error) {
        // Falls through to the copy below.
      }
      spoiled = true;
      try {
        localStorage.setItem(`${key} unreadable`, text);
      } catch (error) {
        stays = false;
      }
      write("[]");
      return [];
    }
    // A corrected game keeps its place; one that came back stands where its id puts it.
    function put(game) {
      const list = games();
      const place = list.findIndex((one) => one.id === game.id);
      if (place >= 0) list[place] = game;
      else list.push(game);
      list.sort((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));
      write(JSON.stringify(list));
    }
    function remove(test) {
      const list = games();
      write(JSON.stringify(list.filter((game) => !test(game))));
      return list.filter(test);
    }
    function hand(ids) {
      write(JSON.stringify(games().map((game) =>
        (ids.includes(game.id) ? Object.assign({}, game, { [HANDED]: true }) : game))));
    }
    write(read());
    return { key, games, put, remove, hand, stays: () => stays, spoiled: () => spoiled };
  }

  function lines(games) {
    return games.map((game) => {
      const line = {};
      FACTS.forEach((fact) => { line[fact] = game[fact] === undefined ? null : game[fact]; });
      return `${JSON.stringify(line)}\n`;
    }).join("");
  }

  return { lines, newId, open };
})();
