import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { formatRejection } from "../../core/gate/format-rejection.ts";
import { nearestTag } from "../../core/gate/gate.ts";
import { parseRejection } from "../../core/gate/parse-rejection.ts";
import { normalizeIssues, REJECTION_VERDICTS, rejectionVerdict } from "../../core/gate/rejection.ts";
import { rejectionGuidance } from "../../core/gate/rejection-guidance.ts";
import { reviewerWords } from "../../core/gate/asks-for-change.ts";
import { MAX_TAG, MAX_TAGS } from "../../core/feedback/feedback.ts";
import { textField, timeField, wordsField } from "../fields.ts";
import { HttpProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { recordName } from "../schemas/agent.ts";
import { tagGuidanceSchema } from "../schemas/gate.ts";

const route = routesOf("rejections");

const verdict = z
  .enum(REJECTION_VERDICTS)
  .describe("`warnings` if every tag is only a warning; then nothing is rejected.");

const rejection = z
  .object({
    issues: z.array(z.string()),
    unregistered: z.array(z.string()).describe("Those of `issues` that were in none of the writer's packs."),
    source: z.string().nullable(),
    ts: timeField.nullable(),
    version: z.int().describe("Version of the block; 0 is the original form without a version."),
    signed: z.boolean().describe("Whether a key is configured and the signature matches it."),
    verdict,
  })
  .meta({ id: "Rejection" });

const diagnostic = z.object({
  code: z.string(),
  message: z.string(),
  block: z.int().describe("Which block of the comment, from 0."),
});

const MAX_GUIDANCE = 500;

export const REJECTION_ROUTES: readonly Route[] = [
  route("POST /rejections/format", {
    id: "formatRejection",
    summary: "Write a rejection comment",
    description:
      "A block for programs and guidance for people, made from the same tags, or from the fallback tag. If a key is configured, the block is signed, and only an administrator can sign for another source.",
    permission: "decide",
    body: z.strictObject({
      issues: z.array(z.string().max(MAX_TAG)).max(MAX_TAGS).default([]),
      source: recordName.optional().describe("Who rejects the work (default: the caller)."),
      comment: wordsField.optional().describe("A note, shown below the guidance."),
    }),
    responses: {
      200: z.object({
        comment: z.string(),
        issues: z.array(z.string()),
        unregistered: z.array(
          z.object({
            tag: z.string(),
            nearest: z.string().nullable().describe("The registered tag that was probably meant."),
          }),
        ),
        signed: z.boolean(),
        verdict,
      }),
    },
    problems: ["not_yourself"],
    handle: async ({ body, principal }, { gates, signer, now }) => {
      const source = body.source ?? principal.id;
      if (signer !== undefined && source !== principal.id && principal.role !== "admin") {
        throw new HttpProblem(
          "not_yourself",
          `expected the source ${JSON.stringify(principal.id)}: only an administrator can sign for somebody else`,
        );
      }
      const issues = normalizeIssues(body.issues, gates.fallback.tag);
      const { comment: note } = body;
      const comment = formatRejection({
        issues,
        source,
        ts: now(),
        catalogue: gates,
        ...defined({ signer, comment: note }),
      });
      const known = gates.list().map((gate) => gate.tag);
      const unregistered = issues
        .filter((each) => gates.find(each) === undefined)
        .map((each) => ({ tag: each, nearest: nearestTag(each, known) ?? null }));
      return respond(200, {
        comment,
        issues,
        unregistered,
        signed: signer !== undefined,
        verdict: rejectionVerdict(issues, gates),
      });
    },
  }),
  route("POST /rejections/parse", {
    id: "parseRejection",
    summary: "Read a rejection comment",
    description:
      "Reads the last well-formed block or, if a key is configured, the last one with a valid signature. If there is none, the status is still 200: `rejection` is null and `problem` says why.",
    permission: "ask",
    body: z.strictObject({ comment: textField }),
    responses: {
      200: z.object({
        rejection: rejection.nullable(),
        guidance: z.array(tagGuidanceSchema).describe("What to do about each of its tags; at most 500."),
        problem: z
          .object({
            code: z.enum(["none", "malformed", "unsupported_version", "unsigned", "bad_signature"]),
            message: z.string(),
          })
          .nullable(),
        diagnostics: z.array(diagnostic).describe("Skipped blocks, and notes about the one that was used."),
      }),
    },
    handle: async ({ body: { comment } }, { gates, signer }) => {
      const parsed = parseRejection(comment, { fallbackTag: gates.fallback.tag, ...defined({ signer }) });
      const { diagnostics } = parsed;
      if (!parsed.ok) {
        return respond(200, { rejection: null, guidance: [], problem: parsed.error, diagnostics });
      }
      const { issues } = parsed.value;
      const guidance = rejectionGuidance(issues.slice(0, MAX_GUIDANCE), reviewerWords(comment), gates);
      const read = { ...parsed.value, verdict: rejectionVerdict(issues, gates) };
      return respond(200, { rejection: read, guidance, problem: null, diagnostics });
    },
  }),
];
