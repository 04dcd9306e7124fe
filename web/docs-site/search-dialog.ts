import MiniSearch from "minisearch";
import { findPlaces } from "./find-places.ts";
import { asPagesSay, INDEX_OPTIONS, type Place } from "./search-options.ts";

/** Longer searches are cut. */
const MAX_SEARCH = 200;

let dialog: HTMLDialogElement | undefined;
let loaded: Promise<MiniSearch<Place>> | undefined;

/** Opens the search over the page. The index is loaded the first time. */
export function openSearch(root: string, asked?: string): void {
  dialog ??= createDialog(root);
  const input = dialog.querySelector("input")!;
  if (!dialog.open) dialog.showModal();
  if (asked !== undefined) input.value = asked;
  input.select();
  input.dispatchEvent(new Event("input"));
}

const loadIndex = async (root: string): Promise<MiniSearch<Place>> => {
  const response = await fetch(`${root}search.json`);
  if (!response.ok) throw new Error(`search.json: ${response.status}`);
  return MiniSearch.loadJSON<Place>(await response.text(), INDEX_OPTIONS);
};

function createDialog(root: string): HTMLDialogElement {
  const made = document.createElement("dialog");
  made.className = "search";
  made.setAttribute("aria-label", "Search the documentation");
  const input = document.createElement("input");
  Object.assign(input, { type: "search", placeholder: "Search the documentation", maxLength: MAX_SEARCH });
  const attributes = {
    role: "combobox",
    "aria-label": "Search the documentation",
    "aria-expanded": "false",
    "aria-controls": "site-found",
    "aria-autocomplete": "list",
    autocomplete: "off",
    spellcheck: "false",
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const list = document.createElement("div");
  list.id = "site-found";
  list.className = "found";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Pages");
  made.append(input, status, list);
  made.addEventListener("click", ({ target }) => {
    // A click on the backdrop is a click on the dialog itself.
    if (target === made || (target as Element).closest("a") !== null) made.close();
  });
  input.addEventListener("input", () => void showFound(root, input, status, list));
  input.addEventListener("keydown", (event) => moveChoice(event, input, list));
  document.body.append(made);
  return made;
}

async function showFound(
  root: string,
  input: HTMLInputElement,
  status: HTMLElement,
  list: HTMLElement,
): Promise<void> {
  const asked = input.value.trim();
  let found: readonly Place[] = [];
  try {
    loaded ??= loadIndex(root);
    found = asked === "" ? [] : findPlaces(await loaded, asked);
  } catch {
    loaded = undefined;
    status.textContent = "The search index could not be loaded. Try again when the server can be reached.";
    return;
  }
  if (asked !== input.value.trim()) return;
  list.replaceChildren(...found.map((place, at) => foundItem(place, at, root, asked)));
  list.hidden = found.length === 0;
  input.setAttribute("aria-expanded", String(found.length > 0));
  choose(input, list, 0);
  status.textContent = statusOf(asked, found.length);
}

function statusOf(asked: string, count: number): string {
  if (asked === "") return "Type what you look for. Arrow keys choose, Enter opens, Escape closes.";
  if (count === 0) return `Nothing in the documentation is about “${asked}”.`;
  return count === 1 ? "1 result" : `${count} results`;
}

function foundItem(
  { href, heading, page, section, excerpt }: Place,
  at: number,
  root: string,
  asked: string,
) {
  const link = document.createElement("a");
  link.id = `site-found-${at}`;
  link.setAttribute("role", "option");
  link.href = `${root}${href}`;
  link.tabIndex = -1;
  const title = document.createElement("b");
  title.append(...marked(heading, asked));
  const where = document.createElement("small");
  where.textContent = heading === page ? section : `${section} › ${page}`;
  const text = document.createElement("small");
  text.append(...marked(excerpt, asked));
  link.append(title, where, text);
  return link;
}

/** The text with the beginnings of words that were asked for marked. */
function marked(text: string, asked: string): readonly (string | HTMLElement)[] {
  const words = new Set(
    `${asked} ${asPagesSay(asked)}`
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2)
      .map((word) => word.slice(0, Math.max(3, word.length - 2))),
  );
  return text.split(/([\p{L}\p{N}]+)/u).map((part) => {
    if (![...words].some((word) => part.toLowerCase().startsWith(word))) return part;
    return Object.assign(document.createElement("mark"), { textContent: part });
  });
}

function moveChoice(event: KeyboardEvent, input: HTMLInputElement, list: HTMLElement): void {
  const at = Number(list.querySelector("[aria-selected=true]")?.id.slice("site-found-".length) ?? -1);
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step !== undefined) {
    event.preventDefault();
    const count = list.childElementCount;
    if (count > 0) choose(input, list, (at + step + count) % count);
  } else if (event.key === "Escape") {
    // A field for searches would only be emptied.
    event.preventDefault();
    // Otherwise it keeps the focus until the next frame, and the next "/" with it.
    input.blur();
    input.closest("dialog")!.close();
  } else if (event.key === "Enter") {
    list.querySelector<HTMLAnchorElement>("a[aria-selected=true]")?.click();
  }
}

function choose(input: HTMLInputElement, list: HTMLElement, at: number): void {
  for (const [index, item] of [...list.children].entries()) {
    item.setAttribute("aria-selected", String(index === at));
    if (index === at) item.scrollIntoView({ block: "nearest" });
  }
  if (list.children[at] === undefined) input.removeAttribute("aria-activedescendant");
  else input.setAttribute("aria-activedescendant", `site-found-${at}`);
}
