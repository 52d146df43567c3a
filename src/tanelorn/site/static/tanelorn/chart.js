// @ts-check
/**
 * The printed sheet under the pieces: one picture for each theme and lettering, drawn by the browser
 * once and never touched by play. Its colours are CSS variables; they are read from the page.
 * Where land is washed in its owner's colour, the names are a picture of their own, above the wash.
 */
import { onTheme, theme } from "./theme.js";

const FAR_BELOW = 0.62; // pixels a unit: under this the curved names are too small to read

export class Chart {
  /**
   * @param {HTMLImageElement} picture @param {string} address @param {boolean} [bare] without any names
   * @param {SVGElement | null} [names] an image that holds the names, if they lie above the wash
   */
  constructor(picture, address, bare = false, names = null) {
    this.picture = picture;
    this.bare = bare || names !== null;
    this.names = names;
    /** @type {Map<string, string>} */
    this.printed = new Map();
    this.far = false;
    this.text = textOf(address);
    this.namesText = this.text.then(namesOf);
    onTheme(() => this.show());
  }

  /** Another sheet of the same size. @param {string} address */
  load(address) {
    this.printed.clear();
    this.text = textOf(address);
    this.namesText = this.text.then(namesOf);
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
    const wanted = `${theme()} ${lettering}`;
    const asked = this.text;
    const [text, names] = await Promise.all([asked, this.namesText]);
    if (asked !== this.text) return; // another sheet lies here now
    if (wanted !== `${theme()} ${this.far ? "far" : "near"}`) return; // it has changed meanwhile
    this.picture.src = this.print(text, this.bare ? "none" : lettering);
    this.names?.setAttribute("href", this.print(names, lettering));
  }

  /** @param {string} text @param {string} lettering @returns {string} the address of the picture */
  print(text, lettering) {
    const key = `${theme()} ${lettering} ${text.length}`;
    const printed = this.printed.get(key) ?? `data:image/svg+xml,${encodeURIComponent(coloured(text, lettering))}`;
    this.printed.set(key, printed);
    return printed;
  }
}

/** @param {string} address */
function textOf(address) {
  return fetch(address).then((answer) => answer.text());
}

/** The chart with nothing but its names. @param {string} text */
function namesOf(text) {
  const chart = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  for (const child of [...chart.children]) if (!child.matches("style, .near, .far")) child.remove();
  return new XMLSerializer().serializeToString(chart);
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
