/** `blocking` must be fixed, `warning` should be. */
export const GATE_SEVERITIES = ["blocking", "warning"] as const;
export type GateSeverity = (typeof GATE_SEVERITIES)[number];

/**
 * What happens to a rejected submission: fixed by a tool, fixed by the agent, turned into something else, or
 * closed.
 */
export const GATE_ROUTES = ["auto_fix", "llm_fix", "convert", "close"] as const;
export type GateRoute = (typeof GATE_ROUTES)[number];

/** A condition that a submission must meet, and what to do if it does not. */
export interface Gate {
  /** The name for machines, unique within its pack. */
  readonly tag: string;
  /** The name for people; several tags may share it. */
  readonly gate: string;
  readonly description: string;
  /** A self-contained instruction for an agent. */
  readonly fix: string;
  readonly severity: GateSeverity;
  readonly auto_fixable: boolean;
  readonly route: GateRoute;
}

/** Gates that are used together. */
export interface GatePack {
  readonly name: string;
  readonly description: string;
  /** The tag of the gate for rejections that name none; one of `gates`. */
  readonly fallback_tag: string;
  readonly gates: readonly Gate[];
}

/** The gate for rejections that name none; shared by packs, so that they can be used together. */
export const UNSPECIFIED_GATE: Gate = {
  tag: "unspecified",
  gate: "Unspecified reason",
  description: "The submission was refused, but no gate was named",
  fix: "Do what the reviewer's comment asks. If it does not say what to change, ask which gate failed and wait for the answer; do not resubmit the same content.",
  severity: "blocking",
  auto_fixable: false,
  route: "llm_fix",
};

/** The registered tags with their gates. */
export interface GateCatalogue {
  /** The names of its packs, in order. */
  readonly packs: readonly string[];
  /** The gate for rejections that name none; always registered. */
  readonly fallback: Gate;
  /** Undefined if the tag is not registered. */
  find(tag: string): Gate | undefined;
  /** All gates, in the order of the packs. */
  list(): readonly Gate[];
}

/** Joins packs. If two contain the same tag, the first pack wins, so that a tag never has two routes. */
export function createGateCatalogue(packs: readonly GatePack[]): GateCatalogue {
  const gates = new Map<string, Gate>();
  for (const gate of packs.flatMap((pack) => pack.gates)) {
    if (!gates.has(gate.tag)) gates.set(gate.tag, gate);
  }
  const fallback = gates.get(packs[0]?.fallback_tag ?? UNSPECIFIED_GATE.tag) ?? UNSPECIFIED_GATE;
  if (!gates.has(fallback.tag)) gates.set(fallback.tag, fallback);
  const list = [...gates.values()];
  return {
    packs: packs.map((pack) => pack.name),
    fallback,
    find: (tag) => gates.get(tag),
    list: () => list,
  };
}

/** Longer words are not misspelled tags, and comparing them is expensive. */
const MAX_LENGTH = 80;

/** The registered tag that was probably meant, if one is close. */
export function nearestTag(
  word: string,
  tags: readonly string[],
  /** The maximum edit distance; a third of the length by default. */
  most = Math.max(2, Math.floor(word.trim().length / 3)),
): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const wanted = word
    .trim()
    .toLowerCase()
    .replace(/[-\s.]/g, "_");
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const tag of tags) {
    if (tag.length > MAX_LENGTH || Math.abs(tag.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, tag);
    if (distance < bestDistance) [best, bestDistance] = [tag, distance];
  }
  // Words that share only their length are not misspellings.
  return best !== undefined && bestDistance < wanted.length ? best : undefined;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const swap = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(swap, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[b.length]!;
}
