// @ts-check
/** The reader's choice of light must stand before the first paint, so this one is no module. A person's settings come with the page. */
(() => {
  if (document.documentElement.dataset.theme) return;
  const chosen = localStorage.getItem("tanelorn-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
