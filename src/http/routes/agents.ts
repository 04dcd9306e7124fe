import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import type { PatternReport } from "../../app/pattern/report-patterns.ts";
import type { Principal } from "../../core/access/token.ts";
import { feedbackSchema } from "../../core/feedback/feedback-schema.ts";
import { rejectionGuidance } from "../../core/gate/rejection-guidance.ts";
import { reviewerWords } from "../../core/gate/says-what-is-wanted.ts";
import type { AgentPattern } from "../../core/pattern/agent-pattern.ts";
import { type PatternWindow, parseWindow } from "../../core/pattern/pattern-window.ts";
import { TREND_BUCKETS } from "../../core/pattern/trend-buckets.ts";
import { readsForAgent } from "../agent-scope.ts";
import { pageOf, pageQuery } from "../fields.ts";
import type { HttpContext } from "../http-context.ts";
import { HttpProblem } from "../http-problem.ts";
import { answer, defineRoute, type Route } from "../route.ts";
import { agentParams } from "../schemas/agent.ts";
import { tagGuidanceSchema } from "../schemas/gate.ts";
import { alertSchema, patternSchema, trendSchema, windowSchema } from "../schemas/pattern.ts";

const tag = "agents";

const windowField = (usual: string) =>
  z
    .string()
    .min(1)
    .max(20)
    .default(usual)
    .meta({ description: "From 1 hour to 365 days: `24h`, `7d`, or a number of hours.", examples: ["7d"] });

/** Beyond these an answer says how many more there are. */
const MOST_TAGS = 100;
const MOST_ALERTS = 200;

const alerts = {
  alerts: z.array(alertSchema).meta({ description: "Thresholds crossed in the window, latest first." }),
  alerts_more: z.int().meta({ description: "Number of further alerts that are not listed." }),
};

const rejection = z
  .object({
    feedback: feedbackSchema.meta({ id: "Feedback" }),
    guidance: z.array(tagGuidanceSchema).meta({
      description:
        "What to do about each of its tags. Without a tag, the fallback's guidance, or the reviewer's words if they clearly say what to do.",
    }),
  })
  .meta({ id: "AgentRejection" });

export const AGENT_ROUTES: readonly Route[] = [
  defineRoute({
    id: "listAgents",
    method: "get",
    path: "/agents",
    tag,
    summary: "Get what each agent gets wrong",
    description:
      "Every agent that worked in the window, most rejections first: approval rate, the most common issues, the trend compared with the previous window, and the alerts. The server caches hourly counts in memory: the first request after a start reads all of them, later ones only what is new.",
    permission: "read",
    query: z.strictObject({
      window: windowField("7d"),
      limit: z.int().min(1).max(500).default(200).meta({ description: "Maximum number of agents." }),
    }),
    answers: {
      200: z.object({
        window: windowSchema,
        agents: z.array(patternSchema),
        agents_more: z.int().meta({ description: "Number of further agents that are not listed." }),
        ...alerts,
      }),
    },
    problems: ["invalid_window"],
    handle: async ({ query }, context) => {
      const report = await patternsOf(query, context);
      return answer(200, {
        window: toWindow(report.window),
        agents: report.patterns.map(toPattern),
        agents_more: report.patternsMore,
        ...toAlerts(report),
      });
    },
  }),
  defineRoute({
    id: "getAgentPatterns",
    method: "get",
    path: "/agents/{agent}/patterns",
    tag,
    summary: "Get what one agent gets wrong",
    description: "For an unknown agent, the pattern is empty.",
    permission: "ask",
    agent: "path",
    params: agentParams,
    query: z.strictObject({ window: windowField("7d") }),
    answers: { 200: z.object({ window: windowSchema, pattern: patternSchema, ...alerts }) },
    problems: ["invalid_window"],
    handle: async ({ params, query, principal }, context) => {
      const asked = { ...query, limit: 1 };
      const report = await patternsOf(asked, context, { agent: params.agent, principal });
      const [pattern] = report.patterns;
      return answer(200, {
        window: toWindow(report.window),
        pattern: toPattern(pattern!),
        ...toAlerts(report),
      });
    },
  }),
  defineRoute({
    id: "getAgentTrend",
    method: "get",
    path: "/agents/{agent}/trend",
    tag,
    summary: "Get one agent's work over time",
    description:
      "Submitted, approved and rejected work, and the most common tags of its rejections, by UTC hour, day or week (from Monday); at most 400 buckets.",
    permission: "ask",
    agent: "path",
    params: agentParams,
    query: z.strictObject({ window: windowField("30d"), bucket: z.enum(TREND_BUCKETS).default("day") }),
    answers: { 200: trendSchema },
    problems: ["invalid_window", "too_many_buckets"],
    handle: async ({ params: { agent }, query, principal }, context) => {
      const { emend, now } = context;
      const hours = hoursOf(query.window);
      const asked = { agent, now: now(), hours, bucket: query.bucket };
      const report = await emend.patterns.trend(asked, readsForAgent(principal));
      if (!report.ok) throw new HttpProblem(report.error.code, report.error.message);
      const { window, span, ...trend } = report.value;
      const { bucket, from, to } = span;
      return answer(200, { agent, window: toWindow(window), bucket, from, to, ...trend });
    },
  }),
  defineRoute({
    id: "listAgentRejections",
    method: "get",
    path: "/agents/{agent}/rejections",
    tag,
    summary: "List one agent's rejections, newest first",
    description:
      "Each rejected attempt with its run, its tags and what to do about each of them. A page may have fewer than `limit` items if rejections are rare; on the last page `next` is null.",
    permission: "ask",
    agent: "path",
    params: agentParams,
    query: z.strictObject(pageQuery),
    answers: { 200: pageOf(rejection) },
    problems: ["invalid_cursor"],
    handle: async ({ params, query, principal }, { emend, gates }) => {
      const withoutOutsiders = readsForAgent(principal);
      const asked = defined({ ...params, ...query, outcome: "rejected" as const, withoutOutsiders });
      const page = await emend.feedback.search(asked);
      const items = page.items.map((feedback) => ({
        feedback,
        guidance: rejectionGuidance(feedback.tags, reviewerWords(feedback.comment), gates),
      }));
      return answer(200, pageAnswer({ ...page, items }));
    },
  }),
];

interface AskedAbout {
  readonly agent: string;
  readonly principal: Principal;
}

async function patternsOf(
  { window, limit }: { readonly window: string; readonly limit: number },
  { emend, now }: HttpContext,
  of?: AskedAbout,
): Promise<PatternReport> {
  const question = {
    most: { agents: limit, alerts: MOST_ALERTS },
    now: now(),
    hours: hoursOf(window),
    ...defined({ agent: of?.agent }),
  };
  const report = await emend.patterns.report(question, of !== undefined && readsForAgent(of.principal));
  if (report.ok) return report.value;
  throw new HttpProblem(report.error.code, report.error.message);
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
  // An object puts names that look like numbers first, so the order has to be made again.
  const kept = tags.toSorted(([, a], [, b]) => b - a).slice(0, MOST_TAGS);
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
