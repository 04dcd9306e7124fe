import { pathToFileURL } from "node:url";
import { isAbsolute } from "node:path";
import {
  type BackTest,
  headlineOf,
  type LearnReport,
  type RecurringCorrection,
} from "../../core/correction/learn-report.ts";
import {
  type CorrectionOrigin,
  correctionPlace,
  type PastCorrection,
  shownAuthor,
} from "../../core/correction/past-correction.ts";
import { showUnseen } from "../../core/text/show-unseen.ts";
import {
  compact,
  formatCount,
  formatLargeCount,
  formatNumber,
  formatPercent,
} from "../terminal/plain-text.ts";
import { drawWeeks, unitOf } from "./draw-weeks.ts";
import { LEARN_STYLE } from "./learn-style.ts";
import { landedText, quotesOf, saidText, whenAndWho } from "./render-learn-report.ts";

/** Open at first; the rest folds out. */
const SHOWN = 10;
const QUOTES = 3;
const MAX_EDITS = 5;
const WIDE = { width: 762, bars: 104 };
const NARROW = { width: 320, bars: 44 };

export interface LearnPageOptions {
  readonly root: string;
  readonly now: string;
}

/** The report as one page that loads nothing and runs nothing. Every text in it comes from outside and is escaped. */
export function renderLearnHtml(report: LearnReport, { root, now }: LearnPageOptions): string {
  const { recurring, once, notFollowed, neverCorrected, editedByHand, backTest } = report;
  const sections = [
    section(
      "What recurs",
      recurring.length === 0 ? "" : formatCount(recurring.length, "group"),
      recurring.length === 0 ? "<p>Nothing was corrected more than once.</p>" : groups(recurring),
    ),
    section(
      "In your instructions, and corrected all the same",
      "",
      foldList(
        notFollowed.map(
          ({ rule, corrections }) =>
            `<li><h3>${escape(rule.text)}</h3><p class="meta"><code>${escape(rule.file)}:${rule.line}</code>, corrected ${formatCount(corrections.length, "time")}</p>${corrections.slice(0, QUOTES).map(quote).join("")}</li>`,
        ),
      ),
    ),
    section("Said once, worth a reminder", "", foldQuotes(once)),
    section(
      "Changed by hand, without a word",
      "",
      foldList(
        editedByHand.map(
          ({ path, edits }) =>
            `<li><span class="place">${escape(path)}</span> <span class="meta">${formatCount(edits.length, "time")}</span><details><summary>Show the edits</summary>${edits.slice(-MAX_EDITS).map(edit).join("")}</details></li>`,
        ),
      ),
    ),
    section(
      "Never corrected",
      "",
      neverCorrected.lines.length === 0
        ? ""
        : `<p>${formatCount(neverCorrected.lines.length, "line")} of your instruction files, about ${formatLargeCount(neverCorrected.tokens, "token")} in every conversation. Either they work, or nobody needs them.</p><details><summary>Show the lines</summary><ul class="lines">${neverCorrected.lines
            .map(
              ({ file, line, text }) =>
                `<li>${escape(text)} <span class="meta"><code>${escape(file)}:${line}</code></span></li>`,
            )
            .join("")}</ul></details>`,
    ),
    section("What rules would have saved", "", backTest === undefined ? "" : saved(backTest)),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer"><title>What you keep correcting</title><style>${LEARN_STYLE}</style></head><body><main>
<h1>What you keep correcting</h1><p class="meta">${escape(root)}, ${escape(now.slice(0, 10))}. Made by Emend on this machine.</p>
${figures(report)}
${weeks(report)}
${sections.join("\n")}
</main></body></html>
`;
}

const escape = (text: string): string =>
  showUnseen(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

function figures({ read, recurring }: LearnReport): string {
  const { reviews, commits } = read;
  const shown = compact<readonly [number, string, string]>([
    read.conversations > 0 && [read.conversations, "conversation", "conversations"],
    read.turns > 0 && [read.turns, "turn of yours", "turns of yours"],
    reviews.remarks > 0 && [reviews.remarks, "review comment", "review comments"],
    commits.sessions > 0 && [commits.sessions, "commit", "commits"],
    [read.corrections, "correction", "corrections"],
    [recurring.length, "group recurs", "groups recur"],
  ]);
  const items = shown.map(
    ([count, one, many]) => `<li><b>${formatNumber(count)}</b><span>${count === 1 ? one : many}</span></li>`,
  );
  const left =
    read.linesNotUnderstood === 0
      ? ""
      : `<p class="note">${formatNumber(read.linesNotUnderstood)} of ${formatNumber(read.lines)} lines were not understood and left out.</p>`;
  return `<ul class="figures">${items.join("")}</ul>${left}`;
}

function weeks({ weeks: all }: LearnReport): string {
  const wide = drawWeeks(all, WIDE.width, WIDE.bars);
  if (wide === "") return "";
  const table = all
    .filter(({ corrections }) => corrections > 0)
    .map(({ week, corrections, recurring }) => `<li>${week}: ${corrections}, ${recurring} recur</li>`);
  return `<figure><figcaption class="meta">Corrections by ${unitOf(Math.ceil(all.length / WIDE.bars))}. The bold part recurs.</figcaption>
<div class="wide">${wide}</div><div class="narrow">${drawWeeks(all, NARROW.width, NARROW.bars)}</div>
<details><summary>As a table</summary><ul class="lines">${table.join("")}</ul></details></figure>`;
}

const section = (title: string, aside: string, body: string): string =>
  body === ""
    ? ""
    : `<section><h2>${title}${aside === "" ? "" : `<small>${aside}</small>`}</h2>${body}</section>`;

function groups(recurring: readonly RecurringCorrection[]): string {
  const rest = recurring.slice(SHOWN);
  const shown = `<ol class="groups">${recurring.slice(0, SHOWN).map(group).join("")}</ol>`;
  return rest.length === 0
    ? shown
    : `${shown}<details><summary>${formatNumber(rest.length)} more</summary><ol class="groups">${rest.map(group).join("")}</ol></details>`;
}

function foldList(items: readonly string[]): string {
  if (items.length === 0) return "";
  const list = (some: readonly string[]): string => `<ul class="lines">${some.join("")}</ul>`;
  const rest = items.slice(SHOWN);
  return (
    list(items.slice(0, SHOWN)) +
    (rest.length === 0
      ? ""
      : `<details><summary>${formatNumber(rest.length)} more</summary>${list(rest)}</details>`)
  );
}

const foldQuotes = (corrections: readonly PastCorrection[], shown = 5): string =>
  corrections.slice(0, shown).map(quote).join("") +
  (corrections.length <= shown
    ? ""
    : `<details><summary>${formatNumber(corrections.length - shown)} more</summary>${corrections.slice(shown).map(quote).join("")}</details>`);

function group(found: RecurringCorrection): string {
  const { rule, isDrafted, members, edits, rework } = found;
  const title = rule === null ? `<h3><q>${escape(headlineOf(found))}</q></h3>` : `<h3>${escape(rule)}</h3>`;
  const facts = compact([
    whenAndWho(found),
    landedText(found),
    rework > 0 && `${formatCount(rework, "tool call")} of rework`,
  ]);
  const asks =
    rule === null && isDrafted
      ? `<p class="meta"><span class="ask">Needs your words:</span> no rule fits all of them.</p>`
      : "";
  const shown = quotesOf(members, found, QUOTES);
  const more = members.filter((each) => !shown.includes(each));
  const byHand =
    edits.length === 0
      ? ""
      : `<details><summary>${formatCount(edits.length, "edit")} by hand on the same lines</summary>${edits.slice(-MAX_EDITS).map(edit).join("")}</details>`;
  return `<li>${title}<p class="meta">${escape(`${facts.join(". ")}.`)}</p>${asks}${shown.map(quote).join("")}${
    more.length === 0
      ? ""
      : `<details><summary>${formatNumber(more.length)} more</summary>${more.toReversed().map(quote).join("")}</details>`
  }${byHand}</li>`;
}

function quote(correction: PastCorrection): string {
  const { time, origin, author } = correction;
  const from = [
    ...(time === undefined ? [] : [escape(time.slice(0, 10))]),
    ...(author === undefined ? [] : [escape(shownAuthor(author))]),
    place(origin),
  ];
  return `<blockquote>${escape(saidText(correction))}<cite>${from.join(", ")}</cite></blockquote>`;
}

function edit({ before, after, time, origin }: PastCorrection): string {
  const side = (text: string | undefined, tag: "del" | "ins", sign: string): string =>
    text === undefined || text === ""
      ? ""
      : `<${tag}>${escape(text.replaceAll(/^/gm, `${sign} `))}</${tag}>\n`;
  return `<pre>${side(before, "del", "-")}${side(after, "ins", "+")}</pre><p class="meta">${time === undefined ? "" : `${escape(time.slice(0, 10))}, `}${place(origin)}</p>`;
}

/** Where to look it up. Only addresses with https: and files are links. */
function place(origin: CorrectionOrigin): string {
  const text = `<code>${escape(placeText(origin))}</code>`;
  const href = "url" in origin ? httpsOnly(origin.url) : "file" in origin ? fileUrl(origin.file) : undefined;
  return href === undefined ? text : `<a href="${escape(href)}" rel="noreferrer">${text}</a>`;
}

/** Short enough to read: the pull request, or the file with its folder. The link has the rest. */
function placeText(origin: CorrectionOrigin): string {
  if ("file" in origin) {
    const parts = origin.file.split(/[\\/]/).slice(-2);
    // Claude Code's folders are whole paths.
    return `${(parts[0]!.startsWith("-") ? parts.slice(1) : parts).join("/")}:${origin.line}`;
  }
  const text = correctionPlace(origin);
  const [, repository, number] =
    /^https:\/\/[^/]{1,200}\/([\w.-]{1,100}\/[\w.-]{1,100})\/(?:pull|issues)\/(\d{1,12})(?!\w)/.exec(text) ??
    [];
  return number === undefined ? text : `${repository}#${number}`;
}

function httpsOnly(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === "https:" && url.username === "" ? url.href : undefined;
}

const fileUrl = (file: string): string | undefined =>
  isAbsolute(file) && !file.includes("#") ? pathToFileURL(file).href : undefined;

/** Learned from the older corrections, counted on the later ones. */
function saved({ learnedFrom, covered, later, since, reworkCovered }: BackTest): string {
  const share = covered / Math.max(1, later);
  const text = `What recurs in the older ${formatLargeCount(learnedFrom, "correction")} came up again in ${formatNumber(covered)} of the ${formatNumber(later)} since ${since.slice(0, 10)} (${formatPercent(share)}). Rules could have saved at most those${reworkCovered === 0 ? "" : ` and ${formatCount(reworkCovered, "tool call")} of rework`}.`;
  const bar = (width: number, name: string): string =>
    `<svg class="${name}" viewBox="0 0 ${width} 40" width="${width}" height="40" role="img" aria-label="${formatPercent(share)} of the later corrections"><rect class="track" y="4" width="${width}" height="12"/><rect class="saved" y="4" width="${Math.round(width * share)}" height="12"/><text y="34">${formatNumber(covered)} could have been saved</text><text class="end" x="${width}" y="34">${formatNumber(later)} corrections</text></svg>`;
  return `<p>${escape(text)}</p><figure>${bar(WIDE.width, "wide")}${bar(NARROW.width, "narrow")}</figure>`;
}
