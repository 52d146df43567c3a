// @ts-check
/** The board as a picture to keep: all of it as it is seen now, without what glows. */
import { part, svg } from "../page/elements.js";
import { murmur, SUBJECT, showNote } from "../page/notices.js";
import { saveDrawing, standingAlone, wishedKind } from "../page/saving.js";
import { gettext } from "../page/words.js";
import { pictureFaces } from "./lettering.js";

const FLEETING = ".reach, .trail, .look, .rings, .pips, .ahead, .jottings"; // what glows, is pointed at, or is a seat's own note

/** @param {import("./board.js").Board} board */
export function setUpPicture(board) {
  part("picture-button").addEventListener("click", async (event) => {
    const kind = wishedKind(event);
    const { width, height } = board.data;
    await keep(async () => {
      const drawing = standingAlone([await boardDrawing(board)], { width, height }, await pictureFaces());
      await saveDrawing(gettext("%(subject)s, board", { subject: SUBJECT }), kind, drawing, {
        width,
        height,
      });
    });
  });
}

/** Save something and say so, or why not. @param {() => Promise<void>} save */
export async function keep(save) {
  try {
    await save();
    murmur(gettext("The picture is saved."));
  } catch {
    showNote(gettext("This browser cannot draw the picture; with Shift the drawing itself is saved."));
  }
}

/** @param {import("./board.js").Board} board @returns {Promise<SVGElement>} */
export async function boardDrawing(board) {
  const { width, height } = board.data;
  const live = /** @type {SVGElement} */ (part("live").cloneNode(true));
  for (const one of live.querySelectorAll(FLEETING)) one.remove();
  if (board.bare.on) for (const one of live.querySelectorAll(":scope > g:not(.holdings, .under)")) one.remove();
  for (const [name, length] of Object.entries({ width, height })) live.setAttribute(name, String(length));
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width, height },
    svg("rect", { width, height, style: "fill:var(--sea)" }),
    svg("image", { width, height, href: await board.chart.sheet() }),
    live,
  );
}
