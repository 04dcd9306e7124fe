import { describe, expect, it } from "vitest";
import { checkHtml } from "../../../test/check-html.ts";
import { describeGroup, type LearnReport } from "../../core/correction/learn-report.ts";
import type { PastCorrection } from "../../core/correction/past-correction.ts";
import { renderLearnHtml } from "./render-learn-html.ts";

const HOSTILE = `"><img src=x onerror=alert(1)> </style> '`;

const correction = (at: number, more: Partial<PastCorrection> = {}): PastCorrection => ({
  id: `co_${at}`,
  found: "review",
  kind: "review",
  remark: `Close the file number ${at}. ${HOSTILE}`,
  outcome: "landed",
  author: HOSTILE,
  project: "shop",
  session: `acme/shop#${at}`,
  time: new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
  rework: 0,
  origin: { url: `https://github.com/acme/shop/pull/${at}#discussion_r1` },
  ...more,
});

function reportOf(groups: number): LearnReport {
  const recurring = Array.from({ length: groups }, (_, at) =>
    describeGroup({
      rule: at % 2 === 0 ? `Close files. ${HOSTILE}` : null,
      members: [1, 2, 3].map((n) => correction(at * 3 + n)),
      edits: [correction(at, { path: HOSTILE, before: HOSTILE, after: HOSTILE })],
    }),
  );
  return {
    read: {
      files: 1,
      filesRead: 1,
      conversations: 2,
      turns: 3,
      corrections: groups * 3,
      lines: 10,
      linesNotUnderstood: 1,
      agents: [],
      reviews: { sessions: 1, remarks: 2, corrections: 2 },
      commits: { sessions: 1, remarks: 1, corrections: 0 },
      unknownFiles: [],
      unread: [],
    },
    recurring,
    once: [correction(1)],
    notFollowed: [{ rule: { file: "AGENTS.md", line: 3, text: HOSTILE }, corrections: [correction(1)] }],
    neverCorrected: { lines: [{ file: "AGENTS.md", line: 4, text: HOSTILE }], tokens: 9 },
    editedByHand: [{ path: HOSTILE, edits: [correction(2, { before: HOSTILE })] }],
    weeks: Array.from({ length: groups * 2 }, (_, at) => ({
      week: new Date(Date.UTC(2020, 0, 6 + 7 * at)).toISOString().slice(0, 10),
      corrections: at % 5,
      recurring: at % 3,
    })),
    backTest: {
      learnedFrom: 7,
      groups: 2,
      later: 3,
      covered: 1,
      reworkCovered: 4,
      since: "2026-02-01T00:00:00.000Z",
    },
  };
}

const render = (report: LearnReport): string =>
  renderLearnHtml(report, { root: HOSTILE, now: "2026-11-18T00:00:00.000Z" });

describe("the report as a page", () => {
  it.each([0, 1, 500])("19 is valid and runs nothing with %i groups", (groups) => {
    const page = render(reportOf(groups));
    checkHtml(page.replace(/<style>[^]*?<\/style>/, ""));
    expect(page).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
  });

  it.each([
    [
      "https://github.com/acme/shop/pull/7#discussion_r1",
      'href="https://github.com/acme/shop/pull/7#discussion_r1"',
    ],
    ["javascript:alert(1)", undefined],
    ["data:text/html,x", undefined],
    ["http://github.com/acme/shop/pull/7", undefined],
    ["https://ana:secret@github.com/acme/shop", undefined],
    ["//evil.example", undefined],
  ])("19 links to %s only if that is safe", (url, link) => {
    const page = render({
      ...reportOf(0),
      once: [correction(1, { origin: { url } })],
      notFollowed: [],
      editedByHand: [],
    });
    expect(/href="[^"]*"/.exec(page)?.[0]).toBe(link);
  });
});
