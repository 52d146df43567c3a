// @ts-check
/** The shelf: pictures on the boxes, and the dialog that sets up a table. The lists themselves come from the server. */
import "../page/theme.js";
import { showMiniatures } from "../board/miniature.js";
import { emblem, html, part, prose, refill } from "../page/elements.js";
import { post } from "../page/post.js";
import { gettext } from "../page/words.js";
import { openClausesInPlace } from "../papers/rules.js";

/**
 * @typedef {{slug: string, title: string, seats: string[], colours: number[], says?: string, goal?: string, goal_clause?: string,
 *   length?: string, verdict?: string, figures?: string}} Scenario
 * @typedef {{name: string, title: string, default: boolean | number | string, kind: string, clause?: string,
 *   clause_name?: string, says?: string, least?: number, most?: number, words: string[], written?: boolean}} Option
 * @typedef {{slug: string, title: string, press: string, scenarios: Scenario[], options: Option[], styles: Style[]}} GameCard
 * @typedef {{slug: string, title: string, says: string}} Style
 * @typedef {{slug: string, says: string, usual: boolean}} Level
 */

/** @type {GameCard[]} */
const games = JSON.parse(part("games-data").textContent ?? "[]");
/** @type {Level[]} */
const levels = JSON.parse(part("levels-data").textContent ?? "[]");
/** @type {{word: string, terms: {each: number} | null}[]} */
const paces = JSON.parse(document.getElementById("paces-data")?.textContent ?? "[]");
const dialog = /** @type {HTMLDialogElement} */ (part("setup"));
const form = /** @type {HTMLFormElement} */ (part("setup-form"));
const gathers = "gathers" in document.body.dataset;
/** Whether whoever sits there has words for the dice now; others bring their own when they join. @param {string} who */
const hasWords = (who) => !who.startsWith("bot") && who !== "open";
/** Whether a name can be given to them: people with accounts have theirs. @param {string} who */
const canBeNamed = (who) => hasWords(who) && !(gathers && who === "me");

/** @param {string} name */
function chosen(name) {
  return String(new FormData(form).get(name) ?? "");
}

function game() {
  return games.find((one) => one.slug === chosen("game")) ?? games[0];
}

function scenario() {
  const { scenarios } = game();
  return scenarios.find((one) => one.slug === chosen("scenario")) ?? scenarios[0];
}

function showGame() {
  refill(
    part("scenarios"),
    ...game().scenarios.map((one, at) =>
      html(
        "label",
        {},
        html("input", { type: "radio", name: "scenario", value: one.slug, checked: at === 0 }),
        html("b", {}, one.title),
        html("span", {}, one.says),
        figures(one),
      ),
    ),
  );
  refill(part("options"), ...game().options.map(option));
  part("rules-field").hidden = !game().options.length;
  if (gathers) /** @type {HTMLSelectElement} */ (part("press")).value = game().press;
  /** @type {HTMLInputElement} */ (part("table-name")).placeholder = game().title;
  showScenario();
}

/** How long a scenario's games are and how balanced, if that has been measured. @param {Scenario} one */
function figures({ length, verdict, figures: rest }) {
  const short = [length, verdict].filter(Boolean).join(". ");
  return verdict && html("span", { class: "figures" }, html("b", {}, `${short}.`), ` ${rest}.`);
}

/** How the scenario is won, and who sits there. */
function showScenario() {
  const { goal = "", goal_clause: clause } = scenario();
  refill(part("scenario-goal"), goal && html("b", {}, gettext("To win")), goal && ` ${goal} `, goal && citation(clause));
  showSeats();
}

/** @param {Option} one */
function option(one) {
  const id = `option-${one.name}`;
  const says = one.says && html("small", {}, one.says);
  const cited = citation(one.clause, one.clause_name);
  if (one.kind === "words") return html("li", {}, html("label", { for: id }, one.title, words(one, id)), cited, says);
  const switched = one.kind === "switch";
  const input = html(
    "input",
    switched
      ? { type: "checkbox", id, checked: one.default === true }
      : { type: "number", id, value: one.default, min: one.least, max: one.most },
  );
  const label = switched ? html("label", { for: id }, input, one.title) : html("label", { for: id }, one.title, input);
  return html("li", {}, label, cited, says);
}

/** A clause of the game that is being set up, which opens in place. @param {string} [clause] @param {string} [called] */
function citation(clause, called) {
  const name = called || clause?.slice(clause.indexOf("/") + 1);
  return (
    clause &&
    html("button", { class: "cl", type: "button", "data-clause": clause, "data-game": game().slug, "aria-expanded": "false" }, name)
  );
}

const A_FILE = "\n"; // what no word can be

/** A choice of words; where players may write a text of their own, the last one takes a file's. @param {Option} one @param {string} id */
function words(one, id) {
  const choice = /** @type {HTMLSelectElement} */ (
    html("select", { id }, ...one.words.map((word) => html("option", { value: word, selected: word === one.default }, word)))
  );
  if (!one.written) return choice;
  const file = /** @type {HTMLInputElement} */ (
    html("input", {
      type: "file",
      accept: ".toml,text/plain",
      hidden: true,
      "aria-label": gettext("%(option)s: your file", { option: one.title }),
    })
  );
  const own = html("option", { value: A_FILE }, gettext("your own file …"));
  choice.append(own);
  choice.addEventListener("change", () => {
    file.hidden = choice.value !== A_FILE;
    if (!file.hidden) file.click();
  });
  file.addEventListener("change", async () => {
    choice.dataset.text = (await file.files?.[0]?.text()) ?? "";
  });
  return html("span", {}, choice, file);
}

function showSeats() {
  const { seats, colours } = scenario();
  refill(
    part("seatrows"),
    ...seats.map((name, seat) => {
      const who = html(
        "select",
        { name: `seat-${seat}`, "aria-label": gettext("Who plays %(seat)s", { seat: name }) },
        html("option", { value: "me", selected: seat === 0 }, gettext("Me")),
        gathers && html("option", { value: "open" }, gettext("Open for others")),
        html("option", { value: "friend" }, gettext("A friend at this screen")),
        ...levels.map((level) => html("option", { value: `bot ${level.slug}`, selected: seat > 0 && level.usual }, level.says)),
      );
      const called = html("input", {
        type: "text",
        name: `name-${seat}`,
        placeholder: gettext("name, optional"),
        maxlength: 40,
        "aria-label": gettext("Name of %(seat)s", { seat: name }),
      });
      const style = html(
        "select",
        { name: `style-${seat}`, "aria-label": gettext("The style of the bot that plays %(seat)s", { seat: name }) },
        html("option", { value: "" }, gettext("Plain style")),
        ...game().styles.map((one) => html("option", { value: one.slug }, `${one.title}: ${one.says}`)),
      );
      const fit = () => {
        const sitter = /** @type {HTMLSelectElement} */ (who).value;
        called.hidden = !canBeNamed(sitter);
        style.hidden = !sitter.startsWith("bot") || !game().styles.length;
      };
      who.addEventListener("change", fit);
      who.addEventListener("change", showWords);
      fit();
      return html("li", {}, emblem(colours[seat], 16), html("span", {}, name), who, called, style);
    }),
  );
  showWords();
}

/** A line of words for each person; what was written stays when another seat changes. */
function showWords() {
  const { seats, colours } = scenario();
  const people = seats.flatMap((name, seat) => (hasWords(chosen(`seat-${seat}`)) ? [{ name, seat }] : []));
  refill(
    part("dicerows"),
    ...people.map(({ name, seat }) =>
      html(
        "li",
        {},
        emblem(colours[seat], 16),
        html("span", {}, name),
        html("input", {
          type: "password",
          name: `words-${seat}`,
          value: chosen(`words-${seat}`),
          maxlength: 200,
          autocomplete: "off",
          placeholder: gettext("secret, optional"),
          "aria-label": gettext("Words of %(seat)s for the dice", { seat: name }),
        }),
      ),
    ),
  );
}

/** The promise comes before the words: each time the fold is opened, a new one. */
async function promiseDice() {
  const dice = /** @type {HTMLDetailsElement} */ (part("dice"));
  part("promise").textContent = "";
  if (!dice.open) return;
  part("dicerows").hidden = true;
  const { ok, said } = await post("/promises", {});
  if (!ok) {
    tell(gettext("The server does not answer. No dice were promised; close this and open it again."));
    return;
  }
  part("promise").textContent = said.promise;
  showWords();
  part("dicerows").hidden = false;
}

/** @param {string} why */
function tell(why) {
  refill(part("setup-why"), ...prose(why));
  part("setup-why").hidden = false;
}

/** What becomes of whoever is late is asked where there is a clock; nights are off where games go on for days. */
function showLateness() {
  const { terms } = paces.find((one) => one.word === chosen("pace")) ?? { terms: null };
  part("lateness").hidden = !terms;
  part("off").hidden = part("vacation").hidden = !terms?.each;
  if (terms?.each) return;
  for (const off of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=off]"))) off.checked = false;
}

/** How long seats may think: the terms that are chosen, with what becomes of whoever is late. */
function pace() {
  const { terms } = paces.find((one) => one.word === chosen("pace")) ?? { terms: null };
  return terms && { ...terms, late: chosen("late"), off: new FormData(form).getAll("off"), vacation: chosen("vacation") !== "no" };
}

/** What the form says, as the server reads it. */
function wish() {
  const seats = scenario().seats.map((_, seat) => {
    const [who, level] = chosen(`seat-${seat}`).split(" ");
    const name = chosen(`name-${seat}`).trim();
    const style = chosen(`style-${seat}`);
    return { who, ...(level ? { level: style ? `${level}:style=${style}` : level } : {}), ...(name && canBeNamed(who) ? { name } : {}) };
  });
  const options = Object.fromEntries(
    game().options.map((one) => {
      const input = /** @type {HTMLInputElement} */ (part(`option-${one.name}`));
      if (one.kind === "words") return [one.name, input.value === A_FILE ? (input.dataset.text ?? "") : input.value];
      return [one.name, one.kind === "switch" ? input.checked : Number(input.value)];
    }),
  );
  const promise = part("promise").textContent;
  const dice = promise ? { promise, words: seats.map((_, seat) => chosen(`words-${seat}`).trim()) } : null;
  const seen = gathers ? { visibility: chosen("visibility"), pace: pace(), press: chosen("press"), watching: chosen("watching") } : {};
  return { game: game().slug, scenario: scenario().slug, options, seats, name: chosen("name").trim(), dice, ...seen };
}

/** How late people look on is asked where anybody may. */
function showWatching() {
  if (gathers) part("watching-field").hidden = chosen("visibility") === "private";
}

/** @param {SubmitEvent} event */
async function setUp(event) {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (part("setup-go"));
  button.disabled = true;
  const { ok, said, why } = await post("/tables", wish());
  if (ok) {
    location.assign(said.url);
    return;
  }
  tell(why);
  button.disabled = false;
}

/** @param {string} [slug] */
function open(slug) {
  const wanted = /** @type {HTMLInputElement | null} */ (
    form.querySelector(`input[name=game][value="${CSS.escape(slug || games[0].slug)}"]`)
  );
  if (wanted) wanted.checked = true;
  part("setup-why").hidden = true;
  /** @type {HTMLDetailsElement} */ (part("dice")).open = false;
  showGame();
  showWatching();
  dialog.showModal();
  wanted?.focus();
}

showMiniatures();
for (const opener of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-open]"))) {
  opener.addEventListener("click", () => open(opener.dataset.open));
}
form.addEventListener("submit", setUp);
part("dice").addEventListener("toggle", promiseDice);
form.addEventListener("change", (event) => {
  const { name } = /** @type {HTMLInputElement} */ (event.target);
  if (name === "game") showGame();
  if (name === "scenario") showScenario();
  if (name === "pace") showLateness();
  if (name === "visibility") showWatching();
});
part("setup-cancel").addEventListener("click", () => dialog.close());
openClausesInPlace("");
const asked = document.body.dataset.open;
if (asked && games.some((one) => one.slug === asked)) open(asked);
