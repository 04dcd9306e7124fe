import { MAX_NAME } from "../rule/rule.ts";
import { fieldOf, listOf, textOf } from "../json/read-json.ts";
import { ruleMessageType } from "./tell-rule.ts";
import { toldText } from "./webhook-message.ts";
import type { WebhookType } from "./webhook-type.ts";

/** An event that endpoints may be told of, and the record to ask for its words. */
export type Outgoing = {
  readonly type: WebhookType;
  readonly eventId: string;
  /** When it happened; RFC 3339. */
  readonly time: string;
  readonly subject: string;
} & (
  | { readonly about: "alert" }
  | { readonly about: "evaluation" }
  | { readonly about: "rule"; readonly acts: readonly string[] }
  | { readonly about: "submission"; readonly data: Readonly<Record<string, unknown>> }
  | {
      readonly about: "iteration";
      readonly task: string;
      readonly agent: string | null;
      readonly position: number;
    }
);

const MAX_ACTS = 10;

/** What an event of the log is told as; nothing for most of them, and for what is no event of Emend's. */
export function readOutgoing(event: unknown): Outgoing | undefined {
  const [eventType, eventId, time, subject] = ["type", "id", "time", "subject"].map((name) =>
    textOf(fieldOf(event, name)),
  );
  if (eventId === undefined || subject === undefined || time === undefined) return undefined;
  if (Number.isNaN(Date.parse(time))) return undefined;
  const frame = { eventId, time, subject };
  const data = fieldOf(event, "data");
  switch (eventType ?? "") {
    case "emend.alert.raised":
      return { ...frame, type: "alert.raised", about: "alert" };
    case "emend.alert.cleared":
      return { ...frame, type: "alert.cleared", about: "alert" };
    case "emend.rule.changed": {
      const acts = listOf(fieldOf(data, "acts"))
        .slice(0, MAX_ACTS)
        .filter((act) => typeof act === "string");
      const type = ruleMessageType(acts);
      return type === undefined ? undefined : { ...frame, type, about: "rule", acts };
    }
    case "emend.evaluation.ambiguous":
      return { ...frame, type: "feedback.ambiguous", about: "evaluation" };
    case "emend.submission.changed":
      if (fieldOf(data, "status") !== "waiting") return undefined;
      return {
        ...frame,
        type: "submission.waiting",
        about: "submission",
        data: { submission_id: subject, agent: nameOf(data, "agent"), gate: nameOf(data, "gate") },
      };
    case "emend.iteration.escalated": {
      const [task, agent] = ["task", "agent"].map((name) => textOf(fieldOf(data, name)));
      const position = fieldOf(data, "revision");
      if (task === undefined || typeof position !== "number") return undefined;
      const type = "iteration.escalated";
      return { ...frame, type, about: "iteration", task, agent: agent ?? null, position };
    }
    default:
      return undefined;
  }
}

function nameOf(data: unknown, field: string): string | null {
  const name = textOf(fieldOf(data, field));
  return name === undefined ? null : toldText(name, MAX_NAME);
}
