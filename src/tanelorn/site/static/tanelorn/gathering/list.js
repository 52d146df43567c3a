// @ts-check
/** The list of tables: pictures beside them, and the game that is chosen shown at once. */
import "../page/theme.js";
import { Chart } from "../board/chart.js";
import { part } from "../page/elements.js";

for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-chart]"))) {
  if (picture.dataset.chart) new Chart(picture, picture.dataset.chart, true).show();
}
part("game").addEventListener("change", () => /** @type {HTMLSelectElement} */ (part("game")).form?.requestSubmit());
