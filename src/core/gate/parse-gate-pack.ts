import { z } from "zod";
import { GATE_ROUTES, GATE_SEVERITIES, type GatePack, UNSPECIFIED_GATE } from "./gate.ts";
import { issuePath, valueAt, isJsonObject } from "../json/json.ts";
import { fail, ok, type Result } from "../result.ts";
import { BUILT_IN_PACKS, findBuiltInPack } from "./built-in-packs.ts";

const line = (max: number) => z.string().min(1).max(max).regex(ONE_LINE);

/** Not blank, one line, and without the start of an HTML comment, which parsers of rejections look for. */
const ONE_LINE = /^(?!\s*$)(?!.*<!--)[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;

const gateSchema = z.strictObject({
  tag: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
  gate: line(80),
  description: line(400),
  fix: line(1000),
  severity: z.enum(GATE_SEVERITIES),
  auto_fixable: z.boolean(),
  route: z.enum(GATE_ROUTES),
});

/** The schema of a pack file; `parseGatePack` also checks what a schema cannot express. */
export const gatePackSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  description: line(400),
  /** A built-in pack to extend; a gate with the same tag replaces its gate. */
  extends: z.string().optional(),
  fallback_tag: z.string().optional(),
  gates: z.array(gateSchema).max(500),
});

export type GatePackFile = z.infer<typeof gatePackSchema>;

export interface PackProblem {
  /** The key, as in `gates[3].route`; empty for the whole file. */
  readonly path: string;
  readonly code:
    | "invalid_json"
    | "too_large"
    | "missing_key"
    | "unknown_key"
    | "invalid_value"
    | "unrouted_tag"
    | "duplicate_tag"
    | "route_mismatch"
    | "unknown_pack"
    | "unknown_fallback"
    | "reserved_name";
  readonly expected: string;
  readonly message: string;
}

const packProblem = (
  path: string,
  code: PackProblem["code"],
  what: string,
  expected: string,
): PackProblem => ({
  path,
  code,
  expected,
  message: `${path || "the pack"} ${what}: expected ${expected}`,
});

/** Translates a schema issue; unknown keys are listed one by one. */
function toPackProblem(issue: z.core.$ZodIssue, raw: unknown): readonly PackProblem[] {
  const path = issuePath(issue.path);
  const key = issue.path.at(-1);
  if (issue.code === "unrecognized_keys") {
    const inGate = typeof key === "number";
    const expected = `only the keys ${(inGate ? GATE_KEYS : PACK_KEYS).join(", ")}`;
    return issue.keys.map((name) =>
      packProblem(path === "" ? name : `${path}.${name}`, "unknown_key", "is an unknown key", expected),
    );
  }
  const expected = (typeof key === "string" ? EXPECTED[key] : undefined) ?? "a JSON object";
  const missing = valueAt(raw, issue.path) === undefined;
  const code = key === "route" ? "unrouted_tag" : missing ? "missing_key" : "invalid_value";
  return [packProblem(path, code, missing ? "is missing" : "is invalid", expected)];
}

const GATE_KEYS = ["tag", "gate", "description", "fix", "severity", "auto_fixable", "route"];
const PACK_KEYS = ["name", "description", "extends", "fallback_tag", "gates"];

const EXPECTED: Readonly<Record<string, string>> = {
  name: "a letter and up to 63 more of a-z, 0-9 and -",
  description: "one line of 1 to 400 characters without <!--",
  extends: "the name of a built-in pack",
  fallback_tag: "the tag of one of the pack's gates",
  gates: "an array of at most 500 gates",
  tag: "a letter and up to 63 more of a-z, 0-9 and _",
  gate: "one line of 1 to 80 characters without <!--",
  fix: "one line of 1 to 1000 characters without <!--",
  severity: `one of ${GATE_SEVERITIES.join(", ")}`,
  auto_fixable: "true or false",
  route: `one of ${GATE_ROUTES.join(", ")}`,
};

/** Packs are written by hand; a larger text is something else. */
const MAX_LENGTH = 1_000_000;
const MAX_PROBLEMS = 100;

/** Parses a pack file, or lists all problems (the first 100). */
export function parseGatePack(json: string): Result<GatePack, readonly PackProblem[]> {
  if (json.length > MAX_LENGTH) {
    return packFailure("too_large", `a pack of at most ${MAX_LENGTH} characters`, "the pack is too large");
  }
  let raw: unknown;
  try {
    raw = JSON.parse(json.startsWith("\ufeff") ? json.slice(1) : json);
  } catch {
    return packFailure(
      "invalid_json",
      "a JSON object with name, description and gates",
      "the pack is not valid JSON",
    );
  }
  const parsed = gatePackSchema.safeParse(raw);
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => toPackProblem(issue, raw))),
    ...checkPackMeaning(raw),
  ];
  return parsed.success && problems.length === 0
    ? ok(toGatePack(parsed.data))
    : fail(problems.slice(0, MAX_PROBLEMS));
}

function packFailure(
  code: PackProblem["code"],
  expected: string,
  what: string,
): Result<never, readonly PackProblem[]> {
  return fail([{ path: "", code, expected, message: `${what}: expected ${expected}` }]);
}

function toGatePack(file: GatePackFile): GatePack {
  const base = file.extends === undefined ? undefined : findBuiltInPack(file.extends);
  const gates = new Map((base?.gates ?? []).map((gate) => [gate.tag, gate]));
  for (const gate of file.gates) gates.set(gate.tag, gate);
  const fallbackTag = file.fallback_tag ?? base?.fallback_tag ?? UNSPECIFIED_GATE.tag;
  if (!gates.has(fallbackTag)) gates.set(fallbackTag, UNSPECIFIED_GATE);
  return {
    name: file.name,
    description: file.description,
    fallback_tag: fallbackTag,
    gates: [...gates.values()],
  };
}

/**
 * Checks what the schema cannot: duplicate tags, impossible routes, unknown names. It takes unvalidated input, so
 * that these problems are reported together with the schema's.
 */
function checkPackMeaning(raw: unknown): readonly PackProblem[] {
  if (!isJsonObject(raw)) return [];
  const names = BUILT_IN_PACKS.map((pack) => pack.name).join(", ");
  const problems: PackProblem[] = [];
  const { name, extends: baseName, fallback_tag: fallback, gates } = raw;
  if (typeof name === "string" && findBuiltInPack(name) !== undefined) {
    problems.push(
      packProblem("name", "reserved_name", "is the name of a built-in pack", `a name other than ${names}`),
    );
  }
  const base = typeof baseName === "string" ? findBuiltInPack(baseName) : undefined;
  if (typeof baseName === "string" && base === undefined) {
    problems.push(packProblem("extends", "unknown_pack", "is not a built-in pack", `one of ${names}`));
  }
  const own = Array.isArray(gates) ? gates.map((gate: unknown) => (isJsonObject(gate) ? gate : {})) : [];
  problems.push(...checkGates(own));
  const tags = new Set<unknown>([
    ...own.map((gate) => gate["tag"]),
    ...(base?.gates ?? []).map((gate) => gate.tag),
  ]);
  if (typeof fallback === "string" && !tags.has(fallback)) {
    problems.push(
      packProblem("fallback_tag", "unknown_fallback", "is not a gate", "the tag of one of the pack's gates"),
    );
  }
  if (Array.isArray(gates) && gates.length === 0 && base === undefined) {
    problems.push(packProblem("gates", "invalid_value", "is empty", "at least one gate, or extends"));
  }
  return problems;
}

function checkGates(gates: readonly Readonly<Record<string, unknown>>[]): readonly PackProblem[] {
  const problems: PackProblem[] = [];
  const first = new Map<string, number>();
  for (const [index, { tag, route, auto_fixable: autoFixable }] of gates.entries()) {
    if (route === "auto_fix" && autoFixable === false) {
      const expected = "auto_fixable to be true, or another route";
      problems.push(packProblem(`gates[${index}].route`, "route_mismatch", "is auto_fix", expected));
    }
    if (typeof tag !== "string") continue;
    const earlier = first.get(tag);
    if (earlier === undefined) {
      first.set(tag, index);
    } else {
      const expected = `each tag once; gates[${earlier}] already has it`;
      problems.push(packProblem(`gates[${index}].tag`, "duplicate_tag", "occurs twice", expected));
    }
  }
  return problems;
}
