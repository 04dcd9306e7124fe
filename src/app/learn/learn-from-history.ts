import {
  belongsToGroup,
  correctionLikeness,
  groupCorrections,
  supportedCorrections,
} from "../../core/correction/group-corrections.ts";
import { attachEdits, editedFiles } from "../../core/correction/edits-by-hand.ts";
import {
  type BackTest,
  byCost,
  type HistoryCounts,
  type LearnReport,
  type RecurringCorrection,
  runBackTest,
} from "../../core/correction/learn-report.ts";
import type { CorrectionKind, PastCorrection } from "../../core/correction/past-correction.ts";
import type { RuleLine } from "../../core/rule-file/rule-lines.ts";
import { sumBackTests } from "../../core/correction/sum-back-tests.ts";
import { weeksOfCorrections } from "../../core/correction/weeks-of-corrections.ts";
import { defined } from "../../core/defined.ts";
import { standingInstruction } from "../../core/english/standing-instruction.ts";
import type { Judge } from "../../ports/evaluator.ts";
import { compareInstructions } from "./compare-instructions.ts";
import { findRecurringRemarks, type Remark, type RemarkFindings } from "./find-recurring-remarks.ts";
import {
  type CandidateCorrection,
  judgeTranscripts,
  type JudgeTranscriptsParts,
  type TranscriptToJudge,
} from "./judge-transcripts.ts";
import { embedRemarks } from "./embed-remarks.ts";
import { wordGroups, type WordGroupsParts } from "./word-groups.ts";

export interface LearnPorts extends JudgeTranscriptsParts, WordGroupsParts {
  readonly judge: Judge;
}

export interface LearnInput {
  readonly files: readonly TranscriptToJudge[];
  /** Found elsewhere: in reviews, in commits, in exports. */
  readonly corrections?: readonly PastCorrection[];
  /** What people made of the agent's edits in conversations. */
  readonly findEdits?: FindEdits;
  readonly reviews?: Omit<HistoryCounts, "corrections">;
  readonly commits?: Omit<HistoryCounts, "corrections">;
  /** The instructions that agents read already. */
  readonly rules: readonly RuleLine[];
  /** How many of what recurs are worded, most costly first. All by default. */
  readonly worded?: number;
  readonly onProgress?: (step: LearnStep) => void;
}

/** Conversations with nothing but the agent's edits in, corrections out. */
export type FindEdits = (
  conversations: Awaited<ReturnType<ReturnType<typeof judgeTranscripts>>>["edits"],
) => readonly PastCorrection[];

export interface LearnStep {
  readonly step: "read" | "judge" | "compare" | "word";
  readonly done: number;
  readonly of: number;
}

/** A human turn as judged, whether it is a correction or not. */
export interface LearnedTurn {
  readonly file: string;
  readonly turn: string;
  readonly correction: boolean;
  readonly kind?: CorrectionKind;
  readonly rule?: string;
  readonly group?: string;
}

export interface LearnedHistory {
  readonly report: LearnReport;
  readonly corrections: readonly PastCorrection[];
  readonly turns: readonly LearnedTurn[];
}

const MAX_ONCE = 30;

/** Reads conversations, finds the corrections in them, and what recurs among all corrections. It stores nothing. */
export const learnFromHistory = (ports: LearnPorts) => {
  const judge = judgeTranscripts(ports);
  const embed = embedRemarks(ports);
  const word = wordGroups(ports);
  return async ({ rules, onProgress = () => {}, ...input }: LearnInput): Promise<LearnedHistory> => {
    const { files } = input;
    const read = await judge(files, (done) => onProgress({ step: "read", done, of: files.length }));
    const elsewhere = [...(input.corrections ?? []), ...(input.findEdits?.(read.edits) ?? [])];
    const remarks = await embed(elsewhere, (done, of) => onProgress({ step: "judge", done, of }));
    const spoken: CandidateCorrection[] = [];
    const found: FoundGroup[] = [];
    const backTests: (BackTest | undefined)[] = [];
    for (const project of projectsOf(read.candidates, remarks)) {
      const own = keepSupported(read.candidates.filter(({ correction }) => correction.project === project));
      const likeness = cached(own.length, correctionLikeness(own.map(({ compared }) => compared)));
      const groups = groupCorrections(likeness, [...own.keys()]);
      const recurring = await findRecurringRemarks(ports.judge, {
        remarks: remarks.filter(({ correction }) => correction.project === project),
        spoken: own.map(({ correction, compared }) => ({ correction, vector: compared.vector })),
        spokenGroups: groups,
        onProgress: (done, of) => onProgress({ step: "compare", done, of }),
      });
      spoken.push(...own);
      found.push(...toGroups(own, groups, recurring));
      backTests.push(
        runBackTest({
          corrections: own.map(({ correction }) => correction),
          group: (some) => groupCorrections(likeness, some),
          belongs: (position, group) => belongsToGroup(likeness, position, group),
        }),
        recurring.backTest,
      );
    }
    const bare = elsewhere.filter(({ remark }) => remark === "");
    const edits = attachEdits(
      found.map(({ members }) => members.map(({ correction }) => correction)),
      bare,
    );
    const described = await word(found, {
      most: input.worded ?? Number.POSITIVE_INFINITY,
      edits,
      onProgress: (done, of) => onProgress({ step: "word", done, of }),
    });
    const corrections = [...spoken.map(({ correction }) => correction), ...elsewhere];
    const grouped = new Set(found.flatMap(({ members }) => members.map(({ correction }) => correction.id)));
    const attached = new Set([...edits.values()].flat());
    const compared = await compareInstructions(ports, rules, [
      ...spoken.map(({ correction, compared: { vector } }) => ({ correction, vector })),
      ...remarks,
    ]);
    return {
      corrections,
      turns: turnsOf(read.turns, spoken, found, described),
      report: {
        read: {
          ...read.counts,
          corrections: corrections.length,
          reviews: countOf(input.reviews, elsewhere, "review"),
          commits: countOf(input.commits, elsewhere, "commit"),
        },
        recurring: described.toSorted((a, b) => Number(isLoose(a)) - Number(isLoose(b)) || byCost(a, b)),
        once: corrections
          .filter((correction) => !grouped.has(correction.id) && isStanding(correction))
          .toSorted((a, b) => (b.time ?? "").localeCompare(a.time ?? ""))
          .slice(0, MAX_ONCE),
        ...compared,
        editedByHand: editedFiles(bare.filter((edit) => !attached.has(edit))),
        weeks: weeksOfCorrections(corrections, ({ id }) => grouped.has(id)),
        ...defined({ backTest: sumBackTests(backTests) }),
      },
    };
  };
};

/** Corrections that ask for the same. */
export interface FoundGroup {
  readonly members: readonly Remark[];
  /** The group of conversations that it is or has grown from, as numbered for `--jsonl`. */
  readonly hasReviews: boolean;
}

const projectsOf = (
  candidates: readonly CandidateCorrection[],
  remarks: readonly Remark[],
): ReadonlySet<string> => new Set([...candidates, ...remarks].map(({ correction }) => correction.project));

function toGroups(
  spoken: readonly CandidateCorrection[],
  spokenGroups: readonly (readonly number[])[],
  { groups, joined }: RemarkFindings,
): readonly FoundGroup[] {
  const remarkOf = (at: number): Remark => ({
    correction: spoken[at]!.correction,
    vector: spoken[at]!.compared.vector,
  });
  return [
    ...spokenGroups.map((group, at) => {
      const more = joined.get(at) ?? [];
      return { members: [...group.map(remarkOf), ...more], hasReviews: more.length > 0 };
    }),
    ...groups.map((members) => ({ members, hasReviews: true })),
  ];
}

function keepSupported(candidates: readonly CandidateCorrection[]): readonly CandidateCorrection[] {
  const likeness = correctionLikeness(candidates.map(({ compared }) => compared));
  const kept = supportedCorrections(
    likeness,
    candidates.map(({ isSure }) => isSure),
  );
  return kept.map((at) => candidates[at]!);
}

function turnsOf(
  turns: readonly { readonly file: string; readonly id: string }[],
  spoken: readonly CandidateCorrection[],
  found: readonly FoundGroup[],
  described: readonly RecurringCorrection[],
): readonly LearnedTurn[] {
  const byTurn = new Map(spoken.map(({ at, correction }) => [at, correction]));
  const groupOf = new Map(
    found.flatMap(({ members }, at) =>
      members.map(({ correction }) => [
        correction.id,
        { group: `g${at + 1}`, rule: described[at]!.rule ?? undefined },
      ]),
    ),
  );
  return turns.map(({ file, id }, at) => {
    const correction = byTurn.get(at);
    const group = correction === undefined ? undefined : groupOf.get(correction.id);
    return {
      file,
      turn: id,
      correction: correction !== undefined,
      ...defined({ kind: correction?.kind, rule: group?.rule, group: group?.group }),
    };
  });
}

/** Remarks of reviews that no rule fits often share a subject only, so they come after the others. */
const isLoose = ({ rule, members }: RecurringCorrection): boolean =>
  rule === null && members.every(({ found }) => found !== "conversation");

const countOf = (
  read: Omit<HistoryCounts, "corrections"> = { sessions: 0, remarks: 0 },
  corrections: readonly PastCorrection[],
  from: PastCorrection["found"],
): HistoryCounts => ({ ...read, corrections: corrections.filter(({ found }) => found === from).length });

/** Read like something to keep to, rather than a fault of one piece of work. */
const isStanding = ({ found, kind, remark }: PastCorrection): boolean =>
  found === "conversation"
    ? (kind === "instruction" || kind === "repeated" || kind === "interrupted") && remark.length > 20
    : standingInstruction(remark) !== undefined;

/** More pairs than that are worked out again each time: remembering them takes hundreds of megabytes. */
const MAX_REMEMBERED = 8_000;

function cached(count: number, likeness: (a: number, b: number) => number): (a: number, b: number) => number {
  if (count > MAX_REMEMBERED) return likeness;
  const known = new Float64Array((count * (count + 1)) / 2).fill(-1);
  return (a, b) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    const at = (high * (high + 1)) / 2 + low;
    if (known[at]! < 0) known[at] = likeness(a, b);
    return known[at]!;
  };
}
