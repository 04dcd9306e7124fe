import {
  type Alert,
  alertKey,
  type ApprovalDropAlert,
  type RepeatedTagAlert,
} from "../../src/core/pattern/alert.ts";

/** An alert of a mistake that came back in the hour given. */
export function repeatedTag(parts: Partial<RepeatedTagAlert> = {}): RepeatedTagAlert {
  const identity = {
    code: "repeated_tag",
    agent: parts.agent ?? "rio",
    tag: parts.tag ?? "tests_failing",
    episode: parts.episode ?? "2026-03-10T10:00:00Z",
  } as const;
  return {
    id: alertKey(identity),
    since: "2026-03-10T10:00:00Z",
    until: "2026-03-10T12:00:00Z",
    value: 3,
    threshold: 3,
    message: "rio: tests_failing came back 3 times within 6 hours; correct it before the next run",
    evidence: { occurrences: 3, span_hours: 6 },
    ...parts,
    ...identity,
  };
}

/** An alert of an agent whose work is approved less often than before. */
export function approvalDrop(agent: string, episode: string): Alert {
  const identity = { code: "approval_drop", agent, episode } as const;
  const drop: ApprovalDropAlert = {
    id: alertKey(identity),
    ...identity,
    since: "2026-03-03T12:00:00Z",
    until: "2026-03-10T12:00:00Z",
    value: 20,
    threshold: 15,
    message: `${agent}: approval fell`,
    evidence: { decided: 10, approved: 5, decided_before: 10, approved_before: 7 },
  };
  return drop;
}
