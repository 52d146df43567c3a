// @ts-check
/** How it went as one picture to keep: who won and why, what each could expect over time, where it turned, the board as it is shown. */

import { pictureFaces } from "../board/lettering.js";
import { boardDrawing, keep } from "../board/picture.js";
import { part, plain, sentence, svg } from "../page/elements.js";
import { SUBJECT } from "../page/notices.js";
import { saveDrawing, standingAlone, wishedKind } from "../page/saving.js";
import { gettext } from "../page/words.js";
import { whoWon } from "../question/ending.js";

const [WIDE, EDGE, LINE] = [840, 30, 26];
const LETTERS = 92; // that a line holds

/**
 * @param {import("../board/board.js").Board} board @param {() => import("../protocol.js").Frame[]} frames @param {() => number} at
 */
export function setUpEndPicture(board, frames, at) {
  part("course-save").addEventListener("click", (event) => {
    const kind = wishedKind(event);
    keep(async () => {
      const { drawn, height } = await picture(board, frames(), at());
      const size = { width: WIDE, height };
      await saveDrawing(
        gettext("%(subject)s, how it went", { subject: SUBJECT }),
        kind,
        standingAlone([drawn], size, await pictureFaces()),
        size,
      );
    });
  });
}

/** @param {import("../board/board.js").Board} board @param {import("../protocol.js").Frame[]} frames @param {number} at */
async function picture(board, frames, at) {
  const inside = WIDE - 2 * EDGE;
  const last = frames[frames.length - 1];
  const { outcome, seats } = last.scene;
  let y = EDGE + 28;
  /** @type {SVGElement[]} */
  const parts = [];
  const say = (/** @type {string} */ words, size = 17, weight = 400) => {
    for (const line of lines(words, (LETTERS * 17) / size)) {
      parts.push(svg("text", { x: EDGE, y, style: `font:${weight} ${size}px var(--serif);fill:var(--ink)` }, line));
      y += size * 1.5;
    }
  };
  say(SUBJECT, 30, 700);
  if (SUBJECT !== board.data.title) say(board.data.title);
  say(`${whoWon({ outcome, seats })}. ${sentence(plain(outcome?.reason ?? ""))}`);
  const course = /** @type {SVGElement} */ (part("course-lines").firstElementChild?.cloneNode(true));
  course.querySelector(".now")?.remove();
  for (const [name, value] of Object.entries({ x: EDGE, y, width: inside, height: 210, preserveAspectRatio: "none" })) {
    course.setAttribute(name, String(value));
  }
  parts.push(
    svg("rect", { x: EDGE, y, width: inside, height: 210, rx: 4, style: "fill:var(--paper-2)" }),
    svg("g", { class: "course" }, course),
  );
  y += 210 + LINE;
  const cell = inside / Math.min(4, seats.length);
  seats.forEach((seat, number) => {
    const x = EDGE + (number % 4) * cell;
    const row = y + Math.floor(number / 4) * LINE;
    const share = Math.round(100 * (last.prospects[seat.seat] ?? 0));
    parts.push(
      svg(
        "svg",
        { x, y: row - 14, width: 16, height: 16, viewBox: "0 0 16 16", style: `color:var(--seat${seat.colour})` },
        svg("use", { href: `#e${seat.colour}` }),
      ),
      svg("text", { x: x + 24, y: row, style: "font:400 16px var(--serif);fill:var(--ink)" }, `${seat.name} ${share} %`),
    );
  });
  y += Math.ceil(seats.length / 4) * LINE + 6;
  for (const turn of part("turning").children) say(turn.textContent ?? "", 16);
  const values = { entry: at + 1, all: frames.length, title: plain(frames[at].title) };
  say(gettext("The board at entry %(entry)s of %(all)s: %(title)s", values), 16);
  const high = (board.data.height / board.data.width) * inside;
  const sheet = await boardDrawing(board);
  for (const [name, value] of Object.entries({ x: EDGE, y, width: inside, height: high })) sheet.setAttribute(name, String(value));
  const height = Math.ceil(y + high + EDGE);
  const paper = svg("rect", { width: WIDE, height, style: "fill:var(--paper)" });
  return { drawn: svg("g", {}, paper, ...parts, sheet), height };
}

/** Words in lines of so many letters. @param {string} words @param {number} most */
function lines(words, most) {
  /** @type {string[]} */
  const made = [];
  for (const word of words.split(" ")) {
    const longer = made.length ? `${made[made.length - 1]} ${word}` : word;
    if (made.length && longer.length <= most) made[made.length - 1] = longer;
    else made.push(word);
  }
  return made;
}
