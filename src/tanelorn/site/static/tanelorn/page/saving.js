// @ts-check
/** Pictures to keep: SVG that stands alone, with the page's styles, signs and fonts in it, saved as it is or drawn as PNG. */
import { svg } from "./elements.js";
import { theme } from "./theme.js";

const MOST_PIXELS = 4096; // along the longer side
const FINE = 2; // pixels a unit, where they are not too many

/** Whoever presses with Shift wishes the drawing itself. @param {MouseEvent} event @returns {"svg" | "png"} */
export function wishedKind(event) {
  return event.shiftKey ? "svg" : "png";
}

/**
 * A drawing as a text that needs nothing else: the styles that the page has now, its signs, these fonts.
 * @param {Element[]} parts @param {{width: number, height: number}} size @param {string} faces of its letters, as CSS
 */
export function standingAlone(parts, { width, height }, faces) {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const styles = rules.filter((rule) => !(rule instanceof CSSFontFaceRule)).map((rule) => rule.cssText);
  const signs = document.querySelector(".sprite > defs")?.cloneNode(true) ?? null;
  const drawing = svg(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, "data-theme": theme() },
    svg("style", {}, faces, ...styles, "*{animation:none!important;transition:none!important}"),
    signs,
    ...parts,
  );
  return new XMLSerializer().serializeToString(drawing);
}

/** @param {string} name without its ending @param {"svg" | "png"} kind @param {string} drawing @param {{width: number, height: number}} size */
export async function saveDrawing(name, kind, drawing, size) {
  const whole = new Blob([drawing], { type: "image/svg+xml" });
  const kept = kind === "svg" ? whole : await pixelsOf(drawing, size);
  const address = URL.createObjectURL(kept);
  const link = document.createElement("a");
  link.href = address;
  link.download = `${name.replace(/[^\p{L}\p{N} ,.-]/gu, "") || "board"}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @param {string} drawing @param {{width: number, height: number}} size @returns {Promise<Blob>} */
async function pixelsOf(drawing, { width, height }) {
  const density = Math.min(FINE, MOST_PIXELS / Math.max(width, height));
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((pixels) => (pixels ? done(pixels) : failed(new Error("The browser draws no picture."))), "image/png"),
  );
}
