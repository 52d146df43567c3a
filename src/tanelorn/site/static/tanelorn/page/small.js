// @ts-check
/** A page too small for a column of papers, such as a phone's, or any at a large zoom: they lie in a drawer, one tab at a time. The styles say the same. */

export const SMALL = matchMedia("(max-width: 700px), (max-height: 560px)");
