// The page for the table: games are tapped in, wait on the device, and are handed over as the
// lines that the program imports.
(function (reckon, table, waiting) {
  "use strict";
  const form = document.querySelector("[data-enter]");
  const book = table.json("rules");
  const words = table.json("words");
  const find = (name) => form.querySelector(`[data-${name}]`);
  const { element, keep, kept, plural } = table;
  const fill = reckon.fill;
  const CHIPS = 12;
  const home = new URL(form.dataset.top || "./", location.href).pathname;
  const list = waiting.open(`hanabi-log games ${home}`);
  const REMEMBERED = `hanabi-log table ${home}`;
  const online = location.protocol.startsWith("http");

  const known = Array.from(document.querySelectorAll("#enter-people option"), (one) => one.value);
  const tidy = (name) => name.normalize("NFC").trim().replace(/\s+/g, " ");
  const same = (one, other) => one.toLowerCase() === other.toLowerCase();

  // What stays from one game to the next, and to the next evening.
  const seated = Object.assign({ players: [], guests: 0, group: null, place: "", typed: [] },
    parsed(kept(REMEMBERED)));
  function parsed(text) {
    try {
      return JSON.parse(text) || {};
    } catch (error) {
      return {};
    }
  }
  let editing = null;
  let aside = null;
  let latest = null;
  let removed = [];

  function today() {
    const now = new Date(Date.now() - Number(form.dataset.dayStarts) * 60000);
    const two = (n) => String(n).padStart(2, "0");
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  }

  function news(text, back) {
    find("news").textContent = text;
    find("back").hidden = !back;
  }

  // Players
  function seats() {
    return seated.players.concat(Array(seated.guests).fill(null));
  }
  function people(game) {
    const names = game.players.filter((name) => name !== null);
    const guests = game.players.length - names.length;
    if (guests) names.push(fill(plural(words.guests, guests), { n: guests }));
    return names.join(" · ");
  }
  function drawPeople() {
    const shown = known.slice(0, CHIPS);
    seated.typed.concat(seated.players).forEach((name) => {
      if (!shown.some((one) => same(one, name))) shown.push(name);
    });
    find("people").replaceChildren(...shown.map((name) => element("label", { class: "chip" },
      element("input", { type: "checkbox", value: name, "data-person": true,
        checked: seated.players.some((one) => same(one, name)) }),
      element("span", { dir: "auto" }, name))));
    showSeats();
  }
  function showSeats() {
    const who = people({ players: seats() });
    find("seated").textContent = who || words.nobody;
    find("guests").textContent = String(seated.guests);
    form.querySelector("[data-guest='-1']").disabled = seated.guests === 0;
    form.querySelector("[data-guest='1']").disabled = seated.guests === 10;
  }
  function addTyped() {
    const field = form.querySelector("#enter-name");
    const name = tidy(field.value);
    if (!name) return;
    if (seated.players.some((one) => same(one, name))) {
      news(fill(words.seated, { name }));
    } else {
      const usual = known.concat(seated.typed).find((one) => same(one, name));
      seated.players.push(usual || name);
      if (!usual) seated.typed = [name, ...seated.typed].slice(0, CHIPS);
    }
    field.value = "";
    drawPeople();
    end.redraw();
  }

  // Waiting games
  const civil = new Intl.DateTimeFormat(document.documentElement.lang.replace(/^en$/, "en-GB"),
    { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  function resultOf(game) {
    const rules = reckon.compose(book, game.ruleset);
    if (!rules) return null;
    const result = reckon.evaluate(book, rules, game);
    return { rules, result, said: table.verdict(book, words, rules, result) };
  }
  function drawGame(game) {
    // A ruleset of the house that is no longer in use can be handed over, but not shown.
    const found = resultOf(game);
    const about = {
      date: game.date ? civil.format(new Date(game.date)) : words.no_date,
      points: found ? found.said.shown : "–"
    };
    const marks = [game.group || words.no_group, game.ruleset];
    if (game.handed) marks.push(words.handed);
    const button = (name, text, label) => element("button",
      { type: "button", class: "plain", [`data-${name}`]: game.id, "aria-label": label }, text);
    return element("li", game.id === editing ? { class: "editing" } : {},
      element("b", {}, about.date),
      element("span", { class: "v" }, about.points,
        element("small", {}, found ? ` / ${found.rules.max_score}` : "")),
      found ? table.tokens(found.rules, game.stacks, found.result.outcome === "struck_out") : "",
      element("span", { class: "small under" }, element("span", { dir: "auto" }, people(game)
        || words.nobody), ` · ${marks.join(" · ")}`),
      element("span", { class: "actions" },
        found ? button("edit", words.edit, fill(words.edit_game, about)) : "",
        button("delete", words.delete, fill(words.delete_game, about))));
  }
  function drawWaiting() {
    const games = list.games();
    const handed = games.filter((game) => game.handed).length;
    find("count").textContent = games.length
      ? fill(plural(words.waiting, games.length), { n: games.length }) : words.nothing;
    find("waiting").replaceChildren(...games.slice().reverse().map(drawGame));
    find("handing").hidden = !games.length;
    find("clear").disabled = !handed;
    find("clear").textContent = handed
      ? fill(plural(words.clear, handed), { n: handed }) : words.clear_none;
    if (!games.length) find("lines").hidden = true;
    if (list.spoiled()) find("offline").textContent = words.unreadable;
    if (!list.stays()) find("offline").textContent = words.forgets;
  }

  function edit(game) {
    // The table as it sits now comes back when the correction is done.
    aside = aside || { players: seated.players, guests: seated.guests, spec: end.spec(),
      date: find("date").value, group: find("group").value, place: find("place").value };
    editing = game.id;
    find("date").value = game.date || "";
    find("group").value = game.group || "";
    find("place").value = game.place || "";
    find("note").value = game.note || "";
    find("abandoned").checked = game.outcome === "abandoned";
    ["hints", "deck", "minutes"].forEach((name) => {
      form.querySelector(`[data-number="${name}"]`).value = game[name] === null ? "" : game[name];
    });
    seated.players = game.players.filter((name) => name !== null);
    seated.guests = game.players.length - seated.players.length;
    drawPeople();
    end.show(game.ruleset, game);
    mark();
    form.scrollIntoView();
    form.querySelector(".picks input:checked").focus({ preventScroll: true });
  }
  function fresh() {
    const spec = aside ? aside.spec : end.spec();
    if (aside) {
      ["date", "group", "place"].forEach((name) => { find(name).value = aside[name]; });
      seated.players = aside.players;
      seated.guests = aside.guests;
      drawPeople();
    }
    aside = null;
    editing = null;
    find("note").value = "";
    find("abandoned").checked = false;
    form.querySelectorAll("[data-number]").forEach((field) => { field.value = ""; });
    end.show(spec, null);
    mark();
  }
  function mark() {
    find("keep").textContent = editing ? words.correct : words.keep;
    find("cancel").hidden = !editing;
    drawWaiting();
  }
  function remember() {
    seated.group = find("group").value;
    seated.place = find("place").value;
    keep(REMEMBERED, JSON.stringify(seated));
  }

  function keepGame() {
    addTyped();
    if (!latest.touched) {
      news(words.untouched);
      return;
    }
    if (latest.wrong) {
      find("faults").scrollIntoView({ block: "center" });
      return;
    }
    const unfit = Array.from(form.querySelectorAll("[data-number]"))
      .find((field) => !field.checkValidity());
    if (unfit) {
      form.querySelector(".further").open = true;
      unfit.reportValidity();
      return;
    }
    const before = list.games().find((game) => game.id === editing);
    const { state, spec } = latest;
    list.put({
      id: before ? before.id : waiting.newId(Date.now()),
      date: find("date").value || null,
      group: tidy(find("group").value) || null,
      players: seats(),
      ruleset: spec,
      stacks: state.stacks, strikes: state.strikes, outcome: state.outcome,
      hints: state.hints, deck: state.deck, minutes: state.minutes,
      place: tidy(find("place").value) || null,
      note: find("note").value.trim() || null
    });
    if (!before) remember();
    news(before ? words.corrected : words.kept);
    if (navigator.storage && navigator.storage.persist) navigator.storage.persist();
    fresh();
  }

  // Handing over
  function handOver(games, text) {
    list.hand(games.map((game) => game.id));
    news(text);
    drawWaiting();
  }
  function fileOf(games, ending, type) {
    return new File([waiting.lines(games)], `hanabi-${today()}.${ending}`, { type });
  }
  // Browsers share few kinds of files; lines of JSON are among them only as plain text.
  const shared = (games) => ({ files: [fileOf(games, "txt", "text/plain")] });
  function save() {
    const games = list.games();
    const address = URL.createObjectURL(fileOf(games, "jsonl", "application/x-ndjson"));
    element("a", { href: address, download: `hanabi-${today()}.jsonl` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
    handOver(games, words.shared);
  }
  function copy() {
    const games = list.games();
    const lines = find("lines");
    lines.value = waiting.lines(games);
    const done = () => {
      lines.hidden = true;
      handOver(games, words.copied);
    };
    const failed = () => {
      lines.hidden = false;
      lines.select();
      handOver(games, words.no_copy);
    };
    if (navigator.clipboard) navigator.clipboard.writeText(lines.value).then(done, failed);
    else failed();
  }
  function share() {
    const games = list.games();
    // Whoever closes the share sheet has handed nothing over.
    navigator.share(shared(games)).then(() => handOver(games, words.shared), () => {});
  }
  function remove(test, text) {
    removed = list.remove(test);
    if (removed.some((game) => game.id === editing)) fresh();
    news(text(removed.length), true);
    drawWaiting();
  }

  const end = table.start(form, book, words, (now) => {
    latest = now;
    const date = find("date").value;
    if (date > today() && date > new Date().toISOString().slice(0, 10)) {
      find("faults").append(element("p", { class: "small" }, fill(words.future, { date })));
    }
  }, () => ({ players: seats().length || null }));

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const at = button.dataset;
    if (at.guest) {
      seated.guests = Math.max(0, Math.min(10, seated.guests + Number(at.guest)));
      showSeats();
      end.redraw();
    } else if (at.edit) {
      edit(list.games().find((game) => game.id === at.edit));
    } else if (at.delete) {
      remove((game) => game.id === at.delete, () => words.deleted);
    } else if ("add" in at) addTyped();
    else if ("cancel" in at) fresh();
    else if ("share" in at) share();
    else if ("save" in at) save();
    else if ("copy" in at) copy();
    else if ("clear" in at) {
      remove((game) => game.handed, (n) => fill(plural(words.cleared, n), { n }));
    } else if ("back" in at) {
      removed.forEach(list.put);
      removed = [];
      news(words.back);
      drawWaiting();
    }
  });
  form.addEventListener("change", (event) => {
    if (!event.target.hasAttribute("data-person")) return;
    const name = event.target.value;
    seated.players = seated.players.filter((one) => !same(one, name));
    if (event.target.checked) seated.players.push(name);
    showSeats();
    end.redraw();
  });
  form.querySelector("#enter-name").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    addTyped();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keepGame();
  });
  window.addEventListener("storage", (event) => {
    if (event.key === list.key) drawWaiting();
  });

  const groups = document.querySelectorAll("#enter-groups option");
  find("date").value = today();
  find("group").value = seated.group !== null ? seated.group : groups.length ? groups[0].value : "";
  find("place").value = seated.place;
  drawPeople();
  end.show(end.remembered(), null);
  drawWaiting();
  try {
    find("share").hidden = !(navigator.canShare && navigator.canShare(shared(list.games())));
  } catch (error) {
    // Without a share sheet there are still the file and the copy.
  }

  // Installed and without a connection: only where the page was served.
  if (!online) return;
  document.head.append(element("link",
    { rel: "manifest", href: form.dataset.root + form.dataset.manifest }));
  if ("serviceWorker" in navigator) {
    navigator.serviceWorker.register(form.dataset.top + form.dataset.worker)
      .then(() => navigator.serviceWorker.ready)
      .then(() => { if (list.stays()) find("offline").textContent = words.offline; })
      .catch(() => {});
  }
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    const button = find("install");
    button.hidden = false;
    button.onclick = () => event.prompt().then(() => { button.hidden = true; });
  });
})(hanabiRules, hanabiTable, hanabiWaiting);
