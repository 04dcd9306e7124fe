import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import type { PatternReport } from "../../app/pattern/report-patterns.ts";
import { feedbackSchema } from "../../core/feedback/feedback-schema.ts";
import { rejectionGuidance } from "../../core/gate/rejection-guidance.ts";
import { reviewerWords } from "../../core/gate/asks-for-change.ts";
import type { AgentPattern } from "../../core/pattern/agent-pattern.ts";
import { type PatternWindow, parseWindow } from "../../core/pattern/pattern-window.ts";
import { TREND_BUCKETS } from "../../core/pattern/trend-buckets.ts";
import { readsForAgent } from "../agent-scope.ts";
import { pageSchema, pageQuery } from "../fields.ts";
import type { HttpContext } from "../http-context.ts";
import { HttpProblem, valueOrProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { agentParams } from "../schemas/agent.ts";
import { tagGuidanceSchema } from "../schemas/gate.ts";
import { alertSchema, patternSchema, trendSchema, windowField, windowSchema } from "../schemas/pattern.ts";

const route = routesOf("agents");

const MAX_TAGS = 100;
const MAX_ALERTS = 200;

const alerts = {
  alerts: z.array(alertSchema).describe("Thresholds crossed in the window, latest first."),
  alerts_more: z.int().describe("Number of further alerts that are not listed."),
};

const rejection = z
  .object({
    feedback: feedbackSchema.meta({ id: "Feedback" }),
    guidance: z
      .array(tagGuidanceSchema)
      .describe(
        "What to do about each of its tags. Without a tag, the fallback's guidance, or the reviewer's words if they clearly say what to do.",
      ),
  })
  .meta({ id: "AgentRejection" });

export const AGENT_ROUTES: readonly Route[] = [
  route("GET /agents", {
    id: "listAgents",
    summary: "Get what each agent gets wrong",
    description:
      "Every agent that worked in the window, most rejections first: approval rate, the most common issues, the trend compared with the previous window, and the alerts. The server caches hourly counts in memory: the first request after a start reads all of them, later ones only what is new.",
    permission: "read",
    query: z.strictObject({
      window: windowField("7d"),
      limit: z.int().min(1).max(500).default(200).describe("Maximum number of agents."),
    }),
    responses: {
      200: z.object({
        window: windowSchema,
        agents: z.array(patternSchema),
        agents_more: z.int().describe("Number of further agents that are not listed."),
        ...alerts,
      }),
    },
    problems: ["invalid_window"],
    handle: async ({ query }, context) => {
      const report = await reportPatterns(query, context);
      return respond(200, {
        window: toWindow(report.window),
        agents: report.patterns.map(toPattern),
        agents_more: report.patternsMore,
        ...toAlerts(report),
      });
    },
  }),
  route("GET /agents/{agent}/patterns", {
    id: "getAgentPatterns",
    summary: "Get what one agent gets wrong",
    description: "For an unknown agent, the pattern is empty.",
    permission: "ask",
    agent: "path",
    params: agentParams,
    query: z.strictObject({ window: windowField("7d") }),
    responses: { 200: z.object({ window: windowSchema, pattern: patternSchema, ...alerts }) },
    problems: ["invalid_window"],
    handle: async ({ params, query, principal }, context) => {
      const report = await reportPatterns(
        { ...query, limit: 1, ...params },
        context,
        readsForAgent(principal),
      );
      const [pattern] = report.patterns;
      return respond(200, {
        window: toWindow(report.window),
        pattern: toPattern(pattern!),
        ...toAlerts(report),
      });
    },
  }),
  route("GET /agents/{agent}/trend", {
    id: "getAgentTrend",
    summary: "Get one agent's work over time",
    description:
      "Submitted, approved and rejected work, and the most common tags of its rejections, by UTC hour, day or week (from Monday); at most 400 buckets.",
    permission: "ask",
    agent: "path",
    params: agentParams,
    query: z.strictObject({ window: windowField("30d"), bucket: z.enum(TREND_BUCKETS).default("day") }),
    responses: { 200: trendSchema },
    problems: ["invalid_window", "too_many_buckets"],
    handle: async ({ params: { agent }, query, principal }, context) => {
      const { emend, now } = context;
      const hours = hoursOf(query.window);
      const request = { agent, now: now(), hours, bucket: query.bucket };
      const report = await emend.patterns.trend(request, readsForAgent(principal));
      const { window, span, ...trend } = valueOrProblem(report);
      const { bucket, from, to } = span;
      return respond(200, { agent, window: toWindow(window), bucket, from, to, ...trend });
    },
  }),
  route("GET /agents/{agent}/rejections", {
    id: "listAgentRejections",
    summary: "List one agent's rejections, newest first",
    description:
      "Each rejected attempt with its run, its tags and what to do about each of them. A page may have fewer than `limit` items if rejections are rare; on the last page `next` is null.",
    permission: "ask",
    agent: "path",
    params: agentParams,
    query: z.strictObject(pageQuery),
    responses: { 200: pageSchema(rejection) },
    problems: ["invalid_cursor"],
    handle: async ({ params, query, principal }, { emend, gates }) => {
      const withoutOutsiders = readsForAgent(principal);
      const filter = defined({ ...params, ...query, outcome: "rejected" as const, withoutOutsiders });
      const page = await emend.feedback.search(filter);
      const items = page.items.map((feedback) => ({
        feedback,
        guidance: rejectionGuidance(feedback.tags, reviewerWords(feedback.comment), gates),
      }));
      return respond(200, pageAnswer({ ...page, items }));
    },
  }),
];

async function reportPatterns(
  { window, limit, agent }: { readonly window: string; readonly limit: number; readonly agent?: string },
  { emend, now }: HttpContext,
  withoutOutsiders = false,
): Promise<PatternReport> {
  const most = { agents: limit, alerts: MAX_ALERTS };
  const request = { most, now: now(), hours: hoursOf(window), ...defined({ agent }) };
  return valueOrProblem(await emend.patterns.report(request, withoutOutsiders));
}

function hoursOf(window: string): number {
  const hours = parseWindow(window);
  if (hours.ok) return hours.value;
  const { code, message } = hours.error;
  throw new HttpProblem(code, message, { errors: [{ path: "window", message }] });
}

const toWindow = ({ hours, from, to, previousFrom }: PatternWindow) => ({
  hours,
  from,
  to,
  previous_from: previousFrom,
});

function toPattern(pattern: AgentPattern) {
  const tags = Object.entries(pattern.issue_breakdown);
  // Objects list numeric keys first, so the order by count has to be restored.
  const kept = tags.toSorted(([, a], [, b]) => b - a).slice(0, MAX_TAGS);
  return {
    ...pattern,
    issue_breakdown: Object.fromEntries(kept),
    issue_breakdown_more: tags.length - kept.length,
  };
}

const toAlerts = ({ alerts: shown, alertsMore }: PatternReport) => ({
  alerts: shown,
  alerts_more: alertsMore,
});
