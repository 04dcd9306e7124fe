import { makeContext, type Example } from "./draft-context.ts";
import type { StructureRule } from "./match-rule.ts";
import type { Proposal } from "./propose-rules.ts";
import { signsOf } from "./score-signs.ts";

/** The rule to trust most, if it can be trusted enough. */
export function chooseRule(
  proposals: readonly Proposal[],
  examples: readonly Example[],
  { description, kinds }: { readonly description: string | undefined; readonly kinds: readonly string[] },
): StructureRule | undefined {
  const context = makeContext(examples, description, kinds);
  let best: Proposal | undefined;
  let most = -Infinity;
  for (const one of proposals) {
    if (one.partial) continue;
    const score = scoreOf(one, signsOf(one, context, proposals.length));
    if (score > most) [best, most] = [one, score];
  }
  return most >= OFFERED ? best?.rule : undefined;
}

const OFFERED = -Infinity;

function scoreOf(one: Proposal, signs: Readonly<Record<string, number>>): number {
  return (
    (signs["plain"] ?? 0) * 100 +
    (one.height >= 1 && one.foresees >= 0.6 ? 50 : 0) -
    Math.abs(one.height) * 5 +
    (signs["scoped"] ?? 0) * 2 +
    (signs["length"] ?? 0) / 10
  );
}
