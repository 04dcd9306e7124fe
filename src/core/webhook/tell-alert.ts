import { MAX_NAME } from "../rule/rule.ts";
import type { AlertRecord } from "../pattern/alert-record.ts";
import { toldText } from "./webhook-message.ts";

/** What is told of an alert, when it begins and when it is over. */
export function tellAlert(record: AlertRecord): Readonly<Record<string, unknown>> {
  const { id, alert, raised_at, cleared_at } = record;
  return {
    alert_id: id,
    code: alert.code,
    agent: toldText(alert.agent, MAX_NAME),
    tag: "tag" in alert ? toldText(alert.tag, MAX_NAME) : null,
    message: toldText(alert.message),
    value: alert.value,
    threshold: alert.threshold,
    evidence: alert.evidence,
    since: alert.since,
    until: alert.until,
    raised_at,
    cleared_at,
  };
}
