import { fail, ok, type Result } from "../result.ts";

/** What endpoints can be told of, by name; others listen, so a name that was released keeps its meaning. */
export const WEBHOOK_TYPES = [
  "alert.raised",
  "alert.cleared",
  "proposal.created",
  "proposal.decided",
  "rule.activated",
  "rule.retired",
  "rule.flagged",
  "feedback.ambiguous",
  "submission.waiting",
  "iteration.escalated",
] as const;

export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** Work that waits for a person comes in by the hundred, so it is told to those only who ask for it. */
const DEFAULT_TYPES: readonly WebhookType[] = WEBHOOK_TYPES.filter((type) => type !== "submission.waiting");

export interface WebhookProblem {
  readonly code:
    | "unknown_webhook_event"
    | "webhook_secret_missing"
    | "invalid_webhook_secret"
    | "invalid_webhook_url";
  readonly message: string;
}

/** Which are told: those named, or all but submissions where none is. */
export function readWebhookTypes(
  names: readonly string[] | undefined,
): Result<ReadonlySet<WebhookType>, WebhookProblem> {
  if (names === undefined || names.length === 0) return ok(new Set(DEFAULT_TYPES));
  const unknown = names.find((name) => !isWebhookType(name));
  if (unknown === undefined) return ok(new Set(names.filter(isWebhookType)));
  const message = `expected webhooks.events to name some of ${WEBHOOK_TYPES.join(", ")}, got ${JSON.stringify(unknown.slice(0, 40))}`;
  return fail({ code: "unknown_webhook_event", message });
}

const isWebhookType = (name: string): name is WebhookType =>
  (WEBHOOK_TYPES as readonly string[]).includes(name);
