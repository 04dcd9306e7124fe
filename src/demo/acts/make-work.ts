import { createDeck, fill, type Random } from "../random.ts";
import { CODE, type CodePlace, TEXTS, type TextWork, type Theme } from "../story.ts";

/** A piece of work before anybody has seen it. */
export interface Work {
  readonly title: string;
  readonly format: "text" | "markdown" | "diff";
  readonly output: string;
  /** As a person would have it, and what they say about that. */
  readonly better: string;
  readonly note: string;
  readonly files: readonly string[];
  /** What remarks about it can name. */
  readonly gaps: Readonly<Record<string, string>>;
}

/** Makes one piece of work after the other for an agent, each with the flaw it is to have. */
export type Workshop = (flaw?: Flaw) => Work;
type Flaw = NonNullable<Theme["flaw"]>;

export function createWorkshop(agent: string, random: Random): Workshop {
  if (agent === "rio") return codeWorkshop(random);
  const [works, parts, format] = WORKSHOPS[agent]!;
  return textWorkshop(works, parts, format, random);
}

const CODE_PARTS = CODE.places.map(({ part }) => part);
const WORKSHOPS: Readonly<
  Record<string, readonly [readonly TextWork[], readonly string[], "text" | "markdown"]>
> = {
  "support-drafts": [TEXTS.support.work, TEXTS.support.parts, "text"],
  herald: [TEXTS.notes.work, TEXTS.notes.parts, "markdown"],
  docsmith: [TEXTS.docs.work, TEXTS.docs.parts, "markdown"],
  "lint-owl": [TEXTS.review.work, CODE_PARTS, "markdown"],
};

function codeWorkshop(random: Random): Workshop {
  const draw = createDeck(pairs(CODE.changes, CODE.places), random);
  return (flaw) => {
    const [change, place] = draw();
    const line = random.whole(8, 140);
    const after = flaw === undefined ? change.after : [...change.after, flaw.shows];
    const mended = flaw === undefined || flaw.mended === "" ? [] : [flaw.mended];
    const better = flaw === undefined ? change.better : [...change.after, ...mended];
    return {
      title: fill(change.title, { part: place.part }),
      format: "diff",
      output: diffOf(place, change.before, after, line),
      better: diffOf(place, change.before, better, line),
      note: change.note,
      files: [place.file],
      gaps: { ...place },
    };
  };
}

function textWorkshop(
  works: readonly TextWork[],
  parts: readonly string[],
  format: "text" | "markdown",
  random: Random,
): Workshop {
  const draw = createDeck(pairs(works, parts), random);
  let made = 0;
  return (flaw) => {
    const [work, part] = draw();
    const file = `docs/${part.toLowerCase().replaceAll(" ", "-")}.md`;
    const gaps = { part, file, week: String(1 + Math.floor((made += 1) / 8)) };
    const plain = fill(work.output, gaps);
    const [words, instead] = work.edit;
    const edited = plain.replace(fill(words, gaps), () => fill(instead, gaps));
    const output = flaw === undefined ? plain : withLine(plain, flaw.shows, flaw.first);
    const better = flaw === undefined ? edited : withLine(plain, flaw.mended, flaw.first);
    return {
      title: fill(work.title, gaps),
      format,
      output,
      better,
      note: work.note,
      files: format === "markdown" ? [file] : [],
      gaps,
    };
  };
}

/** A text with one more paragraph: before the greeting at its end, at the end, or behind the heading. */
function withLine(text: string, line: string, isFirst = false): string {
  if (line === "") return text;
  const paragraphs = text.trimEnd().split("\n\n");
  const isLetter = text.includes("\n\nKind regards");
  paragraphs.splice(isFirst ? 1 : paragraphs.length - (isLetter ? 1 : 0), 0, line);
  return `${paragraphs.join("\n\n")}\n`;
}

const pairs = <A, B>(some: readonly A[], others: readonly B[]): readonly (readonly [A, B])[] =>
  some.flatMap((one) => others.map((other) => [one, other] as const));

/** A change as a unified diff of one file. */
const diffOf = (
  { file, fn }: CodePlace,
  before: readonly string[],
  after: readonly string[],
  line: number,
): string =>
  [
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -${line},${before.length + 2} +${line},${after.length + 2} @@`,
    ` export async function ${fn}(request: Request) {`,
    ...before.map((text) => `-${text}`),
    ...after.map((text) => `+${text}`),
    " }",
    "",
  ].join("\n");
