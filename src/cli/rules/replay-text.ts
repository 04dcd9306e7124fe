import { correctionPlace } from "../../core/correction/past-correction.ts";
import type {
  CheckReplay,
  HistoryReplay,
  Replay,
  ReplayCase,
  Replayed,
  WordsReplay,
} from "../../core/replay/replay.ts";
import {
  formatCount,
  formatDay,
  formatLargeCount,
  formatMinute,
  formatNumber,
  renderField,
  renderIndented,
  shortId,
} from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Paint } from "../terminal/style.ts";

const MAX_CASES = 5;

interface Layout {
  readonly width: number;
  readonly paint: Paint;
}

/** A replay with its cases. */
export function renderReplay(replay: Replay, { width, paint }: Layout): string {
  const { rule_id, version, until, checks, words, newest_only } = replay;
  return [
    `${paint("bold", safeLine(rule_id))}  version ${version}, on what was recorded before ${formatMinute(until)}\n`,
    ...checks.map((check) => renderCheck(check, width, paint)),
    checks.length === 0 ? `\n${renderIndented("It has no check, so nothing ran over code.", width, 0)}` : "",
    words === null ? "" : renderWords(words, width, paint),
    newest_only.length === 0
      ? ""
      : `\n${renderIndented(`Only the newest ${newest_only.join(" and ")} were replayed.`, width, 0)}`,
  ].join("");
}

/** The same in a few sentences, without cases. */
export const replaySummary = ({ checks, words }: Replay): string =>
  [
    ...checks.map(
      ({ check_id, corrected, mended, accepted }) =>
        `check ${shortId(check_id)} would have fired on ${ofTried(corrected)} corrections, on ${ofTried(mended)} of them after they were mended, and on ${ofTried(accepted)} pieces of accepted work`,
    ),
    ...(words === null
      ? []
      : [
          words.tried === 0
            ? "there is no past remark to compare its words with"
            : `its words would have covered ${words.covered} of ${formatLargeCount(words.tried, "past remark")} (${words.own} of its own evidence)`,
          againstText(words.against),
        ]),
  ].join("; ");

const againstText = (count: number): string =>
  count === 0
    ? "no approved work speaks against it"
    : `${formatCount(count, "piece")} of approved work ${count === 1 ? "speaks" : "speak"} against it`;

const ofTried = ({ hit, tried }: Replayed): string => `${hit} of ${formatNumber(tried)}`;

function renderCheck(check: CheckReplay, width: number, paint: Paint): string {
  const { check_id, language, corrected, mended, accepted, history, is_too_slow } = check;
  const field = (label: string, text: string): string => renderField(label, text, width);
  return [
    `\n${paint("bold", `Check ${shortId(check_id)}`)} (${language ?? "words"}) would have fired\n`,
    field("Before", `on ${ofTried(corrected)} corrections, ${corrected.own} of them its own`),
    field("After", `on ${ofTried(mended)} of them after they were mended`),
    field("Accepted", `on ${ofTried(accepted)} pieces of accepted work`),
    history === null ? "" : field("Commits", historyText(history)),
    is_too_slow ? field("Slow", "it took too long on some code and was stopped there") : "",
    ...[...accepted.cases, ...mended.cases, ...corrected.cases.filter(({ own }) => !own)]
      .slice(0, MAX_CASES)
      .map((one) => caseText(one, width)),
    ...(history?.cases ?? []).slice(0, MAX_CASES).map((one) => caseText(one, width)),
  ].join("");
}

const STOPPED: Readonly<Record<NonNullable<HistoryReplay["stopped"]>, string>> = {
  commits: "it stopped at the limit",
  size: "it stopped because the changes are large",
  time: "it stopped because its time was over",
  damaged: "the next commit is damaged or missing",
};

function historyText(history: HistoryReplay): string {
  const { commits, commits_hit, files, lines, hits, since, stopped, next, left_out } = history;
  return [
    `${formatLargeCount(hits, "time")} in ${commits_hit} of ${formatLargeCount(commits, "commit")}`,
    since === null ? "" : ` since ${formatDay(since)}`,
    `, in ${formatLargeCount(lines, "line")} added to ${formatLargeCount(files, "file")}`,
    stopped === null ? "" : `; ${STOPPED[stopped]}`,
    next === null ? "" : `, --skip ${next} goes on`,
    left_out === 0
      ? ""
      : `; ${formatLargeCount(left_out, "changed file")} left out (generated, binary or very large)`,
  ].join("");
}

function caseText({ found_in, id, path, line, code, origin }: ReplayCase, width: number): string {
  const at = path === null ? "" : ` ${path}:${line}`;
  const where =
    found_in === "commit"
      ? `commit ${id.slice(0, 10)}`
      : `${found_in} ${origin === null ? shortId(id) : correctionPlace(origin)}`;
  return renderIndented(`${where}${at}`, width) + renderIndented(code, width, 4);
}

function renderWords(words: WordsReplay, width: number, paint: Paint): string {
  const { tried, covered, own, against, remarks, contradictions } = words;
  return [
    `\n${paint("bold", "Its words")}\n`,
    renderField(
      "Covered",
      tried === 0
        ? "there is no past remark to compare it with"
        : `${covered} of ${formatLargeCount(tried, "past remark")}, ${own} of them its own evidence, as the judge sees it`,
      width,
    ),
    renderField("Against", formatCount(against, "piece of approved work", "pieces of approved work"), width),
    ...remarks
      .slice(0, MAX_CASES)
      .map(({ said, author, time, own: isOwn }) =>
        renderIndented(
          `${time === null ? "" : `${formatDay(time)}  `}${author ?? "nobody named"}${isOwn ? " (its evidence)" : ""}: ${said}`,
          width,
        ),
      ),
    ...contradictions
      .slice(0, MAX_CASES)
      .map(({ said, why, time }) =>
        renderIndented(`${formatDay(time)}  against: ${said === "" ? why : `${said} (${why})`}`, width),
      ),
  ].join("");
}
