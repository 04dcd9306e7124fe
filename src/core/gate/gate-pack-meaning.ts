import { BUILT_IN_PACKS, findBuiltInPack } from "./built-in-packs.ts";
import { packProblem, type PackProblem } from "./gate-pack-problem.ts";
import { isJsonObject } from "../json/json-object.ts";

/**
 * What the schema cannot see: tags that occur twice, routes that cannot be taken, names that lead nowhere.
 * Works on unchecked input, so that these are named together with the schema's complaints.
 */
export function checkPackMeaning(raw: unknown): readonly PackProblem[] {
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
