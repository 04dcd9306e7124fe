import { cleanLine } from "./clean-line.ts";
import type { ObservationLog } from "./observation-log.ts";
import type { LineReader, Recogniser, Report } from "./recognise/recogniser.ts";

/** A longer line is read in pieces, so that no recogniser's cost depends on a hostile line. */
export const LONGEST_LINE = 2_000;

interface Running {
  readonly name: string;
  readonly triggers: readonly string[];
  readonly reader: LineReader;
  following: number;
}

/**
 * Shows the lines of a text to the recognisers that can say something about them. One expression of all
 * triggers finds the lines worth a look, so most of a log is passed over once and never split.
 */
export class StructureReader {
  private readonly running: readonly Running[];
  private readonly triggers: RegExp;
  private readonly log: ObservationLog;

  constructor(recognisers: readonly Recogniser[], log: ObservationLog) {
    this.running = recognisers.map(({ name, triggers, createReader }) => ({
      name,
      triggers,
      reader: createReader(),
      following: 0,
    }));
    this.triggers = triggerExpression(recognisers);
    this.log = log;
  }

  /** Reads whole lines; `base` is where they start in the text as given. */
  read(lines: string, base: number): void {
    let at = 0;
    while (at < lines.length) {
      const from = this.running.some((each) => each.following > 0) ? at : this.nextInteresting(lines, at);
      if (from < 0) return;
      const feed = lines.indexOf("\n", from);
      const lineEnd = feed < 0 ? lines.length : feed;
      const end = Math.min(lineEnd, from + LONGEST_LINE);
      this.readLine(lines.slice(from, end), base + from);
      at = end === lineEnd ? lineEnd + 1 : end;
    }
  }

  /** Where the next line, or the next piece of a long one, with a trigger in it starts. */
  private nextInteresting(lines: string, at: number): number {
    this.triggers.lastIndex = at;
    const match = this.triggers.exec(lines);
    if (match === null) return -1;
    const start = lines.lastIndexOf("\n", match.index) + 1;
    return Math.max(at, start, match.index - LONGEST_LINE / 4);
  }

  private readLine(raw: string, start: number): void {
    const line = cleanLine(raw, start);
    const lower = line.text.toLowerCase();
    for (const each of this.running) {
      const followed = each.following > 0;
      if (followed) each.following -= 1;
      if (!followed && !each.triggers.some((trigger) => lower.includes(trigger))) continue;
      const report: Report = {
        see: ({ says, weight, from = 0, to = line.text.length, facts }) =>
          this.log.add({
            says,
            weight,
            source: each.name,
            start: line.offsetOf(from),
            end: line.offsetOf(to),
            ...(facts === undefined ? {} : { facts }),
          }),
        follow: (lines) => {
          each.following = lines;
        },
      };
      each.reader.readLine(line, report);
    }
  }
}

const expressions = new WeakMap<readonly Recogniser[], RegExp>();

function triggerExpression(recognisers: readonly Recogniser[]): RegExp {
  let expression = expressions.get(recognisers);
  if (expression === undefined) {
    const literals = [...new Set(recognisers.flatMap((each) => each.triggers))];
    const escaped = literals.map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    expression = new RegExp(escaped.join("|"), "gi");
    expressions.set(recognisers, expression);
  }
  return expression;
}
