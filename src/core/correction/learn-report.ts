import { defined } from "../defined.ts";
import { plainRemark } from "../feedback/kind-of-feedback.ts";
import type { TranscriptFormat, UnreadLine } from "../transcript/transcript.ts";
import { type PastCorrection, shownAuthor } from "./past-correction.ts";
import type { RuleLine } from "../rule-file/rule-lines.ts";

/** What past conversations, reviews and commits teach. */
export interface LearnReport {
  readonly read: ReadCounts;
  /** What was corrected at least twice, most costly first. */
  readonly recurring: readonly RecurringCorrection[];
  /** Corrections that were made once and read like standing instructions, surest first. */
  readonly once: readonly PastCorrection[];
  /** Instructions that exist and were corrected all the same. */
  readonly notFollowed: readonly NotFollowed[];
  /** Instructions that no correction was about. */
  readonly neverCorrected: { readonly lines: readonly RuleLine[]; readonly tokens: number };
  /** Files that people edited after an agent, without a word. Most often edited first. */
  readonly editedByHand: readonly EditedFile[];
  /** Corrections in each week from the first to the last. */
  readonly weeks: readonly WeekOfCorrections[];
  /** The sum of all projects. Undefined if there are too few corrections with a time. */
  readonly backTest?: BackTest;
}

export interface ReadCounts {
  readonly files: number;
  /** Transcripts that are new or have changed since the last run. */
  readonly filesRead: number;
  readonly conversations: number;
  readonly turns: number;
  readonly corrections: number;
  readonly lines: number;
  readonly linesNotUnderstood: number;
  readonly agents: readonly { readonly agent: TranscriptFormat; readonly conversations: number }[];
  readonly reviews: HistoryCounts;
  readonly commits: HistoryCounts;
  /** Files that no reader recognises. */
  readonly unknownFiles: readonly string[];
  /** Examples of lines that were not understood. */
  readonly unread: readonly (UnreadLine & { readonly file: string })[];
}

/** What was read besides conversations: pull requests with their comments, or commits. */
export interface HistoryCounts {
  readonly sessions: number;
  readonly remarks: number;
  readonly corrections: number;
}

export interface RecurringCorrection {
  /** The rule that the corrections ask for, or null if a person has to word it. */
  readonly rule: string | null;
  /** False if nobody tried to word it, because there are so many that recur more often. */
  readonly isDrafted: boolean;
  /** The member that says best what all are about. */
  readonly typical?: PastCorrection;
  readonly members: readonly PastCorrection[];
  /** Edits without words on the same lines. They count for nothing. */
  readonly edits: readonly PastCorrection[];
  /** Who said it, most often first, if the source says. */
  readonly authors: readonly string[];
  /** How many of them changed the work, as far as that is known. */
  readonly landed: { readonly landed: number; readonly known: number };
  readonly sessions: number;
  readonly first?: string;
  readonly last?: string;
  /** Tool calls that the agent made in answer to these corrections. */
  readonly rework: number;
}

export interface NotFollowed {
  readonly rule: RuleLine;
  readonly corrections: readonly PastCorrection[];
}

export interface EditedFile {
  readonly path: string;
  readonly edits: readonly PastCorrection[];
}

export interface WeekOfCorrections {
  /** The Monday, as a date. */
  readonly week: string;
  readonly corrections: number;
  /** Those that belong to something that recurs. */
  readonly recurring: number;
}

/** Learned on the older corrections and counted on the later ones. */
export interface BackTest {
  readonly learnedFrom: number;
  readonly groups: number;
  readonly later: number;
  /** Later corrections that repeat what the older ones would have taught. */
  readonly covered: number;
  readonly reworkCovered: number;
  readonly since: string;
}

/** The share of corrections, oldest first, that the back-test learns from. */
const OLDER = 0.7;
const MIN_TIMED = 10;

export interface BackTestInput {
  readonly corrections: readonly PastCorrection[];
  /** Groups among some corrections, by their positions in the list that is passed. */
  readonly group: (positions: readonly number[]) => readonly (readonly number[])[];
  /** Whether a correction belongs to a group. */
  readonly belongs: (position: number, group: readonly number[]) => boolean;
}

export function runBackTest({ corrections, group, belongs }: BackTestInput): BackTest | undefined {
  const timed = [...corrections.keys()]
    .filter((at) => corrections[at]!.time !== undefined)
    .toSorted((a, b) => corrections[a]!.time!.localeCompare(corrections[b]!.time!));
  if (timed.length < MIN_TIMED) return undefined;
  const split = Math.floor(timed.length * OLDER);
  const [older, later] = [timed.slice(0, split), timed.slice(split)];
  const groups = group(older);
  const covered = later.filter((at) => groups.some((members) => belongs(at, members)));
  return {
    learnedFrom: older.length,
    groups: groups.length,
    later: later.length,
    covered: covered.length,
    reworkCovered: covered.reduce((sum, at) => sum + corrections[at]!.rework, 0),
    since: corrections[later[0]!]!.time!,
  };
}

export interface GroupOfCorrections {
  readonly rule: string | null;
  readonly typical?: PastCorrection;
  readonly isDrafted?: boolean;
  readonly members: readonly PastCorrection[];
  readonly edits?: readonly PastCorrection[];
}

/** A group with its figures. Members are in the order of time. */
export function describeGroup({
  rule,
  isDrafted = true,
  typical,
  members,
  edits = [],
}: GroupOfCorrections): RecurringCorrection {
  const ordered = members.toSorted((a, b) => (a.time ?? "").localeCompare(b.time ?? ""));
  const times = ordered.flatMap(({ time }) => (time === undefined ? [] : [time]));
  const authors = Map.groupBy(
    members.flatMap(({ author }) => (author === undefined ? [] : shownAuthor(author))),
    (author) => author,
  );
  return {
    rule,
    isDrafted,
    members: ordered,
    edits,
    authors: [...authors].toSorted((a, b) => b[1].length - a[1].length).map(([author]) => author),
    landed: {
      landed: members.filter(({ outcome }) => outcome === "landed").length,
      known: members.filter(({ outcome }) => outcome !== "unknown").length,
    },
    sessions: new Set(members.map(({ session }) => session)).size,
    ...defined({ first: times[0], last: times.at(-1), typical }),
    rework: members.reduce((sum, each) => sum + each.rework, 0),
  };
}

/**
 * Most costly first: in how many conversations or reviews it was said, then how often, how much work it took, and how
 * recently. Repeating it in one conversation may be about one stubborn fault.
 */
export const byCost = (a: RecurringCorrection, b: RecurringCorrection): number =>
  b.sessions - a.sessions ||
  b.members.length - a.members.length ||
  b.rework - a.rework ||
  (b.last ?? "").localeCompare(a.last ?? "");

const MAX_HEADLINE = 160;

/** The typical quote of a group, or the shortest that says something, for a rule that still needs a person's words. */
export function headlineOf({ members, typical }: Pick<RecurringCorrection, "members" | "typical">): string {
  const quotes = members.map(firstLine).filter((quote) => quote.trim() !== "");
  const telling = quotes.filter((quote) => quote.split(" ").length >= 5);
  const [shortest] = (telling.length > 0 ? telling : quotes).toSorted((a, b) => a.length - b.length);
  const own = typical === undefined ? "" : firstLine(typical);
  const line =
    own === ""
      ? (shortest ?? members.find(({ act }) => act !== undefined)?.act ?? "a refused tool call")
      : own;
  return line.length <= MAX_HEADLINE ? line : `${line.slice(0, MAX_HEADLINE - 1)}…`;
}

const firstLine = ({ found, remark }: PastCorrection): string =>
  found === "conversation" ? remark.split("\n", 1)[0]! : plainRemark(remark);
