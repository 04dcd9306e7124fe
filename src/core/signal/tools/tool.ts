import type { Says, Weight } from "../observation-log.ts";
import type { SignalFacts } from "../signal.ts";

/** A line without colours, time stamps and log prefixes. */
export interface Line {
  readonly text: string;
  /** What was cut off before `text`, for tools that want to know whether the line came from a logger. */
  readonly prefix: string;
}

/** What a line shows. */
export interface Seen {
  readonly says: Says;
  readonly weight: Weight;
  readonly facts?: SignalFacts;
}

export interface Report {
  /** Records what the current line shows. */
  see(seen: Seen): void;
  /** Asks for the next lines too, whatever they contain. The last call wins. */
  follow(lines: number): void;
}

/** Reads the lines of one text, so it may keep state. Its cost per line must be bounded; lines have at most 2,000 characters. */
export interface LineReader {
  readLine(line: Line, report: Report): void;
}

/** Reads lines by a tool's rules, and says whether one of them matched. */
export interface RuleReader extends LineReader {
  match(text: string, report: Report): boolean;
}

/** How a test runner prints its counts. Each expression is global, with the number in its first or second group. */
export interface Counts {
  readonly failed: RegExp;
  readonly passed: RegExp;
  /** Skipped, pending and expected failures, which only suggest success on their own. */
  readonly other?: RegExp;
}

/**
 * What one form of line means. The named groups `type`, `message`, `test`, `expected`, `actual`, `file`, `line` and
 * `exit` become facts.
 */
export interface LineRule {
  readonly pattern: RegExp;
  /** `failure` is the tool's own kind of failure; `nothing` keeps later rules from a line that only looks like one. */
  readonly says: Says | "failure" | "nothing";
  readonly weight: Weight;
  readonly facts?: SignalFacts;
  /** The counts in the line decide: those of tests, the number of errors in the group `count`, or the exit code in `exit`. */
  readonly counts?: Counts | "errors" | "exit";
  /** The next lines are read whatever they contain. */
  readonly follow?: number;
  /** The line starts a section of the output, and the rule applies only inside or outside of one. */
  readonly opens?: string;
  readonly within?: string;
  readonly outside?: string;
  /** Lines that the rule is not meant for although they match, such as source code. */
  readonly unless?: (text: string, match: RegExpExecArray) => boolean;
  /** The line ends a test run: later lines are not read in the light of its failures. */
  readonly endsRun?: boolean;
  /** The facts are kept for so many lines, for a rule that joins them. */
  readonly keep?: number;
  readonly joins?: boolean;
}

/** The tool's output, as data. See CONTRIBUTING.md for how to add one. */
export interface Tool {
  readonly name: string;
  /**
   * `test` runners and `check`s (compilers, linters, builds) report verification failures, `runtime` tools runtime errors.
   * Checks are also recognised behind the prefix that a build tool puts before their lines.
   */
  readonly kind: "test" | "check" | "runtime";
  /** Facts of every line. */
  readonly facts?: SignalFacts;
  /** The first rule that matches decides. */
  readonly rules: readonly (readonly LineRule[])[];
  /** Leading white space has no meaning. */
  readonly trims?: boolean;
  /** For output that rules cannot describe; `rules` reads by the rules above. */
  readonly createReader?: (rules: RuleReader) => LineReader;
  /** The lines that `createReader` starts from: their patterns, or lower-case strings one of which they contain. */
  readonly starts?: readonly (RegExp | string)[];
  /** Texts by what the tool must see in them: `verification_failure strong`, or several separated by commas. */
  readonly hits: Readonly<Record<string, readonly string[]>>;
  /** Texts in which it must see nothing. */
  readonly misses?: readonly string[];
}

/** Facts of a rule; a string is the name of the framework. */
type About = SignalFacts | string;
type RuleMaker = (about: About | RegExp, ...patterns: readonly RegExp[]) => readonly LineRule[];
type Rules = readonly (readonly LineRule[])[];

function rulesFor(base: Omit<LineRule, "pattern">): RuleMaker {
  return (about, ...patterns) => {
    if (about instanceof RegExp) return [about, ...patterns].map((pattern) => ({ ...base, pattern }));
    const facts = typeof about === "string" ? { framework: about } : about;
    return patterns.map((pattern) => ({ ...base, pattern, facts }));
  };
}

/** One unmistakable line of a failure, such as a failing test's name or a compiler's error. */
export const fails = rulesFor({ says: "failure", weight: "strong" });
/** A line that settles it, such as a summary with failures or an uncaught exception. */
export const provesFailure = rulesFor({ says: "failure", weight: "proof" });
/** A line that usually means a failure. */
export const suggestsFailure = rulesFor({ says: "failure", weight: "weak" });
/** One check that passed, while others in the same text may have failed. */
export const passes = rulesFor({ says: "success", weight: "strong" });
/** A line that settles that all is well. */
export const provesSuccess = rulesFor({ says: "success", weight: "proof" });
export const suggestsSuccess = rulesFor({ says: "success", weight: "weak" });
/** A line that looks like a failure to a later rule and is none. */
export const ignores = rulesFor({ says: "nothing", weight: "weak" });
/** A summary with a group `count` of errors: none proves success, any proves failure. */
export const countsErrors = rulesFor({ says: "failure", weight: "proof", counts: "errors" });

/** An exit code in the group `exit`: zero suggests success, any other proves failure. */
export const readsExit = rulesFor({ says: "failure", weight: "proof", counts: "exit" });

/** A summary whose counts decide. */
export const countsTests = (counts: Counts, ...patterns: readonly RegExp[]): readonly LineRule[] =>
  patterns.map((pattern) => ({ pattern, says: "failure", weight: "proof", counts }));

const change =
  (changes: Partial<LineRule>) =>
  (rules: Rules): readonly LineRule[] =>
    rules.flat().map((rule) => ({ ...rule, ...changes }));

/** Rules whose failures are of another type than the tool's. */
export const as = (says: Says, ...rules: Rules): readonly LineRule[] => change({ says })(rules);
/** Rules that do not apply to some lines, such as source code. */
export const unless = (isExempt: NonNullable<LineRule["unless"]>, ...rules: Rules): readonly LineRule[] =>
  change({ unless: isExempt })(rules);
/** Reads the next lines too, whatever they contain. */
export const follows = (lines: number, ...rules: Rules): readonly LineRule[] =>
  change({ follow: lines })(rules);
/** Starts a section of the output. */
export const opens = (section: string, ...rules: Rules): readonly LineRule[] =>
  change({ opens: section })(rules);
/** Applies only inside a section; `failed` begins with the first failure of a run. */
export const within = (section: string, ...rules: Rules): readonly LineRule[] =>
  change({ within: section })(rules);
export const outside = (section: string, ...rules: Rules): readonly LineRule[] =>
  change({ outside: section })(rules);
/** Ends a test run, so that the next one is judged by itself. */
export const endsRun = (...rules: Rules): readonly LineRule[] => change({ endsRun: true })(rules);
/** Keeps the facts for the next lines, which are read whatever they contain, until a rule joins them. */
export const keeps = (lines: number, ...rules: Rules): readonly LineRule[] =>
  change({ keep: lines, follow: lines })(rules);
/** Applies only to lines for which facts are kept, and reports them with its own. */
export const joins = (...rules: Rules): readonly LineRule[] => change({ joins: true })(rules);
