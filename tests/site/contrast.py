"""Contrast as it is seen: the colour of a text against the pixels that are behind it.

Where ground is a gradient, a drawing or a counter, no style sheet says what lies behind a text. Here the page is
photographed with its texts made invisible, and what is behind each is read off the picture.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page

Colours = NDArray[np.float64]
UNSEEN = """
*, *::before, *::after { color: transparent !important; transition: none !important; text-shadow: none !important; }
svg text, svg tspan, svg textPath { fill: transparent !important; }
"""
# Every text of an element that a selector of axe names, if all of it is in sight: what it looks like and where it is.
TEXTS = """(selectors) => selectors.flatMap((selector) => {
  const found = document.querySelector(selector);
  if (!found) return [];
  const words = [...found.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  const style = getComputedStyle(found);
  let opacity = 1;
  for (let at = found; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
  return words.flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].flatMap((box) => {
      const { left, right, top, bottom } = box;
      const middle = [(left + right) / 2, (top + bottom) / 2];
      const corners = [left + 1, right - 1].flatMap((x) => [top + 1, bottom - 1].map((y) => [x, y]));
      const piece = found.closest('[data-piece]');
      const whole = [middle, ...corners].every(([x, y]) => {
        const at = document.elementFromPoint(x, y);
        return at && (piece ? at.closest('[data-piece]') === piece : found.contains(at));
      });
      if (!whole || opacity < 0.1) return [];
      const drawn = found instanceof SVGElement;
      return [{ box: [box.x, box.y, box.width, box.height], colour: drawn ? style.fill : style.color, opacity,
        size: parseFloat(style.fontSize) * (drawn ? found.getScreenCTM().a : 1), bold: Number(style.fontWeight) >= 600,
        words: node.textContent.trim(), html: found.outerHTML.slice(0, 160) }];
    });
  });
})"""


def faint_texts(page: Page, selectors: list[str]) -> list[str]:
    """Say which of these texts are too faint by WCAG 2: below 4.5 to 1, or 3 to 1 for large ones."""
    texts: list[dict[str, Any]] = page.evaluate(TEXTS, selectors)
    if not texts:
        return []
    style = page.add_style_tag(content=UNSEEN)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    style.evaluate("(node) => node.remove()")
    behind = np.asarray(picture, dtype=np.float64)
    said = []
    for text in texts:
        contrast = _contrast(text, behind)
        large = text["size"] >= 24 or (text["bold"] and text["size"] >= 18.66)
        if contrast < (3 if large else 4.5):
            said.append(f"{contrast:.2f} to 1: “{text['words']}”, {text['colour']}, in {text['html']}")
    return said


def _contrast(text: dict[str, Any], behind: Colours) -> float:
    """Contrast with what is mostly behind a text: a tenth of the pixels may be worse, as lines of a drawing are."""
    x, y, width, height = (round(number) for number in text["box"])
    ground = behind[max(y, 0) : y + height, max(x, 0) : x + width].reshape(-1, 3)
    if not len(ground):
        return 21.0
    *colour, alpha = [*_numbers(text["colour"]), 1.0][:4]
    alpha *= text["opacity"]
    seen = np.asarray(colour) * alpha + ground * (1 - alpha)
    light, dark = _luminance(seen), _luminance(ground)
    ratios = (np.maximum(light, dark) + 0.05) / (np.minimum(light, dark) + 0.05)
    return float(np.quantile(ratios, 0.1))


def _numbers(colour: str) -> list[float]:
    return [float(part) for part in colour[colour.index("(") + 1 : -1].replace("/", " ").replace(",", " ").split()]


def _luminance(colours: Colours) -> Colours:
    """Relative luminance of sRGB colours from 0 to 255 (WCAG 2.2, definition)."""
    parts = colours / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ np.asarray([0.2126, 0.7152, 0.0722])
