import { COMPOUNDS, type Compound } from "./compounds-table.ts";
import type { Mention } from "./mention.ts";

/** The compound settings of each statement, unless a phrase has already named them there. */
export function readCompounds(mentions: readonly Mention[]): readonly Mention[] {
  const statements = new Map<number, Map<string, Mention>>();
  for (const each of mentions) {
    if (each.role === "reason") continue;
    const topics = statements.get(each.statement) ?? new Map<string, Mention>();
    if (!topics.has(each.topic)) topics.set(each.topic, each);
    statements.set(each.statement, topics);
  }
  return [...statements.values()].flatMap((topics) =>
    COMPOUNDS.flatMap((compound) => {
      const made = topics.has(compound.name) ? undefined : putTogether(compound, topics);
      return made === undefined ? [] : [made];
    }),
  );
}

function putTogether(compound: Compound, topics: ReadonlyMap<string, Mention>): Mention | undefined {
  const one = firstOf(compound.one, topics);
  const other = firstOf(compound.other, topics);
  if (one === undefined || other === undefined || (one.role !== "duty" && other.role !== "duty"))
    return undefined;
  const [first, second] = one.at <= other.at ? [one, other] : [other, one];
  return {
    ...one,
    topic: compound.name,
    value: compound.value ?? "yes",
    kind: "setting",
    sign: one.sign === -1 || other.sign === -1 ? -1 : 1,
    weight: compound.weight,
    role: "duty",
    text: first.text === second.text ? first.text : `${first.text} … ${second.text}`,
  };
}

function firstOf(names: readonly string[], topics: ReadonlyMap<string, Mention>): Mention | undefined {
  for (const name of names) {
    const found = topics.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}
