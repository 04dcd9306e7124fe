export const KINDS = {
  log: "A log",
  review: "A reviewer’s answer",
  comment: "A review comment",
} as const;

export type Kind = keyof typeof KINDS;

/** Enough to recognise the kind. */
const LOOKED_AT = 20_000;

const ANSWER = /["']?(?:findings|schema_version|prompt_version)["']?\s*:/;
const PRINTED = [
  /^\s+at \S/m,
  /^Traceback \(most recent call last\)/m,
  /^\s*File "[^"\n]{1,300}", line \d/m,
  /^(?:[-=]{3,}|#{3,} )/m,
  /\b[A-Za-z]{2,40}(?:Error|Exception)\b:/,
  /\b(?:FAIL|FAILED|PASS|PASSED|ERROR|WARN|INFO)\b/,
  /\b(?:exit(?:ed)?|status)(?: with)?(?: code)?:? \d/i,
  /\b\d+ (?:passed|failed|failing|tests?)\b/i,
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/m,
  /^\$ \S/m,
] as const;
const MANY_LINES = 12;

export function guessKind(text: string): Kind {
  const seen = text.slice(0, LOOKED_AT);
  const start = seen.trimStart();
  if (ANSWER.test(seen) && (seen.includes("{") || start.startsWith("```"))) return "review";
  if (PRINTED.some((sign) => sign.test(seen))) return "log";
  return seen.split("\n").length > MANY_LINES ? "log" : "comment";
}
