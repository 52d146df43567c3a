// @ts-check
/** The settings: being told by this browser. Nothing is asked of anybody who does not press for it. */
import { post } from "../page/post.js";
import { gettext } from "../page/words.js";

const WORKER = "/push-worker.js";
const panel = document.getElementById("push");
const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("push-on"));
const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** @param {string} words */
function say(words) {
  const line = document.getElementById("push-why");
  if (line) line.textContent = words;
}

/** Tell the site how this browser can be told, if its owner agrees. @param {string} key @returns {Promise<string>} why not, "" if all is well */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") return gettext("This browser was not allowed to tell you anything.");
  const worker = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const answer = await post("/me/push", subscription.toJSON());
  return answer.why;
}

if (panel && button && able) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    const why = await subscribe(panel.dataset.key ?? "").catch(() => gettext("This browser cannot be told anything for now."));
    button.disabled = false;
    if (why) say(why);
    else location.reload();
  });
} else if (panel) {
  say(gettext("This browser cannot be told anything. On a telephone it may be possible once the page is on its home screen."));
}
