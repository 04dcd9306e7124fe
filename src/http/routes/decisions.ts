import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { decisionEventSchema } from "../../core/feedback/decision-event.ts";
import { fromDecision } from "../../core/feedback/from-decision.ts";
import type { Principal } from "../../core/access/token.ts";
import { HttpProblem } from "../http-problem.ts";
import { limitTrust } from "../agent-scope.ts";
import { respond, routesOf, type Route } from "../route.ts";

const route = routesOf("decisions");

const EXAMPLE = {
  decision_id: "d-17",
  gate_id: "Before merge",
  epic_id: "billing",
  decision: "REJECTED",
  reviewer_id: "ana",
  timestamp: "2026-05-01T10:00:00Z",
  review_duration_seconds: 90,
  agent_output_sha: "0f3a",
  reviewer_comment: "Close the file before you return.",
  agent: "rio",
} as const;

/** Decisions made in other tools, in the format of the decision stream. */
export const DECISION_ROUTES: readonly Route[] = [
  route("POST /decisions", {
    id: "recordDecision",
    summary: "Record a decision made elsewhere",
    description:
      "An event as in the decision stream; `agent` is who did the work, and `correction_diff` may contain the diff itself. A diff named by `correction_diff_path` is only read from `corrections.folder` or the ledger; if it cannot be read, there is a diagnostic. Repeating a `decision_id` changes nothing; it is specific to the token unless that is an administrator's. Only an administrator's token can record decisions of other reviewers.",
    permission: "decide",
    quota: "records",
    body: decisionEventSchema.meta({ id: "DecisionEvent", examples: [EXAMPLE] }),
    responses: {
      200: z.object({
        state: z.enum(["new", "known"]),
        feedback_id: z.string(),
        diagnostics: z
          .array(z.object({ reason: z.string(), path: z.string(), message: z.string() }))
          .describe("What is missing from the record or differs from the request."),
      }),
    },
    problems: ["not_yourself", "invalid_decision"],
    handle: async ({ body, principal }, { emend, now, readCorrection }) => {
      checkReviewer(principal, body.reviewer_id);
      const { feedback, diagnostics } = fromDecision(body, { now: now(), ...defined({ readCorrection }) });
      const [record] = feedback;
      if (record === undefined) {
        const errors = diagnostics.map(({ path, message }) => ({ path, message }));
        throw new HttpProblem("invalid_decision", errors[0]?.message ?? "is not a decision", { errors });
      }
      const { items } = await emend.feedback.record([limitTrust(record, principal)]);
      const { state, id } = items[0]!;
      return respond(200, {
        state,
        feedback_id: id,
        diagnostics: diagnostics.map(({ reason, path, message }) => ({ reason, path, message })),
      });
    },
  }),
];

function checkReviewer(principal: Principal, reviewer: string): void {
  if (principal.role === "admin" || principal.id === reviewer.trim()) return;
  throw new HttpProblem(
    "not_yourself",
    `expected reviewer_id to be ${JSON.stringify(principal.id)}; only an administrator's token can use another`,
  );
}
