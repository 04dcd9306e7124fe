import { z } from "zod";
import type { Emend } from "../../compose.ts";
import { defined } from "../../core/defined.ts";
import { shownInjectionFields } from "../../core/rule/injection.ts";
import { RULE_TYPES, VERSION_ORIGINS } from "../../core/rule/rule.ts";
import { momentField, timeField } from "../fields.ts";
import { HttpProblem } from "../http-problem.ts";
import type { ProblemCode } from "../problem-codes.ts";
import { respond, routesOf, type Route } from "../route.ts";
import {
  agentParams,
  pathsField,
  requestedPath,
  runField,
  taskField,
  withheldFields,
} from "../schemas/agent.ts";

const route = routesOf("agents");

export const PROMPT_PROBLEMS = [
  "moment_in_future",
  "settings_unknown",
  "prompt_format_changed",
  "effects_unknown",
  "flags_unknown",
  "checks_unknown",
] as const satisfies readonly ProblemCode[];

/** The prompt of a moment; throws a problem if it is not known. */
export async function promptThen(
  emend: Emend,
  question: {
    readonly agent: string;
    readonly at: string;
    readonly base: string;
    readonly paths: readonly string[];
    readonly task?: string;
  },
) {
  const { paths, ...moment } = question;
  const then = await emend.why.promptAt({ ...moment, files: paths.map(requestedPath) });
  if (then.ok) return then.value;
  const { code, message } = then.error;
  throw new HttpProblem(PROMPT_PROBLEMS.find((each) => each === code) ?? "invalid_query", message);
}

const problem = z.object({ code: z.string(), message: z.string() });
const words = { rule_id: z.string(), version: z.int(), type: z.enum(RULE_TYPES), text: z.string() };

export const AGENT_PROMPT_ROUTES: readonly Route[] = [
  route("GET /agents/{agent}/prompt", {
    id: "getAgentPrompt",
    summary: "Get the prompt that an agent was given at a moment",
    description:
      "Byte for byte, without a base prompt; send that to `POST /agents/{agent}/prompt`. What Emend does not know for certain is a problem and never a guess.",
    permission: "ask",
    agent: "path",
    params: agentParams,
    query: z.strictObject({
      at: momentField,
      path: pathsField.optional(),
      task: taskField.or(runField).optional().describe("The task, or the run of work without one."),
    }),
    problems: PROMPT_PROBLEMS,
    responses: {
      200: z.object({
        agent: z.string(),
        at: timeField,
        prompt: z.string().describe("The section with the rules; empty if there were none."),
        injection: z.object({ rules: shownInjectionFields.rules, ...withheldFields }),
      }),
    },
    handle: async ({ params: { agent }, query }, { emend }) => {
      const { at, path: paths = [], task } = query;
      const {
        prompt,
        at: _at,
        ...injection
      } = await promptThen(emend, {
        agent,
        at,
        base: "",
        paths,
        ...defined({ task }),
      });
      return respond(200, { agent, at, prompt, injection });
    },
  }),
  route("GET /agents/{agent}/prompt/moments", {
    id: "listPromptMoments",
    summary: "List the moments at which an agent's prompt changed",
    description:
      "With the rules that came and went, who signed them and who retired them. Oldest first; the newest 200 moments. For work on any file and in no trial.",
    permission: "read",
    params: agentParams,
    responses: {
      200: z.object({
        agent: z.string(),
        moments: z.array(
          z
            .object({
              at: timeField,
              section: z.string().describe("The part of the prompt with the rules from then on."),
              tokens: z.int(),
              added: z.array(
                z.object({
                  ...words,
                  origin: z.enum(VERSION_ORIGINS),
                  replaces: z.int().nullable().describe("The version that it took the place of."),
                  proposed_by: z.string(),
                  approvals: z.array(
                    z.object({ by: z.string(), at: timeField, alone: z.boolean().optional() }),
                  ),
                  evidence: z.int().describe("Number of corrections that speak for it."),
                }),
              ),
              removed: z.array(
                z.object({
                  ...words,
                  why: z.string().describe("`retired`, or why it was withheld while in force."),
                  by: z.string().nullable().describe("Who retired it."),
                  reason: z.string().nullable(),
                }),
              ),
              problem: problem.nullable().describe("Why the prompt from then on is not known."),
            })
            .meta({ id: "PromptMoment" }),
        ),
        more: z.boolean().describe("Whether earlier moments were left out."),
      }),
    },
    handle: async ({ params: { agent } }, { emend }) => {
      const { moments, more } = await emend.why.promptMoments(agent);
      return respond(200, { agent, moments, more });
    },
  }),
];
