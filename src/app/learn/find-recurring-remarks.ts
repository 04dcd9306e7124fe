import { type BackTest, runBackTest } from "../../core/correction/learn-report.ts";
import type { PastCorrection } from "../../core/correction/past-correction.ts";
import { areSameWords, meaningWords, recurs } from "../../core/evaluation/recurs.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import type { Judge } from "../../ports/evaluator.ts";
import { judgeRemarks } from "./group-remarks.ts";

/** A correction with the vector of its words. */
export interface Remark {
  readonly correction: PastCorrection;
  readonly vector: Float32Array;
  /** What it is compared by, if that is not the remark as it is. */
  readonly text?: string;
}

export interface RecurringRemarksInput {
  /** Of reviews and commits, in one project. */
  readonly remarks: readonly Remark[];
  /** Of conversations in the same project, grouped by their own model. */
  readonly spoken: readonly Remark[];
  readonly spokenGroups: readonly (readonly number[])[];
  readonly onProgress: (done: number, of: number) => void;
}

export interface RemarkFindings {
  readonly groups: readonly (readonly Remark[])[];
  /** Remarks that ask for the same as a group of conversations, by its position. */
  readonly joined: ReadonlyMap<number, readonly Remark[]>;
  readonly backTest: BackTest | undefined;
}

/** Longer words of a conversation ask for several things. */
const MAX_SPOKEN = 300;
/** More members of a group would not change whether another one asks for the same. */
const MAX_COMPARED = 8;

/** What recurs in reviews and commits, and what of it was said in conversations too. */
export async function findRecurringRemarks(
  judge: Judge,
  { remarks, spoken, spokenGroups, onProgress }: RecurringRemarksInput,
): Promise<RemarkFindings> {
  if (remarks.length === 0) return { groups: [], joined: new Map(), backTest: undefined };
  const compared = [...remarks, ...spoken];
  const judged = await judgeRemarks(
    judge,
    compared.map(({ correction, text = correction.remark.slice(0, MAX_SPOKEN), vector }) => ({
      text,
      vector,
    })),
    onProgress,
  );
  const recurring = (positions: readonly number[]): readonly (readonly number[])[] =>
    judged.group(positions).filter((group) => isRecurring(group.map((at) => compared[at]!)));
  const own = recurring([...remarks.keys()]);
  const joined = new Map<number, readonly Remark[]>();
  const isJoined = new Set<readonly number[]>();
  const inGroups = new Set(own.flat());
  for (const [at, group] of spokenGroups.entries()) {
    const members = group.slice(0, MAX_COMPARED).map((position) => remarks.length + position);
    const alike = own.filter(
      (other) => !isJoined.has(other) && judged.belong(other.slice(0, MAX_COMPARED), members),
    );
    for (const other of alike) isJoined.add(other);
    const single = [...remarks.keys()].filter(
      (position) => !inGroups.has(position) && judged.belong([position], members),
    );
    for (const position of single) inGroups.add(position);
    const more = [...alike.flat(), ...single].map((position) => remarks[position]!);
    if (more.length > 0) joined.set(at, more);
  }
  const lone = loneSpoken(spoken.length, spokenGroups).map((position) => remarks.length + position);
  const groups = own.filter((group) => !isJoined.has(group)).map((group) => [...group]);
  const isTaken = new Set([...inGroups, ...groups.flat()]);
  for (const position of lone) {
    const group = groups.find((members) => judged.belong([position], members));
    if (group !== undefined) {
      group.push(position);
      continue;
    }
    const same = [...remarks.keys()].find(
      (at) =>
        !isTaken.has(at) &&
        judged.belong([position], [at]) &&
        isRecurring([compared[at]!, compared[position]!]),
    );
    if (same === undefined) continue;
    isTaken.add(same);
    groups.push([same, position]);
  }
  return {
    groups: groups.map((group) => group.map((at) => compared[at]!)),
    joined,
    backTest: runBackTest({
      corrections: remarks.map(({ correction }) => correction),
      group: recurring,
      belongs: (position, group) => judged.belong([position], group),
    }),
  };
}

function loneSpoken(count: number, groups: readonly (readonly number[])[]): readonly number[] {
  const grouped = new Set(groups.flat());
  return Array.from({ length: count }, (_, position) => position).filter(
    (position) => !grouped.has(position),
  );
}

/** As for proposals: on three occasions, or by two people on two occasions in the same words. */
function isRecurring(remarks: readonly Remark[]): boolean {
  const sessions = new Set(remarks.map(({ correction }) => correction.session));
  const people = new Set(remarks.flatMap((remark) => personOf(remark) ?? []));
  if (sessions.size >= DEFAULT_RULE_POLICY.occurrences) return true;
  const words = remarks.map(({ correction }) => meaningWords(correction.remark));
  const sameWords = words.some((one, at) =>
    words.some(
      (other, index) =>
        index > at &&
        remarks[at]!.correction.session !== remarks[index]!.correction.session &&
        personOf(remarks[at]!) !== personOf(remarks[index]!) &&
        areSameWords(one, other),
    ),
  );
  return recurs({ occurrences: sessions.size, people: people.size, sameWords }, DEFAULT_RULE_POLICY);
}

/** Conversations do not name the user. */
const personOf = ({ correction: { found, author } }: Remark): string | undefined =>
  found === "conversation" ? "you" : author;
