import { preferModel } from "../../core/feedback/agent-model.ts";
import { defined } from "../../core/defined.ts";
import { projectPath } from "../../core/change/project-path.ts";
import { faultOf } from "../../core/feedback/kind-of-feedback.ts";
import { z } from "zod";
import type { MyMistake } from "../../app/mistake/my-mistakes.ts";
import { OUTCOMES, TRUSTS, MAX_TAG, MAX_TAGS, MAX_FEEDBACK_TEXT } from "../../core/feedback/feedback.ts";
import { fromJsonl } from "../../core/feedback/from-jsonl.ts";
import type { ActiveRule } from "../../core/rule/select-rules.ts";
import { shownInjectionFields } from "../../core/rule/injection.ts";
import { momentField, textField } from "../fields.ts";
import { HttpProblem } from "../http-problem.ts";
import { recordWithTrust } from "../record-feedback.ts";
import { respond, routesOf, type Route } from "../route.ts";
import {
  activeRuleSchema,
  agentParams,
  requestedPath,
  mistakeSchema,
  modelFields,
  pathField,
  pathsField,
  recordedField,
  recordName,
  runField,
  taskField,
  withheldFields,
} from "../schemas/agent.ts";
import { authorOf } from "../agent-scope.ts";
import { PROMPT_PROBLEMS, promptThen } from "./agent-prompts.ts";

const route = routesOf("agents");

export const AGENT_RULE_ROUTES: readonly Route[] = [
  route("GET /agents/{agent}/rules", {
    id: "getAgentRules",
    summary: "Get the rules that an agent must follow in some files",
    description:
      "The rules in force, chosen by scope and effect within the budget, most important first; withheld rules are listed with the reason. With `run`, Emend records which rules the run had.",
    permission: "ask",
    agent: "path",
    params: agentParams,
    query: z.strictObject({
      path: pathsField.optional(),
      run: runField.optional(),
      task: taskField.optional(),
      ...modelFields,
    }),
    takesModel: true,
    responses: {
      200: z.object({
        agent: z.string(),
        rules: z.array(activeRuleSchema),
        section: z.string().describe("The part of the prompt with these rules; empty if there are none."),
        ...withheldFields,
        recorded: recordedField,
      }),
    },
    handle: async ({ params: { agent }, query, principal, agentModel }, { emend }) => {
      // Only a token records the run: a browser may follow another site's link here with its cookie.
      const run = principal.kind === "token" ? query.run : undefined;
      const found = await emend.rules.forFiles({
        agent,
        files: (query.path ?? []).map(requestedPath),
        ...defined({ run, task: query.task }),
        ...preferModel(query, agentModel),
      });
      if (!found.ok) throw new HttpProblem("invalid_query", found.error.message);
      const { rules, section, withheld, withheld_more, tokens, recorded } = found.value;
      return respond(200, {
        agent,
        rules: rules.map(toRule),
        section,
        withheld,
        withheld_more,
        tokens,
        recorded,
      });
    },
  }),
  route("GET /agents/{agent}/mistakes", {
    id: "getAgentMistakes",
    summary: "Get an agent's earlier mistakes near some files",
    description:
      "From its latest feedback on these files, their folders and similar files; similar feedback is grouped, with what to do about it.",
    permission: "ask",
    agent: "path",
    params: agentParams,
    query: z.strictObject({
      path: pathsField.min(1),
      limit: z.int().min(1).max(50).default(10).describe("Maximum number of items."),
    }),
    responses: {
      200: z.object({
        agent: z.string(),
        mistakes: z.array(mistakeSchema).describe("The most frequent and closest first."),
        more: z.int().describe("Number of further ones that are not listed."),
        looked_at: z.int().describe("How much of the latest feedback was examined."),
      }),
    },
    handle: async ({ params: { agent }, query }, { emend }) => {
      const files = query.path.map(requestedPath);
      const found = await emend.feedback.mistakes({ agent, files, limit: query.limit });
      return respond(200, { agent, ...found, mistakes: found.mistakes.map(toMistake) });
    },
  }),
  route("POST /agents/{agent}/prompt", {
    id: "buildAgentPrompt",
    summary: "Get an agent's prompt for one run",
    description:
      "The base prompt with the rules in force. With `run`, Emend records which rules were included and which were not; repeating the request for the same run replaces that record. With `at`, it is the prompt of that moment, byte for byte, and nothing is recorded.",
    permission: "ask",
    quota: "records",
    agent: "path",
    params: agentParams,
    body: z.strictObject({
      base_prompt: textField.default(""),
      run: runField.optional(),
      task: taskField.optional(),
      paths: pathsField.default([]),
      at: momentField.optional().describe("A moment in the past, whose prompt is wanted."),
      ...modelFields,
    }),
    takesModel: true,
    problems: PROMPT_PROBLEMS,
    responses: {
      200: z.object({
        agent: z.string(),
        prompt: z.string(),
        injection: z.object({
          rules: shownInjectionFields.rules.describe("The included rules, best first."),
          ...withheldFields,
        }),
        recorded: recordedField,
      }),
    },
    handle: async ({ params: { agent }, body, agentModel }, { emend }) => {
      const { base_prompt: base, run, task, paths, at } = body;
      if (at !== undefined) {
        const then = await promptThen(emend, { agent, at, base, paths, ...defined({ task: task ?? run }) });
        const { prompt, at: _at, ...injection } = then;
        return respond(200, { agent, prompt, injection, recorded: false });
      }
      const built = await emend.rules.buildPrompt({
        agent,
        base,
        files: paths.map(requestedPath),
        ...defined({ run, task }),
        ...preferModel(body, agentModel),
      });
      if (!built.ok) throw new HttpProblem("invalid_body", built.error.message);
      const { prompt, recorded, ...injection } = built.value;
      return respond(200, { agent, prompt, injection, recorded });
    },
  }),
  route("POST /agents/{agent}/outcomes", {
    id: "reportOutcome",
    summary: "Report the outcome of a run",
    description:
      "What somebody decided about the work of a run. Report what people said, never the agent's own judgement. An outcome reported with an agent's own token is stored as its claim (`claimed_outcome`) and not used anywhere. Reporting the same again changes nothing.",
    permission: "record",
    quota: "records",
    agent: "path",
    params: agentParams,
    body: z.strictObject({
      run: runField,
      outcome: z.enum(OUTCOMES),
      comment: z.string().trim().min(1).max(MAX_FEEDBACK_TEXT).optional(),
      tags: z.array(z.string().trim().min(1).max(MAX_TAG)).max(MAX_TAGS).optional(),
      path: pathField.optional().describe("The file it is about."),
      diff: textField.min(1).optional().describe("The correction that was made to the work."),
      task: taskField.optional(),
      epic: recordName.optional(),
      gate: recordName.optional(),
      duration_seconds: z.number().min(0).optional().describe("How long the decision took."),
      ...modelFields,
    }),
    takesModel: true,
    responses: {
      200: z.object({
        feedback_id: z.string(),
        state: z.enum(["new", "known"]).describe("`known` if the same was already reported."),
        trust: z.enum(TRUSTS).describe("The author it is recorded under."),
        counted: z.boolean().describe("Whether it is a decision; reports with an agent's own token are not."),
      }),
    },
    handle: async ({ params, body, principal, agentModel }, context) => {
      const path = body.path === undefined ? undefined : projectPath(body.path);
      const author = authorOf(principal);
      const { feedback } = fromJsonl(defined({ ...body, ...params, path }), {
        now: context.now(),
        author,
        ...agentModel,
      });
      const [recorded] = await recordWithTrust(feedback, principal, context);
      const { id, state } = recorded!;
      const counted = principal.role !== "agent";
      return respond(200, { feedback_id: id, state, trust: author.trust, counted });
    },
  }),
];

const toRule = ({ rule_id, version, type, text, reason, scope, flagged, in_force_since }: ActiveRule) => ({
  rule_id,
  version,
  type,
  text,
  reason,
  paths: scope.paths,
  agents: scope.agents,
  flagged,
  in_force_since,
});

const toMistake = ({ about, id, count, here, last_time, paths, example, remedy }: MyMistake) => ({
  about,
  id,
  count,
  here,
  last_time,
  paths,
  example: {
    feedback_id: example.id,
    words: faultOf(example),
    trust: example.author.trust,
    path: example.target?.path ?? null,
    time: example.time,
  },
  remedy: remedy ?? null,
});
