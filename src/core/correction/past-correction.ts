import { hash64 } from "../hash.ts";
import type { AgentAct, HumanTurn } from "../transcript/transcript.ts";
import { type PlacedTurn, ownWords } from "./turn-signs.ts";

/** How a person corrected the work. */
export const CORRECTION_KINDS = [
  /** A tool call was refused. */
  "refused",
  /** The work was undone, or its commit reverted. */
  "undone",
  /** The same instruction again, because it was not followed. */
  "repeated",
  /** The agent was stopped and told what to do instead. */
  "interrupted",
  /** A fault of the work, reported back. */
  "defect",
  /** How the work should be done, now or always. */
  "instruction",
  /** A doubt, put as a question. */
  "doubt",
  /** A remark in a review. */
  "review",
  /** A person rewrote what was written shortly before. */
  "rewritten",
] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

/** Where a correction was found. */
export const CORRECTION_SOURCES = ["conversation", "review", "commit", "decision"] as const;
export type CorrectionSource = (typeof CORRECTION_SOURCES)[number];

/** What became of a correction. */
export const CORRECTION_OUTCOMES = [
  /** The work was changed afterwards, where the correction pointed. */
  "landed",
  /** The discussion ended, and the work stayed as it was. */
  "declined",
  "unknown",
] as const;
export type CorrectionOutcome = (typeof CORRECTION_OUTCOMES)[number];

/**
 * One correction of the past, whatever it was found in: before, after, remark and outcome, and where that is. It has no
 * trust, so whoever makes one leaves out what outsiders wrote.
 */
export interface PastCorrection {
  /** The same for the same correction on every machine and in every run: a `correctionId`. */
  readonly id: string;
  readonly found: CorrectionSource;
  readonly kind: CorrectionKind;
  /** What the person said, without secrets. Empty for a refusal or an edit without words. */
  readonly remark: string;
  /** What was done that was corrected, if it is known: a refused call, or the last edit. */
  readonly act?: string;
  /** The lines that were corrected, and what became of them. */
  readonly before?: string;
  readonly after?: string;
  readonly outcome: CorrectionOutcome;
  /** Who corrected: a login or a name. Absent if the source does not say. */
  readonly author?: string;
  /** Whose work was corrected, if it was an agent's. */
  readonly agent?: string;
  /** What is grouped together: a repository, or a folder of transcripts. Empty if the source does not say. */
  readonly project: string;
  /** The conversation, pull request, commit or run. */
  readonly session: string;
  /** The file that was corrected, relative to the repository. */
  readonly path?: string;
  /** ISO 8601 in UTC. */
  readonly time?: string;
  /** Tool calls that the agent made in answer: the work that the mistake cost. 0 if that is not known. */
  readonly rework: number;
  readonly origin: CorrectionOrigin;
}

/** Where to look it up. */
export type CorrectionOrigin =
  | { readonly file: string; readonly line: number; readonly turn: string }
  | { readonly url: string }
  | { readonly commit: string; readonly line: number }
  | { readonly feedback: string };

/** `key` names the correction in its source, such as `transcript:` with the conversation and the turn. */
export const correctionId = (key: string): string => `co_${hash64(key)}${hash64(`#${key}`)}`;

/** The place of a correction in one line, for people. */
export function originText(origin: CorrectionOrigin): string {
  if ("url" in origin) return origin.url;
  if ("feedback" in origin) return origin.feedback;
  return "commit" in origin
    ? `${origin.commit.slice(0, 10)}:${origin.line}`
    : `${origin.file}:${origin.line}`;
}

/** Either side of a change that is kept, in UTF-16 code units. */
export const MAX_KEPT_EDIT = 4_000;

const FAULT =
  /\b(?:errors?|fail(?:s|ed|ing)?|broken|bug|crash|wrong|still|missing|warning|doesn'?t|isn'?t|not working|seeing|getting)\b/i;
const INSTRUCTION =
  /\b(?:always|never|don'?t|do not|instead|prefer|should(?:n'?t)?|must|use|keep|avoid|stop|from now on|in future|make sure|no need)\b/i;

export function correctionKind({ turn }: PlacedTurn, repeats: boolean): CorrectionKind {
  if (turn.source === "refusal") return "refused";
  if (turn.source === "undo") return "undone";
  if (repeats) return "repeated";
  const words = ownWords(turn.text);
  if (turn.afterInterrupt) return "interrupted";
  if (FAULT.test(words)) return "defect";
  if (words.trimEnd().endsWith("?")) return "doubt";
  return INSTRUCTION.test(words) ? "instruction" : "defect";
}

/** The call that was refused, or the last edit or command before a turn, in one line. */
export function correctedAct({ acts }: HumanTurn): string | undefined {
  const calls = acts.filter((act) => act.kind === "call");
  const act = calls.findLast(({ result }) => result === "refused") ?? calls.findLast(isWork);
  return act === undefined ? undefined : [act.tool, act.target?.split("\n", 1)[0]].filter(Boolean).join(" ");
}

const isWork = (act: AgentAct & { kind: "call" }): boolean =>
  act.edit !== undefined || /^(?:edit|write|multiedit|apply_patch|bash|shell|exec)/i.test(act.tool);
