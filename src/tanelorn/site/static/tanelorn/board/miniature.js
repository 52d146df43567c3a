// @ts-check
/**
 * Charts as small pictures: each is drawn once for a page, however often it stands there. A picture of thousands of lines would be
 * drawn again with whatever changes beside it.
 */
import { html } from "../page/elements.js";
import { onTheme, theme } from "../page/theme.js";
import { coloured, textOf } from "./chart.js";

const [WIDE, HIGH] = [500, 170]; // pixels that one takes on the screen at most

/** Show the charts of all pictures that name one, in the light that is on. */
export function showMiniatures() {
  /** @type {Map<string, HTMLImageElement[]>} */
  const places = new Map();
  for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-chart]"))) {
    const address = picture.dataset.chart;
    if (address) places.set(address, [...(places.get(address) ?? []), picture]);
  }
  const charts = [...places].map(([address, pictures]) => ({ pictures, text: textOf(address) }));
  const show = () => Promise.all(charts.map(({ pictures, text }) => text.then((chart) => fill(pictures, chart)).catch(() => {})));
  onTheme(show);
  show();
}

/** @param {HTMLImageElement[]} pictures @param {string} chart */
async function fill(pictures, chart) {
  const light = theme();
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(coloured(chart, "none"))}`;
  await image.decode();
  if (light !== theme()) return; // changed meanwhile
  const scale = Math.min(1, Math.max(WIDE / image.naturalWidth, HIGH / image.naturalHeight) * devicePixelRatio);
  const [width, height] = [image.naturalWidth, image.naturalHeight].map((units) => Math.round(units * scale));
  const print = /** @type {HTMLCanvasElement} */ (html("canvas", { width, height }));
  print.getContext("2d")?.drawImage(image, 0, 0, width, height);
  const address = print.toDataURL();
  for (const picture of pictures) picture.src = address;
}
