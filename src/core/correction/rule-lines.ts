/** One instruction of a file that agents read, such as AGENTS.md. */
export interface RuleLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const MAX_LINES = 2_000;
const MIN_WORDS = 3;
const BULLET = /^\s{0,12}(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ x]\]\s+)?/;
const NOT_PROSE = /^\s{0,12}(?:#{1,6}\s|\||>|<!--|@|!\[|---)/;

/** The instructions of a file: list items and sentences, without headings, code, tables and front matter. */
export function ruleLines(text: string, file: string): readonly RuleLine[] {
  const found: RuleLine[] = [];
  let isFenced = false;
  let isFrontMatter = false;
  for (const [at, raw] of text.split("\n", 20_000).entries()) {
    const line = raw.trimEnd();
    if (line === "---" && (at === 0 || isFrontMatter)) {
      isFrontMatter = at === 0;
      continue;
    }
    if (/^\s{0,12}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    else if (!isFenced && !isFrontMatter && !NOT_PROSE.test(line)) {
      const said = line.replace(BULLET, "").replaceAll("**", "").trim();
      if (said.split(/\s+/, MIN_WORDS).length >= MIN_WORDS && found.length < MAX_LINES) {
        found.push({ file, line: at + 1, text: said.slice(0, 600) });
      }
    }
  }
  return found;
}

/** About four characters are a token. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
