// Before anything is drawn, so that the page never flashes in the other colours.
(() => {
  const chosen = localStorage.getItem("emend.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
