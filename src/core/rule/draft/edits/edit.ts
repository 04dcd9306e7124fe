import { changedLines } from "../../../change/changed-lines.ts";
import { textLines } from "../../../change/text-lines.ts";
import { alignTokens, type Hunk } from "./align-tokens.ts";
import { editTokens, type EditToken } from "./edit-tokens.ts";
import { looksLikeCode } from "./looks-like-code.ts";

/** What somebody made of an agent's output: both texts, or a unified diff. `text` is what they said with it. */
export interface EditInput {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly diff?: string | undefined;
  readonly text?: string | undefined;
  readonly path?: string | undefined;
}

/** An edit as the readers need it. */
export interface Edit {
  readonly before: string;
  readonly after: string;
  /** What was said with it, lower case. */
  readonly said: string;
  readonly path?: string;
  readonly isCode: boolean;
  readonly beforeTokens: readonly EditToken[];
  readonly afterTokens: readonly EditToken[];
  readonly hunks: readonly Hunk[];
}

const MAX_TEXT = 4_000;
const MAX_TOKENS = 1_200;
const MAX_SAID = 400;

/** Nothing for an input that changes nothing or has only one side. */
export function toEdit(input: EditInput, as?: "code" | "prose"): Edit | undefined {
  const sides = sidesOf(input);
  if (sides === undefined) return undefined;
  const [before, after] = sides;
  if (before === after) return undefined;
  const isCode = as === undefined ? looksLikeCode(before, after, input.path) : as === "code";
  return {
    ...compareTexts(before, after, isCode),
    said: (input.text ?? "").slice(0, MAX_SAID).toLowerCase(),
    ...(input.path === undefined ? {} : { path: input.path }),
  };
}

/** The edit that is left when part of the text before has been accounted for. */
export const withBefore = (edit: Edit, before: string): Edit => ({
  ...edit,
  ...compareTexts(before, edit.after, edit.isCode, false),
});

function compareTexts(
  before: string,
  after: string,
  isCode: boolean,
  minds = true,
): Omit<Edit, "said" | "path"> {
  const compare = (exact: boolean): Omit<Edit, "said" | "path"> => {
    const beforeTokens = editTokens(before, exact, MAX_TOKENS);
    const afterTokens = editTokens(after, exact, MAX_TOKENS);
    const hunks = alignTokens(beforeTokens, afterTokens);
    return { before, after, isCode, beforeTokens, afterTokens, hunks };
  };
  const compared = compare(isCode);
  // If only the case of letters was changed, that is the change.
  return compared.hunks.length > 0 || isCode || !minds ? compared : compare(true);
}

function sidesOf({ before, after, diff }: EditInput): readonly [string, string] | undefined {
  if (before !== undefined && after !== undefined) return [cut(before), cut(after)];
  if (diff === undefined) return undefined;
  const removed: string[] = [];
  const added: string[] = [];
  for (const line of changedLines(textLines(diff.slice(0, 4 * MAX_TEXT)))) {
    (line[0] === "-" ? removed : added).push(line.slice(1));
  }
  return removed.length + added.length === 0 ? undefined : [cut(removed.join("\n")), cut(added.join("\n"))];
}

const cut = (text: string): string => text.slice(0, MAX_TEXT).replaceAll("\r\n", "\n").normalize("NFC");
