import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { Failed, Skeleton } from "./components/states.tsx";
import { INVITE_PATH } from "./login/invite-path.ts";
import { Frame } from "./shell/frame.tsx";
import { NotFound } from "./shell/not-found.tsx";

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

export type Search = Readonly<Record<string, string | undefined>>;

const search = (raw: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(raw)
      .filter(
        ([, value]) => typeof value === "string" || typeof value === "number" || typeof value === "boolean",
      )
      .map(([name, value]) => [name, String(value)]),
  );

const page = <const Path extends string>(
  path: Path,
  load: () => Promise<Record<string, () => React.ReactNode>>,
  name: string,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: search,
    component: lazyRouteComponent(load, name),
  });

const tree = root.addChildren([
  page("/", () => import("./home/home-page.tsx"), "HomePage"),
  page(INVITE_PATH, () => import("./login/invite-page.tsx"), "InvitePage"),
  page("/inbox", () => import("./inbox/inbox-page.tsx"), "InboxPage"),
  page("/inbox/$submission", () => import("./review/review-page.tsx"), "ReviewPage"),
  page("/proposals", () => import("./proposals/proposals-page.tsx"), "ProposalsPage"),
  page("/proposals/$rule", () => import("./proposals/proposals-page.tsx"), "ProposalsPage"),
  page("/rules", () => import("./rules/rules-page.tsx"), "RulesPage"),
  page("/rules/$rule", () => import("./rules/rule-page.tsx"), "RulePage"),
  page("/agents", () => import("./agents/agents-page.tsx"), "AgentsPage"),
  page("/agents/$agent", () => import("./agents/agent-page.tsx"), "AgentPage"),
  page("/tasks/$task", () => import("./tasks/task-page.tsx"), "TaskPage"),
  page("/feedback", () => import("./feedback/feedback-page.tsx"), "FeedbackPage"),
  page("/feedback/$feedback", () => import("./feedback/story-page.tsx"), "StoryPage"),
  page("/clusters/$cluster", () => import("./feedback/cluster-page.tsx"), "ClusterPage"),
  page("/why/$commit", () => import("./why/why-page.tsx"), "WhyPage"),
  page("/trials", () => import("./trials/trials-page.tsx"), "TrialsPage"),
  page("/trials/$trial", () => import("./trials/trial-page.tsx"), "TrialPage"),
  page("/try", () => import("./try/try-page.tsx"), "TryPage"),
  page("/rollouts", () => import("./rollouts/rollouts-page.tsx"), "RolloutsPage"),
  page("/events", () => import("./events/events-page.tsx"), "EventsPage"),
  page("/audit", () => import("./audit/audit-page.tsx"), "AuditPage"),
  page("/settings", () => import("./settings/settings-page.tsx"), "SettingsPage"),
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: "intent",
  defaultPendingComponent: Skeleton,
  defaultErrorComponent: ({ error, reset }) => <Failed error={error} retry={reset} />,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    readonly router: typeof router;
  }
}
