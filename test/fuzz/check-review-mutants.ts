import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { judgeReview } from "../../src/core/review/judge-review.ts";
import { parseReview } from "../../src/core/review/parse-review.ts";
import { reviewJsonSchema } from "../../src/core/review/review-fields.ts";
import { aFinding, anAnswer, FILES } from "../review-answer.ts";
import { mutate } from "./mutants.ts";
import { seededRandom } from "../fault-lab/seeded-random.ts";

const ANSWERS: readonly string[] = [
  JSON.stringify(anAnswer([aFinding()])),
  JSON.stringify(
    anAnswer(
      [
        aFinding({
          end_line: 14,
          suggestion: "Check `user` first:\n```ts\nif (!user) return;\n```",
          confidence: "low",
        }),
        aFinding({
          id: "F2",
          file: "src/db/query.ts",
          rule_id: "sql",
          message: 'Uses "eval", isn\'t safe {x: [1]}',
        }),
        aFinding({ id: "F3", file: "docs/read me.md", line: 3, title: "Täglich – 日本 😀" }),
      ],
      { summary: "Three problems.", meta: { model: "m", usage: { in: 12, out: [1, 2] } } },
    ),
    null,
    2,
  ),
  `Here is the review:\n\n\`\`\`json\n${JSON.stringify(anAnswer([aFinding(), aFinding({ id: "F2", line: "7" })]), null, 1)}\n\`\`\`\nDone.`,
];

/** Makes mutants of valid answers and holds each to what must be true of any input. */
export function checkReviewMutants(count: number, seed: number): void {
  const isValid = new Ajv2020({ strict: false }).compile(reviewJsonSchema());
  const { between } = seededRandom(seed);
  const random = (below: number): number => between(0, below - 1);
  const files: ReadonlySet<string> = new Set(FILES);
  for (let n = 0; n < count; n += 1) {
    const raw = mutate(ANSWERS[random(ANSWERS.length)]!, random);
    let outcome: ReturnType<typeof parseReview>;
    try {
      outcome = parseReview(raw, { changedFiles: FILES });
    } catch (cause) {
      throw new Error(`mutant ${n} of seed ${seed} threw: ${JSON.stringify(raw)}`, { cause });
    }
    const problem = problemOf(outcome, raw, files, isValid);
    if (problem !== undefined) expect.fail(`mutant ${n} of seed ${seed}: ${problem}\n${JSON.stringify(raw)}`);
  }
  expect(({} as Record<string, unknown>)["severity"]).toBeUndefined();
}

function problemOf(
  { status, review, diagnostics }: ReturnType<typeof parseReview>,
  raw: string,
  files: ReadonlySet<string>,
  isValid: (value: unknown) => boolean,
): string | undefined {
  JSON.stringify(diagnostics);
  if (status === "rejected") {
    return diagnostics.some((each) => each.kind === "response_rejected")
      ? undefined
      : "rejected without a reason";
  }
  if (!isValid(JSON.parse(JSON.stringify(review)))) return "the review breaks its schema";
  if (review.findings.some((finding) => !files.has(finding.file))) return "a finding is outside the change";
  // Fails closed: what passes at the lowest threshold has no finding, kept or dropped.
  const isClean =
    review.findings.length === 0 && diagnostics.every((each) => each.kind !== "finding_dropped");
  if (judgeReview({ status, review, diagnostics }, "info").passes && !isClean)
    return "it passes with findings";
  const ids = new Set(review.findings.map((finding) => finding.id));
  if (ids.size !== review.findings.length) return "an id stands twice";
  // Text may be repaired but never written: what is kept must stand in the answer.
  for (const { message } of review.findings) {
    if (!raw.includes("\\") && !raw.includes(message))
      return `a message was made up: ${JSON.stringify(message)}`;
  }
  return undefined;
}
