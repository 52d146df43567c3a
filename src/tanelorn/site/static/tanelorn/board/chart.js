// @ts-check
/**
 * The printed sheet under the pieces: one picture for each theme and lettering, drawn by the browser
 * once and never touched by play. Its colours are CSS variables; they are read from the page.
 * Where land is washed in its owner's colour, the names are a picture of their own, above the wash.
 */

import { onTheme, theme } from "../page/theme.js";
import { pictureFaces } from "./lettering.js";

const SETTLED = 4000; // milliseconds after which what may be wanted later is drawn
const FINE = 0.92; // how well a print is kept in a picture
const FAR_BELOW = 0.62; // pixels a unit: under this the curved names are too small to read

export class Chart {
  /**
   * @param {HTMLImageElement} picture @param {string} address
   * @param {SVGElement | null} [names] an image that holds the names, if they lie above the wash
   * @param {import("./raster.js").Raster | null} [raster] what a large sheet is printed on, in place of the picture
   */
  constructor(picture, address, names = null, raster = null) {
    this.raster = raster;
    this.picture = picture;
    this.names = names;
    /** @type {Map<string, string>} */
    this.printed = new Map();
    this.far = false;
    /** @type {Record<string, boolean>} parts of the sheet that can be hidden, and whether they are shown */
    this.layers = {};
    this.faces = "";
    this.address = address;
    this.lacking = false; // the sheet was cut off on its way
    this.text = textOf(address);
    this.namesText = this.names && this.text.then(namesOf);
    /** Something of the sheet can be seen. */
    this.onDrawn = () => {};
    picture.addEventListener("load", () => this.onDrawn());
    onTheme(() => this.show());
  }

  /** Another sheet of the same size. @param {string} address */
  load(address) {
    this.printed.clear();
    this.raster?.forget();
    this.address = address;
    this.lacking = false;
    this.text = textOf(address);
    this.namesText = this.names && this.text.then(namesOf);
    return this.show();
  }

  /** The line is back: what it cut off is fetched again. */
  again() {
    if (this.lacking) this.load(this.address);
  }

  /** Show a part of the sheet, or hide it. @param {string} layer @param {boolean} shown */
  layer(layer, shown) {
    this.layers[layer] = shown;
    return this.show();
  }

  /** @param {number} scale */
  letterFor(scale) {
    const far = scale < FAR_BELOW;
    if (far === this.far && this.printed.size) return;
    this.far = far;
    this.show();
  }

  async show() {
    const lettering = this.far ? "far" : "near";
    const wanted = this.wanted;
    const asked = this.text;
    const fetched = Promise.all([asked, this.namesText ?? "", this.fetchFaces()]);
    const [text, names] = await fetched.catch(() => ["", ""]);
    if (asked !== this.text) return; // another sheet lies here now
    this.lacking = !text;
    if (!text || wanted !== this.wanted) return; // cut off, or changed meanwhile
    if (this.raster) {
      await this.raster.print(wanted, this.print(text, lettering), this.far, () => this.onDrawn());
      await leisure();
      if (wanted !== this.wanted) return;
      const [far, name] = [!this.far, this.named(!this.far)]; // it will be looked at from the other distance too
      await this.raster.prepare(name, this.print(text, far ? "far" : "near"), far);
      return;
    }
    this.picture.src = this.print(text, this.names ? "none" : lettering);
    this.names?.setAttribute("href", this.print(names, lettering));
  }

  /**
   * Draw a part of the sheet as it looks now.
   * @param {HTMLCanvasElement} canvas @param {{x: number, y: number, size: number}} part @param {number} width of the whole sheet, in units
   */
  cut(canvas, { x, y, size }, width) {
    const { source, density } = this.raster?.printed ?? { source: this.picture, density: this.picture.naturalWidth / width };
    if (!density) return; // nothing of it has been drawn yet
    const [left, top, side] = [x - size / 2, y - size / 2, size].map((units) => units * density);
    canvas.getContext("2d")?.drawImage(source, left, top, side, side, 0, 0, canvas.width, canvas.height);
  }

  /** The whole sheet as it looks now. @returns {Promise<string>} the address of its picture */
  async sheet() {
    const print = this.raster?.printed.source;
    if (print instanceof HTMLCanvasElement) return print.toDataURL("image/jpeg", FINE); // so large a drawing takes long to be drawn again
    return this.print(await this.text, this.names ? "none" : this.far ? "far" : "near");
  }

  async fetchFaces() {
    this.faces = await pictureFaces();
  }

  /** What the sheet shall look like now. */
  get wanted() {
    return this.named(this.far);
  }

  /** @param {boolean} far */
  named(far) {
    return `${theme()} ${far ? "far" : "near"} ${JSON.stringify(this.layers)}`;
  }

  /** @param {string} text @param {string} lettering @returns {string} the address of the picture */
  print(text, lettering) {
    const key = `${lettering} ${this.wanted} ${text.length}`;
    const printed = this.printed.get(key) ?? `data:image/svg+xml,${encodeURIComponent(coloured(text, lettering, this.layers, this.faces))}`;
    this.printed.set(key, printed);
    return printed;
  }
}

/** When the page has been there for a while and has nothing better to do. @returns {Promise<void>} */
async function leisure() {
  await new Promise((go) => setTimeout(go, SETTLED));
  if ("requestIdleCallback" in window) await new Promise((go) => requestIdleCallback(go, { timeout: SETTLED }));
}

/** @param {string} address */
export function textOf(address) {
  return fetch(address).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)));
}

/** The chart with nothing but its names. @param {string} text */
function namesOf(text) {
  const chart = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  for (const child of [...chart.children]) if (!child.matches("style, .near, .far")) child.remove();
  return new XMLSerializer().serializeToString(chart);
}

/** @param {string} text @param {string} lettering @param {Record<string, boolean>} [layers] @param {string} [faces] of its names */
export function coloured(text, lettering, layers = {}, faces = "") {
  const style = getComputedStyle(document.documentElement);
  const lettered = lettering === "none" ? text : text.replace("<style>", `<style>${faces}`);
  return lettered.replace(/var\(--([\w-]+)(?:,([^()]*))?\)/g, (_, name, otherwise) => {
    const layer = name.startsWith("layer-") ? layers[name.slice(6)] : undefined;
    if (layer !== undefined) return layer ? "inline" : "none";
    if (name === "near" || name === "far") return name === lettering ? "inline" : "none";
    // attributes of the picture are quoted with ", as font names are
    return style.getPropertyValue(`--${name}`).trim().replaceAll('"', "'") || otherwise || "none";
  });
}
