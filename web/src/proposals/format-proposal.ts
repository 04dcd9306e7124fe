import { countWord, plural } from "../lib/format.ts";
import type { Proposal, Waiting } from "./proposal-queries.ts";

const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

export const ordinal = (position: number): string => ORDINALS[position] ?? `${position}th`;

export const times = (count: number): string =>
  count === 1 ? "once" : count === 2 ? "twice" : `${countWord(count)} times`;

/** `rio, clay and docsmith`. */
export const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)!}`;

export const formatAgents = (agents: readonly string[]): string =>
  agents.length === 0 ? "every agent" : joinNames(agents);

type Remark = Waiting["remarks"][number];

export function formatRemark(
  remark: Remark,
  { warnings, conflicts, duplicates, contradictions }: Waiting,
): string {
  switch (remark) {
    case "warning":
      return plural(warnings.length, "warning");
    case "conflict":
      return conflicts === 1 ? "conflict" : `${conflicts} conflicts`;
    case "duplicate":
      return duplicates === 1 ? "same as another" : `same as ${duplicates} others`;
    case "contradiction":
      return plural(contradictions, "contradicting approval");
    case "not_compared":
      return "not compared with every rule";
    case "wants_words":
      return "needs wording";
  }
}

const DAY = 86_400_000;

/** `three weeks`, for a sentence. */
export function formatSpan(from: string, to: string): string {
  const days = Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / DAY));
  if (days < 14) return days === 1 ? "one day" : `${countWord(days)} days`;
  const weeks = Math.round(days / 7);
  return weeks < 14 ? `${countWord(weeks)} weeks` : `${countWord(Math.round(days / 30))} months`;
}

export const peopleOf = ({ evidence }: Proposal): number => evidence.people;
