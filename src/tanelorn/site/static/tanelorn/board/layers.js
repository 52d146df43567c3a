// @ts-check
/** What of a crowded board can be hidden: parts of the printed chart, the pieces, what ways cost. Kept by the browser. The legend lies with it. */
import { html, part } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { legendOf } from "./legend.js";

const OWN = [
  { id: "pieces", title: gettext("Pieces"), key: "p", shown: true },
  { id: "pips", title: gettext("Costs"), key: "c", shown: true },
];

export class Layers {
  /** @param {import("./board.js").Board} board @param {string} game */
  constructor(board, game) {
    this.board = board;
    this.key = `tanelorn-layers-${game}`;
    this.list = board.data.layers.length ? [...OWN, ...board.data.layers] : [];
    /** @type {Record<string, boolean>} */
    this.shown = { ...Object.fromEntries(this.list.map((layer) => [layer.id, layer.shown])), ...kept(this.key) };
    this.button = part("layers-button");
    this.panel = part("layers");
    const legend = legendOf(board);
    this.button.hidden = !this.list.length && !legend;
    part("keys-layers").hidden = !this.list.length;
    if (!this.list.length) {
      for (const name of ["aria-label", "title"]) this.button.setAttribute(name, gettext("Legend of the map"));
      if (legend) this.button.addEventListener("click", legend);
      return;
    }
    this.panel.append(
      ...this.list.map((layer) =>
        html(
          "label",
          {},
          html("input", { type: "checkbox", "data-layer": layer.id, onchange: () => this.turn(layer.id) }),
          html("span", {}, layer.title),
          html("kbd", {}, layer.key.toUpperCase()),
        ),
      ),
      ...(legend ? [html("button", { class: "btn", type: "button", onclick: legend }, gettext("Legend"))] : []),
    );
    this.button.addEventListener("click", () => this.open(this.panel.hidden));
    this.open(false); // nothing lies over the map until it is asked for
    this.panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.open(false);
      this.button.focus();
    });
    for (const { id } of this.list) this.draw(id);
  }

  /** @param {boolean} open */
  open(open) {
    this.panel.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
  }

  /** @param {string} id */
  turn(id) {
    this.shown[id] = !this.shown[id];
    try {
      localStorage.setItem(this.key, JSON.stringify(this.shown));
    } catch {
      // a browser that keeps nothing
    }
    this.draw(id);
  }

  /** @param {string} id */
  draw(id) {
    const shown = this.shown[id] ?? true;
    /** @type {HTMLInputElement | null} */
    const box = this.panel.querySelector(`[data-layer="${id}"]`);
    if (box) box.checked = shown;
    if (OWN.some((layer) => layer.id === id)) this.board.layers[id].style.display = shown ? "" : "none";
    else this.board.chart.layer(id, shown);
    if (id === "pieces") this.board.layers.rings.style.display = shown ? "" : "none";
  }

  /** @param {string} key @returns {boolean} whether it is the key of a layer */
  press(key) {
    const layer = this.list.find((one) => one.key === key);
    if (layer) this.turn(layer.id);
    return Boolean(layer);
  }
}

/** @param {string} key @returns {Record<string, boolean>} */
function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}
