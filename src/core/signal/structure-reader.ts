import { cleanLine, type CleanLine } from "./clean-line.ts";
import type { ObservationLog } from "./observation-log.ts";
import type { LineReader, Recogniser, Report, Seen } from "./recognise/recogniser.ts";
import { TriggerMachine } from "./trigger-machine.ts";

/** A longer line is read in pieces, so that no recogniser's cost depends on a hostile line. */
const LONGEST_LINE = 2_000;
const LONGEST_EXCERPT = 300;
const SHAPES_KEPT = 50_000;

export interface ReadOptions {
  /** Cutting the text instead would make each of its characters slower to read. */
  readonly from?: number;
  readonly to?: number;
  readonly passOverAlike?: boolean;
}

/** Shows the lines of a text to the recognisers that can say something about them. */
export class StructureReader implements Report {
  private readonly readers: readonly LineReader[];
  private readonly names: readonly string[];
  private readonly following: number[];
  private readonly machine: TriggerMachine;
  private readonly log: ObservationLog;
  private readonly shapes = new Set<number>();

  private line: CleanLine | undefined;
  private current = 0;
  private isFollowing = false;

  constructor(recognisers: readonly Recogniser[], log: ObservationLog) {
    this.readers = recognisers.map(({ createReader }) => createReader());
    this.names = recognisers.map(({ name }) => name);
    this.following = recognisers.map(() => 0);
    this.machine = machineOf(recognisers);
    this.log = log;
  }

  /**
   * Reads the whole lines between two places of `text`, which itself starts at `base` in the text as given. With
   * `passOverAlike`, for the bulk of a long log, lines whose like has been read are passed over.
   */
  read(text: string, base: number, options: ReadOptions = {}): void {
    const { from = 0, to = text.length, passOverAlike = false } = options;
    for (let start = from; start < to;) {
      const feed = text.indexOf("\n", start);
      const lineEnd = feed < 0 || feed > to ? to : feed;
      const end = Math.min(lineEnd, start + LONGEST_LINE);
      const passOver = passOverAlike && !this.isFollowing && this.isFamiliar(text, start, end);
      if (!passOver && (this.machine.match(text, start, end) || this.isFollowing) && !isTold(text, start)) {
        this.readLine(cleanLine(text.slice(start, end), base + start));
      }
      start = end === lineEnd ? lineEnd + 1 : end;
    }
  }

  private readLine(line: CleanLine): void {
    this.line = line;
    this.isFollowing = false;
    for (let n = 0; n < this.readers.length; n += 1) {
      const followed = this.following[n]! > 0;
      if (followed) this.following[n]! -= 1;
      if (!followed && !this.machine.found(n)) continue;
      this.current = n;
      this.readers[n]!.readLine(line, this);
    }
    for (const left of this.following) if (left > 0) this.isFollowing = true;
  }

  see({ says, weight, from = 0, to = this.line!.text.length, facts }: Seen): void {
    const line = this.line!;
    this.log.add({
      says,
      weight,
      source: this.names[this.current]!,
      start: line.offsetOf(from),
      end: line.offsetOf(to),
      text: line.text.slice(from, Math.min(to, from + LONGEST_EXCERPT)),
      ...(facts === undefined ? {} : { facts }),
    });
  }

  follow(lines: number): void {
    this.following[this.current] = lines;
  }

  /**
   * Has a line of the same shape been read? Digits and the letters of hexadecimal numbers do not
   * count, so that two lines that differ by an id are alike.
   */
  private isFamiliar(text: string, start: number, end: number): boolean {
    let hash = 0;
    for (let i = start; i < end; i += 1) {
      const c = text.charCodeAt(i) & 0xff;
      hash = (Math.imul(hash, FACTOR[c]!) + TERM[c]!) | 0;
    }
    if (this.shapes.has(hash)) return true;
    if (this.shapes.size < SHAPES_KEPT) this.shapes.add(hash);
    return false;
  }
}

/** By character: what a line's hash is multiplied with and what is added; 1 and 0 leave a character out without a branch. */
const FACTOR = new Int32Array(256).fill(31);
const TERM = Int32Array.from({ length: 256 }, (_, c) => c);
for (const character of "0123456789abcdef") {
  FACTOR[character.charCodeAt(0)] = 1;
  TERM[character.charCodeAt(0)] = 0;
}

const LOOK_BACK = 4_000;

/** Headings of documents and messages of commits tell of failures of the past; neither is the output of a tool. */
function isTold(text: string, start: number): boolean {
  if (text.startsWith("##", start)) return /^#{2,6} /.test(text.slice(start, start + 8));
  if (!text.startsWith("    ", start)) return false;
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const header = Math.max(before.lastIndexOf("\ncommit "), before.startsWith("commit ") ? 0 : -1);
  return header >= 0 && before.includes("\nAuthor: ", header) && !before.includes("\ndiff --git ", header);
}

const machines = new WeakMap<readonly Recogniser[], TriggerMachine>();

/** Working the transitions out takes a while, and is done once for each set of recognisers. */
function machineOf(recognisers: readonly Recogniser[]): TriggerMachine {
  let machine = machines.get(recognisers);
  if (machine === undefined) {
    machine = new TriggerMachine(recognisers.map(({ triggers }) => triggers));
    machines.set(recognisers, machine);
  }
  return machine;
}
