import { decide } from "./decide.ts";
import { ObservationLog } from "./observation-log.ts";
import type { Detection, Signal, SignalHints } from "./signal.ts";
import { StructureReader } from "./structure-reader.ts";
import { TOOLS } from "./tools/all-tools.ts";
import type { Speaker } from "./words/decide-stance.ts";
import { looksLikeMessage } from "./words/looks-like-message.ts";
import { readMessage } from "./words/read-message.ts";
import { whatCameBefore } from "./words/frames.ts";

/** Longer texts are no message of a person; their words are not read as one. */
const LONGEST_MESSAGE = 64_000;
/** This much of a text's start and end is read line by line; between them, repetition is passed over. */
const READ_WHOLE = 32_000;
const READ_WHOLE_AT_END = 16_000;
/** A line that goes on for longer is handed over in pieces, so that nothing has to be kept for it. */
const LONGEST_CARRY = 16_000;

/** Hears a signal in text that arrives in parts; memory does not grow with the text. */
export class SignalReader {
  private readonly hints: SignalHints;
  private readonly log = new ObservationLog();
  private readonly structure = new StructureReader(TOOLS, this.log);
  /** The text so far while it may still be a message. */
  private message: string | undefined = "";
  private carry = "";
  private base = 0;
  /** The last part that repetition was passed over in, to be read again in full at the end. */
  private tail = "";
  private tailBase = 0;

  constructor(hints: SignalHints = {}) {
    this.hints = hints;
  }

  push(part: string): void {
    if (this.message !== undefined) {
      this.message = this.message.length + part.length > LONGEST_MESSAGE ? undefined : this.message + part;
    }
    let from = 0;
    if (this.carry !== "") {
      // Only the line across the seam is put together; a whole part glued to a rest is slower to read.
      const feed = part.indexOf("\n");
      from = feed < 0 ? part.length : feed + 1;
      this.carry += part.slice(0, from);
      if (feed < 0 && this.carry.length <= LONGEST_CARRY) return;
      this.readLines(this.carry, 0, this.carry.length);
      this.base += this.carry.length;
      this.carry = "";
    }
    const feed = part.lastIndexOf("\n");
    const end = feed >= from ? feed + 1 : part.length - from > LONGEST_CARRY ? part.length : from;
    if (end > from) this.readLines(part, from, end);
    this.base += end - from;
    this.carry = part.slice(end);
  }

  /** Reads the lines between two places of a part; the first of them is where the text has been read up to. */
  private readLines(part: string, from: number, to: number): void {
    const base = this.base - from;
    const whole = Math.max(0, READ_WHOLE - this.base);
    if (to - from <= whole) return this.structure.read(part, base, { from, to });
    const cut = whole === 0 ? from : Math.max(from, part.lastIndexOf("\n", from + whole) + 1);
    this.structure.read(part, base, { from, to: cut });
    this.structure.read(part, base, { from: cut, to, passOverAlike: true });
    this.keepTail(part.slice(Math.max(cut, to - READ_WHOLE_AT_END), to), base + to);
  }

  /** Keeps the last whole lines; `end` is where they end in the text as given. */
  private keepTail(lines: string, end: number): void {
    const joined = lines.length >= READ_WHOLE_AT_END ? lines : this.tail + lines;
    const over = joined.length - READ_WHOLE_AT_END;
    const feed = over <= 0 ? -1 : joined.indexOf("\n", over);
    this.tail = over <= 0 ? joined : joined.slice(feed < 0 ? over : feed + 1);
    this.tailBase = end - this.tail.length;
  }

  end(): Signal | null {
    return signalOf(this.finish());
  }

  /** What the text comes to, also where nothing failed. */
  finish(): Detection {
    if (this.tail !== "") this.structure.read(this.tail, this.tailBase);
    if (this.carry !== "") this.structure.read(this.carry, this.base);
    const { message, hints } = this;
    const reading =
      message !== undefined && speaks(message, hints) ? readMessage(message, speakerOf(hints)) : undefined;
    const exitCode = hints.kind === "user_message" ? undefined : hints.exit_code;
    const signal = decide({ log: this.log, exitCode, reading });
    const told = reading?.instruction === undefined ? {} : { standing_instruction: reading.instruction };
    return signal === null
      ? { type: null, confidence: 0, evidence: [], facts: told }
      : { ...signal, facts: { ...signal.facts, ...told } };
  }
}

/** The failure that was heard, or null. */
export function signalOf({ type, ...rest }: Detection): Signal | null {
  return type === null ? null : { type, ...rest };
}

function speakerOf({ kind, history }: SignalHints): Speaker {
  const before = history === undefined ? undefined : whatCameBefore(history);
  return { isSurelyPerson: kind === "user_message", ...(before === undefined ? {} : { before }) };
}

/** Whether a person says it: what has an exit code was printed by a command. */
function speaks(message: string, { kind, exit_code }: SignalHints): boolean {
  if (kind !== undefined) return kind === "user_message";
  return exit_code === undefined && looksLikeMessage(message);
}
