// @ts-check
/**
 * The page's own fonts for pictures: a picture sees no font of the page that shows it, so they are written into it.
 * Which there are is read from the page's style sheets (fonts.css).
 */

/** @returns {Promise<string>} the faces as CSS that refers to nothing outside */
async function facesInFull() {
  const faces = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) => faceOf(rule, sheet.href ?? document.baseURI)),
  );
  return (await Promise.all(faces.map(inFull))).join("");
}

/** @param {CSSRule} rule @param {string} base @returns {{address: string, style: CSSStyleDeclaration}[]} */
function faceOf(rule, base) {
  if (!(rule instanceof CSSFontFaceRule)) return [];
  const found = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue("src"));
  return found ? [{ address: new URL(found[1], base).href, style: rule.style }] : [];
}

/** @param {{address: string, style: CSSStyleDeclaration}} face */
async function inFull({ address, style }) {
  const letters = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const binary = Array.from(letters, (byte) => String.fromCharCode(byte)).join("");
  const told = ["font-family", "font-style", "font-weight"].map((name) => `${name}:${style.getPropertyValue(name) || "normal"}`);
  return `@font-face{${told.join(";").replaceAll('"', "'")};src:url(data:font/woff2;base64,${btoa(binary)})}`;
}

/** @type {Promise<string> | null} */
let asked = null;

/** The faces as CSS for a picture; fetched once. Without them its names are drawn in the reader's own fonts. */
export function pictureFaces() {
  asked ??= facesInFull().catch(() => {
    asked = null; // the next picture asks again
    return "";
  });
  return asked;
}
