import type { MarkName } from "../components/mark.tsx";
import type { TaskHistory, TaskRound } from "./task-queries.ts";

type FindingClass = TaskRound["items"][number]["class"];

export const CLASS_WORDS: Readonly<Record<FindingClass, string>> = {
  repeated: "Repeated",
  reversed: "Reversed",
  new_on_changed: "New on changed code",
  new_on_unchanged: "New on unchanged code",
  new: "New",
};

export const CLASS_MARKS: Readonly<Record<FindingClass, MarkName>> = {
  repeated: "close",
  reversed: "tr",
  new_on_changed: "caret",
  new_on_unchanged: "query",
  new: "caret",
};

export const OUTLOOK_WORDS: Readonly<Record<TaskHistory["outlook"]["answer"], string>> = {
  too_early: "Too early to say",
  settled: "Settled",
  settling: "Settling",
  unclear: "Unclear",
  not_settling: "Not settling",
};

export const RATE_WORDS = [
  ["follow_rate", "Followed"],
  ["improvement_rate", "Improved"],
  ["repeated_issue_rate", "Repeated"],
  ["escalation_rate", "Escalated"],
] as const satisfies readonly (readonly [keyof TaskHistory["rates"], string])[];

export const percentOf = (share: number | null): string =>
  share === null ? "–" : `${Math.round(share * 100)} %`;

export const formatLocation = ({ type, reference }: TaskRound["items"][number]["location"]): string =>
  type === "line" ? `line ${reference}` : type === "range" ? `lines ${reference}` : reference;
