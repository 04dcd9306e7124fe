import { QUOTES_TRUST } from "../../core/rule/trust-words.ts";
import { defined } from "../../core/defined.ts";
import { z } from "zod";
import type { Diagnostic, Finding } from "../../core/review/review.ts";
import { judgeReview, type ReviewVerdict } from "../../core/review/judge-review.ts";
import { parseReview, type ParsedReview } from "../../core/review/parse-review.ts";
import { SEVERITIES } from "../../core/review/review-fields.ts";
import { defineTool, READ_ONLY } from "../mcp-tool.ts";
import { boundedList, quoteLine, displayText } from "../shown-text.ts";
import { toolPathField } from "../tool-fields.ts";

const finding = z.object({
  id: z.string(),
  severity: z.string(),
  category: z.string(),
  title: z.string(),
  file: z.string(),
  line: z.int(),
  end_line: z.int().exactOptional(),
  message: z.string(),
  suggestion: z.string().exactOptional(),
  // Separate descriptions keep these as two schemas: some clients accept only one type per schema.
  confidence: z
    .union([z.string().describe("As a word, such as high."), z.number().describe("As a number from 0 to 1.")])
    .exactOptional(),
  rule_id: z.string().exactOptional(),
});

const diagnostic = z.object({
  kind: z.string(),
  reason: z.string(),
  message: z.string(),
  index: z.int().exactOptional(),
  finding_id: z.string().exactOptional(),
  path: z.string().exactOptional(),
});

export const CHECK_REVIEW = defineTool({
  name: "check_review",
  title: "Check a machine review",
  description: `Checks a machine reviewer's raw answer on a change: which findings are valid and in the changed files, and what was repaired, dropped or rejected. ${QUOTES_TRUST}`,
  annotations: READ_ONLY,
  input: z.strictObject({
    raw: z.string().describe("The reviewer's answer, unchanged."),
    changed_files: z
      .array(toolPathField)
      .max(20_000)
      .describe("The paths of the change; findings elsewhere are dropped."),
    fail_on: z
      .enum(SEVERITIES)
      .optional()
      .describe(
        "Adds a verdict: findings of this severity or worse fail the review, including dropped and unreadable ones.",
      ),
  }),
  output: z.object({
    status: z.enum(["accepted", "rejected"]),
    result: z
      .object({
        schema_version: z.string(),
        prompt_version: z.string(),
        summary: z.string().exactOptional(),
        findings: z.array(finding),
      })
      .exactOptional()
      .describe("Only if the review is accepted."),
    findings_more: z.int().describe("Number of valid findings that are not listed."),
    diagnostics: z.array(diagnostic),
    diagnostics_more: z.int().describe("Number of diagnostics that are not listed."),
    verdict: z
      .object({
        fail_on: z.string(),
        passes: z.boolean(),
        failures: z.array(z.object({ reason: z.string(), message: z.string() })),
      })
      .exactOptional()
      .describe("Only with fail_on."),
  }),
  run: ({ raw, changed_files, fail_on }) => {
    const parsed = parseReview(raw, { changedFiles: changed_files });
    const { status, review, diagnostics } = parsed;
    const verdict = fail_on === undefined ? undefined : showVerdict(judgeReview(parsed, fail_on));
    const findings = boundedList((review?.findings ?? []).slice(0, MAX_ITEMS).map(showFinding));
    const listed = boundedList(diagnostics.slice(0, MAX_ITEMS).map(showDiagnostic), 100, 40_000);
    return Promise.resolve({
      structured: {
        status,
        ...(review === undefined
          ? {}
          : {
              result: {
                schema_version: displayText(review.schema_version),
                prompt_version: displayText(review.prompt_version),
                ...(review.summary === undefined ? {} : { summary: displayText(review.summary, 4_000) }),
                findings: [...findings.kept],
              },
            }),
        findings_more: (review?.findings.length ?? 0) - findings.kept.length,
        diagnostics: [...listed.kept],
        diagnostics_more: diagnostics.length - listed.kept.length,
        ...defined({ verdict }),
      },
      text: textOf(parsed, verdict),
    });
  },
});

/** More never fit into an answer. */
const MAX_ITEMS = 200;

const showFinding = ({ title, message, suggestion, file, id, rule_id, ...rest }: Finding) => ({
  ...rest,
  id: displayText(id),
  title: displayText(title),
  file: displayText(file),
  message: displayText(message, 2_000),
  ...(suggestion === undefined ? {} : { suggestion: displayText(suggestion, 2_000) }),
  ...(rule_id === undefined ? {} : { rule_id: displayText(rule_id) }),
});

const showDiagnostic = ({ kind, reason, message, index, finding_id, path }: Diagnostic) => ({
  kind,
  reason,
  message: displayText(message),
  ...defined({ index }),
  ...(finding_id === undefined ? {} : { finding_id: displayText(finding_id) }),
  ...(path === undefined ? {} : { path: displayText(path) }),
});

const showVerdict = ({ fail_on, passes, failures }: ReviewVerdict) => ({
  fail_on,
  passes,
  failures: failures.map(({ reason, message }) => ({ reason, message: displayText(message, 2_000) })),
});

const MAX_LINES = 50;

function textOf(
  { status, review, diagnostics }: ParsedReview,
  verdict: ReturnType<typeof showVerdict> | undefined,
): string {
  const findings = review?.findings ?? [];
  const lines = [
    ...(verdict === undefined
      ? []
      : [`${verdict.passes ? "passes" : "fails"} at the threshold ${verdict.fail_on}`]),
    ...(verdict?.failures ?? []).map(({ reason, message }) => `- ${reason}: ${quoteLine(message)}`),
    ...findings.map(
      ({ severity, file, line, title }) =>
        `- ${severity} ${quoteLine(file, 200)} line ${line}: ${quoteLine(title)}`,
    ),
    ...diagnostics.map(({ kind, reason, message }) => `- ${kind} ${reason}: ${quoteLine(message)}`),
  ];
  const more = lines.length - MAX_LINES;
  return [
    `${status}: ${findings.length} valid findings, ${diagnostics.length} diagnostics`,
    ...lines.slice(0, MAX_LINES),
    ...(more > 0 ? [`${more} more are not shown.`] : []),
  ].join("\n");
}
