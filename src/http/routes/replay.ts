import { z } from "zod";
import { idField } from "../fields.ts";
import { HttpProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { replayResponse } from "../schemas/replay.ts";

const route = routesOf("rules");

/** Commits are replayed while somebody waits for the answer. */
const SECONDS = 10;
const MOST_COMMITS = 1_000;

/** What a rule would have done in the past. */
export const REPLAY_ROUTES: readonly Route[] = [
  route("GET /rules/{rule_id}/replay", {
    id: "replayRule",
    summary: "Get what a rule would have done in the past",
    description: `For the version that waits for a decision, else the one in force. Its checks run over every stored correction and over accepted work; with \`commits\`, also over the lines that commits added to the repository that the server runs in, for at most ${SECONDS} seconds. For its words, the judge says which past remarks it would have covered. It says what would have fired, not what would have been right. Nothing is stored.`,
    permission: "read",
    params: z.strictObject({ rule_id: idField }),
    query: z.strictObject({
      commits: z
        .int()
        .min(0)
        .max(MOST_COMMITS)
        .default(0)
        .describe("How many commits to replay, newest first."),
      skip: z
        .int()
        .min(0)
        .max(10_000_000)
        .default(0)
        .describe("How many of the newest commits to leave out."),
    }),
    responses: { 200: replayResponse },
    problems: ["rule_not_found"],
    handle: async ({ params: { rule_id }, query: { commits, skip } }, { emend }) => {
      const history = commits === 0 ? {} : { history: { commits, skip, seconds: SECONDS } };
      const replay = await emend.rules.replay(rule_id, history);
      if (replay === undefined) throw new HttpProblem("rule_not_found", "there is no rule with this id");
      return respond(200, replay);
    },
  }),
];
