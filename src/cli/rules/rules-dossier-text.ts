import type { RuleEffect } from "../../app/rule/measure-rules.ts";
import type { CheckBrief } from "../../app/check/describe-checks.ts";
import type { ProposalDossier } from "../../app/rule/proposal-dossier.ts";
import type { VersionChanges } from "../../core/rule/compare-versions.ts";
import type { Replay } from "../../core/replay/replay.ts";
import type { RuleVersion } from "../../core/rule/rule.ts";
import { daysBetween } from "../../core/time/time.ts";
import {
  formatCount,
  formatDay,
  renderField,
  renderIndented,
  formatPercent,
  shortId,
} from "../terminal/plain-text.ts";
import { approvalText, scopeText, ruleTextOf } from "./rules-text.ts";
import { replaySummary } from "./replay-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Paint } from "../terminal/style.ts";

interface Layout {
  readonly width: number;
  readonly paint: Paint;
  readonly now: string;
}

/** The version in force and its measured effect. */
interface Standing {
  readonly inForce: RuleVersion | null;
  readonly effect: RuleEffect | null;
  readonly checks: readonly CheckBrief[];
  /** Of a proposal. */
  readonly replay: Replay | null;
}

/** The proposal first, then what is against it, then its evidence. */
export function renderDossier(
  dossier: ProposalDossier,
  { inForce, effect, checks, replay }: Standing,
  layout: Layout,
): string {
  const { version, status } = dossier;
  const { paint, width } = layout;
  const pending = version.status === "pending";
  const isChange = pending && inForce !== null;
  const what = isChange
    ? `${status}; version ${version.version} is waiting for approval`
    : `${status}, version ${version.version} (${version.status.replace("_", " ")})`;
  const measured =
    effect === null
      ? ""
      : `${effect.verdict.replace("_", " ")}: ${effect.rationale}. ${effect.advice.message}`;
  return [
    `${paint("bold", safeLine(dossier.rule_id))}  ${what}\n\n`,
    renderIndented(ruleTextOf(version), width),
    "\n",
    missingDraft(dossier, layout),
    isChange ? renderField("In force", `version ${inForce.version}: ${inForce.text}`, width) : "",
    renderField("For", scopeText(version.scope), width),
    renderField("Type", version.type.replace("_", " "), width),
    renderField("Why", dossier.why, width),
    repeatsWhy(dossier) ? "" : renderField("Reason", version.reason, width),
    pending ? approvalOf(dossier, layout) : "",
    effect === null
      ? ""
      : renderField("Effect", isChange ? `of version ${effect.version}, ${measured}` : measured, width),
    version.wants_words !== undefined
      ? ""
      : renderField("Costs", `about ${formatCount(dossier.token_cost, "token")} in each prompt`, width),
    ...checks.map((check) => renderField("Check", checkText(check), width)),
    replay === null || replaySummary(replay) === ""
      ? ""
      : renderField(
          "Replay",
          `${replaySummary(replay)}; see emend rules replay ${shortId(dossier.rule_id)}`,
          width,
        ),
    section("Warnings about the text", warningsOf(dossier, layout), paint),
    dossier.changes === null
      ? ""
      : section(`Changes from version ${dossier.changes.from}`, changesOf(dossier.changes, width), paint),
    section("Conflicts and duplicates (this rule is the first)", relatedOf(dossier, width), paint),
    section("Approved work that contradicts it", contradictionsOf(dossier, width), paint),
    section(
      `Evidence: ${formatCount(dossier.evidence.occurrences, "occurrence")}`,
      evidenceOf(dossier, width),
      paint,
    ),
    pending ? nextOf(dossier) : "",
  ].join("");
}

function checkText({ check_id, state, pending, version, kind, language, figures }: CheckBrief): string {
  const waits = pending === null ? "" : `, version ${pending} waits for approval`;
  const { fired, right, wrong, overridden, caught } = figures;
  const did =
    figures.last_ran === null
      ? "it never ran"
      : `fired ${fired} times: ${right} right, ${wrong} wrong, ${overridden} overridden, ${caught} caught`;
  return `${shortId(check_id)} ${state}${state === "drafted" ? "" : ` in version ${version}`}${waits} (${kind === "lint" ? "linters" : (language ?? "words")}); ${did}`;
}

/** Why there is no draft, what people said, and suggestions to start from. */
function missingDraft(
  { version: { wants_words }, evidence }: ProposalDossier,
  { width, paint }: Layout,
): string {
  if (wants_words === undefined) return "";
  const quotes = evidence.members.filter(({ said }) => said !== "").slice(0, MAX_QUOTES);
  return [
    renderField("No draft", wants_words.why, width),
    section(
      "People said",
      quotes.map(({ author, said }) => renderIndented(`${author}: ${said}`, width)).join(""),
      paint,
    ),
    section(
      "You could start from",
      wants_words.suggestions.map((text) => renderIndented(text, width)).join(""),
      paint,
    ),
    "\n",
  ].join("");
}

const MAX_QUOTES = 5;

/** A draft without its own reason repeats the beginning of `why`. */
const repeatsWhy = ({ why, version: { reason } }: ProposalDossier): boolean =>
  why.includes(reason.slice(0, COMPARED_LENGTH));

const COMPARED_LENGTH = 20;

const section = (title: string, body: string, paint: Paint): string =>
  body === "" ? "" : `\n${paint("bold", title)}\n${body}`;

function approvalOf({ version, approval, benefit }: ProposalDossier, { width, now }: Layout): string {
  const left = daysBetween(now, version.expires_at);
  const when =
    left <= 0
      ? "is over"
      : left < 1
        ? "less than a day left"
        : `${formatCount(Math.round(left), "day")} left`;
  const expires = renderField("Expires", `${formatDay(version.expires_at)}, ${when}`, width);
  if (version.wants_words !== undefined) return expires;
  return [
    renderField("Approval", approvalText(approval, version), width),
    expires,
    renderField(
      "Benefit",
      `expected to prevent ${benefit.score} mistakes a week (${benefit.per_week} a week x ${formatCount(benefit.agents, "agent")} x confidence ${benefit.confidence})`,
      width,
    ),
  ].join("");
}

const warningsOf = ({ warnings }: ProposalDossier, { width, paint }: Layout): string =>
  warnings
    .map(({ level, message }) =>
      paint(level === "danger" ? "red" : "yellow", renderIndented(`${level}: ${message}`, width)),
    )
    .join("");

function changesOf(changes: VersionChanges, width: number): string {
  const words = (changes.text ?? [])
    .map(({ kind, text }) => (kind === "same" ? text : kind === "added" ? `[+ ${text} +]` : `[- ${text} -]`))
    .join(" ");
  const rest = (["type", "reason", "insertion_point", "agents", "paths"] as const).flatMap((name) => {
    const change = changes[name];
    if (change === undefined) return [];
    const formatValue = (value: string | readonly string[]): string =>
      typeof value === "string" ? value : value.length === 0 ? "all" : value.join(", ");
    return [
      renderIndented(
        `${name.replace("_", " ")}: ${formatValue(change.before)} -> ${formatValue(change.after)}`,
        width,
      ),
    ];
  });
  return [words === "" ? "" : renderIndented(words, width), ...rest].join("");
}

function relatedOf({ related, not_compared }: ProposalDossier, width: number): string {
  const lines = related.map(({ rule_id, relation, standing, text, score, reasons }) =>
    [
      renderIndented(
        `${relation} (confidence ${formatPercent(score)}): ${shortId(rule_id)} (${standing.replace("_", " ")}) ${text}`,
        width,
      ),
      ...reasons.slice(0, 3).map((reason) => renderIndented(reason, width, 4)),
    ].join(""),
  );
  if (not_compared > 0) lines.push(`  not compared with ${formatCount(not_compared, "more rule")}\n`);
  return lines.join("");
}

const contradictionsOf = ({ contradictions }: ProposalDossier, width: number): string =>
  contradictions
    .map(({ time, author, agent, said, why }) =>
      [
        renderIndented(
          `${formatDay(time)}  ${author}${agent === null ? "" : ` to ${agent}`}: ${said === "" ? "(no text)" : said}`,
          width,
        ),
        renderIndented(why, width, 4),
      ].join(""),
    )
    .join("");

const MAX_DAYS = 14;
const MAX_MEMBERS = 5;

function evidenceOf({ evidence }: ProposalDossier, width: number): string {
  if (evidence.occurrences === 0) return "";
  const { by_day, agents, reviewers, examples, members } = evidence;
  const days = by_day.slice(-MAX_DAYS).map(({ day, count: times }) => `${day.slice(5)} ${times}x`);
  const more = evidence.occurrences - Math.min(members.length, MAX_MEMBERS);
  return [
    days.length === 0 ? "" : renderIndented(`days: ${days.join(", ")}`, width),
    agents.length === 0
      ? ""
      : renderIndented(
          `agents: ${agents.map(({ agent, count: times }) => `${agent} ${times}x`).join(", ")}`,
          width,
        ),
    renderIndented(
      `reviewers: ${reviewers.map(({ id, trust, count: times }) => `${id}${trust === "person" ? "" : ` (${trust.replace("_", " ")})`} ${times}x`).join(", ")}`,
      width,
    ),
    ...members.slice(0, MAX_MEMBERS).map(({ time, author, agent, path, source, ref, said }) => {
      const from = [agent, path, `${source.replace("_", " ")}${ref === null ? "" : ` ${ref}`}`].filter(
        (part) => part !== null,
      );
      return [
        renderIndented(`${formatDay(time)}  ${author} (${from.join(", ")})`, width),
        said === "" ? "" : renderIndented(said, width, 4),
      ].join("");
    }),
    more > 0 ? `  and ${more} more: --json shows up to 20\n` : "",
    ...examples
      .filter(({ before, after }) => before + after !== "")
      .map(({ before, after }) =>
        [
          renderIndented("corrected:", width),
          renderIndented(`- ${before}`, width, 4),
          renderIndented(`+ ${after}`, width, 4),
        ].join(""),
      ),
  ].join("");
}

const nextOf = ({ rule_id, version }: ProposalDossier): string =>
  version.wants_words !== undefined
    ? `\nNext: emend rules approve ${shortId(rule_id)} --version ${version.version} --text "…" with your own text, or reject, defer\n`
    : `\nNext: emend rules approve ${shortId(rule_id)} --version ${version.version}, or reject, modify, defer\n`;
