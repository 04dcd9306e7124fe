/** The kinds of failure that a text can report. */
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

/** What the caller knows about a text. All hints are optional. */
export interface SignalHints {
  readonly kind?: "tool_output" | "user_message";
  /** Exit code of the command that printed the text. It settles whether there is a failure; ignored for messages. */
  readonly exit_code?: number;
  /** Earlier messages, oldest first. An empty list means that the text opens the conversation. */
  readonly history?: readonly EarlierMessage[];
}

/** A span of the text that supports the signal, in UTF-16 offsets of the original text. */
export interface Evidence {
  readonly start: number;
  readonly end: number;
  /** A tool's name, or the kind of act for a person's words. */
  readonly source: string;
  /** The text of the span, without colours, truncated. */
  readonly text?: string;
}

/** Facts from the text that a better prompt can use; never guessed. */
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
  /** What a person wants from now on, as one imperative sentence. Present even if nothing failed. */
  readonly standing_instruction?: string;
}

export interface Signal {
  readonly type: SignalType;
  /** How often an answer like this one is right, between 0 and 1; see docs/quality.md. */
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  readonly facts: SignalFacts;
}

/** The result for a text, including facts that are present without a failure. */
export interface Detection {
  /** Null if nothing failed. */
  readonly type: SignalType | null;
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  readonly facts: SignalFacts;
}
