import type { LiveEvent } from "./live-event.ts";

/** A question as it is kept: the resource, what is asked of it, and of which one. */
export type QuestionKey = readonly unknown[];

type Asks = (key: QuestionKey, event: LiveEvent) => boolean;

/** Questions of one resource; with names, only those that ask for one of these. */
const asks =
  (resource: string, ...names: readonly string[]) =>
  ([first, second]: QuestionKey): boolean =>
    first === resource && (names.length === 0 || names.includes(String(second)));

/** Questions of one resource about the record that changed, wherever their key names it. */
const asksAbout =
  (resource: string, ...names: readonly string[]): Asks =>
  (key, { subject }) =>
    asks(resource, ...names)(key) && key.slice(1).includes(subject);

/** Questions about an agent: all of that name, or all where the event names none. */
const asksAboutAgent =
  (...names: readonly string[]): Asks =>
  ([first, second, agent], { data }) =>
    first === "agents" &&
    names.includes(String(second)) &&
    (typeof data["agent"] !== "string" || data["agent"] === agent);

const ALERTS: readonly Asks[] = [asks("agents", "list"), asksAboutAgent("pattern")];

/**
 * Which questions an event may have made out of date. A list that somebody works through by hand is not among them: what
 * arrives waits beside it until it is put in.
 */
const STALE: Readonly<Record<string, readonly Asks[]>> = {
  "emend.feedback.recorded": [
    asks("agents", "list"),
    asksAboutAgent("pattern", "trend", "rejections", "mistakes", "reminders"),
    asksAbout("feedback"),
  ],
  "emend.rule.changed": [
    asks("proposals"),
    asks("rules", "list", "lately", "of", "prompt", "budget"),
    asksAbout("rules"),
    asks("counts"),
  ],
  "emend.evaluation.changed": [asks("counts"), asks("evaluations", "counts"), asksAbout("evaluations")],
  "emend.cluster.changed": [asksAbout("clusters")],
  "emend.submission.changed": [
    asks("counts"),
    asks("submissions", "counts", "queue"),
    asksAbout("submissions", "one"),
  ],
  "emend.alert.raised": ALERTS,
  "emend.alert.cleared": ALERTS,
  "emend.rollout.changed": [asks("rollouts", "list", "health"), asksAbout("rollouts")],
  "emend.iteration.escalated": [asks("tasks")],
};

/** Whether what is known under a key can be another since the event. */
export const isStaleBy = (event: LiveEvent, key: QuestionKey): boolean =>
  event.type === "reset" || (STALE[event.type] ?? []).some((each) => each(key, event));
