import { z } from "zod";
import { readAgentModel, preferModel } from "../../core/feedback/agent-model.ts";
import { COMMIT_ID, COMMIT_RUN_SCHEMA, commitRunSchema } from "../../core/why/commit-run.ts";
import { momentField } from "../fields.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { agentParams, modelFields, runField } from "../schemas/agent.ts";

const route = routesOf("agents");
const { rules, reminders } = commitRunSchema.shape;

/** What agents report about their runs. */
export const AGENT_RUN_ROUTES: readonly Route[] = [
  route("POST /agents/{agent}/runs", {
    id: "reportRunModel",
    summary: "Report the model of a run",
    description:
      "For a run that Emend already gave rules, when its model becomes known or changes. Nobody verifies the names; effects are split by them.",
    permission: "record",
    quota: "records",
    agent: "path",
    params: agentParams,
    body: z.strictObject({ run: runField, ...modelFields }),
    takesModel: true,
    responses: {
      200: z.object({
        changed: z.boolean().describe("False if Emend knew it, or recorded no rules for the run."),
      }),
    },
    handle: async ({ params: { agent }, body, agentModel }, { store }) => {
      const model = preferModel(readAgentModel(body), agentModel);
      return respond(200, { changed: await store.runs.recordModel({ run: body.run, agent, ...model }) });
    },
  }),
  route("POST /agents/{agent}/commits", {
    id: "reportCommits",
    summary: "Report the commits that a run made",
    description:
      "So that `emend why` can tell what the agent had been given. The hooks of coding agents do this by themselves. A second report of the same commit and run replaces the first.",
    permission: "record",
    quota: "records",
    agent: "path",
    params: agentParams,
    body: z.strictObject({
      commits: z
        .array(
          z.strictObject({
            commit: z
              .string()
              .regex(COMMIT_ID, "expected the full id of a commit")
              .meta({ examples: ["1f0c8d2a4b6e8f0a2c4e6a8b0d2f4a6c8e0b2d4f"] }),
            run: runField,
            time: momentField.optional().describe("When it was committed (default: now)."),
            rules: rules.default([]).describe("Rules the agent was given besides those in its prompt."),
            reminders: reminders.default([]).describe("Ids of the feedback that it was reminded of."),
            ...modelFields,
          }),
        )
        .min(1)
        .max(50),
    }),
    takesModel: true,
    responses: { 200: z.object({ recorded: z.int() }) },
    handle: async ({ params: { agent }, body, agentModel }, { store, now }) => {
      for (const { commit, run, time, rules: given, reminders: reminded, ...model } of body.commits) {
        await store.runs.recordCommit({
          schema: COMMIT_RUN_SCHEMA,
          commit,
          run,
          agent,
          time: time ?? now(),
          rules: given,
          reminders: reminded,
          source: "api",
          ...preferModel(readAgentModel(model), agentModel),
        });
      }
      return respond(200, { recorded: body.commits.length });
    },
  }),
];
