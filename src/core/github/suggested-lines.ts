import { splitFences } from "../markdown/split-fences.ts";
import { spell } from "./quote-prose.ts";

const MAX_LENGTH = 20_000;

/** A reviewer's advice, and the lines to put in place of those it is about where that is what the advice is. */
export interface Advice {
  readonly prose: string;
  readonly lines?: readonly string[];
}

/**
 * Advice is prose, unless it says to the letter what to write: a block fenced as `suggestion`, or nothing but one block
 * of code. Only that may be offered to be applied with one click, and only if it is all there is to see.
 */
export function readAdvice(suggestion: string): Advice {
  const parts = splitFences(suggestion);
  const blocks = parts.filter((part) => part.kind === "code");
  const [block] = blocks;
  if (blocks.length !== 1 || block === undefined || suggestion.length > MAX_LENGTH)
    return { prose: suggestion };
  const prose = parts
    .flatMap((part) => (part.kind === "prose" ? part.lines : []))
    .join("\n")
    .trim();
  const [language] = block.info.split(/[\s{]/, 1);
  const isReplacement =
    language === "suggestion" || (prose === "" && language !== "diff" && block.lines.length > 0);
  // Comments that machines read, and characters that nobody sees, are shown and never applied.
  const text = block.lines.join("\n");
  if (!isReplacement || hidesSomething(text)) return { prose: suggestion };
  return { prose, lines: block.lines };
}

const hidesSomething = (text: string): boolean =>
  /<!--\s{0,16}(?:rejection|emend):/i.test(text) ||
  spell(text.replaceAll("<!--", "")) !== text.replaceAll("<!--", "");
