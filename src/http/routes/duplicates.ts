import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { DUPLICATE_AT, type Passage } from "../../core/duplicate/compare-texts.ts";
import { DUPLICATE_TAG, withDuplicateGate } from "../../core/gate/duplicate-gate.ts";
import { formatRejection } from "../../core/gate/format-rejection.ts";
import { idField, textField } from "../fields.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { recordName } from "../schemas/agent.ts";

const similarity = z.number().min(0).max(1);

const passage = z.object({ line: z.int(), end_line: z.int(), text: z.string() });

const rival = z
  .object({
    name: z.string().describe("As given, or the id of a submission."),
    score: similarity.describe("The share of the text that it contains."),
    covered: similarity.describe("The share of it that the text contains."),
    whole: similarity.describe("The cosine similarity of both as a whole."),
    passages: z
      .array(
        z.object({
          score: similarity,
          text: passage,
          rival: passage,
          differs: z
            .string()
            .exactOptional()
            .describe("Why they are different claims although they look similar."),
        }),
      )
      .describe("Matching passages, the closest first; at most 20."),
  })
  .meta({ id: "Rival" });

const route = routesOf("rejections");

export const DUPLICATE_ROUTES: readonly Route[] = [
  route("POST /rejections/duplicates", {
    id: "findDuplicates",
    summary: "Find near-duplicates of a text",
    description:
      "Compares a text with others, passage by passage, using the local model: with those given, or with the latest 100 submissions. From `threshold` up it is a near-duplicate, and `comment` is a rejection comment that names the texts and lines. Passages that differ in numbers, a negation or an opposite are different claims, even in nearly the same words.",
    permission: "decide",
    body: z.strictObject({
      text: textField,
      against: z
        .array(z.strictObject({ name: z.string().min(1).max(1_000), text: z.string().max(262_144) }))
        .max(1_000)
        .optional()
        .describe("The texts to compare it with (default: submissions)."),
      gate: recordName.optional().describe("Only submissions at this gate."),
      agent: recordName.optional().describe("Only submissions by this agent."),
      except: idField.optional().describe("The submission that contains the text."),
      threshold: similarity.optional().describe("Default: `gates.duplicate_at`, 0.85."),
    }),
    responses: {
      200: z.object({
        issues: z.array(z.string()).describe("`near_duplicate`, or none."),
        rivals: z.array(rival),
        nearest: z
          .object({ name: z.string(), score: similarity })
          .nullable()
          .describe("The most similar text, whether or not it is a near-duplicate."),
        looked_at: z.int(),
        threshold: similarity,
        comment: z.string().nullable().describe("Null if there is no near-duplicate."),
      }),
    },
    handle: async (
      { body, principal },
      { emend: { submissions }, gates, duplicateAt = DUPLICATE_AT, signer, now },
    ) => {
      const { text, against, threshold = duplicateAt, ...query } = body;
      const others = against ?? (await submissions.texts(defined(query)));
      const { rivals, nearest, looked_at } = await submissions.findRivals(text, others, threshold);
      const comment =
        rivals.length === 0
          ? null
          : formatRejection({
              issues: [DUPLICATE_TAG],
              source: principal.id,
              ts: now(),
              catalogue: withDuplicateGate(gates),
              rivals,
              ...defined({ signer }),
            });
      return respond(200, {
        issues: rivals.length === 0 ? [] : [DUPLICATE_TAG],
        rivals: rivals.map((each) => ({
          name: each.name,
          score: bounded(each.score),
          covered: bounded(each.covered),
          whole: bounded(each.whole),
          passages: each.passages.map(({ score, ours, theirs, differs }) => ({
            score: bounded(score),
            text: toPassage(ours),
            rival: toPassage(theirs),
            ...defined({ differs }),
          })),
        })),
        nearest: nearest === null ? null : { name: nearest.name, score: bounded(nearest.score) },
        looked_at,
        threshold,
        comment,
      });
    },
  }),
];

const toPassage = ({ line, end_line, text }: Passage) => ({ line, end_line, text });

/** Rounding errors may push a score slightly above 1. */
const bounded = (score: number): number => Math.min(1, Math.max(0, Math.round(score * 1_000) / 1_000));
