import { toggleTheme } from "../src/shell/toggle-theme.ts";
import { openSearch } from "./search-dialog.ts";

const { dataset } = document.documentElement;
/** The way to the root of the site. */
const root = dataset["root"] ?? "";

/** The API reference was once at this address. */
const wasReference = /^#(?:op-|tag-|named-schemas$|problem-codes$|beside$|begin$)/;

function addTools(): void {
  const tools = document.getElementById("site-tools")!;
  const search = button("Search", "open-search", () => openSearch(root));
  search.append(Object.assign(document.createElement("kbd"), { textContent: "/" }));
  const theme = button("", "theme", toggleTheme);
  theme.setAttribute("aria-label", "Switch between light and dark");
  theme.append(document.importNode(halfMoon().documentElement, true));
  tools.append(search, theme);
}

function button(label: string, className: string, act: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className, textContent: label });
  made.addEventListener("click", act);
  return made;
}

const halfMoon = (): Document =>
  new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5"><circle cx="8" cy="8" r="5.5"/><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" stroke="none"/></svg>`,
    "image/svg+xml",
  );

function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>(".code[data-copy]")) {
    const copy = button("Copy", "copy", () => {
      const text = block.querySelector("code")!.textContent;
      void navigator.clipboard.writeText(text.replace(/\n$/, "")).then(() => {
        copy.textContent = "Copied";
        setTimeout(() => (copy.textContent = "Copy"), 2_000);
      });
    });
    block.append(copy);
  }
}

interface Version {
  readonly version: string;
  /** Relative to versions.json. */
  readonly path: string;
}

/** Lets people choose among the versions beside this one. */
async function addVersions(list: string): Promise<void> {
  const response = await fetch(list);
  if (!response.ok) return;
  const versions = (await response.json()) as readonly Version[];
  const own = dataset["version"]!;
  const select = document.createElement("select");
  select.setAttribute("aria-label", "Version");
  for (const { version } of versions) select.add(new Option(version, version, false, version === own));
  select.addEventListener("change", () => {
    const { path } = versions.find(({ version }) => version === select.value)!;
    location.assign(new URL(path, new URL(list, location.href)));
  });
  document.getElementById("site-version")!.replaceChildren(select);
}

function listenForKeys(): void {
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isTyping = target instanceof HTMLElement && target.matches("input, select, textarea");
    const isSlash = key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping;
    if (!isSlash && !(key === "k" && (ctrlKey || metaKey))) return;
    event.preventDefault();
    openSearch(root);
  });
}

if (root === "" && wasReference.test(location.hash)) location.replace(`reference/api.html${location.hash}`);
addTools();
addCopyButtons();
listenForKeys();
const { versions } = dataset;
if (versions !== undefined) void addVersions(versions);
for (const id of ["site-menu", "site-contents"]) {
  document.getElementById(id)?.addEventListener("click", ({ currentTarget, target }) => {
    const list = currentTarget as HTMLElement;
    if ((target as Element).closest("a") !== null && list.matches(":popover-open")) list.hidePopover();
  });
}
document.querySelector(".menu [aria-current]")?.scrollIntoView({ block: "nearest" });
const asked = new URLSearchParams(location.search).get("q");
if (asked) openSearch(root, asked);
