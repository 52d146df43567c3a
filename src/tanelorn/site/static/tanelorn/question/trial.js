// @ts-check
/** A trial, in which nothing counts: whether this page is one, and the way back to the game. */
import { post } from "../page/post.js";

/** Where the game is, on the page of a trial; "" on the page of a game. */
export function gameTried() {
  return document.body.dataset.trial ?? "";
}

/** End the trial and go back to the question from which it began, which stands as it stood. */
export async function endTrial() {
  await post(`/tables/${document.body.dataset.table}/end-trial`, {}); // one that is over already, as after a restart, leads back too
  location.assign(gameTried());
}

/** The button that leads back. */
export function setUpTrial() {
  document.getElementById("trial-end")?.addEventListener("click", endTrial);
}
