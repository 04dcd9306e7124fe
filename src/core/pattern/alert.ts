import { hash64 } from "../hash.ts";

interface AlertFrame {
  /** `alertKey` of the alert: the same for as long as the episode lasts. */
  readonly id: string;
  readonly agent: string;
  /** The first hour the alert is about. */
  readonly since: string;
  /** The end of the last hour it is about. */
  readonly until: string;
  /** Where the episode begins, for telling episodes apart. */
  readonly episode: string;
  readonly value: number;
  readonly threshold: number;
  readonly message: string;
}

/** The same mistake again and again; `value` is the most that fell into any one span of hours. */
export interface RepeatedTagAlert extends AlertFrame {
  readonly code: "repeated_tag";
  readonly tag: string;
  readonly evidence: { readonly occurrences: number; readonly span_hours: number };
}

/** Less is approved than before; `value` is how many percentage points less. */
export interface ApprovalDropAlert extends AlertFrame {
  readonly code: "approval_drop";
  readonly evidence: {
    readonly decided: number;
    readonly approved: number;
    readonly decided_before: number;
    readonly approved_before: number;
  };
}

/** One mistake is behind many rejections; `value` is its share of them. */
export interface DominantTagAlert extends AlertFrame {
  readonly code: "dominant_tag";
  readonly tag: string;
  readonly evidence: { readonly count: number; readonly rejected: number };
}

/** A threshold crossed. */
export type Alert = RepeatedTagAlert | ApprovalDropAlert | DominantTagAlert;

/** What makes two alerts one: a store that keeps keys raises each episode once. */
export function alertKey(of: {
  readonly code: Alert["code"];
  readonly agent: string;
  readonly tag?: string;
  readonly episode: string;
}): string {
  return hash64(JSON.stringify([of.code, of.agent, of.tag ?? null, of.episode]));
}
