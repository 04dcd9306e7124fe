import TABLE from "./other-languages.json" with { type: "json" };
import type { MessageReading, Stance } from "./act.ts";
import type { OwnWords } from "../../english/own-words.ts";

type Heard = "rejects" | "praises" | "gap" | "error" | "failed_check";

/** The commonest phrases of ten languages, each distinctive enough not to occur in English prose. */
const PHRASES: Readonly<Record<Heard, readonly string[]>> = TABLE;

const SPACED = /^[\p{Script=Latin}\p{Script=Cyrillic}]/u;
const LOOK = 2_000;

const EXPRESSIONS = new Map(
  (Object.keys(PHRASES) as Heard[]).map((heard) => {
    const phrases = PHRASES[heard].flatMap((line) => line.split("|"));
    const spaced = phrases.filter((each) => SPACED.test(each));
    const joined = phrases.filter((each) => !SPACED.test(each));
    return [
      heard,
      new RegExp(
        `(?<!\\p{L})(?:${spaced.join("|")})(?!\\p{L})${joined.length > 0 ? `|${joined.join("|")}` : ""}`,
        "u",
      ),
    ] as const;
  }),
);

/** Reads a message in another language; undefined if it contains no phrase of the table. */
export function readOtherLanguage(text: string, own: readonly OwnWords[]): MessageReading | undefined {
  const [first] = own;
  if (first === undefined) return undefined;
  const said = lowerCase(text.slice(first.start, Math.min(first.end, first.start + LOOK)));
  const find = (heard: Heard): { start: number; end: number; source: string } | undefined => {
    const match = EXPRESSIONS.get(heard)!.exec(said);
    if (match === null) return undefined;
    const start = first.start + match.index;
    return { start, end: start + match[0].length, source: heard };
  };
  const rejects = find("rejects");
  const praises = find("praises");
  const error = find("error");
  const check = find("failed_check");
  const gap = praises === undefined ? undefined : find("gap");
  const spans = [praises, gap, rejects, error, check].filter((span) => span !== undefined);
  if (rejects === undefined && praises === undefined && error === undefined && check === undefined)
    return undefined;
  return {
    stance: stanceOf({ rejects, praises, gap, error, check }),
    weight: "strong",
    acknowledges: praises !== undefined,
    isSpecific: false,
    asksToRetry: false,
    evidence: spans.toSorted((a, b) => a.start - b.start || a.end - b.end),
    facts: {},
  };
}

function stanceOf(
  heard: Readonly<Record<"rejects" | "praises" | "gap" | "error" | "check", unknown>>,
): Stance {
  if (heard.praises !== undefined && (heard.gap ?? heard.error ?? heard.check) !== undefined)
    return "partly_accepts";
  if (heard.check !== undefined) return "reports_failed_check";
  if (heard.error !== undefined) return "reports_error";
  return heard.rejects === undefined ? "accepts" : "rejects";
}

/** Lower case without changing the length, and straight apostrophes. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return (lower.length === text.length ? lower : text).replaceAll("\u2019", "'");
}
