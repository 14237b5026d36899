import { Chart } from "/charts.js";
import { divide, place, wordEnd } from "/statements.js";

const $ = (id) => document.getElementById(id);
const LIVE_MILLIS = 2000;
const PAGE_MILLIS = 3000;
const SAMPLES_MAX = 300;

const state = { page: null, samples: [], charts: [], administrator: false, running: false, timer: null };

// ---- talking to the server

class Unauthorized extends Error {}

async function ask(path, options) {
  const response = await fetch("/api/" + path, { credentials: "same-origin", cache: "no-store", ...options });
  if (response.status === 401) {
    throw new Unauthorized((await response.text()).trim());
  }
  if (!response.ok) {
    throw new Error((await response.text()).trim());
  }
  return response.json();
}

function tell(path, body, headers) {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-MoSQL-Console": "1", ...headers },
    body: JSON.stringify(body || {}),
  });
}

function notice(text) {
  $("notice").textContent = text || "";
  $("notice").hidden = !text;
}

function failed(error) {
  if (error instanceof Unauthorized) {
    hello();
  } else {
    notice(error.message);
  }
}

// ---- numbers for people

function count(value) {
  if (value >= 1e6) return (value / 1e6).toFixed(1) + "M";
  if (value >= 1e4) return (value / 1e3).toFixed(0) + "k";
  if (value >= 1e3) return (value / 1e3).toFixed(1) + "k";
  return value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(1);
}

function micros(value) {
  if (value >= 1e6) return (value / 1e6).toFixed(value >= 1e7 ? 0 : 1) + " s";
  if (value >= 1e3) return (value / 1e3).toFixed(value >= 1e4 ? 0 : 1) + " ms";
  return value.toFixed(0) + " µs";
}

function bytes(value) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return value.toFixed(unit === 0 || value >= 100 ? 0 : 1) + " " + units[unit];
}

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

// ---- grids

/** A table of what a query gave; formats by column name, actions for the last column. */
function grid(result, { formats = {}, labels = {}, codes = [], actions, empty = "No rows" } = {}) {
  if (result.rows.length === 0 && !formats.keepHead && empty !== null) {
    return element("div", "empty", empty);
  }
  const table = element("table");
  const head = element("tr");
  for (const column of result.columns) {
    const cell = element("th", column.number ? "number" : "", labels[column.name] || column.name);
    cell.title = column.type;
    head.append(cell);
  }
  if (actions) head.append(element("th"));
  const thead = element("thead");
  thead.append(head);
  const body = element("tbody");
  for (const row of result.rows) {
    const line = element("tr");
    row.forEach((value, i) => {
      const column = result.columns[i];
      const format = formats[column.name];
      if (value === null) {
        line.append(element("td", "null" + (column.number ? " number" : ""), actions || labels.plain ? "" : "NULL"));
      } else {
        const shown = format ? format(value) : value;
        const cell = element("td", column.number ? "number" : codes.includes(column.name) ? "code" : "");
        if (shown instanceof Node) cell.append(shown); else cell.textContent = shown;
        if (value.length > 40) cell.title = value;
        line.append(cell);
      }
    });
    if (actions) {
      const cell = element("td", "actions");
      cell.append(...actions(row));
      line.append(cell);
    }
    body.append(line);
  }
  table.append(thead, body);
  return table;
}

async function show(name, target, options) {
  const result = await ask(name + "?auto");
  if (result.error) {
    $(target).replaceChildren(element("div", "empty", result.error.message));
  } else {
    $(target).replaceChildren(grid(result, { labels: { plain: true }, ...options }));
  }
}

const moment = (text) => text.replace(/\.\d+$/, "");
const FORMATS = {
  micros: (v) => micros(Number(v)),
  wait_micros: (v) => micros(Number(v)),
  memory_bytes: (v) => bytes(Number(v)),
  since: moment,
  ended_at: moment,
  happened_at: moment,
  row_bytes: (v) => bytes(Number(v)),
  index_bytes: (v) => bytes(Number(v)),
  large_bytes: (v) => bytes(Number(v)),
  log_bytes: (v) => bytes(Number(v)),
  role: (v) => element("span", "badge" + (v === "leader" ? " live" : v === "candidate" || v === "closed" ? " warn" : ""), v),
  row_count: (v) => Number(v).toLocaleString("en"),
  state: (v) => element("span", "badge" + (v === "waiting" || v === "idle in transaction" ? " warn" : v === "running" ? " live" : ""), v),
};

function plain(names) {
  const labels = { plain: true };
  for (const name of names) labels[name] = name.replaceAll("_", " ");
  return labels;
}

const LABELS = {
  ...plain(["user_name", "application_name", "client_address", "database_name", "session_id", "schema_name",
    "table_name", "index_name", "row_key", "blocked_by", "happened_at", "ended_at", "sql_state", "row_count",
    "conflicting_session_id", "conflicting_position", "last_index", "commit_index", "applied_index", "checkpoint_index"]),
  micros: "time", wait_micros: "waited", memory_bytes: "memory", row_bytes: "row size", index_bytes: "index size",
  large_bytes: "large value size", session_id: "session", user_name: "user", database_name: "database",
  log_bytes: "log", last_contact_millis: "last contact ms",
  schema_name: "schema", table_name: "table", index_name: "index", application_name: "application", client_address: "address", conflicting_session_id: "conflicting session", row_count: "rows",
};

// ---- pages

const PAGES = {
  overview: { refresh: live, every: LIVE_MILLIS },
  query: {},
  sessions: { refresh: sessions, every: PAGE_MILLIS },
  slow: {
    refresh: () => show("slow", "slow-grid", { formats: FORMATS, labels: LABELS, codes: ["statement"], empty: "No slow statements" }),
    every: PAGE_MILLIS,
  },
  waits: {
    refresh: async () => {
      await show("waits", "waits-grid", { formats: FORMATS, labels: LABELS, codes: ["row_key"], empty: "No row locks" });
      await show("conflicts", "conflicts-grid", { formats: FORMATS, labels: LABELS, codes: ["row_key"], empty: "No recent conflicts" });
    },
    every: PAGE_MILLIS,
  },
  tables: { refresh: tables, every: 5 * PAGE_MILLIS },
  cluster: {
    refresh: () => show("cluster", "cluster-grid", { formats: FORMATS, labels: LABELS, empty: "Not replicated" }),
    every: PAGE_MILLIS,
  },
};

function open(page) {
  state.page = page;
  for (const tab of document.querySelectorAll("#tabs button")) {
    tab.setAttribute("aria-selected", String(tab.dataset.page === page));
  }
  for (const section of document.querySelectorAll("section")) {
    section.hidden = section.id !== page;
  }
  if (location.hash !== "#" + page) {
    history.replaceState(null, "", "#" + page);
  }
  notice("");
  refresh();
}

async function refresh() {
  clearTimeout(state.timer);
  const page = state.page;
  const { refresh: work, every } = PAGES[page];
  if (!work) return;
  try {
    if (!document.hidden) await work();
  } catch (error) {
    failed(error);
  }
  if (state.page === page && !$("app").hidden) {
    clearTimeout(state.timer);
    state.timer = setTimeout(refresh, every);
  }
}

async function sessions() {
  const kill = (row, query) => async () => {
    const result = await tell("kill", { session: Number(row[0]), query });
    notice(result.error ? result.error.message : "");
    refresh();
  };
  const button = (label, title, work) => {
    const node = element("button", "small danger", label);
    node.title = title;
    node.addEventListener("click", () => work().catch(failed));
    return node;
  };
  await show("sessions", "sessions-grid", {
    formats: FORMATS,
    labels: LABELS,
    codes: ["statement"],
    actions: (row) => [
      button("Cancel", "Cancel the statement of session " + row[0], kill(row, true)),
      button("Kill", "End session " + row[0], kill(row, false)),
    ],
  });
}

async function tables() {
  await show("tables", "tables-grid", { formats: FORMATS, labels: LABELS, empty: "No tables" });
  const storage = await ask("storage?auto");
  const facts = $("storage-facts");
  facts.replaceChildren();
  const row = storage.rows && storage.rows[0];
  if (!row) {
    facts.append(element("div", "empty", storage.error ? storage.error.message : "In-memory database"));
    return;
  }
  storage.columns.forEach((column, i) => {
    const value = row[i];
    const box = element("div");
    const shown = value === null ? "-" : column.name.includes("bytes") ? bytes(Number(value))
      : column.name.endsWith("micros") ? micros(Number(value)) : column.name === "last_at" ? moment(value) : value;
    box.append(element("b", "", shown), element("span", "", column.name.replaceAll("_", " ")));
    facts.append(box);
  });
}

// ---- live figures

const CHARTS = [
  { title: "Throughput per second", format: count, series: [
    { label: "statements", value: (s) => s.statements }, { label: "commits", value: (s) => s.commits }] },
  { title: "Latency of statements", format: micros, series: [
    { label: "p50", value: (s) => s.p50 }, { label: "p99", value: (s) => s.p99 }] },
  { title: "Latency of commits", format: micros, series: [
    { label: "p50", value: (s) => s.commitP50 }, { label: "p99", value: (s) => s.commitP99 }] },
  { title: "Waits and conflicts per second", format: count, series: [
    { label: "lock waits", value: (s) => s.waits }, { label: "conflicts", value: (s) => s.conflicts },
    { label: "errors", value: (s) => s.errors }] },
  { title: "Sessions", format: count, series: [{ label: "open", value: (s) => s.sessions }] },
  { title: "Heap", format: bytes, binary: true, series: [{ label: "used", value: (s) => s.heapBytes }] },
];

const TILES = [
  ["statements / s", (s) => count(s.statements)],
  ["statement p99", (s) => micros(s.p99)],
  ["commits / s", (s) => count(s.commits)],
  ["commit p99", (s) => micros(s.commitP99)],
  ["errors / s", (s) => count(s.errors)],
  ["sessions", (s) => count(s.sessions)],
];

async function live() {
  if (!state.administrator) {
    $("charts").replaceChildren(element("div", "card empty", "Server metrics require an administrator."));
    return;
  }
  const last = state.samples[state.samples.length - 1];
  const { samples } = await ask("live?auto&after=" + (last ? last.number : -1));
  state.samples = state.samples.concat(samples).slice(-SAMPLES_MAX);
  if (state.charts.length === 0) {
    $("charts").replaceChildren();
    state.charts = CHARTS.map((chart) => new Chart($("charts"), chart));
  }
  state.charts.forEach((chart) => chart.show(state.samples));
  const newest = state.samples[state.samples.length - 1];
  if (newest) {
    $("tiles").replaceChildren(...TILES.map(([label, value]) => {
      const tile = element("div", "card tile");
      tile.append(element("b", "", value(newest)), element("span", "", label));
      return tile;
    }));
  }
}

// ---- queries

function selected() {
  const box = $("sql");
  return box.selectionStart < box.selectionEnd
    ? { text: box.value.slice(box.selectionStart, box.selectionEnd), offset: box.selectionStart }
    : { text: box.value, offset: 0 };
}

/** Executes the statements; options are those of an EXPLAIN in front of each that is none itself. */
async function run(options) {
  if (state.running) return;
  const { text, offset } = selected();
  const results = $("results");
  results.replaceChildren();
  busy(true);
  try {
    for (const statement of divide(text)) {
      const own = /^explain\b/i.test(statement.text);
      const prefix = options && !own ? "EXPLAIN (" + options + ") " : "";
      const answer = await tell("query", { sql: prefix + statement.text, whole: own || prefix !== "" });
      if (answer.error) answer.error.position -= prefix.length;
      results.append(card(statement.text, answer));
      if (answer.inTransaction !== undefined) {
        $("transaction").hidden = !answer.inTransaction;
      }
      if (answer.error) {
        mark(offset + statement.offset, statement.text, answer.error.position);
        break;
      }
    }
  } catch (error) {
    failed(error);
  } finally {
    busy(false);
  }
}

function busy(on) {
  state.running = on;
  for (const id of ["run", "explain", "analyze"]) $(id).disabled = on;
  $("cancel").disabled = !on;
}

/** Selects the word that an error is about. */
function mark(offset, text, position) {
  if (position > 0) {
    const start = position - 1;
    $("sql").focus();
    $("sql").setSelectionRange(offset + start, offset + Math.max(start, wordEnd(text, start)));
  }
}

function card(sql, answer) {
  const box = element("div", "card result");
  const title = element("div", "title");
  box.append(title);
  const text = element("code", "", sql.replace(/\s+/g, " "));
  text.title = sql;
  if (answer.error) {
    box.classList.add("failed");
    title.append(element("b", "", answer.error.sqlState), text);
    box.append(errorText(sql, answer.error));
    return box;
  }
  const rows = answer.rows ? answer.rows.length : answer.updateCount;
  const what = answer.rows
    ? (answer.more ? "the first " : "") + rows.toLocaleString("en") + (rows === 1 ? " row" : " rows")
    : rows + (rows === 1 ? " row changed" : " rows changed");
  title.append(element("b", "", what), text, element("span", "hint", answer.millis + " ms"));
  const page = plan(answer);
  if (page) {
    box.append(page);
  } else if (answer.rows) {
    const wrap = element("div", "grid");
    wrap.append(grid(answer, { empty: null }));
    box.append(wrap);
  }
  return box;
}

/** The picture of EXPLAIN (FORMAT HTML), with styles of its own; null for other results. */
function plan(answer) {
  const text = answer.rows && answer.rows.length === 1 && answer.rows[0].length === 1 && answer.rows[0][0];
  if (!text || answer.columns[0].name !== "plan" || !text.startsWith("<!doctype html>")) return null;
  let css = "";
  const bare = text.replace(/<style>([^]*?)<\/style>/, (all, rules) => { css = rules; return ""; });
  const parsed = new DOMParser().parseFromString(bare, "text/html");
  const host = element("div", "picture");
  const shadow = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(document.adoptNode(parsed.querySelector(".plan")));
  return host;
}

function errorText(sql, error) {
  const pre = element("pre");
  pre.append(element("div", "at", error.message));
  if (error.position > 0) {
    const { line, number, column } = place(sql, error.position);
    const end = wordEnd(line, column);
    const prefix = "line " + number + ": ";
    const shown = element("div");
    shown.append(prefix, line.slice(0, column), element("mark", "", line.slice(column, end) || " "), line.slice(end));
    pre.append(shown, element("div", "at caret", " ".repeat(prefix.length + column) + "^"));
  }
  return pre;
}

// ---- coming and going

async function hello() {
  clearTimeout(state.timer);
  const who = await ask("hello");
  const known = who.user !== undefined;
  $("login").hidden = known;
  $("app").hidden = !known;
  $("token-label").hidden = !who.wantsToken;
  if (!known) {
    $("user").focus();
    return;
  }
  state.administrator = who.administrator;
  $("who").textContent = who.user;
  const names = who.databases.includes(who.database) ? who.databases : [who.database, ...who.databases];
  $("database").replaceChildren(...names.map((name) => new Option(name, name, name === who.database, name === who.database)));
  const wanted = location.hash.slice(1);
  open(PAGES[wanted] ? wanted : who.administrator ? "overview" : "query");
}

async function login(event) {
  event.preventDefault();
  const token = $("token").value;
  let problem = "";
  try {
    const answer = await tell(
      "login",
      { user: $("user").value, password: $("password").value, database: $("login-database").value },
      token ? { Authorization: "Bearer " + token } : {});
    if (answer.error) problem = answer.error.message;
  } catch (error) {
    problem = error.message;
  }
  $("password").value = "";
  $("login-error").textContent = problem;
  $("login-error").hidden = !problem;
  if (!problem) {
    $("token").value = "";
    await hello();
  }
}

$("login-form").addEventListener("submit", login);
$("logout").addEventListener("click", async () => {
  await tell("logout").catch(() => {});
  state.samples = [];
  state.charts = [];
  for (const node of [$("results"), $("charts"), $("tiles"), ...document.querySelectorAll(".grid")]) {
    node.replaceChildren();
  }
  $("sql").value = "";
  hello().catch(failed);
});
$("database").addEventListener("change", async () => {
  try {
    const answer = await tell("database", { database: $("database").value });
    notice(answer.error ? answer.error.message : "");
    $("results").replaceChildren();
    $("transaction").hidden = true;
    if (answer.error) await hello(); else refresh();
  } catch (error) {
    failed(error);
  }
});
for (const tab of document.querySelectorAll("#tabs button")) {
  tab.addEventListener("click", () => open(tab.dataset.page));
}
$("run").addEventListener("click", () => run());
$("explain").addEventListener("click", () => run("FORMAT HTML, ADVISE"));
$("analyze").addEventListener("click", () => run("ANALYZE, FORMAT HTML, ADVISE"));
$("cancel").addEventListener("click", () => tell("cancel").catch(failed));
$("sql").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    run();
  }
});
document.addEventListener("visibilitychange", () => { if (!document.hidden && !$("app").hidden) refresh(); });
hello().catch((error) => { document.body.append(element("p", "error", error.message)); });
