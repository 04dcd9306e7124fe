import { type Edit, withBefore } from "./edit.ts";
import { type EditFinding, neededOf, asCode, asQuotedWords } from "./edit-kind.ts";

/** A sentence of prose or a line of code. */
interface Unit {
  readonly key: string;
  readonly text: string;
  readonly at: "start" | "middle" | "end";
}

interface CommonUnit extends Unit {
  readonly count: number;
}

const SCORE = { strike: 72, insert: 62, replace: 52 } as const;
const WHOLE = 15;

/** Whole sentences (or lines of code) that several edits removed, added or replaced. */
export function sharedUnits(edits: readonly Edit[]): readonly EditFinding[] {
  const needed = neededOf(edits.length);
  const isCode = edits.every((edit) => edit.isCode);
  const quote = isCode ? asCode : asQuotedWords;
  const struck = common(
    edits.map((edit) => struckFrom(edit, isCode)),
    needed,
    isCode,
  );
  const put = common(
    edits.map((edit) => putInto(edit, isCode)),
    needed,
    isCode,
  );
  const [out, wanted] = [struck[0], put[0]];
  if (out !== undefined && wanted !== undefined) {
    const [what, insteadOf] = [quote(wanted.text), quote(out.text)];
    const text = `${isCode ? "Use" : "Write"} ${what} instead of ${insteadOf}`;
    const covers = Math.min(out.count, wanted.count);
    return [{ act: "replace", what, insteadOf, text, covers, score: SCORE.replace, isWhole: false }];
  }
  if (out !== undefined) {
    const keys = struck.map(({ key }) => key);
    const what = struck
      .slice(0, 2)
      .map(({ text }) => quote(text))
      .join(" and ");
    const left = edits.map((edit) => withBefore(edit, withoutUnits(edit.before, keys, isCode)));
    return [{ act: "avoid", what, text: `Leave out ${what}`, covers: out.count, ...scored("strike", left) }];
  }
  if (wanted === undefined) return [];
  const what = quote(wanted.text);
  const lead = { start: "Begin with", middle: "Add", end: "End with" }[wanted.at];
  const left = edits.map((edit) =>
    withBefore(
      edit,
      wanted.at === "start" ? `${wanted.text}\n${edit.before}` : `${edit.before}\n${wanted.text}`,
    ),
  );
  return [{ act: "do", what, text: `${lead} ${what}`, covers: wanted.count, ...scored("insert", left) }];
}

function scored(
  type: keyof typeof SCORE,
  left: readonly Edit[],
): Pick<EditFinding, "score" | "isWhole" | "left"> {
  const isWhole = left.every(({ hunks }) => hunks.length === 0);
  return { score: SCORE[type] + (isWhole ? WHOLE : 0), isWhole, left };
}

/** The sentences of prose, or the lines of code. */
const partsOf = (text: string, isCode: boolean): readonly string[] =>
  text.split(isCode ? /\n/ : /\n+|(?<=[.!?]) +/).filter((part) => part.trim() !== "");

function unitsOf(text: string, isCode: boolean): readonly Unit[] {
  const parts = partsOf(text, isCode).map((part) => part.trim());
  return parts.map((part, at) => ({
    key: keyOf(part, isCode),
    text: part.replace(isCode ? /[;,]$/ : /[.,;:!]+$/, ""),
    at: at === 0 ? "start" : at === parts.length - 1 ? "end" : "middle",
  }));
}

const keyOf = (part: string, isCode: boolean): string =>
  isCode
    ? part
    : part
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim();

/** The removed units. If the first word was kept, only the rest was removed, so they do not count. */
function struckFrom(edit: Edit, isCode: boolean): readonly Unit[] {
  const gone = without(unitsOf(edit.before, isCode), unitsOf(edit.after, isCode));
  return gone.filter(({ text }) => {
    const at = edit.before.indexOf(text);
    const token = edit.beforeTokens.findIndex(({ start }) => start >= at);
    return edit.hunks.some(({ from, to }) => token >= from && token < to);
  });
}

const putInto = (edit: Edit, isCode: boolean): readonly Unit[] =>
  without(unitsOf(edit.after, isCode), unitsOf(edit.before, isCode));

const without = (units: readonly Unit[], others: readonly Unit[]): readonly Unit[] => {
  const keys = new Set(others.map(({ key }) => key));
  return units.filter(({ key }) => !keys.has(key));
};

/** Units that at least `needed` edits share, in the order of the first. */
function common(all: readonly (readonly Unit[])[], needed: number, isCode: boolean): readonly CommonUnit[] {
  const units = (all[0] ?? []).concat(needed < all.length ? (all[1] ?? []) : []);
  return units
    .filter(({ key }, at) => isMeaningful(key, isCode) && units.findIndex((unit) => unit.key === key) === at)
    .map((unit) => {
      const same = all.flatMap((others) => others.find(({ key }) => key === unit.key) ?? []);
      const at = same.every((other) => other.at === unit.at) ? unit.at : "middle";
      return { ...unit, at, count: same.length };
    })
    .filter(({ count }) => count >= needed);
}

/** A single bracket or word is not a sentence. */
const isMeaningful = (key: string, isCode: boolean): boolean =>
  isCode ? /[\p{L}_]{3}/u.test(key) : /\p{L} \S*\p{L}/u.test(key);

const withoutUnits = (text: string, struck: readonly string[], isCode: boolean): string =>
  partsOf(text, isCode)
    .filter((part) => !struck.includes(keyOf(part.trim(), isCode)))
    .join(isCode ? "\n" : " ");
