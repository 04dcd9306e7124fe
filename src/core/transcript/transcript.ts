/** The agents whose transcripts Emend can read. */
export const TRANSCRIPT_FORMATS = [
  "claude-code",
  "codex",
  "copilot",
  "opencode",
  "gemini",
  "cursor",
  "cline",
  "aider",
  "specstory",
] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** How a person's words or decision reached the agent. */
export const TURN_SOURCES = [
  /** An ordinary message. */
  "message",
  /** Typed while the agent worked, and answered afterwards. */
  "queued",
  /** Typed while the agent worked, and read by it at once. */
  "interjected",
  /** A tool call was refused, with or without words. */
  "refusal",
  /** The answer to a question that the agent asked with a tool. */
  "answer",
  /** The arguments of a slash command. */
  "command",
  /** The agent's work was undone by a command such as `/undo`. */
  "undo",
] as const;
export type TurnSource = (typeof TURN_SOURCES)[number];

/** One thing that the agent did between two human turns. */
export type AgentAct =
  | { readonly kind: "said"; readonly text: string }
  | {
      readonly kind: "call";
      /** The tool's own name, such as `Edit` or `shell`. */
      readonly tool: string;
      /** The file or the command, cut to `MAX_TARGET`. */
      readonly target?: string;
      readonly result: "done" | "failed" | "refused";
      /** What an edit replaced and wrote. An absent `before` is a whole new file. */
      readonly edit?: AgentEdit;
    };

export interface AgentEdit {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
}

/** Words or a decision of a person, with what the agent did just before. */
export interface HumanTurn {
  /** The transcript's own id of the turn, or `L<line>` if it has none. */
  readonly id: string;
  /** Other ids of the same turn: the transcript repeats it. */
  readonly aliases: readonly string[];
  /** In the file, counted from 1. */
  readonly line: number;
  /** ISO 8601 in UTC, if the transcript says when. */
  readonly time?: string;
  readonly source: TurnSource;
  /** What the person typed, without what the client added. Empty for a refusal without words. */
  readonly text: string;
  /** The person stopped the agent just before. */
  readonly afterInterrupt: boolean;
  /** The person attached a picture. */
  readonly hasImage: boolean;
  /** Since the turn before, oldest first: the last `MAX_ACTS` of them. */
  readonly acts: readonly AgentAct[];
}

export interface Conversation {
  readonly format: TranscriptFormat;
  /** The session's id, or the name of its file. */
  readonly session: string;
  /** The folder that the agent worked in. */
  readonly folder?: string;
  readonly model?: string;
  /** The version of the agent's program. */
  readonly version?: string;
  readonly turns: readonly HumanTurn[];
  /** What the agent did after the last turn. */
  readonly lastActs: readonly AgentAct[];
  /** Edits beyond `MAX_ACTS`. */
  readonly cutEdits?: readonly CutEdit[];
}

/** An edit that is not kept, but for its file. */
export interface CutEdit {
  readonly path: string;
  /** The position of the turn that followed. */
  readonly turn: number;
}

/** A line that was not understood. It is counted and shown, and nothing is made of it. */
export interface UnreadLine {
  readonly line: number;
  /** Such as "not JSON" or "unknown type foo". */
  readonly why: string;
}

export interface TranscriptReading {
  readonly conversations: readonly Conversation[];
  readonly lines: number;
  readonly unreadCount: number;
  /** The first `MAX_UNREAD` of them. */
  readonly unread: readonly UnreadLine[];
}

/** Reads one file, line by line. Throws nothing: what it does not understand is counted. */
export interface TranscriptReader {
  /** A line without its line end, counted from 1. */
  read(line: string, number: number): void;
  finish(): TranscriptReading;
}

/** A format whose files are read line by line, or as one document. */
export interface TranscriptFormatReader {
  readonly format: TranscriptFormat;
  /** Whether a file is of this format, by its path and its first 64 KiB, which may end in the middle of a line. */
  recognises(head: string, path: string): boolean;
  /** `path` names conversations that have no id of their own. */
  open(path: string): TranscriptReader;
}

export const MAX_TARGET = 400;
export const MAX_ACTS = 40;
/** The agent's words and a person's, in UTF-16 code units. Of the agent's the end is kept, of a person's the start. */
export const MAX_SAID = 4_000;
export const MAX_TURN_TEXT = 16_000;
/** Either side of an edit. */
export const MAX_EDIT = 20_000;
export const MAX_UNREAD = 20;
