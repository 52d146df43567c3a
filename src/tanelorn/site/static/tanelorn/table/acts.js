// @ts-check
/** What a person does by a key or a button, wherever on the page: confirm, put down, take back, play again, count. */
import { openRow, setCount } from "../choices/counting.js";
import { forgetRefusal, forgetRefusedLine, showRefusal } from "../page/notices.js";
import { gettext } from "../page/words.js";

export class Acts {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.picks = session.picks;
    this.asked = false; // to take back or play again, and not answered yet
  }

  confirm() {
    const { prompt, news } = this.session;
    if (this.picks.asking && this.picks.busy && !news.shown)
      this.picks.confirm(); // what it means is known once the answer has come
    else prompt.mainPress();
  }

  drop() {
    this.calm();
    this.picks.soon(() => this.picks.drop());
  }

  /** Close what lies uppermost, else drop the last pick, else fold the battle. */
  escape() {
    const { here, spread, prompt } = this.session;
    here.close(); // and go on: whoever works by the mouse has one open wherever the pointer rests
    if (prompt.possible.close()) return;
    if (spread.close()) return;
    this.calm();
    this.picks.soon(() => this.picks.drop() || spread.duel.fold(true));
  }

  /** What moves comes to rest, what was refused is forgotten. */
  calm() {
    if (this.session.reveal.playing) this.session.reveal.finish();
    forgetRefusal();
    forgetRefusedLine();
  }

  undo() {
    const { session } = this;
    this.picks.soon(() => {
      if (this.picks.drop()) return;
      if (session.state?.undo.can) this.ask("undo");
      else showRefusal(session.state?.undo.why || gettext("There is nothing to take back."));
    });
  }

  redo() {
    if (this.session.state?.redo.can) this.ask("redo");
  }

  /** Ask once for what is seen to be taken back or played again: who presses twice has not seen yet what came of it. @param {"undo" | "redo"} word */
  ask(word) {
    if (!this.asked) this.asked = this.session.say(word, { did: this.session.state?.did });
  }

  /** @param {number} value */
  count(value) {
    const row = openRow(this.picks);
    if (!row) return false;
    setCount(this.picks, row, value);
    return true;
  }
}
