// @ts-check
/** The list of tables: pictures beside them, and the game that is chosen shown at once. */
import "../page/theme.js";
import { showMiniatures } from "../board/miniature.js";
import { part } from "../page/elements.js";

showMiniatures();
part("game").addEventListener("change", () => /** @type {HTMLSelectElement} */ (part("game")).form?.requestSubmit());
