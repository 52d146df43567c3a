// @ts-check
/** A box that scrolls shows it: it says on which side there is more, and the style fades that edge. */

/** @param {HTMLElement} box */
export function showEdges(box) {
  const show = () => {
    const above = box.scrollTop > 1;
    const below = box.scrollTop + box.clientHeight < box.scrollHeight - 1;
    const more = above && below ? "both" : above ? "above" : below ? "below" : "";
    if (more) box.dataset.more = more;
    else delete box.dataset.more;
  };
  box.addEventListener("scroll", show, { passive: true });
  const sizes = new ResizeObserver(show);
  const watch = () => {
    for (const one of [box, ...box.children]) sizes.observe(one);
    show();
  };
  new MutationObserver(watch).observe(box, { childList: true });
  watch();
}
