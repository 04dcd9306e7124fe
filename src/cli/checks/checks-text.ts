import { stringify } from "yaml";
import type { CheckAnswer, WholeCheckAnswer } from "../../app/check/check-answer.ts";
import type { Check } from "../../core/check/check.ts";
import type { CheckFigures, CheckHit } from "../../core/check/check-hit.ts";
import { hitsPerThousandLines } from "../../core/check/gate-check.ts";
import { phrasesText } from "../../core/check/phrases-text.ts";
import type { CheckTrial, TriedOn } from "../../core/check/rule-check.ts";
import {
  formatCount,
  formatDay,
  formatMinute,
  renderField,
  renderIndented,
  shortId,
} from "../terminal/plain-text.ts";
import { safeLine, safeText } from "../terminal/safe-text.ts";
import type { Paint } from "../terminal/style.ts";
import type { TableColumn } from "../terminal/table.ts";

interface Layout {
  readonly width: number;
  readonly paint: Paint;
}

/** What a check reads, in a few words. */
const kindText = (check: Check): string =>
  check.kind === "lint" ? "linters" : check.kind === "structure" ? check.language : "words";

export const CHECK_COLUMNS: readonly TableColumn<CheckAnswer>[] = [
  { title: "ID", cell: ({ id }) => shortId(id) },
  {
    title: "STATE",
    cell: ({ state, pending }) => (pending === null || state === "drafted" ? state : `${state}+`),
  },
  { title: "READS", cell: ({ check }) => kindText(check), leaves: 2 },
  { title: "FIRED", cell: ({ figures }) => figures.fired, align: "right" },
  { title: "RIGHT", cell: ({ figures }) => figures.right, align: "right" },
  { title: "WRONG", cell: ({ figures }) => figures.wrong, align: "right" },
  { title: "CAUGHT", cell: ({ figures }) => figures.caught, align: "right", leaves: 1 },
  {
    title: "LAST RAN",
    cell: ({ figures }) => (figures.last_ran === null ? "never" : formatDay(figures.last_ran)),
    leaves: 3,
  },
  { title: "RULE", cell: ({ rule }) => (rule?.text ?? "").slice(0, 300) },
];

export const HIT_COLUMNS: readonly TableColumn<CheckHit>[] = [
  { title: "ID", cell: ({ id }) => shortId(id) },
  { title: "TIME", cell: ({ time }) => formatMinute(time), leaves: 2 },
  { title: "CHECK", cell: ({ check_id }) => shortId(check_id), leaves: 1 },
  { title: "VERDICT", cell: ({ verdict }) => verdict ?? "" },
  { title: "PLACE", cell: ({ path, line }) => `${path}:${line}` },
  { title: "CODE", cell: ({ code }) => code.trim().slice(0, 300) },
];

/** Everything that a person needs to decide about a check. */
export function renderCheck(check: WholeCheckAnswer, { width, paint }: Layout): string {
  const { id, state, version, pending, running, rule, approval, trial, figures, note, last_move } = check;
  const waits = pending === null ? "" : `; version ${pending} waits for approval`;
  const runs = running === null ? "" : ` in version ${running}`;
  const decided = last_move.reason === "" ? "" : ` by ${last_move.by}: ${last_move.reason}`;
  return [
    `${paint("bold", safeLine(id))}  ${state}${runs}${waits}\n\n`,
    renderField("Rule", `${shortId(check.rule_id)}, ${rule?.status ?? "gone"}: ${rule?.text ?? ""}`, width),
    decided === "" ? "" : renderField("State", `${state} since ${formatDay(last_move.at)}${decided}`, width),
    note === null ? "" : renderField("Note", note, width),
    renderField("Approval", approvalLine(approval), width),
    renderField("Tried on", trialText(trial), width),
    renderField("Figures", figuresText(figures), width),
    `\n${paint("bold", `Version ${version} finds`)}\n${ruleText(check.check)}`,
    examplesText(check, width, paint),
    nextText(check),
  ].join("");
}

function approvalLine({
  given,
  required,
  approved_by,
  reached,
  proposed_by,
}: CheckAnswer["approval"]): string {
  const by = approved_by.map((each) => `${each.by} on ${formatDay(each.at)}`).join(", ");
  const missing = reached ? "" : `; needs ${required - given} more to nudge or block`;
  return `${given} of ${required}${by === "" ? "" : ` (${by})`}, drafted by ${proposed_by}${missing}`;
}

const ofTried = ({ hit, tried }: TriedOn): string => `${hit} of ${tried}`;

/** What a check hit before it was offered. */
export function trialText({ before, after, accepted, others, tree }: CheckTrial): string {
  const code =
    tree === null
      ? ""
      : `; ${formatCount(tree.hits, "hit")} in ${formatCount(tree.lines, "line")} of the repository (${hitsPerThousandLines(tree) ?? 0} per 1,000)`;
  return `it finds ${ofTried(before)} corrections, ${ofTried(after)} of what people made of them, ${ofTried(accepted)} accepted pieces of work and ${ofTried(others)} from other rules${code}`;
}

function figuresText({ files, fired, right, wrong, overridden, caught, last_ran }: CheckFigures): string {
  if (last_ran === null) return "it never ran";
  return `fired ${fired} times in ${formatCount(files, "file")}: ${right} right, ${wrong} wrong, ${overridden} overridden, ${fired - right - wrong - overridden} not judged; ${caught} caught while the agent worked; last ran ${formatDay(last_ran)}`;
}

const ruleText = (check: Check): string =>
  check.kind === "lint"
    ? `  ${check.linters.map(({ tool, rule }) => `${tool} ${safeLine(rule)}`).join(", ")}\n`
    : check.kind === "text"
      ? `  these words: ${safeLine("tokens" in check ? check.tokens.join(" ") : phrasesText(check))}\n`
      : indent(
          safeText(
            stringify({
              language: check.language,
              rule: check.rule,
              ...(check.fix === undefined ? {} : { fix: check.fix }),
            }),
          ),
        );

const indent = (text: string): string =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}\n`)
    .join("");

const MAX_SHOWN = 3;

function examplesText({ examples }: WholeCheckAnswer, width: number, paint: Paint): string {
  if (examples.length === 0) return "";
  const shown = examples.slice(0, MAX_SHOWN).map(({ before, after, isHit }) =>
    [
      isHit ? "" : renderIndented("it does not find:", width),
      ...safeText(before)
        .split("\n")
        .map((line) => `  - ${line}\n`),
      ...safeText(after)
        .split("\n")
        .map((line) => `  + ${line}\n`),
    ].join(""),
  );
  return `\n${paint("bold", "Examples")}\n${shown.join("\n")}`;
}

function nextText({ id, state, pending, version }: WholeCheckAnswer): string {
  const short = shortId(id);
  if (pending !== null)
    return `\nNext: emend checks try ${short}, then emend checks approve ${short} --version ${version}, or watch, retire\n`;
  if (state === "watching")
    return `\nNext: emend checks hits ${short} --verdict none, then nudge, block or retire\n`;
  return state === "nudging" ? `\nNext: emend checks block ${short}, or watch, retire\n` : "";
}
