// @ts-check
/** A page too small for a column of papers, such as a phone's, or any at a large zoom: they lie in a drawer, one tab at a time. The styles say the same. */

export const SMALL = matchMedia("(max-width: 700px), (max-height: 560px)");

/** One whose papers lie in a narrow column. */
export const NARROW = matchMedia("(max-width: 1180px), (max-height: 560px)");

/** A low one, such as a phone's on its side: the drawer stands beside the board, so nothing need cover it. */
export const LOW = matchMedia("(max-height: 560px) and (min-width: 560px)");

/** An upright page, such as a tablet's: the papers lie below the board, side by side. */
export const UPRIGHT = matchMedia("(min-width: 701px) and (max-width: 1000px) and (min-height: 900px)");
