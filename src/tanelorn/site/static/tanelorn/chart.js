// @ts-check
/**
 * The printed sheet under the pieces: one picture for each theme and lettering, drawn by the browser
 * once and never touched by play. Its colours are CSS variables; they are read from the page.
 */
import { onTheme, theme } from "./theme.js";

const FAR_BELOW = 0.62; // pixels a unit: under this the curved names are too small to read

export class Chart {
  /** @param {HTMLImageElement} picture @param {string} address @param {boolean} [bare] without any names */
  constructor(picture, address, bare = false) {
    this.picture = picture;
    this.bare = bare;
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

  lettering() {
    return this.bare ? "none" : this.far ? "far" : "near";
  }

  async show() {
    const wanted = `${theme()} ${this.far}`;
    const text = await this.text;
    if (!this.printed.has(wanted)) {
      this.printed.set(wanted, `data:image/svg+xml,${encodeURIComponent(coloured(text, this.lettering()))}`);
    }
    if (wanted === `${theme()} ${this.far}`) this.picture.src = /** @type {string} */ (this.printed.get(wanted));
  }
}

/** @param {string} text @param {string} lettering */
function coloured(text, lettering) {
  const style = getComputedStyle(document.documentElement);
  return text.replace(/var\(--([\w-]+)(?:,([^()]*))?\)/g, (_, name, otherwise) => {
    if (name === "near" || name === "far") return name === lettering ? "inline" : "none";
    // attributes of the picture are quoted with ", as font names are
    return style.getPropertyValue(`--${name}`).trim().replaceAll('"', "'") || otherwise || "none";
  });
}
