import { tmpdir } from "node:os";
import { join } from "node:path";
import { draftRule } from "../src/app/rule/draft-rule.ts";
import type { DraftRemark } from "../src/core/rule/draft/draft.ts";
import { createLocalCatalogue } from "../src/drivers/catalogue/local-catalogue.ts";
import { createOwnEntriesFile } from "../src/drivers/catalogue/own-entries-file.ts";
import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import { excerpt, percent } from "./figures.ts";
import { readRows } from "./read-rows.ts";

/** Remarks about one thing, and how to tell whether a rule says what they want. */
interface WordingCase {
  readonly id: string;
  readonly kind: string;
  readonly remarks: readonly DraftRemark[];
  /** The rule as a careful editor would write it; null if a person has to be asked. */
  readonly gold: string | null;
  /** Of each group one expression has to match. */
  readonly must: readonly (readonly string[])[];
  readonly must_not: readonly string[];
  /** Expressions that match a rule that says the contrary. */
  readonly reversed: readonly string[];
  readonly answer: "rule" | "ask";
}

export const readWordingCases = (file: string): readonly WordingCase[] | undefined => readRows(file, isCase);

function isCase(row: Partial<WordingCase>): row is WordingCase {
  return (
    Array.isArray(row.remarks) && Array.isArray(row.must) && (row.answer === "rule" || row.answer === "ask")
  );
}

interface Scored {
  readonly it: WordingCase;
  readonly text: string | null;
  readonly verdict: "right" | "wrong" | "asked";
  readonly isReversed: boolean;
}

const matches = (source: string, text: string): boolean => new RegExp(source, "i").test(text);

function judge(it: WordingCase, draft: string | null): Scored {
  if (it.answer === "ask")
    return { it, text: draft, verdict: draft === null ? "right" : "wrong", isReversed: false };
  if (draft === null) return { it, text: draft, verdict: "asked", isReversed: false };
  const text = draft.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');
  const isReversed = it.reversed.some((source) => matches(source, text));
  const isRight =
    !isReversed &&
    it.must.every((group) => group.some((source) => matches(source, text))) &&
    !it.must_not.some((source) => matches(source, text));
  return { it, text, verdict: isRight ? "right" : "wrong", isReversed };
}

/** The figures of wording rules without a language model, as lines to print. */
export async function scoreWording(cases: readonly WordingCase[], worst: number): Promise<readonly string[]> {
  const draft = draftRule({
    catalogue: createLocalCatalogue({
      own: createOwnEntriesFile({ file: join(tmpdir(), "no-own-entries", "none.jsonl") }),
      embedder: createLocalEmbedder(),
      onProblem: ({ message }) => {
        throw new Error(message);
      },
    }),
  });
  const scored: Scored[] = [];
  for (const it of cases) {
    const drafted = await draft(it.remarks);
    scored.push(judge(it, drafted.ok ? drafted.text : null));
  }
  const kinds = [...new Set(cases.map(({ kind }) => kind))].toSorted();
  return [
    line("all", scored),
    ...kinds.map((kind) =>
      line(
        kind,
        scored.filter(({ it }) => it.kind === kind),
      ),
    ),
    ...scored
      .filter(({ verdict }) => verdict === "wrong")
      .slice(0, worst)
      .map(
        ({ it, text }) =>
          `  wrong  ${it.id}  expected ${excerpt(it.gold ?? "a question")}, got ${excerpt(text ?? "")}`,
      ),
  ];
}

function line(name: string, scored: readonly Scored[]): string {
  const share = (verdict: Scored["verdict"]): string =>
    percent(scored.filter((each) => each.verdict === verdict).length / Math.max(1, scored.length));
  const reversed = scored.filter(({ isReversed }) => isReversed).length;
  return `${name.padEnd(10)} n ${String(scored.length).padStart(4)}  right ${share("right")}  wrong ${share("wrong")}  asked ${share("asked")}  reversed ${reversed}`;
}
