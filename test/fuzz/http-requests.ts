import * as fc from "fast-check";
import type { Route } from "../../src/http/route.ts";
import { type RequestParts, requestsFor } from "../route-request.ts";

/** Stands in a body for what no value can be: brackets within brackets. */
const DEEP = "@@deep@@";
const DEPTH = 10_000;

/** A body's text, in which what stands for depth is deep. */
export const bodyText = (body: unknown): string =>
  JSON.stringify(body).replaceAll(`"${DEEP}"`, `${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`);

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    "",
    " ",
    "\0",
    "before\0after",
    "\ud800",
    "\udc00\ud800",
    "\u202e\u2066\u200b\ufeff",
    "a\r\nSet-Cookie: emend_session=x",
    "../../etc/passwd",
    "a/b",
    "%2e%2e%2f",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "${7*7}{{7*7}}",
    "__proto__",
    "constructor",
    "x".repeat(201),
    "x".repeat(20_001),
    "é".repeat(1_048_577),
    "9".repeat(400),
    "1e400",
    "-0",
    "2026-99-99T99:99:99Z",
    "+012345-01-01T00:00:00Z",
    DEEP,
  ),
  fc.constantFrom<unknown>(-1, 0, 1.5, 201, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324, true, null),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    [null],
    Array.from({ length: 600 }, () => "x"),
  ),
  fc.constant(
    JSON.parse('{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}') as unknown,
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Requests that fit the contract. */
export const fitting = requestsFor;

/** Requests of which one value is another; sometimes a key is gone, sometimes one is too many. */
export const nearlyFitting = (route: Route): fc.Arbitrary<RequestParts> =>
  fc
    .tuple(requestsFor(route), fc.nat(10_000), fc.constantFrom("change", "drop", "add"), hostile)
    .map(([parts, place, act, value]) => mutated(parts, place, act, value) as RequestParts);

function mutated(value: unknown, place: number, act: string, other: unknown): unknown {
  const places = [...placesOf(value)].filter(({ depth }) => depth > 0);
  const at = places[place % Math.max(1, places.length)];
  if (at === undefined) return value;
  return changed(value, at.path, (key) => {
    if (act === "add")
      return [
        [key, at.value],
        [typeof other === "string" ? other : "unknown_key", other],
      ];
    return act === "drop" && at.depth > 1 ? [] : [[key, other]];
  });
}

interface Place {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly depth: number;
}

/** The params, the query and the body itself are no places, only what is in them. */
function* placesOf(value: unknown, path: readonly string[] = []): Generator<Place> {
  const isContainer = path.length === 1 && path[0] !== "body";
  if (path.length > 0 && !isContainer) yield { path, value, depth: path.length };
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* placesOf(inner, [...path, key]);
}

function changed(
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (key: string) => readonly (readonly [string, unknown])[],
): unknown {
  if (Array.isArray(value)) {
    const at = Number(key);
    const made =
      rest.length === 0 ? change(key!).map(([, each]) => each) : [changed(value[at], rest, change)];
    return value.toSpliced(at, 1, ...made);
  }
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([name, inner]) => {
      if (name !== key) return [[name, inner] as const];
      return rest.length === 0 ? change(name) : [[name, changed(inner, rest, change)] as const];
    }),
  );
}

/** Bodies that are no JSON, or JSON of another kind. */
export const RAW_BODIES: readonly (readonly [why: string, body: string | Uint8Array])[] = [
  ["nothing", ""],
  ["a space", " "],
  ["half of an object", '{"a":'],
  ["no JSON", "a=1&b=2"],
  ["a bare text", '"text"'],
  ["a bare number", "17"],
  ["null", "null"],
  ["a list", "[]"],
  ["an empty object", "{}"],
  ["not a number", "NaN"],
  ["a byte order mark", "\ufeff{}"],
  ["bytes that are no UTF-8", Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d)],
  ["the same key twice", '{"items":[],"items":[{}]}'],
  ["the prototype", '{"__proto__":{"role":"admin"}}'],
  ["deep lists", `${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`],
  ["deep objects", `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`],
  ["a long number", `{"version":${"9".repeat(5_000)}}`],
];

/** Ends of addresses that no client of ours makes. */
export const RAW_QUERIES: readonly string[] = [
  "?limit=1&limit=2",
  "?__proto__=1&constructor=2",
  "?limit=%ff",
  "?after=%00",
  "?agent=a%0d%0aSet-Cookie:%20x=1",
  "?a[b]=1&a[]=2",
  "?" + "a=1&".repeat(2_000),
  "?limit=1e9",
  "?%zz",
  "?=",
  "?&&&",
];
