import type { Feedback } from "./feedback.ts";

/**
 * Converts a record to an item of `POST /feedback`: without ids, which the server makes itself. The record's event
 * id becomes the sender's key, so sending it again changes nothing.
 */
export function toItem(record: Feedback): Readonly<Record<string, unknown>> {
  const { source, author, time, outcome, tags, agent, run, task, epic, gate, target, correction } = record;
  const { severity, category, wrong, fix, comment, duration_seconds, model, agent_version } = record;
  const lines = target?.location?.type === "lines" ? target.location : undefined;
  const item = {
    ...(source.kind === "signal" ? { kind: source.kind } : {}),
    event_id: record.event_id,
    tool: source.tool,
    author,
    time,
    outcome: outcome ?? undefined,
    tags,
    agent,
    run,
    task,
    epic,
    gate,
    path: target?.path,
    line: lines?.line,
    end_line: lines?.end_line,
    severity,
    category,
    wrong,
    fix,
    comment,
    diff: correction?.diff,
    duration_seconds,
    model,
    agent_version,
  };
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
}
