import type { PastCorrection } from "../../core/correction/past-correction.ts";
import { isInstruction } from "../../core/rule-file/is-instruction.ts";
import { lintFinding, type LintFinding } from "../../core/rule-lint/lint-finding.ts";
import type { ReadRuleFile } from "../../core/rule-lint/related-lines.ts";
import type { CorrectionStore } from "../../ports/correction-store.ts";
import type { Judge } from "../../ports/evaluator.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import { compareInstructions } from "../learn/compare-instructions.ts";
import { embedRemarks } from "../learn/embed-remarks.ts";

const PAGE = 500;
const MAX_CORRECTIONS = 3_000;
/** With fewer, that no correction was about a line says nothing. */
export const LEAST_CORRECTIONS = 20;
const MAX_LINES = 1_000;

export interface ComparedWithCorrections {
  /** How many recorded corrections say something. */
  readonly corrections: number;
  readonly findings: readonly LintFinding[];
}

/** Which lines people had to correct all the same, and which nothing that they corrected was about. */
export const compareWithCorrections =
  (ports: { readonly embedder: Embedder; readonly judge: Judge }) =>
  async (
    read: readonly ReadRuleFile[],
    store: Pick<CorrectionStore, "list">,
  ): Promise<ComparedWithCorrections> => {
    const corrections = (await newest(store)).filter(({ remark }) => remark !== "");
    if (corrections.length === 0) return { corrections: 0, findings: [] };
    const remarks = await embedRemarks(ports)(corrections, () => undefined);
    const lines = read
      .flatMap(({ statements }) => statements)
      .filter(({ text, hasItems }) => !hasItems && isInstruction(text))
      .slice(0, MAX_LINES);
    const { notFollowed, neverCorrected } = await compareInstructions(ports, lines, remarks);
    return {
      corrections: corrections.length,
      findings: [
        ...notFollowed.map(({ rule, corrections: some }) =>
          lintFinding("not-followed", rule, {
            message: `People corrected this ${some.length === 1 ? "once" : `${some.length} times`} although it is written here, last as ${JSON.stringify(some[0]!.remark.slice(0, 100))}. Reword the line, or turn it into a check: emend checks draft.`,
            subject: rule.text.slice(0, 200),
          }),
        ),
        ...(corrections.length < LEAST_CORRECTIONS
          ? []
          : neverCorrected.lines.map((rule) =>
              lintFinding("never-relevant", rule, {
                message: `None of ${corrections.length} recorded corrections was about this. It is either followed or not needed.`,
                subject: rule.text.slice(0, 200),
              }),
            )),
      ],
    };
  };

async function newest(store: Pick<CorrectionStore, "list">): Promise<readonly PastCorrection[]> {
  const found: PastCorrection[] = [];
  let after: string | undefined;
  do {
    const page = await store.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    found.push(...page.items);
    after = page.next;
  } while (after !== undefined && found.length < MAX_CORRECTIONS);
  return found;
}
