import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./api-problem.ts";
import type { LiveEvent } from "./live.ts";

/** What is shown stays shown while it is asked for again; only what may pass is tried again by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiProblem && (error.status === 0 || error.status >= 500),
    },
  },
});

/** Which questions an event makes out of date; the first word of a question's key is its resource. */
const TOUCHED: Readonly<Record<string, readonly string[]>> = {
  "emend.feedback.recorded": ["feedback", "agents", "events"],
  "emend.rule.changed": ["proposals", "rules", "agents"],
  "emend.evaluation.changed": ["evaluations"],
  "emend.cluster.changed": ["clusters"],
  "emend.alert.raised": ["agents"],
  "emend.alert.cleared": ["agents"],
  "emend.rollout.changed": ["rollouts"],
};

/** Submissions are put in by hand where a person reads the list, so they are not among these. */
export function touchByEvent({ type }: LiveEvent): void {
  if (type === "reset") {
    void queryClient.invalidateQueries();
    return;
  }
  for (const resource of TOUCHED[type] ?? []) void queryClient.invalidateQueries({ queryKey: [resource] });
}
