import {
  headlineOf,
  type LearnReport,
  type RecurringCorrection,
} from "../../core/correction/learn-report.ts";
import { originText, type PastCorrection } from "../../core/correction/past-correction.ts";
import { showUnseen } from "../../core/text/show-unseen.ts";

const escape = (text: string): string =>
  showUnseen(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const STYLE = `
:root{color-scheme:light dark;--desk:light-dark(#eee9df,#0e1117);--sheet:light-dark(#fbf9f4,#151920);--ink:light-dark(#211d18,#ece6da);
--ink2:light-dark(#4c463d,#bfb8aa);--ink3:light-dark(#686055,#989184);--hair:light-dark(#ddd6c8,#2a2f39);--red:light-dark(#ae2a1a,#f37d65);--green:light-dark(#2a6541,#86c79c)}
body{margin:0;background:var(--desk);color:var(--ink);font:15px/22px Inter,system-ui,sans-serif}
main{max-width:860px;margin:32px auto;background:var(--sheet);padding:40px 48px;border:1px solid var(--hair)}
h1{font:600 30px/36px "Source Serif 4",Charter,Georgia,serif;margin:0 0 4px}
h2{font:600 19px/25px "Source Serif 4",Charter,Georgia,serif;margin:36px 0 8px;border-top:1px solid var(--hair);padding-top:16px}
.figures{display:flex;gap:32px;margin:20px 0}.figures b{display:block;font:400 32px/38px "Source Serif 4",Charter,Georgia,serif}
.figures span,.meta,cite{color:var(--ink3);font-size:12px;line-height:16px;font-style:normal}
article{margin:18px 0}h3{font:600 16px/22px "Source Serif 4",Charter,Georgia,serif;margin:0}
h3.wants{color:var(--red)}blockquote{margin:8px 0 0;padding-left:12px;border-left:2px solid var(--hair);font:italic 15px/21px "Source Serif 4",Charter,Georgia,serif;color:var(--ink2)}
code{font:12.5px/20px ui-monospace,monospace}.saved{color:var(--green)}details summary{cursor:pointer;color:var(--ink3);font-size:13px}
@media(max-width:700px){main{margin:0;padding:24px 16px}.figures{flex-wrap:wrap;gap:16px}}`;

export interface LearnPageOptions {
  readonly root: string;
  readonly now: string;
}

/** The report as one page that loads nothing. Every text in it comes from outside and is escaped. */
export function renderLearnHtml(report: LearnReport, { root, now }: LearnPageOptions): string {
  const { read, recurring, once, notFollowed, neverCorrected, backTest } = report;
  const figure = (value: number, name: string): string =>
    `<div><b>${value.toLocaleString("en-US")}</b><span>${name}</span></div>`;
  const sections = [
    section(
      "What recurs",
      recurring.length === 0
        ? "<p>Nothing was corrected twice.</p>"
        : recurring.slice(0, 10).map(group).join("") + more(recurring.slice(10).map(group)),
    ),
    notFollowed.length === 0
      ? ""
      : section(
          "Said, and not followed",
          notFollowed
            .map(
              ({ rule, corrections }) =>
                `<article><h3>${escape(rule.text)}</h3><p class="meta"><code>${escape(rule.file)}:${rule.line}</code></p>${corrections.slice(0, 5).map(quote).join("")}</article>`,
            )
            .join(""),
        ),
    once.length === 0
      ? ""
      : section(
          "Said once, worth a reminder",
          once.slice(0, 5).map(quote).join("") + more(once.slice(5).map(quote)),
        ),
    neverCorrected.lines.length === 0
      ? ""
      : section(
          "Never corrected",
          `<p>${neverCorrected.lines.length} lines of your instruction files, about ${neverCorrected.tokens.toLocaleString("en-US")} tokens in every conversation. They may work, or nobody needs them.</p>` +
            more(
              neverCorrected.lines.map(
                (line) => `<p><code>${escape(line.file)}:${line.line}</code> ${escape(line.text)}</p>`,
              ),
            ),
        ),
    backTest === undefined
      ? ""
      : section(
          "What it would have saved",
          `<p class="saved">Rules learned from the first ${backTest.learnedFrom} corrections cover ${backTest.covered} of the ${backTest.later} since ${escape(backTest.since.slice(0, 10))}, and ${backTest.reworkCovered} tool calls of rework.</p>`,
        ),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What you keep correcting</title><style>${STYLE}</style></head><body><main>
<h1>What you keep correcting</h1><p class="meta">${escape(root)} · ${escape(now.slice(0, 10))} · made by Emend on this machine</p>
<div class="figures">${figure(read.conversations, "conversations")}${figure(read.turns, "turns of yours")}${figure(read.corrections, "corrections")}${figure(recurring.length, "recur")}</div>
${read.linesNotUnderstood === 0 ? "" : `<p class="meta">${read.linesNotUnderstood} of ${read.lines} lines were not understood and left out.</p>`}
${sections.join("\n")}
</main></body></html>
`;
}

const section = (title: string, body: string): string => `<section><h2>${title}</h2>${body}</section>`;

const more = (items: readonly string[]): string =>
  items.length === 0 ? "" : `<details><summary>${items.length} more</summary>${items.join("")}</details>`;

function group({ rule, members, sessions, first, last, rework }: RecurringCorrection): string {
  const title =
    rule === null
      ? `<h3 class="wants">Needs your words: ${escape(headlineOf({ members }))}</h3>`
      : `<h3>${escape(rule)}</h3>`;
  const span =
    first === undefined || last === undefined
      ? ""
      : `, ${escape(first.slice(0, 10))} to ${escape(last.slice(0, 10))}`;
  return `<article>${title}<p class="meta">${members.length} times in ${sessions} conversation${sessions === 1 ? "" : "s"}${span}, ${rework} tool calls of rework</p>${members.slice(-3).map(quote).join("")}${more(members.slice(0, -3).map(quote))}</article>`;
}

function quote({ remark, act, kind, time, origin }: PastCorrection): string {
  const said = remark === "" ? `${kind}: ${act ?? "a tool call"}` : remark;
  const when = time === undefined ? "" : `${escape(time.slice(0, 10))} · `;
  return `<blockquote>${escape(said)}<br><cite>${when}<code>${escape(originText(origin))}</code></cite></blockquote>`;
}
