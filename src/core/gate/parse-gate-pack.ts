import { fail, ok, type Result } from "../result.ts";
import { findBuiltInPack, BUILT_IN_PACKS } from "./built-in-packs.ts";
import { gatePackSchema, type GatePackFile } from "./gate-pack-schema.ts";
import { toPackProblem, type PackProblem, packProblem } from "./gate-pack-problem.ts";
import type { GatePack } from "./gate.ts";
import { UNSPECIFIED_GATE } from "./unspecified-gate.ts";
import { isJsonObject } from "../json/json-object.ts";

/** A pack is read by people; a larger text is something else. */
const MAX_LENGTH = 1_000_000;
const MAX_PROBLEMS = 100;

/** Reads the text of a pack file; where it does not fit, every problem is named (the first 100). */
export function parseGatePack(json: string): Result<GatePack, readonly PackProblem[]> {
  if (json.length > MAX_LENGTH) {
    return whole("too_large", `a pack of at most ${MAX_LENGTH} characters`, "the pack is too large");
  }
  let raw: unknown;
  try {
    raw = JSON.parse(json.startsWith("\ufeff") ? json.slice(1) : json);
  } catch {
    return whole("invalid_json", "a JSON object with name, description and gates", "the pack is not JSON");
  }
  const parsed = gatePackSchema.safeParse(raw);
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => toPackProblem(issue, raw))),
    ...checkPackMeaning(raw),
  ];
  return parsed.success && problems.length === 0
    ? ok(complete(parsed.data))
    : fail(problems.slice(0, MAX_PROBLEMS));
}

function whole(
  code: PackProblem["code"],
  expected: string,
  what: string,
): Result<never, readonly PackProblem[]> {
  return fail([{ path: "", code, expected, message: `${what}: expected ${expected}` }]);
}

function complete(file: GatePackFile): GatePack {
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
 * What the schema cannot see: tags that occur twice, routes that cannot be taken, names that lead nowhere.
 * Works on unchecked input, so that these are named together with the schema's complaints.
 */
function checkPackMeaning(raw: unknown): readonly PackProblem[] {
  if (!isJsonObject(raw)) return [];
  const names = BUILT_IN_PACKS.map((pack) => pack.name).join(", ");
  const problems: PackProblem[] = [];
  const { name, extends: baseName, fallback_tag: fallback, gates } = raw;
  if (typeof name === "string" && findBuiltInPack(name) !== undefined) {
    problems.push(
      packProblem("name", "reserved_name", "is taken by a built-in pack", `a name other than ${names}`),
    );
  }
  const base = typeof baseName === "string" ? findBuiltInPack(baseName) : undefined;
  if (typeof baseName === "string" && base === undefined) {
    problems.push(packProblem("extends", "unknown_pack", "names no built-in pack", `one of ${names}`));
  }
  const own = Array.isArray(gates) ? gates.map((gate: unknown) => (isJsonObject(gate) ? gate : {})) : [];
  problems.push(...checkGates(own));
  const tags = new Set<unknown>([
    ...own.map((gate) => gate["tag"]),
    ...(base?.gates ?? []).map((gate) => gate.tag),
  ]);
  if (typeof fallback === "string" && !tags.has(fallback)) {
    problems.push(
      packProblem("fallback_tag", "unknown_fallback", "names no gate", "the tag of one of the pack's gates"),
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
      const expected = `each tag once; gates[${earlier}] has it already`;
      problems.push(packProblem(`gates[${index}].tag`, "duplicate_tag", "occurs twice", expected));
    }
  }
  return problems;
}
