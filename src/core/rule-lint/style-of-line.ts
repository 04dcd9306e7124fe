import type { Statement } from "../rule-file/statements.ts";

/** Settings that have one value at a time. */
export type StyleTopic =
  | "indentation"
  | "quotes"
  | "semicolons"
  | "line width"
  | "trailing commas"
  | "strict mode"
  | "exports"
  | "package manager";

export interface SaidStyle {
  readonly topic: StyleTopic;
  readonly value: string;
}

const LEAD =
  "(?:(?:always|please|typescript|javascript|ts|js)[:,]? ){0,2}(?:(?:use|prefer|indent with|indent using|write|add|include|require|enable|we use|code style|formatting)[:]? )?";
const END =
  "(?: (?:for|in) (?:all |the )?(?:typescript|javascript|js|ts|tsx|jsx|strings?|string literals|indentation|indenting|code|files|components|modules|package management|javascript/typescript|tsconfig(?:\\.json)?|statements| and ){1,4})?[.!]?$";
const pattern = (middle: string): RegExp => new RegExp(`^${LEAD}${middle}${END}`, "i");

const STYLES: readonly (readonly [StyleTopic, RegExp, (found: string) => string])[] = [
  [
    "indentation",
    pattern("(?:indentation(?: is|:)? )?(2|two|4|four)[- ]spaces?(?: indents?| indentation| tabs?)?"),
    (found) => ({ two: "2 spaces", four: "4 spaces" })[found] ?? `${found} spaces`,
  ],
  ["indentation", pattern("(?:indentation(?: is|:)? )?(tabs)(?: indentation)?"), (found) => found],
  [
    "quotes",
    pattern("(?:quotes: )?(single|double) quotes(?: over (?:single|double)(?: quotes)?)?"),
    (found) => found,
  ],
  [
    "semicolons",
    pattern("(?:semicolons: )?(no |omit |without |avoid )?semicolons"),
    (found) => (found === "" ? "yes" : "no"),
  ],
  [
    "trailing commas",
    pattern("(no |omit |avoid )?trailing commas"),
    (found) => (found === "" ? "yes" : "no"),
  ],
  [
    "line width",
    pattern(
      "(?:max(?:imum)?[ -])?line[- ](?:length|width)(?: is| of|:)? ?(?:max(?:imum)? )?(?:of )?(\\d{2,3})(?: chars| characters| columns)?",
    ),
    (found) => found,
  ],
  ["strict mode", pattern("(?:typescript(?:'s)? )?(strict) mode(?: enabled| is enabled| on)?"), () => "yes"],
  [
    "exports",
    pattern("(named|default) exports(?: only| consistently| over (?:named|default)(?: exports)?)?"),
    (found) => found,
  ],
  [
    "package manager",
    pattern(
      "(npm|pnpm|yarn|bun)(?: as (?:the |our )?package manager)?(?: instead of (?:npm|pnpm|yarn|bun)(?:(?:/| or )(?:npm|pnpm|yarn|bun)){0,3})?",
    ),
    (found) => found,
  ],
];

const MAX_LENGTH = 160;

/** The one setting that a line is about, if it is about nothing else. */
export function styleOfLine(statement: Pick<Statement, "text" | "headings">): SaidStyle | undefined {
  const [style, ...more] = stylesOfLine(statement);
  return more.length === 0 && partsOf(statement.text).length < 2 ? style : undefined;
}

/** The settings that the parts of a line name: "Two-space indentation, double quotes, no semicolons". */
export function stylesOfLine({ text, headings }: Pick<Statement, "text" | "headings">): readonly SaidStyle[] {
  if (text.length > MAX_LENGTH || CONDITION.test(text)) return [];
  const whole = styleOf(text.replaceAll("`", ""), `${text} ${headings.join(" ")}`);
  if (whole !== undefined) return [whole];
  return partsOf(text).flatMap((part) => styleOf(part, `${text} ${headings.join(" ")}`) ?? []);
}

const CONDITION =
  /\b(?:if|unless|except|when|where|avoid|only|but|instead|rather|default to|consider|may|can|could|might|already|legacy|old|existing tests?)\b/i;

/** Without a label at the start, and without what is forbidden in addition. */
const partsOf = (text: string): readonly string[] =>
  text
    .replaceAll("`", "")
    .replace(/^[^:,]{1,60}:\s+(?=\S)/, "")
    .replace(/^(?:use|uses|run) (?:prettier|biome|eslint) (?:with|for) /i, "")
    .split(/,\s*(?:and\s+)?|;\s*|\.\s+|\s+and\s+/)
    .map((part) => part.trim())
    .filter(
      (part) =>
        part !== "" && !/^(?:not|never) |^no (?:tabs|spaces|default|named|npm|yarn|pnpm|bun)/i.test(part),
    );

function styleOf(part: string, about: string): SaidStyle | undefined {
  const plain = part.replace(/ \((?:no|not|never) [^()]{1,40}\)/i, "").replace(/\.$/, "");
  for (const [topic, expression, valueOf] of STYLES) {
    const found = expression.exec(plain);
    if (found === null) continue;
    if (topic === "strict mode" && !/typescript|tsconfig|\bts\b/i.test(about)) return undefined;
    return { topic, value: valueOf((found[1] ?? "").toLowerCase()) };
  }
  return undefined;
}

const LANGUAGES =
  /\b(?:python|golang|go|rust|java|kotlin|ruby|php|c\+\+|c#|swift|yaml|json|html|css|sql|shell|bash|markdown|commit|terraform|elixir|dart|javascript|typescript|js|ts|tsx|jsx|react|vue|svelte|node|frontend|backend|tests?|docs?|documentation)\b/gi;

/** The languages and areas that a line or its headings name. */
export const areasOf = ({ text, headings }: Pick<Statement, "text" | "headings">): readonly string[] =>
  [
    ...new Set(Array.from([...headings, text].join(" ").matchAll(LANGUAGES), ([word]) => word.toLowerCase())),
  ].toSorted();
