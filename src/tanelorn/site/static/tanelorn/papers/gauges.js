// @ts-check
/** Tracks that are printed beside a board: a balance that leans, boxes in a row. */
import { capital, hasIcon, html, icon, means, paperHead, part, prose, refill, svg } from "../page/elements.js";
import { gettext } from "../page/words.js";

/** @typedef {import("../protocol.js").Gauge} Gauge */

const LEAN = 1.9; // degrees for each box that the marker stands from the middle
const STEP = 17.6; // units between boxes of a balance

let drawn = "";

/** @param {Gauge[]} gauges */
export function showGauges(gauges) {
  const face = JSON.stringify(gauges);
  if (face === drawn) return;
  drawn = face;
  const calendars = gauges.filter((gauge) => gauge.kind === "calendar");
  gauges = gauges.filter((gauge) => gauge.kind !== "calendar");
  part("calendar").hidden = !calendars.length;
  refill(part("calendar"), ...calendars.map(calendar));
  part("gauges").hidden = !gauges.length;
  refill(
    part("gauges"),
    ...gauges.flatMap((gauge) => [
      paperHead(gauge),
      gauge.kind === "scale" ? scale(gauge) : track(gauge),
      gauge.note ? html("p", { class: "said" }, ...prose(gauge.note)) : null,
    ]),
  );
}

/** Where the marker stands. @param {Gauge} gauge */
function atBox({ at, boxes, kind }) {
  const values = { box: boxes[at], last: boxes[boxes.length - 1] };
  return kind === "track" ? gettext("at %(box)s of %(last)s", values) : gettext("at %(box)s", values);
}

/** In words: "Chaos 2". @param {Gauge} gauge */
function says(gauge) {
  const { at } = gauge;
  const stages = gauge.stages.map((stage) => stage.note).filter(Boolean);
  return [at < 0 ? "" : atBox(gauge), gauge.aside, ...(gauge.kind === "calendar" ? [] : stages)].filter(Boolean).join(", ");
}

/** The card of a box: what is printed at it, and whether the marker has come to it. @param {Gauge} gauge @param {number} n */
function meaningOf(gauge, n) {
  const { title, aside, clause, boxes, values, stages, at } = gauge;
  const printed = stages.filter((stage) => stage.at === n && stage.note).map((stage) => stage.note);
  const side = gauge.kind === "scale" ? (gauge.ends[n < middleOf(gauge) ? 0 : 1] ?? "") : "";
  const box = n === middleOf(gauge) ? gettext("The middle") : [capital(side), values[n], boxes[n]].filter(Boolean).join(" ");
  const here = gettext("**%(box)s**: the marker stands here.", { box });
  const line = n === at ? here : n < at && gauge.kind !== "scale" ? gettext("%(box)s: past.", { box }) : `${box}.`;
  return means({ title, aside, lines: [line, ...printed], clause });
}

/** @param {Gauge} gauge */
function middleOf(gauge) {
  return gauge.kind === "scale" ? (gauge.boxes.length - 1) / 2 : -1;
}

/** A beam on a foot with two bowls; the heavier side hangs lower. @param {Gauge} gauge */
function scale(gauge) {
  const middle = middleOf(gauge);
  const { at } = gauge;
  const lean = at < 0 ? 0 : (at - middle) * LEAN;
  const [left = "", right = ""] = gauge.ends;
  const arm = (/** @type {number} */ x, /** @type {string} */ sign) =>
    svg(
      "g",
      { transform: `rotate(${-lean} ${x} 22)`, class: `bowl ${sign}` },
      svg("path", { d: `M${x} 22L${x - 18} 58M${x} 22L${x + 18} 58`, class: "chain" }),
      svg("path", { d: `M${x - 24} 58h48q-4 16-24 16t-24-16z`, class: "pan" }),
      hasIcon(sign)
        ? svg("svg", { x: x - 7, y: 59.5, width: 14, height: 12, viewBox: "0 0 24 24" }, svg("use", { href: `#g-${sign}` }))
        : null,
    );
  const boxes = gauge.boxes.map((number, n) => {
    const x = 180 + (n - middle) * STEP;
    const side = n < middle ? left : n > middle ? right : "";
    return n === at
      ? svg(
          "g",
          { class: `here0 ${side}`, ...meaningOf(gauge, n) },
          svg("rect", { x: x - 11, y: 35, width: 22, height: 22, rx: 2.5 }),
          svg("text", { x, y: 51 }, number),
        )
      : svg(
          "g",
          { class: `spot ${side}`, ...meaningOf(gauge, n) },
          svg("circle", { cx: x, cy: 46, r: 8 }),
          svg("text", { x, y: 50 }, number),
        );
  });
  return svg(
    "svg",
    { class: "scale", viewBox: "0 -12 360 122", role: "img", "aria-label": `${gauge.title}, ${says(gauge)}` },
    svg("path", { class: "foot0", d: "M178 18h4v62h-4zM160 100q2-14 18-20h4q16 6 18 20z" }),
    svg("circle", { class: "foot0", cx: 180, cy: 17, r: 5 }),
    svg(
      "g",
      { transform: `rotate(${lean} 180 22)` },
      svg("path", { class: "foot0", d: "M34 20q146-9 292 0v4q-146-6-292 0z" }),
      arm(36, left),
      arm(324, right),
    ),
    ...boxes,
  );
}

/** A strip of boxes over the foot of the board, each with its sign and number. @param {Gauge} gauge */
function calendar(gauge) {
  const { at } = gauge;
  return html(
    "ol",
    { class: "num", "aria-label": `${gauge.title}, ${says(gauge)}` },
    ...gauge.boxes.map((name, n) => {
      const stages = gauge.stages.filter((stage) => stage.at === n);
      return html(
        "li",
        {
          class: n < at ? "past" : n === at ? "now" : null,
          "aria-current": n === at ? "step" : null,
          ...meaningOf(gauge, n),
        },
        ...stages.map((stage) => (hasIcon(stage.sign) ? icon(stage.sign, 19) : null)),
        html("b", {}, gauge.values[n] ?? ""),
        html("span", {}, name),
      );
    }),
  );
}

/** @param {Gauge} gauge */
function track(gauge) {
  const { at } = gauge;
  return html(
    "ol",
    { class: "track num", "aria-label": `${gauge.title}, ${says(gauge)}`, style: `--boxes:${gauge.boxes.length}` },
    ...gauge.boxes.map((number, n) => {
      const stages = gauge.stages.filter((stage) => stage.at === n);
      return html(
        "li",
        {
          class:
            [n < at ? "past" : n === at ? "now" : "", ...stages.map((stage) => `staged ${stage.sign}`)].filter(Boolean).join(" ") || null,
          "aria-current": n === at ? "step" : null,
          ...meaningOf(gauge, n),
        },
        number,
        ...stages.map((stage) => (hasIcon(stage.sign) ? icon(stage.sign, 13) : null)),
      );
    }),
  );
}
