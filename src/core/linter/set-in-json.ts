import { isJsonObject, parseJson } from "../json/json.ts";

const MAX_DEPTH = 50;

interface Place {
  /** Of the value. */
  readonly start: number;
  readonly end: number;
  readonly members: ReadonlyMap<string, Place>;
}

/**
 * Sets a value in the text of a JSON object and leaves the rest as it is written. Undefined if the text is no JSON object, or
 * nested too deeply.
 */
export function setInJson(text: string, path: readonly string[], value: unknown): string | undefined {
  if (!isJsonObject(parseJson(text))) return undefined;
  let place = readPlace(text, skipSpace(text, 0), 0);
  let rest = path;
  for (
    let next = place?.members.get(rest[0] ?? "");
    next !== undefined;
    next = place.members.get(rest[0] ?? "")
  ) {
    rest = rest.slice(1);
    place = next;
    if (rest.length === 0 || text[next.start] !== "{") break;
  }
  if (place === undefined) return undefined;
  const indent = /^[ \t]+/mu.exec(text)?.[0] ?? "  ";
  const depth = path.length - rest.length;
  if (rest.length === 0 || text[place.start] !== "{") {
    const written = indented(nested(rest, value), indent, depth);
    return text.slice(0, place.start) + written + text.slice(place.end);
  }
  const [key = "", ...inner] = rest;
  const member = `${JSON.stringify(key)}: ${indented(nested(inner, value), indent, depth + 1)}`;
  const gap = `\n${indent.repeat(depth + 1)}`;
  const last = [...place.members.values()].at(-1)?.end;
  if (last !== undefined) return `${text.slice(0, last)},${gap}${member}${text.slice(last)}`;
  return `${text.slice(0, place.start)}{${gap}${member}\n${indent.repeat(depth)}}${text.slice(place.end)}`;
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

const indented = (value: unknown, indent: string, depth: number): string =>
  JSON.stringify(value, null, indent).replaceAll("\n", `\n${indent.repeat(depth)}`);

function skipSpace(text: string, from: number): number {
  let at = from;
  while (" \t\r\n".includes(text[at] ?? "x")) at += 1;
  return at;
}

/** Where a value is, and the members of an object. The text is JSON. */
function readPlace(text: string, start: number, depth: number): Place | undefined {
  const first = text[start];
  if (first !== "{" && first !== "[") return { start, end: endOfScalar(text, start), members: new Map() };
  if (depth > MAX_DEPTH) return undefined;
  const members = new Map<string, Place>();
  let at = skipSpace(text, start + 1);
  while (text[at] !== "}" && text[at] !== "]") {
    let key: string | undefined;
    if (first === "{") {
      const end = endOfScalar(text, at);
      key = JSON.parse(text.slice(at, end)) as string;
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    const value = readPlace(text, at, depth + 1);
    if (value === undefined) return undefined;
    if (key !== undefined) members.set(key, value);
    at = skipSpace(text, value.end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return { start, end: at + 1, members };
}

function endOfScalar(text: string, start: number): number {
  let at = start + 1;
  if (text[start] === '"') {
    while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    return at + 1;
  }
  while (at < text.length && !" \t\r\n,]}".includes(text[at]!)) at += 1;
  return at;
}
