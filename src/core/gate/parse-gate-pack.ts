import { fail, ok, type Result } from "../result.ts";
import { findBuiltInPack } from "./built-in-packs.ts";
import { gatePackSchema, type GatePackFile } from "./gate-pack-schema.ts";
import { checkPackMeaning } from "./gate-pack-meaning.ts";
import { toPackProblem, type PackProblem } from "./gate-pack-problem.ts";
import type { GatePack } from "./gate.ts";
import { UNSPECIFIED_GATE } from "./unspecified-gate.ts";

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
