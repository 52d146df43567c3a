// @ts-check
/** The button that prints the page. */
import { part } from "../page/elements.js";

const button = part("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
