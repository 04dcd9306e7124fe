import { defined } from "../../core/defined.ts";
import { correctionChance, TURN_MODEL, turnText } from "../../core/correction/judge-turn.ts";
import { comparedCorrection, type ComparedCorrection } from "../../core/correction/pair-signs.ts";
import {
  correctedAct,
  correctionId,
  correctionKind,
  type PastCorrection,
} from "../../core/correction/past-correction.ts";
import { placeTurns } from "../../core/correction/place-turns.ts";
import { type PlacedTurn, turnSigns } from "../../core/correction/turn-signs.ts";
import { hash64 } from "../../core/hash.ts";
import { parseJson } from "../../core/json/json.ts";
import { maskPrivate } from "../../core/rule-text/secrets.ts";
import type {
  AgentAct,
  Conversation,
  TranscriptFormat,
  UnreadLine,
} from "../../core/transcript/transcript.ts";
import type { LearnCache } from "../../ports/learn-cache.ts";
import type { ReadTranscript, Transcripts } from "../../ports/transcripts.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import { decodeVector, encodeVector } from "./vector-text.ts";

export interface JudgeTranscriptsParts {
  readonly transcripts: Pick<Transcripts, "read">;
  /** The local one: the weights of the model belong to its vectors. */
  readonly embedder: Embedder;
  readonly cache?: LearnCache;
}

export interface TranscriptToJudge {
  readonly path: string;
  /** What is grouped together: a repository, or a folder of transcripts. */
  readonly project: string;
  /** Changes whenever the content does. Without it the file is always read. */
  readonly version?: string;
}

/** A turn that is a correction, or may be one. */
export interface CandidateCorrection {
  /** Its number among all turns that were read. */
  readonly at: number;
  readonly isSure: boolean;
  readonly correction: PastCorrection;
  readonly compared: ComparedCorrection;
}

export interface JudgedTranscripts {
  readonly turns: readonly { readonly file: string; readonly id: string }[];
  readonly candidates: readonly CandidateCorrection[];
  /** Conversations with nothing but the agent's calls, to be compared with what was committed. */
  readonly edits: readonly Conversation[];
  readonly counts: TranscriptCounts;
}

export interface TranscriptCounts {
  readonly files: number;
  /** Files that were read now, because they are new or have changed. */
  readonly filesRead: number;
  readonly conversations: number;
  readonly turns: number;
  readonly lines: number;
  readonly linesNotUnderstood: number;
  readonly agents: readonly { readonly agent: TranscriptFormat; readonly conversations: number }[];
  /** Files that no reader recognises. */
  readonly unknownFiles: readonly string[];
  /** Examples of lines that were not understood. */
  readonly unread: readonly (UnreadLine & { readonly file: string })[];
}

/** What is kept of a file: nothing in it is secret, and it does not grow with what the agent read or printed. */
interface JudgedFile {
  readonly version: string;
  readonly format?: TranscriptFormat;
  readonly lines: number;
  readonly unreadCount: number;
  readonly unread: readonly UnreadLine[];
  readonly conversations: readonly JudgedConversation[];
}

interface JudgedConversation {
  readonly format: TranscriptFormat;
  readonly session: string;
  /** The ids of all turns. */
  readonly turns: readonly string[];
  readonly candidates: readonly JudgedTurn[];
  readonly edits: Conversation;
}

interface JudgedTurn {
  readonly at: number;
  readonly chance: number;
  readonly placed: PlacedTurn;
  readonly vector: string;
  readonly correction: Omit<PastCorrection, "project">;
}

/** Raised when readers, signs or the form of what is kept change. */
const CACHE_VERSION = 1;
const TEXTS_AT_ONCE = 64;
const MAX_QUOTE = 600;
const MAX_UNREAD_SHOWN = 20;
/** Texts whose vectors are remembered: checkpoints repeat a conversation, longer each time. */
const MAX_REMEMBERED = 4_000;
/** Either side of an edit, and of what is compared of an act. */
const MAX_EDIT_KEPT = 6_000;
const MAX_ACT_KEPT = 400;
/** The agent's edits that are compared with commits, in UTF-16 code units. The newest are kept. */
const MAX_EDITS = 24_000_000;
/** What an act without an edit takes. */
const ACT_SIZE = 200;

/** Reads transcripts one after the other, and judges which turns correct the agent. Holds one file at a time. */
export const judgeTranscripts =
  ({ transcripts, embedder, cache }: JudgeTranscriptsParts) =>
  async (
    files: readonly TranscriptToJudge[],
    onProgress: (done: number) => void,
  ): Promise<JudgedTranscripts> => {
    const model = modelVersion(embedder);
    const embed = rememberVectors(embedder);
    const sessions = new Map<string, Session>();
    const unread: (UnreadLine & { readonly file: string })[] = [];
    const unknownFiles: string[] = [];
    let [lines, linesNotUnderstood, filesRead] = [0, 0, 0];
    for (const [index, { path, project, version }] of files.entries()) {
      const key = `transcript ${path}`;
      const wanted = version === undefined ? undefined : `${model} ${version}`;
      let judged = wanted === undefined ? undefined : parseJudged(await cache?.find(key), wanted);
      if (judged === undefined) {
        filesRead += 1;
        judged = await judgeFile(await transcripts.read(path), { path, version: wanted ?? "", embed });
        if (wanted !== undefined) await cache?.keep(key, JSON.stringify(judged));
      }
      onProgress(index + 1);
      if (judged.format === undefined) {
        unknownFiles.push(path);
        continue;
      }
      lines += judged.lines;
      linesNotUnderstood += judged.unreadCount;
      unread.push(...judged.unread.map((line) => ({ ...line, file: path })));
      for (const judgedConversation of judged.conversations) {
        const name = `${project}\n${judgedConversation.format}\n${judgedConversation.session}`;
        const known = sessions.get(name);
        if (known === undefined || known.judged.turns.length < judgedConversation.turns.length) {
          sessions.set(name, { file: path, project, judged: judgedConversation });
        }
      }
    }
    const spoken = [...sessions.values()].filter(({ judged }) => judged.turns.length > 0);
    const agents = Map.groupBy(spoken, ({ judged }) => judged.format);
    const turns = spoken.flatMap(({ file, judged }) => judged.turns.map((id) => ({ file, id })));
    return {
      turns,
      candidates: candidatesOf(spoken),
      edits: newestEdits(spoken),
      counts: {
        files: files.length,
        filesRead,
        conversations: spoken.length,
        turns: turns.length,
        lines,
        linesNotUnderstood,
        agents: [...agents].map(([agent, own]) => ({ agent, conversations: own.length })),
        unknownFiles,
        unread: unread.slice(0, MAX_UNREAD_SHOWN),
      },
    };
  };

interface Session {
  readonly file: string;
  readonly project: string;
  readonly judged: JudgedConversation;
}

type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

const modelVersion = ({ name }: Embedder): string =>
  `${CACHE_VERSION} ${name} ${hash64(JSON.stringify(TURN_MODEL))}`;

function parseJudged(text: string | undefined, version: string): JudgedFile | undefined {
  const judged = text === undefined ? undefined : (parseJson(text) as JudgedFile | undefined);
  return judged?.version === version ? judged : undefined;
}

interface FileContext {
  readonly path: string;
  readonly version: string;
  readonly embed: Embed;
}

async function judgeFile(read: ReadTranscript, { path, version, embed }: FileContext): Promise<JudgedFile> {
  if (read.format === undefined) return { version, lines: 0, unreadCount: 0, unread: [], conversations: [] };
  const { conversations, lines, unreadCount, unread } = read.reading;
  const judged: JudgedConversation[] = [];
  for (const conversation of conversations) judged.push(await judgeConversation(conversation, path, embed));
  return {
    version,
    format: read.format,
    lines,
    unreadCount,
    unread: unread.map((line) => ({ ...line, why: maskPrivate(line.why) })),
    conversations: judged,
  };
}

async function judgeConversation(
  conversation: Conversation,
  file: string,
  embed: Embed,
): Promise<JudgedConversation> {
  const placed = placeTurns(conversation);
  const vectors = await embed(placed.map(turnText));
  const candidates: JudgedTurn[] = [];
  for (const [at, turn] of placed.entries()) {
    if (!isJudged(turn)) continue;
    const chance = correctionChance(turn, vectors[at]!);
    if (chance < Math.min(TURN_MODEL.supported, TURN_MODEL.threshold)) continue;
    candidates.push({
      at,
      chance,
      placed: withoutSecrets(turn),
      vector: encodeVector(vectors[at]!),
      correction: toCorrection(turn, placed[at + 1], conversation, file),
    });
  }
  const { format, session } = conversation;
  const turns = conversation.turns.map(({ id }) => id);
  return { format, session, turns, candidates, edits: editsOf(conversation) };
}

const isJudged = ({ turn }: PlacedTurn): boolean =>
  turn.text.trim() !== "" || turn.source === "refusal" || turn.source === "undo";

function toCorrection(
  placed: PlacedTurn,
  next: PlacedTurn | undefined,
  { format, session, lastActs }: Conversation,
  file: string,
): Omit<PastCorrection, "project"> {
  const { turn } = placed;
  const answer = next === undefined ? lastActs : next.turn.acts;
  const repeats = turnSigns(placed).has("repeats-all");
  const act = correctedAct(turn);
  return {
    id: correctionId(`transcript:${format}:${session}:${turn.id}`),
    found: "conversation",
    kind: correctionKind(placed, repeats),
    outcome: "unknown",
    remark: maskPrivate(turn.text.trim().slice(0, MAX_QUOTE)),
    ...defined({ act: act === undefined ? undefined : maskPrivate(act), time: turn.time }),
    agent: format,
    session,
    rework: answer.filter(({ kind }) => kind === "call").length,
    origin: { file, line: turn.line, turn: turn.id },
  };
}

/** What corrections are compared by. It may be kept, so it has no secrets, and of the acts only what was done to what. */
function withoutSecrets({ turn, earlier: _earlier, ...rest }: PlacedTurn): PlacedTurn {
  const acts = turn.acts.map((act): AgentAct => {
    if (act.kind === "said") return { kind: "said", text: maskPrivate(act.text.slice(-MAX_ACT_KEPT)) };
    const { kind, tool, result } = act;
    const target = act.edit?.path ?? act.target;
    return {
      kind,
      tool,
      result,
      ...defined({ target: target === undefined ? undefined : maskPrivate(target) }),
    };
  });
  return { ...rest, earlier: [], turn: { ...turn, text: maskPrivate(turn.text), acts } };
}

/** What is compared with commits: the agent's calls, with what they edited, and no words. */
function editsOf({ turns, lastActs, ...rest }: Conversation): Conversation {
  const hasEdit = (act: AgentAct): boolean => act.kind === "call" && act.edit !== undefined;
  if (![...turns.flatMap(({ acts }) => acts), ...lastActs].some(hasEdit))
    return { ...rest, turns: [], lastActs: [] };
  const side = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : maskPrivate(text.slice(0, MAX_EDIT_KEPT));
  const calls = (acts: readonly AgentAct[]): readonly AgentAct[] =>
    acts.flatMap((act): readonly AgentAct[] => {
      if (act.kind !== "call") return [];
      const { kind, tool, result, target, edit } = act;
      const kept =
        edit === undefined
          ? undefined
          : { path: edit.path, after: side(edit.after)!, ...defined({ before: side(edit.before) }) };
      return [{ kind, tool, result, ...defined({ target: side(target), edit: kept }) }];
    });
  return {
    ...rest,
    turns: turns.map((turn) => ({ ...turn, text: "", aliases: [], acts: calls(turn.acts) })),
    lastActs: calls(lastActs),
  };
}

function candidatesOf(sessions: readonly Session[]): readonly CandidateCorrection[] {
  const found: CandidateCorrection[] = [];
  let before = 0;
  for (const { project, judged } of sessions) {
    const conversation = `${judged.format}:${judged.session}`;
    for (const { at, chance, placed, vector, correction } of judged.candidates) {
      found.push({
        at: before + at,
        isSure: chance >= TURN_MODEL.threshold,
        correction: { ...correction, project },
        compared: comparedCorrection(placed, conversation, decodeVector(vector)),
      });
    }
    before += judged.turns.length;
  }
  return found;
}

/** The edits of the latest conversations, as many as fit. */
function newestEdits(sessions: readonly Session[]): readonly Conversation[] {
  const lastTime = ({ judged }: Session): string => judged.edits.turns.at(-1)?.time ?? "";
  const kept: Conversation[] = [];
  let size = 0;
  for (const session of sessions.toSorted((a, b) => lastTime(b).localeCompare(lastTime(a)))) {
    const { edits } = session.judged;
    size += [...edits.turns.flatMap(({ acts }) => acts), ...edits.lastActs].reduce(
      (sum, act) => sum + sizeOf(act),
      0,
    );
    if (size > MAX_EDITS) break;
    kept.push(edits);
  }
  return kept.toReversed();
}

const sizeOf = (act: AgentAct): number =>
  act.kind === "call" && act.edit !== undefined
    ? (act.edit.before ?? "").length + act.edit.after.length
    : ACT_SIZE;

/** The vectors of texts. The same text is embedded once, as long as it is among the latest. */
function rememberVectors(embedder: Embedder): Embed {
  const known = new Map<string, Float32Array>();
  return async (texts) => {
    const found = new Map(texts.map((text) => [text, known.get(text)]));
    const missing = [...found.keys()].filter((text) => found.get(text) === undefined);
    for (let start = 0; start < missing.length; start += TEXTS_AT_ONCE) {
      const some = missing.slice(start, start + TEXTS_AT_ONCE);
      const embedded = await embedder.embed(some);
      for (const [at, text] of some.entries()) {
        found.set(text, embedded[at]);
        if (known.size >= MAX_REMEMBERED) known.delete(known.keys().next().value!);
        known.set(text, embedded[at]!);
      }
    }
    return texts.map((text) => found.get(text)!);
  };
}
