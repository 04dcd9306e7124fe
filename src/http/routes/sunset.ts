import { z } from "zod";
import { MODEL_DAYS, SAVING_DAYS, SUNSET_REASONS } from "../../core/rule/sunset-rules.ts";
import { respond, routesOf, type Route } from "../route.ts";

const route = routesOf("rules");
const named = { rule_id: z.string(), version: z.int(), text: z.string() };

/** Rules that may have had their day. */
export const SUNSET_ROUTES: readonly Route[] = [
  route("GET /sunset", {
    id: "getSunset",
    summary: "List rules that may no longer be needed",
    description:
      "Rules in force that no run needed, which the worker flags so that people retire them, or that a check covers, which are only listed because a check ends with its rule. Also rules that a new model may have made needless. You can try to withdraw those (`POST /trials` with `kind` `withdrawal`). To find rules for folders that are gone, run `emend rules sunset` in the repository.",
    permission: "read",
    responses: {
      200: z.object({
        needless: z.array(
          z.object({
            ...named,
            reason: z.enum(SUNSET_REASONS),
            message: z.string().describe("The reason in plain words."),
            token_cost: z.int().describe("Tokens that its line takes in a prompt."),
          }),
        ),
        offers: z
          .array(
            z.object({
              ...named,
              model: z
                .string()
                .describe(`The model of most runs lately, first seen in the last ${MODEL_DAYS} days.`),
              since: z.string().describe("The day on which the rule's agents first used it."),
              saving: z
                .int()
                .describe(`Tokens that prompts would be shorter by in ${SAVING_DAYS} days without the rule.`),
            }),
          )
          .describe("The largest saving first, at most 50."),
      }),
    },
    problems: [],
    handle: async (_request, { emend }) => {
      const { needless, offers } = await emend.rules.sunset();
      return respond(200, { needless: [...needless], offers: [...offers] });
    },
  }),
];
