import type { ObservationGroup, ObservationLog } from "./observation-log.ts";
import { TOOLS } from "./tools/all-tools.ts";
import { createReader } from "./tools/read-rules.ts";
import type { LineReader, Report, Seen, Tool, Line } from "./tools/tool.ts";
import { deriveToolTriggers } from "./tools/tool-triggers.ts";
import { triggersOf } from "./tools/triggers.ts";
import { TriggerMachine } from "./trigger-machine.ts";

const ESCAPE =
  /\u001b(?:\[[0-?]{0,32}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,500}(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** Time stamps and origins that loggers, CI services and containers put before a line. Each is removed once. */
const PREFIXES: readonly RegExp[] = [
  /^\[task \d{4}-\d\d-\d\dT[\d:.]{8,15}Z\] ?/,
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d| UTC)? ?(?:\[\d{1,7}\] )?/,
  /^\[?\d{1,2}:\d\d:\d\d(?:[.,]\d{1,6})?\]? ?(?=\S|\s)/,
  /^\[\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| ?[+-]\d\d:?\d\d)?\] ?/,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d /,
  /^ {0,8}(?:INFO|DEBUG|TRACE) {0,4}-  ?/,
  /^[\w.-]{1,40}(?:_|-)\d{1,3} {0,20}\| /,
  /^#\d{1,3} \d{1,4}\.\d{1,4} /,
];

/** A quick test that most lines fail. */
const hasPrefix = (plain: string): boolean => /^[\d[# JFMASOND]/.test(plain) || plain.includes("| ");

/** A longer line is read in pieces, so that no tool's cost depends on a hostile line. */
const LONGEST_LINE = 2_000;
const LONGEST_EXCERPT = 300;
const LINE_FEED = 10;

export interface ReadOptions {
  /** V8 reads a slice of the text more slowly than the text. */
  readonly from?: number;
  readonly to?: number;
  readonly passOverAlike?: boolean;
}

/** Passes each line to the tools whose triggers it contains. */
export class StructureReader implements Report {
  private readonly readers: readonly LineReader[];
  private readonly names: readonly string[];
  private readonly following: number[];
  private readonly machine: TriggerMachine;
  private readonly log: ObservationLog;
  private readonly familiar = new FamiliarLines();

  private line: CleanLine | undefined;
  private current = 0;
  private isFollowing = false;

  constructor(tools: readonly Tool[], log: ObservationLog) {
    this.readers = tools.map(createReader);
    this.names = tools.map(({ name }) => name);
    this.following = tools.map(() => 0);
    this.machine = machineOf(tools);
    this.log = log;
  }

  /**
   * Reads the lines of a chunk that starts at offset `base` of the text. With `passOverAlike`, for the middle of a long
   * log, lines that resemble earlier ones are skipped.
   */
  read(text: string, base: number, options: ReadOptions = {}): void {
    const { from = 0, to = text.length, passOverAlike = false } = options;
    const { machine } = this;
    this.familiar.leave();
    const mayQuote = QUOTES.test(text);
    for (let start = from; start < to;) {
      const end = machine.matchLine(text, start, Math.min(to, start + LONGEST_LINE));
      if (machine.holdsAny || this.isFollowing) {
        const isFamiliar = passOverAlike && this.isFamiliar(base + start);
        if ((!isFamiliar || this.isFollowing) && !isTold(text, start, mayQuote))
          this.readLine(cleanLine(text.slice(start, end), base + start), isFamiliar);
      }
      start = end < to && text.charCodeAt(end) !== LINE_FEED ? end : end + 1;
    }
  }

  /** A familiar line is only read by tools that asked to follow. */
  private readLine(line: CleanLine, isFamiliar: boolean): void {
    this.line = line;
    this.isFollowing = false;
    for (let n = 0; n < this.readers.length; n += 1) {
      const followed = this.following[n]! > 0;
      if (followed) this.following[n]! -= 1;
      if (!followed && (isFamiliar || !this.machine.found(n))) continue;
      this.current = n;
      this.readers[n]!.readLine(line, this);
    }
    for (const left of this.following) if (left > 0) this.isFollowing = true;
  }

  see({ says, weight, facts }: Seen): void {
    const line = this.line!;
    const group = this.log.add({
      says,
      weight,
      source: this.names[this.current]!,
      start: line.offsetOf(0),
      end: line.offsetOf(line.text.length),
      text: line.text.slice(0, LONGEST_EXCERPT),
      ...(facts === undefined ? {} : { facts }),
    });
    this.familiar.note(group);
  }

  follow(lines: number): void {
    this.following[this.current] = lines;
  }

  /** Whether similar lines have been read. Their observations then count for this one too. */
  private isFamiliar(at: number): boolean {
    const groups = this.familiar.meet(this.machine.shape(), this.isFollowing);
    if (groups === undefined) return false;
    for (const group of groups) group.latest = at;
    return true;
  }
}

/** Not `text.includes`: V8 would move that into the loop below and search the text for every line. */
const QUOTES = /\nAuthor: /;
const LOOK_BACK = 4_000;

/** Headings and commit messages mention past failures and are not tool output. */
function isTold(text: string, start: number, mayQuote: boolean): boolean {
  if (text.startsWith("##", start)) return /^#{2,6} /.test(text.slice(start, start + 8));
  if (!mayQuote || !text.startsWith("    ", start)) return false;
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const header = Math.max(before.lastIndexOf("\ncommit "), before.startsWith("commit ") ? 0 : -1);
  return header >= 0 && before.includes("\nAuthor: ", header) && !before.includes("\ndiff --git ", header);
}

const machines = new WeakMap<readonly Tool[], TriggerMachine>();

/** Building the automaton is slow, so it is cached per list of tools. */
function machineOf(tools: readonly Tool[]): TriggerMachine {
  let machine = machines.get(tools);
  if (machine === undefined) {
    machine = new TriggerMachine(tools === TOOLS ? deriveToolTriggers() : tools.map(triggersOf));
    machines.set(tools, machine);
  }
  return machine;
}

/** Lines read per shape before further ones are skipped. */
const READ_OF_EACH = 2;
const SHAPES_KEPT = 50_000;

/** What lines of one shape showed. */
interface Shape {
  read: number;
  /** Their observations, by group. */
  readonly groups: ObservationGroup[];
}

/** Remembers the shapes of lines, so that most of a long log need not be read. */
class FamiliarLines {
  private readonly shapes = new Map<number, Shape>();
  private current: Shape | undefined;

  /**
   * The observations of lines of this shape, if enough have been read. Otherwise the line must be read and its observations
   * passed to `note`, unless a tool follows it: then they depend on the lines before.
   */
  meet(hash: number, isFollowed: boolean): readonly ObservationGroup[] | undefined {
    let shape = this.shapes.get(hash);
    if (shape === undefined && !isFollowed) {
      shape = { read: 0, groups: [] };
      if (this.shapes.size < SHAPES_KEPT) this.shapes.set(hash, shape);
    }
    this.current = undefined;
    if (shape === undefined) return undefined;
    const isKnown = shape.read >= READ_OF_EACH || shape.groups.length > 0;
    if (isKnown) return shape.groups;
    if (isFollowed) return undefined;
    this.current = shape;
    shape.read += 1;
    return undefined;
  }

  note(group: ObservationGroup): void {
    if (this.current?.groups.includes(group) === false) this.current.groups.push(group);
  }

  /** The next lines are read in full. */
  leave(): void {
    this.current = undefined;
  }
}

/** A cleaned line that maps its columns back to the original text. */
interface CleanLine extends Line {
  /** The offset in the original text of a column of the cleaned line. */
  offsetOf(column: number): number;
}

/** Removes colours, overwritten text and prefixes from a line that starts at offset `start`. */
export function cleanLine(raw: string, start: number): CleanLine {
  const overwritten = raw.endsWith("\r") ? raw.slice(0, -1).lastIndexOf("\r") : raw.lastIndexOf("\r");
  const shown = overwritten < 0 ? raw : raw.slice(overwritten + 1);
  const base = start + (overwritten < 0 ? 0 : overwritten + 1);
  const stripped = shown.includes("\u001b") ? stripEscapes(shown) : undefined;
  const plain = (stripped?.text ?? shown).trimEnd();
  const skip = hasPrefix(plain) ? prefixLength(plain) : 0;
  return {
    text: plain.slice(skip),
    prefix: plain.slice(0, skip),
    offsetOf: (column) => {
      const at = Math.min(skip + column, plain.length);
      return base + (stripped === undefined ? at : (stripped.offsets[at] ?? shown.length));
    },
  };
}

function prefixLength(plain: string): number {
  let skip = 0;
  for (const prefix of PREFIXES) {
    const match = prefix.exec(plain.slice(skip, skip + 160));
    if (match !== null) skip += match[0].length;
  }
  return skip;
}

function stripEscapes(text: string): { readonly text: string; readonly offsets: readonly number[] } {
  const offsets: number[] = [];
  let plain = "";
  let from = 0;
  const keep = (to: number): void => {
    for (let i = from; i < to; i += 1) offsets.push(i);
    plain += text.slice(from, to);
  };
  for (const match of text.matchAll(ESCAPE)) {
    keep(match.index);
    from = match.index + match[0].length;
  }
  keep(text.length);
  offsets.push(text.length);
  return { text: plain, offsets };
}
