/** A failure heard in free text. */
export const SIGNAL_TYPES = [
  "runtime_error",
  "verification_failure",
  "user_rejection",
  "partial_success",
] as const;

export type SignalType = (typeof SIGNAL_TYPES)[number];

export const MESSAGE_ROLES = ["user", "assistant", "system", "tool"] as const;

/** A message of the conversation that a text is part of. */
export interface EarlierMessage {
  readonly role: (typeof MESSAGE_ROLES)[number];
  readonly text: string;
}

/** What is known of where a text comes from; each helps, none is required. */
export interface SignalHints {
  readonly kind?: "tool_output" | "user_message";
  /** Of the command that printed the text; it settles whether there is a failure. A message has none. */
  readonly exit_code?: number;
  /** What was said before the text, oldest first; an empty list says that the text opens the conversation. */
  readonly history?: readonly EarlierMessage[];
}

/** A stretch of the text that speaks for the signal, in UTF-16 offsets of the text as it was given. */
export interface Evidence {
  readonly start: number;
  readonly end: number;
  /** Who saw it: a tool's name, or the kind of words. */
  readonly source: string;
  /** What stands there, without colours and cut when it is long. */
  readonly text?: string;
}

/** What the text says that a better prompt can use; only what was really there. */
export interface SignalFacts {
  readonly error_type?: string;
  readonly error_message?: string;
  readonly failing_tests?: readonly string[];
  readonly expected?: string;
  readonly actual?: string;
  readonly framework?: string;
  readonly language?: string;
  readonly exit_code?: number;
  readonly file?: string;
  readonly line?: number;
  /** What a person said is still missing or wrong in work they otherwise accept. */
  readonly gap?: string;
  /** What a person said they wanted instead. */
  readonly clarification?: string;
  /** What a person wants from now on, as one imperative sentence; it needs no failure. */
  readonly standing_instruction?: string;
}

export interface Signal {
  readonly type: SignalType;
  /** How often an answer like this one is right, between 0 and 1; see docs/quality.md. */
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  readonly facts: SignalFacts;
}

/** What a text comes to, with the facts that are there without a failure. */
export interface Detection {
  /** Null if nothing failed. */
  readonly type: SignalType | null;
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  readonly facts: SignalFacts;
}
