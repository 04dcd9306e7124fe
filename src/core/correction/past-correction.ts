import type { TranscriptFormat, HumanTurn, AgentAct } from "../transcript/transcript.ts";
import { type PlacedTurn, ownWords } from "./turn-signs.ts";

/** How a person corrected the agent. */
export const CORRECTION_KINDS = [
  /** A tool call was refused. */
  "refused",
  /** The work was undone. */
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
] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

/** One correction of the past, whatever it was found in: what was done, what was said about it, and where that is. */
export interface PastCorrection {
  /** The same for the same turn on every machine and in every run. */
  readonly id: string;
  readonly kind: CorrectionKind;
  /** What the person said, without secrets. Empty for a refusal without words. */
  readonly remark: string;
  /** What the agent did that was corrected, if it is known: a refused call, or the last edit. */
  readonly act?: string;
  readonly before?: string;
  readonly after?: string;
  readonly agent: TranscriptFormat;
  /** What is grouped together: a repository, or a folder of transcripts. */
  readonly project: string;
  readonly session: string;
  readonly time?: string;
  /** Tool calls that the agent made in answer: the work that the mistake cost. */
  readonly rework: number;
  readonly origin: { readonly file: string; readonly line: number; readonly turn: string };
}

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
