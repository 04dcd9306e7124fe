import { type CleanLine, cleanLine } from "./clean-line.ts";
import type { ObservationGroup, ObservationLog } from "./observation-log.ts";
import { createReader } from "./tools/read-rules.ts";
import type { LineReader, Report, Seen, Tool } from "./tools/tool.ts";
import { triggersOf } from "./tools/triggers.ts";
import { TriggerMachine } from "./trigger-machine.ts";

/** A longer line is read in pieces, so that no tool's cost depends on a hostile line. */
const LONGEST_LINE = 2_000;
const LONGEST_EXCERPT = 300;
const LINE_FEED = 10;

export interface ReadOptions {
  /** Cutting the text instead would make each of its characters slower to read. */
  readonly from?: number;
  readonly to?: number;
  readonly passOverAlike?: boolean;
}

/** Shows the lines of a text to the tools that can say something about them. */
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
   * Reads the whole lines between two places of `text`, which itself starts at `base` in the text as given. With
   * `passOverAlike`, for the bulk of a long log, lines whose like has been read are passed over.
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

  /** A familiar line is shown only to those who asked to follow. */
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

  /** Whether lines like this one have been read; what they said holds for it as well. */
  private isFamiliar(at: number): boolean {
    const groups = this.familiar.meet(this.machine.shape(), this.isFollowing);
    if (groups === undefined) return false;
    for (const group of groups) group.latest = at;
    return true;
  }
}

/** An expression, since V8 moves a pure `text.includes` into the loop that uses it and then searches the text for every line. */
const QUOTES = /\nAuthor: /;
const LOOK_BACK = 4_000;

/** Headings of documents and messages of commits tell of failures of the past; neither is the output of a tool. */
function isTold(text: string, start: number, mayQuote: boolean): boolean {
  if (text.startsWith("##", start)) return /^#{2,6} /.test(text.slice(start, start + 8));
  if (!mayQuote || !text.startsWith("    ", start)) return false;
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const header = Math.max(before.lastIndexOf("\ncommit "), before.startsWith("commit ") ? 0 : -1);
  return header >= 0 && before.includes("\nAuthor: ", header) && !before.includes("\ndiff --git ", header);
}

const machines = new WeakMap<readonly Tool[], TriggerMachine>();

/** Working the transitions out takes a while, and is done once for each set of tools. */
function machineOf(tools: readonly Tool[]): TriggerMachine {
  let machine = machines.get(tools);
  if (machine === undefined) {
    machine = new TriggerMachine(tools.map(triggersOf));
    machines.set(tools, machine);
  }
  return machine;
}

/** So many lines of one shape are read until one says something; what the next ones say is known then. */
const READ_OF_EACH = 2;
const SHAPES_KEPT = 50_000;

/** What lines of one shape said. */
interface Shape {
  read: number;
  /** The groups of observations that they were seen in. */
  readonly groups: ObservationGroup[];
}

/** Knows which shapes of lines have been read, so that the bulk of a long log need not be. */
class FamiliarLines {
  private readonly shapes = new Map<number, Shape>();
  private current: Shape | undefined;

  /**
   * The groups that lines of this shape were seen in, if enough of them have been read; otherwise the line is to be read,
   * and `note` is told what is seen in it. A line that somebody follows says what it says because of the lines before it.
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

  /** What is read next is no line of the bulk. */
  leave(): void {
    this.current = undefined;
  }
}
