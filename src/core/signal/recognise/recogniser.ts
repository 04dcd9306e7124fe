import type { SignalFacts } from "../signal.ts";
import type { Says, Weight } from "../observation.ts";

/** One line without colours, time stamps and log prefixes; columns count in `text`. */
export interface Line {
  readonly text: string;
  /** Starts the line again as it was before prefixes were taken off, for recognisers that read log levels. */
  readonly prefix: string;
}

/** What a recogniser tells about the line it is shown. */
export interface Seen {
  readonly says: Says;
  readonly weight: Weight;
  /** Columns of the line's text; the whole line when left out. */
  readonly from?: number;
  readonly to?: number;
  readonly facts?: SignalFacts;
}

/** Where a recogniser reports to. */
export interface Report {
  /** Tells what the current line shows. */
  see(seen: Seen): void;
  /** Asks for the next lines too, whatever they hold; the last call wins. */
  follow(lines: number): void;
}

/** Reads the lines of one text; made anew for each text, so it may keep state. */
export interface LineReader {
  readLine(line: Line, report: Report): void;
}

/**
 * Knows the output of one tool. It is shown only lines that hold one of its triggers, or that it asked to
 * follow, in order; its cost per line must be bounded (lines are at most 2,000 characters).
 */
export interface Recogniser {
  readonly name: string;
  /** Lower-case literals that occur in every line this recogniser can start from, compared without case. */
  readonly triggers: readonly string[];
  readonly createReader: () => LineReader;
}
