import type { LocationType } from "./actionable-feedback.ts";

/** Says what is wrong with a reference for its type; undefined when it fits. */
export function referenceProblem(type: LocationType, reference: string): string | undefined {
  const text = reference.trim();
  if (text === "") return `expected ${EXPECTED[type]}, got an empty text`;
  return FITS[type](text) ? undefined : `expected ${EXPECTED[type]}`;
}

/** How each type of location is written. */
const EXPECTED = {
  line: "a line number such as `42`",
  range: "two line numbers such as `42-48`, the first not above the second",
  function: "a function name such as `parseHeader` or `Cache.get()`",
  section: "a section heading",
  element: "the name of an element",
  path: "a path such as `src/cache.ts` or `spec.template`",
} as const satisfies Record<LocationType, string>;

const FITS = {
  line: (text) => LINE.test(text),
  range: (text) => isRange(text),
  function: (text) => isFunctionName(text),
  section: () => true,
  element: () => true,
  path: (text) => isPath(text),
} as const satisfies Record<LocationType, (text: string) => boolean>;

const LINE = /^[1-9]\d{0,8}$/;
const RANGE = /^([1-9]\d{0,8}) ?[-–] ?([1-9]\d{0,8})$/;

export function isRange(text: string): boolean {
  const match = RANGE.exec(text.trim());
  return match !== null && Number(match[1]) <= Number(match[2]);
}

function isFunctionName(text: string): boolean {
  if (text.length > 500) return false;
  const name = text.replace(/\([^()]*\)$/, "").replace(/<[^<>]*>/g, "");
  return name.split(/::|->|[.#/]/).every((part) => NAME.test(part)) && name !== "";
}

const NAME = /^(?:operator\s?\S{1,3}|[~@$_\p{L}][\p{L}\p{N}_$?!-]*)$/u;

function isPath(text: string): boolean {
  if (text.length > 4096 || /[\u0000-\u001f]/.test(text)) return false;
  return !/\s/.test(text) || /[\\/]|\.\w{1,8}$/.test(text);
}
