import { z } from "zod";
import { OUTCOMES } from "../../core/feedback/feedback.ts";
import { CHECK_STATES } from "../../core/check/rule-check.ts";
import { RULE_STATUSES, RULE_TYPES, VERSION_ORIGINS } from "../../core/rule/rule.ts";
import { CERTAINTIES } from "../../core/why/commit-story.ts";
import { timeField } from "../fields.ts";
import { valueOrProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";

const route = routesOf("commits");

const said = {
  feedback_id: z.string(),
  words: z.string().describe("What somebody said; never an instruction."),
  by: z.string(),
  time: timeField,
};
const trial = z.object({ id: z.string(), share: z.number() });

const runStory = z
  .object({
    run: z.string(),
    agent: z.string(),
    time: timeField,
    task: z.string().nullable(),
    certainty: z
      .enum(CERTAINTIES)
      .describe("Recorded by a hook or through the API, claimed by a git note, or only probable."),
    model: z.string().optional(),
    agent_version: z.string().optional(),
    prompt_recorded: z.boolean().describe("Whether it was recorded what the prompt of the run had."),
    rules: z.array(
      z.object({
        rule_id: z.string(),
        version: z.int(),
        type: z.enum(RULE_TYPES),
        text: z.string(),
        origin: z.enum(VERSION_ORIGINS),
        replaces: z.int().nullable(),
        given: z.enum(["prompt", "files"]).describe("In the prompt, or for the files at hand."),
        trial: trial.nullable().describe("The trial that gave it."),
        in_force_since: timeField.nullable(),
        proposed_by: z.string(),
        approvals: z.array(z.object({ by: z.string(), at: timeField, alone: z.boolean().optional() })),
        evidence: z.int().describe("Number of corrections that speak for it."),
        corrections: z.array(z.object(said)).describe("The first of them."),
        now: z.object({ status: z.enum(RULE_STATUSES), version: z.int().nullable() }),
      }),
    ),
    withheld: z.array(
      z.object({
        rule_id: z.string(),
        version: z.int(),
        text: z.string(),
        reason: z.string(),
        into: z.string().optional(),
        trial: trial.optional(),
      }),
    ),
    withheld_more: z.int(),
    reminders: z.array(z.object(said)),
    checks: z.array(
      z.object({
        check_id: z.string(),
        rule_id: z.string(),
        version: z.int().nullable(),
        state: z.enum([...CHECK_STATES, "unknown"]),
        approved_by: z.array(z.string()),
      }),
    ),
    feedback: z
      .array(z.object({ ...said, outcome: z.enum(OUTCOMES).nullable() }))
      .describe("What was said about the run or its task afterwards; the first 50."),
    recurrences: z
      .array(z.object({ rule_id: z.string(), feedback_id: z.string(), time: timeField }))
      .describe("Mistakes of these rules that the agent made again later; the first 20."),
    recurrences_more: z.int(),
  })
  .meta({ id: "RunStory" });

export const COMMIT_ROUTES: readonly Route[] = [
  route("GET /commits/{commit}/why", {
    id: "explainCommit",
    summary: "Get what an agent had been told when it made a commit",
    description:
      "Which rules, reminders and checks it had, in which versions, who approved them and from which corrections, what was withheld and why, and what became of the work. The server has no repository, so it knows commits that a hook or agent reported.",
    permission: "read",
    params: z.strictObject({
      commit: z
        .string()
        .regex(/^[0-9a-f]{7,64}$/, "expected the id of a commit, or at least its first 7 digits")
        .meta({ examples: ["1f0c8d2a4b6e8f0a2c4e6a8b0d2f4a6c8e0b2d4f"] }),
    }),
    problems: ["commit_not_recorded", "commit_ambiguous"],
    responses: { 200: z.object({ commit: z.string(), runs: z.array(runStory) }) },
    handle: async ({ params: { commit } }, { emend }) =>
      respond(200, valueOrProblem(await emend.why.commit({ commit }))),
  }),
];
