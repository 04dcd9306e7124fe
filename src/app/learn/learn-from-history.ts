import { cosine, MIN_COSINE } from "../../core/judge/judgement.ts";
import { defined } from "../../core/defined.ts";
import {
  belongsToGroup,
  correctionLikeness,
  groupCorrections,
  supportedCorrections,
} from "../../core/correction/group-corrections.ts";
import { correctionChance, TURN_MODEL, turnText } from "../../core/correction/judge-turn.ts";
import {
  byCost,
  describeGroup,
  type LearnReport,
  type NotFollowed,
  type ReadCounts,
  type RecurringCorrection,
  runBackTest,
} from "../../core/correction/learn-report.ts";
import { comparedCorrection, type ComparedCorrection } from "../../core/correction/pair-signs.ts";
import {
  correctedAct,
  correctionId,
  correctionKind,
  type CorrectionKind,
  type PastCorrection,
} from "../../core/correction/past-correction.ts";
import { placeTurns } from "../../core/correction/place-turns.ts";
import { type RuleLine, tokensOf } from "../../core/correction/rule-lines.ts";
import { type PlacedTurn, turnSigns } from "../../core/correction/turn-signs.ts";
import { maskPrivate } from "../../core/rule-text/secrets.ts";
import type { DraftResult, DraftRemark } from "../../core/rule/draft/draft.ts";
import type { Conversation, UnreadLine } from "../../core/transcript/transcript.ts";
import type { Judge } from "../../ports/evaluator.ts";
import type { Transcripts } from "../../ports/transcripts.ts";
import type { Embedder } from "../../ports/vector-index.ts";

export interface LearnPorts {
  readonly transcripts: Pick<Transcripts, "read">;
  /** The local one: the weights of the model belong to its vectors. */
  readonly embedder: Embedder;
  readonly judge: Judge;
  readonly draft: (remarks: readonly DraftRemark[]) => Promise<DraftResult>;
}

export interface LearnInput {
  readonly files: readonly {
    readonly path: string;
    /** What is grouped together: a repository, or a folder of transcripts. */
    readonly project: string;
  }[];
  /** The instructions that agents read already. */
  readonly rules: readonly RuleLine[];
  readonly onProgress?: (step: LearnStep) => void;
}

export interface LearnStep {
  readonly step: "read" | "judge" | "word";
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

interface ReadTurn {
  readonly file: string;
  readonly project: string;
  readonly conversation: Conversation;
  readonly placed: PlacedTurn;
}

interface FoundCorrection {
  readonly at: number;
  readonly isSure: boolean;
  readonly correction: PastCorrection;
  readonly compared: ComparedCorrection;
}

const TEXTS_AT_ONCE = 64;
const MAX_QUOTE = 600;
const MAX_ONCE = 30;
/** Longer groups are worded by their first remarks. */
const MAX_WORDED = 12;
const MIN_SAME = 0.65;
/** Longer remarks ask for several things, and a draft would mix them up. */
const MAX_WORDED_REMARK = 200;
const MAX_UNREAD_SHOWN = 20;

/** Reads conversations, finds the corrections in them and what recurs among those. It stores nothing. */
export const learnFromHistory =
  (ports: LearnPorts) =>
  async ({ files, rules, onProgress = () => {} }: LearnInput): Promise<LearnedHistory> => {
    const { turns, counts } = await readAll(ports, files, onProgress);
    const vectors = await embedAll(ports.embedder, turns, onProgress);
    const candidates = findCandidates(turns, vectors);
    const found: FoundCorrection[] = [];
    const grouped = new Map<number, string>();
    const recurring: RecurringCorrection[] = [];
    const projects = Map.groupBy(candidates, ({ correction }) => correction.project);
    const backTests = [];
    let done = 0;
    for (const candidatesOf of projects.values()) {
      const own = keepSupported(candidatesOf);
      found.push(...own);
      const likeness = cached(correctionLikeness(own.map(({ compared }) => compared)));
      const all = [...own.keys()];
      for (const group of groupCorrections(likeness, all)) {
        const members = group.map((at) => own[at]!);
        const rule = await wordRule(ports, members);
        const name = `g${recurring.length + 1}`;
        for (const { at } of members) grouped.set(at, name);
        recurring.push(
          describeGroup(
            rule,
            members.map(({ correction }) => correction),
          ),
        );
        done += 1;
        onProgress({ step: "word", done, of: done });
      }
      backTests.push(
        runBackTest({
          corrections: own.map(({ correction }) => correction),
          group: (some) => groupCorrections(likeness, some),
          belongs: (position, group) => belongsToGroup(likeness, position, group),
        }),
      );
    }
    const corrections = found.map(({ correction }) => correction);
    const byTurn = new Map(found.map((each) => [each.at, each.correction]));
    const names = new Map(
      [...grouped].map(([at, name]) => [at, { name, rule: recurring[Number(name.slice(1)) - 1]!.rule }]),
    );
    const { notFollowed, neverCorrected } = await compareRules(ports, rules, found);
    return {
      corrections,
      turns: turns.map(({ file, placed }, at) => ({
        file,
        turn: placed.turn.id,
        correction: byTurn.has(at),
        ...defined({
          kind: byTurn.get(at)?.kind,
          rule: names.get(at)?.rule ?? undefined,
          group: names.get(at)?.name,
        }),
      })),
      report: {
        read: { ...counts, corrections: corrections.length },
        recurring: recurring.toSorted(byCost),
        once: found
          .filter(({ at, correction }) => !grouped.has(at) && isStanding(correction))
          .map(({ correction }) => correction)
          .slice(-MAX_ONCE)
          .toReversed(),
        notFollowed,
        neverCorrected,
        ...defined({ backTest: backTests.length === 1 ? backTests[0] : undefined }),
      },
    };
  };

async function readAll(
  { transcripts }: LearnPorts,
  files: LearnInput["files"],
  onProgress: (step: LearnStep) => void,
): Promise<{ readonly turns: readonly ReadTurn[]; readonly counts: Omit<ReadCounts, "corrections"> }> {
  const sessions = new Map<
    string,
    { readonly file: string; readonly project: string; readonly conversation: Conversation }
  >();
  const unread: (UnreadLine & { readonly file: string })[] = [];
  const unknownFiles: string[] = [];
  let [lines, linesNotUnderstood] = [0, 0];
  for (const [index, { path, project }] of files.entries()) {
    const read = await transcripts.read(path);
    onProgress({ step: "read", done: index + 1, of: files.length });
    if (read.format === undefined) {
      unknownFiles.push(path);
      continue;
    }
    lines += read.reading.lines;
    linesNotUnderstood += read.reading.unreadCount;
    unread.push(...read.reading.unread.map((line) => ({ ...line, why: maskPrivate(line.why), file: path })));
    for (const conversation of read.reading.conversations) {
      const key = `${project}\n${conversation.format}\n${conversation.session}`;
      const known = sessions.get(key);
      // Checkpoints repeat a conversation, longer each time.
      if (known === undefined || known.conversation.turns.length < conversation.turns.length) {
        sessions.set(key, { file: path, project, conversation });
      }
    }
  }
  const conversations = [...sessions.values()].filter(({ conversation }) => conversation.turns.length > 0);
  const turns = conversations.flatMap(({ conversation, ...rest }) =>
    placeTurns(conversation).map((placed) => ({ ...rest, conversation, placed })),
  );
  const agents = Map.groupBy(conversations, ({ conversation }) => conversation.format);
  return {
    turns,
    counts: {
      files: files.length,
      conversations: conversations.length,
      turns: turns.length,
      lines,
      linesNotUnderstood,
      agents: [...agents].map(([agent, own]) => ({ agent, conversations: own.length })),
      unknownFiles,
      unread: unread.slice(0, MAX_UNREAD_SHOWN),
    },
  };
}

/** The vector of each turn; the same text is embedded once. */
async function embedAll(
  embedder: Embedder,
  turns: readonly ReadTurn[],
  onProgress: (step: LearnStep) => void,
): Promise<readonly Float32Array[]> {
  const texts = turns.map(({ placed }) => turnText(placed));
  const distinct = [...new Set(texts)];
  const vectors = new Map<string, Float32Array>();
  for (let start = 0; start < distinct.length; start += TEXTS_AT_ONCE) {
    const some = distinct.slice(start, start + TEXTS_AT_ONCE);
    const embedded = await embedder.embed(some);
    for (const [at, text] of some.entries()) vectors.set(text, embedded[at]!);
    onProgress({
      step: "judge",
      done: Math.min(distinct.length, start + TEXTS_AT_ONCE),
      of: distinct.length,
    });
  }
  return texts.map((text) => vectors.get(text)!);
}

/** Turns that are corrections, and those that may be. */
function findCandidates(
  turns: readonly ReadTurn[],
  vectors: readonly Float32Array[],
): readonly FoundCorrection[] {
  return turns.flatMap((turn, at): readonly FoundCorrection[] => {
    if (!isJudged(turn.placed)) return [];
    const chance = correctionChance(turn.placed, vectors[at]!);
    if (chance < Math.min(TURN_MODEL.supported, TURN_MODEL.threshold)) return [];
    const compared = comparedCorrection(turn.placed, conversationId(turn), vectors[at]!);
    const isSure = chance >= TURN_MODEL.threshold;
    return [{ at, isSure, correction: toCorrection(turn, turns[at + 1]), compared }];
  });
}

function keepSupported(candidates: readonly FoundCorrection[]): readonly FoundCorrection[] {
  const likeness = correctionLikeness(candidates.map(({ compared }) => compared));
  const kept = supportedCorrections(
    likeness,
    candidates.map(({ isSure }) => isSure),
  );
  return kept.map((at) => candidates[at]!);
}

const isJudged = ({ turn }: PlacedTurn): boolean =>
  turn.text.trim() !== "" || turn.source === "refusal" || turn.source === "undo";

const conversationId = ({ conversation }: ReadTurn): string =>
  `${conversation.format}:${conversation.session}`;

function toCorrection(read: ReadTurn, next: ReadTurn | undefined): PastCorrection {
  const { conversation, placed, file, project } = read;
  const { turn } = placed;
  const answer = next?.conversation === conversation ? next.placed.turn.acts : conversation.lastActs;
  const repeats = turnSigns(placed).has("repeats-all");
  const act = correctedAct(turn);
  return {
    id: correctionId(`transcript:${conversationId(read)}:${turn.id}`),
    found: "conversation",
    kind: correctionKind(placed, repeats),
    outcome: "unknown",
    remark: maskPrivate(turn.text.trim().slice(0, MAX_QUOTE)),
    ...defined({ act: act === undefined ? undefined : maskPrivate(act), time: turn.time }),
    agent: conversation.format,
    project,
    session: conversation.session,
    rework: answer.filter(({ kind }) => kind === "call").length,
    origin: { file, line: turn.line, turn: turn.id },
  };
}

/** Read like something to keep to, rather than a fault of one piece of work. */
const isStanding = ({ kind, remark }: PastCorrection): boolean =>
  (kind === "instruction" || kind === "repeated" || kind === "interrupted") && remark.length > 20;

async function wordRule({ draft }: LearnPorts, members: readonly FoundCorrection[]): Promise<string | null> {
  const remarks = members.map(({ correction }) => correction.remark).filter((remark) => remark !== "");
  if (remarks.length < 2 || remarks.some(({ length }) => length > MAX_WORDED_REMARK)) return null;
  const drafted = await draft(remarks.slice(0, MAX_WORDED).map((text) => ({ text })));
  return drafted.ok ? drafted.text : null;
}

/** Which existing instructions were corrected all the same, and which never. */
async function compareRules(
  { embedder, judge }: LearnPorts,
  rules: readonly RuleLine[],
  found: readonly FoundCorrection[],
): Promise<Pick<LearnReport, "notFollowed" | "neverCorrected">> {
  const vectors = await embedder.embed(rules.map(({ text }) => text));
  const followed: NotFollowed[] = [];
  const never: RuleLine[] = [];
  for (const [at, rule] of rules.entries()) {
    const near = found.filter(({ compared }) => cosine(compared.vector, vectors[at]!) >= MIN_COSINE);
    const judgements = await judge.judge(
      { text: rule.text, vector: vectors[at]! },
      near.map(({ correction, compared }) => ({ text: correction.remark, vector: compared.vector })),
    );
    const corrections = near
      .map(({ correction }, index) => ({ correction, judgement: judgements[index]! }))
      .filter(({ judgement }) => judgement.relation === "same" && judgement.score >= MIN_SAME)
      .toSorted((a, b) => b.judgement.score - a.judgement.score)
      .map(({ correction }) => correction);
    if (corrections.length > 0) followed.push({ rule, corrections });
    else never.push(rule);
  }
  return {
    notFollowed: followed.toSorted((a, b) => b.corrections.length - a.corrections.length),
    neverCorrected: { lines: never, tokens: never.reduce((sum, { text }) => sum + tokensOf(text), 0) },
  };
}

function cached(likeness: (a: number, b: number) => number): (a: number, b: number) => number {
  const known = new Map<string, number>();
  return (a, b) => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const value = known.get(key) ?? likeness(a, b);
    known.set(key, value);
    return value;
  };
}
