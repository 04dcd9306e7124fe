import type { JsonMerge, JsonSections } from "./merge-json.ts";
import {
  isJsoncObject,
  isSameJson,
  type JsonContainer,
  type JsonItem,
  type JsonNode,
  type JsonValue,
  memberOf,
  readJsonc,
  valueOf,
} from "./read-jsonc.ts";

/** An item to remove. */
interface Found {
  readonly container: JsonContainer;
  readonly index: number;
}

/** The text is parsed again after each removal, so that offsets stay valid; a merge never adds more than this. */
const MAX_REMOVALS = 100;

/**
 * Removes what a merge added to a settings file, wherever it is by now. Sections created for it are removed if they
 * are empty. Returns undefined if the text cannot be parsed.
 */
export function removeJson(
  text: string,
  { added, made }: Pick<JsonMerge, "added" | "made">,
): string | undefined {
  let rest = text;
  const wanted = elementsOf(added);
  for (let removals = 0; removals < MAX_REMOVALS; removals += 1) {
    const read = readJsonc(rest);
    if (!read.ok) return undefined;
    const root = read.value;
    const found = findEntry(root, wanted) ?? findEmpty(rest, root, made) ?? findPlain(root, added, made);
    if (found === undefined) return rest;
    rest = removeItem(rest, found);
  }
  return rest;
}

export const isEmptyJson = (text: string): boolean => /^\uFEFF?\s*\{\s*\}\s*$/.test(text);

interface Element {
  readonly path: readonly [section: string, key: string];
  /** A list element, or the entry itself. */
  readonly value: JsonValue;
  readonly isListed: boolean;
}

const elementsOf = (added: JsonSections): readonly Element[] =>
  Object.entries(added).flatMap(([name, section]) =>
    !isJsoncObject(section)
      ? []
      : Object.entries(section).flatMap(([key, value]): readonly Element[] =>
          Array.isArray(value)
            ? value.map((each) => ({ path: [name, key], value: each as JsonValue, isListed: true }))
            : [{ path: [name, key], value, isListed: false }],
        ),
  );

function findEntry(root: JsonNode, wanted: readonly Element[]): Found | undefined {
  for (const { path, value, isListed } of wanted) {
    const section = memberOf(root, path[0])?.value;
    const entry = section === undefined ? undefined : memberOf(section, path[1]);
    if (section?.kind !== "object" || entry === undefined) continue;
    if (!isListed) {
      if (isSameEntry(valueOf(entry.value), value)) {
        return { container: section, index: section.items.indexOf(entry) };
      }
    } else if (entry.value.kind === "array") {
      const found = findListed(entry.value, value);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** An entry with additional keys, such as variables that a person set, is still the same entry. */
const isSameEntry = (existing: JsonValue, ours: JsonValue): boolean =>
  isJsoncObject(existing) &&
  isJsoncObject(ours) &&
  Object.entries(ours).every(([key, value]) => isSameJson(existing[key], value));

/** The element itself, or our command in a group that somebody changed. */
function findListed(list: JsonContainer, ours: JsonValue): Found | undefined {
  const whole = list.items.findIndex((item) => isSameJson(valueOf(item.value), ours));
  if (whole !== -1) return { container: list, index: whole };
  const commands = isJsoncObject(ours) && Array.isArray(ours["hooks"]) ? (ours["hooks"] as JsonValue[]) : [];
  for (const [index, item] of list.items.entries()) {
    if (commands.length === 0 && isSameEntry(valueOf(item.value), ours)) return { container: list, index };
    const inner = memberOf(item.value, "hooks")?.value;
    if (inner?.kind !== "array") continue;
    const at = inner.items.findIndex((each) =>
      commands.some((command) => isSameEntry(valueOf(each.value), command)),
    );
    if (at !== -1) {
      return inner.items.length === 1 ? { container: list, index } : { container: inner, index: at };
    }
  }
  return undefined;
}

/** An empty list or section that we created, innermost first; one with a comment stays. */
function findEmpty(text: string, root: JsonNode, made: JsonMerge["made"]): Found | undefined {
  for (const path of made.toSorted((a, b) => b.length - a.length)) {
    const found = itemAt(root, path);
    if (found === undefined) continue;
    const { value } = found.item;
    if (value.kind === "scalar" || !isBlank(text.slice(value.start + 1, value.end - 1))) continue;
    return { container: found.container, index: found.container.items.indexOf(found.item) };
  }
  return undefined;
}

const isBlank = (text: string): boolean => /^\s*$/.test(text);

/** A plain value that we added, unless somebody else has since added entries to a section created with it. */
function findPlain(root: JsonNode, added: JsonSections, made: JsonMerge["made"]): Found | undefined {
  const sections = made.flatMap((path) => (path.length === 1 ? path : []));
  for (const [name, value] of Object.entries(added)) {
    const found = itemAt(root, [name]);
    if (isJsoncObject(value) || found === undefined || !sections.includes(name)) continue;
    const isNeeded = sections.some(
      (other) => isJsoncObject(added[other]) && itemAt(root, [other]) !== undefined,
    );
    if (isNeeded || !isSameJson(valueOf(found.item.value), value)) continue;
    return { container: found.container, index: found.container.items.indexOf(found.item) };
  }
  return undefined;
}

function itemAt(
  root: JsonNode,
  path: readonly string[],
): { readonly container: JsonContainer; readonly item: JsonItem } | undefined {
  let container = root;
  for (const [depth, key] of path.entries()) {
    const item = memberOf(container, key);
    if (item === undefined || container.kind === "scalar") return undefined;
    if (depth === path.length - 1) return { container, item };
    container = item.value;
  }
  return undefined;
}

/** Removes an item and its comma; comments around it stay. */
function removeItem(text: string, { container, index }: Found): string {
  const item = container.items[index]!;
  const previous = container.items[index - 1];
  const without = (from: number, to: number, of = text): string => of.slice(0, from) + of.slice(to);
  if (item.comma !== undefined) {
    const held = text.slice(item.value.end, item.comma);
    return text.slice(0, item.lead) + (isBlank(held) ? "" : held) + text.slice(item.comma + 1);
  }
  if (previous?.comma !== undefined) {
    return without(previous.comma, previous.comma + 1, without(item.lead, item.value.end));
  }
  const [open, close] = [container.start + 1, container.end - 1];
  const isOnly = isBlank(text.slice(open, item.start)) && isBlank(text.slice(item.value.end, close));
  return isOnly ? without(open, close) : without(item.lead, item.value.end);
}
