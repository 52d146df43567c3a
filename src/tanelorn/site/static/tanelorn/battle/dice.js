// @ts-check
/** Dice: their faces, and how they tumble before they lie still. */
import { html, svg } from "../page/elements.js";
import { gettext } from "../page/words.js";

const PIPS = [
  [],
  [[12, 12]],
  [
    [7, 7],
    [17, 17],
  ],
  [
    [6.5, 6.5],
    [12, 12],
    [17.5, 17.5],
  ],
  [
    [7, 7],
    [17, 7],
    [7, 17],
    [17, 17],
  ],
  [
    [6.5, 6.5],
    [17.5, 6.5],
    [12, 12],
    [6.5, 17.5],
    [17.5, 17.5],
  ],
  [
    [7, 6],
    [17, 6],
    [7, 12],
    [17, 12],
    [7, 18],
    [17, 18],
  ],
];
const TUMBLE = 700;
const FLICKER = 90; // milliseconds a face is seen while it tumbles
const EASE = "cubic-bezier(.2,.7,.25,1)";

/** A die as it lies; a number without pips stands as a numeral. @param {number} number @param {number} colour @param {number} [size] */
export function die(number, colour, size = 24) {
  if (!PIPS[number]) return html("b", { class: "num" }, `${number} `);
  const drawn = svg(
    "svg",
    { class: "die", width: size, height: size, viewBox: "-1 -1 27 27", role: "img", "aria-label": gettext("die: %(number)s", { number }) },
    svg("rect", { x: 1.2, y: 1.8, width: 23.5, height: 23.5, rx: 5, fill: "#1c1206", opacity: ".35" }),
    svg("rect", {
      x: 0.3,
      y: 0.3,
      width: 23.4,
      height: 23.4,
      rx: 5,
      stroke: "rgba(40,26,8,.55)",
      "stroke-width": ".8",
      style: `fill:${colour ? `var(--seat${colour})` : "var(--stock)"}`,
    }),
    svg("g", { class: "pips", style: `fill:${colour ? `var(--seat${colour}-ink)` : "var(--stock-ink)"}` }),
  );
  showFace(drawn, number);
  return drawn;
}

/** @param {Element} drawn @param {number} number */
function showFace(drawn, number) {
  drawn.querySelector(".pips")?.replaceChildren(...PIPS[number].map(([x, y]) => svg("circle", { cx: x, cy: y, r: 2.25 })));
}

/**
 * One turn, with other faces passing by. Returns what ends it at once.
 * @param {Element} drawn a die @param {number} number what it shows in the end
 */
export function tumble(drawn, number) {
  if (!PIPS[number]) return () => {};
  const motion = drawn.animate(
    [
      { transform: "translate(-26px, -34px) rotate(-330deg)", opacity: 0.4 },
      { opacity: 1, offset: 0.3 },
      { transform: "none", opacity: 1 },
    ],
    { duration: TUMBLE, easing: EASE },
  );
  let face = number;
  const passing = setInterval(() => {
    face = (face % 6) + 1;
    showFace(drawn, face);
  }, FLICKER);
  const rest = () => {
    clearInterval(passing);
    showFace(drawn, number);
  };
  motion.addEventListener("finish", rest);
  motion.addEventListener("cancel", rest);
  return () => {
    motion.finish();
    rest();
  };
}
