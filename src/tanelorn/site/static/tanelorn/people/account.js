// @ts-check
/** The pages of accounts: what they need besides allauth's own scripts, which talk to passkeys. */
import { keepNoTheme } from "../page/theme.js";

document.addEventListener("allauth.error", (event) => {
  event.preventDefault(); // it is said on the page, not in the console
  const why = document.getElementById("key-why");
  if (why) why.hidden = false;
});
document.getElementById("settings")?.addEventListener("submit", keepNoTheme);
