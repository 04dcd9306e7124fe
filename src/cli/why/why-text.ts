import type { CheckThen, GivenRule, RunStory, SaidWords, WithheldRule } from "../../core/why/commit-story.ts";
import { formatCount, formatMinute, formatPercent, renderIndented, shortId } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { ToldCommit } from "./run-why.ts";

/** A commit's story for people. */
export function whyText(told: ToldCommit, width: number): string {
  const { commit, author, committed_at, subject, line, runs, reverted_by } = told;
  const head = [
    `commit ${commit.slice(0, 12)}${subject === null ? "" : `  ${safeLine(subject)}`}\n`,
    author === null || committed_at === null
      ? ""
      : `${safeLine(author)}, ${formatMinute(committed_at)} UTC\n`,
    line === null
      ? ""
      : `last change of ${safeLine(line.path)}:${line.line}  ${safeLine(line.text.trim())}\n`,
    ...reverted_by.map(
      ({ id, author: by, committed_at: at }) =>
        `reverted by ${id.slice(0, 12)} (${safeLine(by)}, ${formatMinute(at)} UTC)\n`,
    ),
  ];
  return [...head, ...runs.map((run) => runText(run, width))].join("");
}

const KNOWN = {
  recorded: "made by",
  noted: "according to its git note, made by",
  probable: "probably made by",
} as const;

function runText(run: RunStory, width: number): string {
  const { agent, certainty, model, task, rules, withheld, withheld_more, reminders, checks } = run;
  const by = `${KNOWN[certainty]} ${agent}${model === undefined ? "" : ` (${model})`} in run ${run.run}${task === null ? "" : `, task ${task}`}, ${formatMinute(run.time)} UTC`;
  const why =
    certainty === "probable"
      ? ["  Nobody recorded the run: it is the last one of this agent before the commit."]
      : [];
  const prompt = run.prompt_recorded
    ? []
    : ["  What was in the prompt of this run was not recorded; only what was given for files is shown."];
  return [
    `\n${safeLine(by)}\n`,
    ...[...why, ...prompt].map((text) => `${text}\n`),
    section("rules it had", rules.map(ruleLines), width),
    section("withheld from it", withheld.map(withheldLines), width),
    withheld_more === 0 ? "" : `  and ${withheld_more} more\n`,
    section("reminded of", reminders.map(saidLines), width),
    section("checks that ran", checks.map(checkLines), width),
    section("what people said about the work", run.feedback.map(saidLines), width),
    section("made again later", recurrenceLines(run), width),
  ].join("");
}

/** A first line for each item, and further ones that are indented more. */
const section = (title: string, items: readonly (readonly string[])[], width: number): string =>
  items.length === 0
    ? ""
    : `\n  ${title}\n${items
        .map(([first = "", ...more]) =>
          [
            renderIndented(safeLine(first), width, 4),
            ...more.map((text) => renderIndented(safeLine(text), width, 8)),
          ].join(""),
        )
        .join("")}`;

function ruleLines(rule: GivenRule): readonly string[] {
  const { rule_id, version, text, approvals, proposed_by, corrections, evidence, now, trial, given } = rule;
  const approved = approvals.map(({ by, at }) => `${by} (${at.slice(0, 10)})`).join(", ");
  const today =
    now.version === version
      ? ""
      : now.version === null
        ? `; today the rule is ${now.status}`
        : `; today version ${now.version} is in force`;
  return [
    `${shortId(rule_id)} v${version}  ${text}`,
    `proposed by ${proposed_by}, approved by ${approved || "nobody on record"}${today}`,
    ...(given === "files" ? ["told when it edited a file, not at the start"] : []),
    ...(trial === null
      ? []
      : [`on trial: ${formatPercent(trial.share)} of tasks are given it, this one was`]),
    ...(evidence === 0
      ? []
      : [`from ${formatCount(evidence, "correction")}${corrections.length === 0 ? "" : ", such as:"}`]),
    ...corrections.map(({ words, by, time }) => `“${words}” (${by}, ${time.slice(0, 10)})`),
  ];
}

const REASONS: Readonly<Record<WithheldRule["reason"], string>> = {
  other_agent: "it is for other agents",
  other_files: "it is for other files",
  flagged: "it was flagged as not helping",
  empty: "its text is empty",
  check: "a check stood in for it",
  limit: "there were more rules than a prompt may have",
  budget: "it did not fit into the token budget",
  consolidated_into: "another rule covers it",
  trial: "a trial withheld it from this task",
};

const withheldLines = ({ rule_id, version, text, reason, ...more }: WithheldRule): readonly string[] => [
  `${shortId(rule_id)} v${version}  ${text}`,
  `because ${REASONS[reason]}${"into" in more ? `: ${shortId(more.into)}` : ""}`,
];

const saidLines = ({ words, by, time }: SaidWords): readonly string[] => [
  `“${words}” (${by}, ${formatMinute(time)})`,
];

const checkLines = ({ check_id, version, state, approved_by }: CheckThen): readonly string[] => [
  state === "unknown"
    ? `${shortId(check_id)}  its state then is not known`
    : `${shortId(check_id)} v${version}  ${state}${approved_by.length === 0 ? "" : `, approved by ${approved_by.join(", ")}`}`,
];

function recurrenceLines({ recurrences, recurrences_more }: RunStory): readonly (readonly string[])[] {
  const lines = recurrences.map(({ rule_id, feedback_id, time }) => [
    `${formatMinute(time)}  the mistake of ${shortId(rule_id)}, in ${shortId(feedback_id)}`,
  ]);
  return recurrences_more === 0 ? lines : [...lines, [`and ${recurrences_more} more`]];
}
