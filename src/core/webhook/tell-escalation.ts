import type { TaskRound } from "../iteration/task-round.ts";
import { MAX_NAME } from "../rule/rule.ts";
import { toldText } from "./webhook-message.ts";

/** What is told of an issue that came up in three of a task's last five rounds. */
export function tellEscalation(
  round: TaskRound,
  issueId: string,
  publicUrl?: string,
): Readonly<Record<string, unknown>> | undefined {
  const { task, agent, number, max, target } = round;
  const escalation = round.escalations.find(({ issue_id }) => issue_id === issueId);
  const item = round.items.find(({ issue_id }) => issue_id === issueId);
  if (escalation === undefined || item === undefined) return undefined;
  const whose = agent === null ? "" : `?agent=${encodeURIComponent(agent)}`;
  return {
    task: toldText(task, MAX_NAME),
    agent: agent === null ? null : toldText(agent, MAX_NAME),
    round: number,
    max,
    issue_id: issueId,
    issue: toldText(item.issue),
    action: toldText(item.action),
    severity: item.severity,
    target: toldText(target.path),
    location: toldText(item.location.reference),
    seen: escalation.seen,
    message: toldText(
      `${task}: the same issue came up in ${escalation.seen} of the last 5 rounds; a person should decide: ${item.issue}`,
    ),
    link:
      publicUrl === undefined
        ? null
        : `${publicUrl.replace(/\/$/, "")}/tasks/${encodeURIComponent(task)}${whose}`,
  };
}
