import { decide } from "./decide.ts";
import { ObservationLog } from "./observation-log.ts";
import type { Detection, Signal, SignalHints } from "./signal.ts";
import { StructureReader } from "./structure-reader.ts";
import { TOOLS } from "./tools/all-tools.ts";
import type { Speaker } from "./words/decide-stance.ts";
import { looksLikeMessage } from "./words/looks-like-message.ts";
import { readMessage } from "./words/read-message.ts";
import { whatCameBefore } from "./words/frames.ts";

/** People do not write longer messages. */
const LONGEST_MESSAGE = 64_000;
/** The start and the end of a text are read in full; repeated lines in between are skipped. */
const READ_WHOLE = 32_000;
const READ_WHOLE_AT_END = 16_000;
/** Longer lines are read in pieces, to bound memory. */
const LONGEST_CARRY = 16_000;

/** Detects a signal in text that arrives in chunks, in bounded memory. */
export class SignalReader {
  private readonly hints: SignalHints;
  private readonly log = new ObservationLog();
  private readonly structure = new StructureReader(TOOLS, this.log);
  /** The text so far, while it may still be a message. */
  private message: string | undefined = "";
  private carry = "";
  private base = 0;
  /** The latest text in which repeated lines were skipped, to be read in full at the end. */
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
      // Only the line across the boundary is concatenated: V8 reads concatenated strings more slowly.
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

  /** Reads a chunk's lines from `from`, which is where reading stopped, up to `to`. */
  private readLines(part: string, from: number, to: number): void {
    const base = this.base - from;
    const whole = Math.max(0, READ_WHOLE - this.base);
    if (to - from <= whole) return this.structure.read(part, base, { from, to });
    const cut = whole === 0 ? from : Math.max(from, part.lastIndexOf("\n", from + whole) + 1);
    this.structure.read(part, base, { from, to: cut });
    this.structure.read(part, base, { from: cut, to, passOverAlike: true });
    this.keepTail(part.slice(Math.max(cut, to - READ_WHOLE_AT_END), to), base + to);
  }

  /** Keeps the last whole lines, which end at offset `end` of the text. */
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

  /** The result, even if nothing failed. */
  finish(): Detection {
    if (this.tail !== "") this.structure.read(this.tail, this.tailBase);
    if (this.carry !== "") this.structure.read(this.carry, this.base);
    const { message, hints } = this;
    const reading =
      message !== undefined && speaks(message, hints) ? readMessage(message, speakerOf(hints)) : undefined;
    const exitCode = hints.kind === "user_message" ? undefined : hints.exit_code;
    const signal = decide({ log: this.log, exitCode, reading });
    const instructionFacts =
      reading?.instruction === undefined ? {} : { standing_instruction: reading.instruction };
    return signal === null
      ? { type: null, confidence: 0, evidence: [], facts: instructionFacts }
      : { ...signal, facts: { ...signal.facts, ...instructionFacts } };
  }
}

/** The failure, or null. */
export function signalOf({ type, ...rest }: Detection): Signal | null {
  return type === null ? null : { type, ...rest };
}

function speakerOf({ kind, history }: SignalHints): Speaker {
  const before = history === undefined ? undefined : whatCameBefore(history);
  return { isSurelyPerson: kind === "user_message", ...(before === undefined ? {} : { before }) };
}

/** Whether a person wrote the text. If there is an exit code, a command printed it. */
function speaks(message: string, { kind, exit_code }: SignalHints): boolean {
  if (kind !== undefined) return kind === "user_message";
  return exit_code === undefined && looksLikeMessage(message);
}
