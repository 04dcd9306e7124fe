import { agentModelShape } from "./agent-model.ts";
import { MAX_ID, MAX_LINE } from "../text/limits.ts";
import { utcTimeSchema } from "../time/time.ts";
import { z } from "zod";
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_SCHEMA,
  FEEDBACK_SEVERITIES,
  NAMED_LOCATIONS,
  OUTCOMES,
  SOURCE_KINDS,
  TRUSTS,
  type Feedback,
  MAX_DIFF,
  MAX_EVENT_ID,
  MAX_EXCERPT,
  MAX_ORIGINAL,
  MAX_PATH,
  MAX_SIMILARITY_TEXT,
  MAX_SUMMARY,
  MAX_TAG,
  MAX_TAGS,
  MAX_FEEDBACK_TEXT,
} from "./feedback.ts";
import { publishSchema } from "../json/json.ts";

const filled = (max: number) => z.string().min(1).max(max);
const name = filled(MAX_ID);
const hash = z.string().regex(/^[0-9a-f]{16}$/);
const line = z.int().min(1).max(MAX_LINE);

const source = z.strictObject({
  kind: z.enum(SOURCE_KINDS),
  ref: name.exactOptional().describe("The source's own id for it."),
  tool: name.exactOptional().describe("The tool or reviewer that produced it."),
  reply_to: name.exactOptional().describe("The ref of the remark that this one answers."),
});

const author = z.strictObject({
  id: name,
  trust: z.enum(TRUSTS).describe("The author's trust; an outsider's words are never followed."),
});

const location = z.union([
  z
    .strictObject({
      type: z.literal("lines"),
      line,
      end_line: line.describe("Never before `line`."),
      side: z.literal("old").exactOptional().describe("Lines are counted before the change."),
    })
    .refine((lines) => lines.end_line >= lines.line, "end_line comes before line"),
  z.strictObject({ type: z.enum(NAMED_LOCATIONS), reference: filled(MAX_PATH) }),
]);

const correction = z.strictObject({
  diff: filled(MAX_DIFF).exactOptional().describe("A unified diff, cut if it is too long."),
  diff_path: filled(MAX_PATH).exactOptional(),
  summary: filled(MAX_SUMMARY).exactOptional(),
});

const original = z.union([
  z.strictObject({ state: z.literal("whole"), json: z.string().max(MAX_ORIGINAL), hash }),
  z.strictObject({
    state: z.literal("truncated"),
    excerpt: z.string().max(MAX_EXCERPT),
    hash: hash.describe("Hash of the whole text, not of the excerpt."),
    size: z.int().min(0).describe("Length of the whole text in code units."),
  }),
  z.strictObject({ state: z.literal("erased") }),
]);

/** The schema of a stored or published record. Unknown keys belong to another version, so they are an error. */
export const feedbackSchema = z.strictObject({
  schema: z.literal(FEEDBACK_SCHEMA),
  id: z.string().regex(/^fb_[0-9a-f]{32}$/),
  event_id: filled(MAX_EVENT_ID).describe("The same event delivered twice has the same one."),
  fingerprint: hash.describe("The same content under another event id has the same one."),
  source,
  author,
  time: utcTimeSchema,
  outcome: z.enum(OUTCOMES).nullable().describe("What was decided about the work, if anything."),
  claimed_outcome: z
    .enum(OUTCOMES)
    .exactOptional()
    .describe("What an agent claims was decided about its own work; not used anywhere."),
  tags: z.array(filled(MAX_TAG)).max(MAX_TAGS).describe("What patterns count; each once."),
  similarity_text: z.string().max(MAX_SIMILARITY_TEXT),
  original,
  agent: name.exactOptional().describe("The agent that did the work."),
  work_of: z
    .literal("people")
    .exactOptional()
    .describe("The work was done by people, not an agent; not used for rules unless it is a convention."),
  convention: z
    .literal(true)
    .exactOptional()
    .describe("Stored as a convention of the repository, on request."),
  by_author: z
    .literal(true)
    .exactOptional()
    .describe("Written by whoever did the work, such as a reply to a review; not used for rules."),
  run: name.exactOptional(),
  task: name.exactOptional(),
  epic: name.exactOptional(),
  gate: name.exactOptional(),
  target: z
    .strictObject({ path: filled(MAX_PATH).exactOptional(), location: location.exactOptional() })
    .exactOptional(),
  severity: z.enum(FEEDBACK_SEVERITIES).exactOptional(),
  category: z.enum(FEEDBACK_CATEGORIES).exactOptional(),
  wrong: filled(MAX_FEEDBACK_TEXT).exactOptional().describe("What is wrong."),
  fix: filled(MAX_FEEDBACK_TEXT).exactOptional().describe("What to do about it."),
  correction: correction.exactOptional(),
  comment: filled(MAX_FEEDBACK_TEXT).exactOptional().describe("The reviewer's own words."),
  duration_seconds: z.number().min(0).exactOptional(),
  output: z.strictObject({ agent_sha: name, approved_sha: name.exactOptional() }).exactOptional(),
  model: agentModelShape.model.describe("The agent's model, as the agent reports it."),
  agent_version: agentModelShape.agent_version.describe("The version of the agent's program."),
}) satisfies z.ZodType<Feedback>;

export const feedbackJsonSchema = (): Readonly<Record<string, unknown>> =>
  publishSchema(feedbackSchema, {
    id: "urn:emend:schema:feedback:1",
    title: "Feedback",
    description: "One piece of feedback about an agent's work, from any source.",
  });
