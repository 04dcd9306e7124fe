const isDark = (): boolean =>
  document.documentElement.dataset["theme"] === "dark" ||
  (document.documentElement.dataset["theme"] !== "light" &&
    matchMedia("(prefers-color-scheme: dark)").matches);

/** Switches between light and dark, and remembers it. */
export function toggleTheme(): void {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset["theme"] = next;
  localStorage.setItem("emend.theme", next);
}
