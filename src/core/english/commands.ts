import { wordSet } from "../text/word-set.ts";
import table from "./commands.json" with { type: "json" };
import type { TextToken } from "./tokens.ts";

const PROGRAMS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(table.programs).map(([name, list]) => [name, wordSet(list)]),
);
const GOES_ON = wordSet(table.goesOn);
/** Before one of these words, "make" and "go" are verbs. */
const OBJECTS = wordSet("the a an it this these those them your my our sure");
const GOVERNS = wordSet("not never to please always can could should must will would");
const MAX_TOKENS = 6;

/** Joins the tokens of an unquoted command into one: "run docker compose exec app first". */
export function withCommands(tokens: readonly TextToken[], source: string): readonly TextToken[] {
  if (!tokens.some(({ kind, word }) => kind === "word" && PROGRAMS.has(word))) return tokens;
  const joined: TextToken[] = [];
  for (let at = 0; at < tokens.length;) {
    const end = commandEnd(tokens, at);
    if (end === at) {
      joined.push(tokens[at]!);
      at += 1;
      continue;
    }
    const [first, last] = [tokens[at]!, tokens[end - 1]!];
    joined.push({
      ...first,
      kind: "code",
      word: source.slice(first.start, last.end).toLowerCase(),
      end: last.end,
    });
    at = end;
  }
  return joined;
}

/** The index after the command that starts at a token, or the token's own index. */
function commandEnd(tokens: readonly TextToken[], at: number): number {
  const { kind, word } = tokens[at]!;
  const subcommands = kind === "word" ? PROGRAMS.get(word) : undefined;
  const next = tokens[at + 1];
  // In "don't git push to main", the program is the verb.
  if (tokens[at - 1]?.kind === "word" && GOVERNS.has(tokens[at - 1]!.word)) return at;
  if (subcommands === undefined || next === undefined || !next.spaced) return at;
  if (!(next.kind === "word" && subcommands.has(next.word)) && !isFlag(next)) return at;
  let end = at + 2;
  while (end < tokens.length && end - at < MAX_TOKENS && goesOn(tokens[end]!)) end += 1;
  return OBJECTS.has(tokens[end]?.word ?? "") && tokens[end]?.kind === "word" ? at : end;
}

const isFlag = ({ kind, word }: TextToken): boolean => kind === "name" && word.startsWith("-");

const goesOn = (token: TextToken): boolean =>
  token.spaced && (isFlag(token) || (token.kind === "word" && GOES_ON.has(token.word)));
