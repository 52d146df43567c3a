// @ts-check
/**
 * The printed sheet under the pieces: one picture for each theme and lettering, drawn by the browser
 * once and never touched by play. Its colours are CSS variables; they are read from the page.
 */
import { onTheme, theme } from "./theme.js";

const FAR_BELOW = 0.62; // pixels a unit: under this the curved names are too small to read

export class Chart {
  /** @param {HTMLImageElement} picture @param {string} address */
  constructor(picture, address) {
    this.picture = picture;
    /** @type {Map<string, string>} */
    this.printed = new Map();
    this.far = false;
    this.text = fetch(address).then((answer) => answer.text());
    onTheme(() => this.show());
  }

  /** @param {number} scale */
  letterFor(scale) {
    const far = scale < FAR_BELOW;
    if (far === this.far && this.printed.size) return;
    this.far = far;
    this.show();
  }

  async show() {
    const wanted = `${theme()} ${this.far}`;
    const text = await this.text;
    if (!this.printed.has(wanted)) {
      const blob = new Blob([coloured(text, this.far)], { type: "image/svg+xml" });
      this.printed.set(wanted, URL.createObjectURL(blob));
    }
    if (wanted === `${theme()} ${this.far}`) this.picture.src = /** @type {string} */ (this.printed.get(wanted));
  }
}

/** @param {string} text @param {boolean} far */
function coloured(text, far) {
  const style = getComputedStyle(document.documentElement);
  return text.replace(/var\(--([\w-]+)(?:,([^()]*))?\)/g, (_, name, otherwise) => {
    if (name === "near") return far ? "none" : "inline";
    if (name === "far") return far ? "inline" : "none";
    // attributes of the picture are quoted with ", as font names are
    return style.getPropertyValue(`--${name}`).trim().replaceAll('"', "'") || otherwise || "none";
  });
}
