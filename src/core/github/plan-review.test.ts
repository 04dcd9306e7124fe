import { describe, expect, it } from "vitest";
import { parsePullRequest, planReview } from "./plan-review.ts";
import fc from "fast-check";
import { parseRejection } from "../gate/parse-rejection.ts";
import type { Finding } from "../review/review.ts";
import { readFindingMarks } from "./render-finding.ts";

describe("parsePullRequest", () => {
  it("reads owner, name and number", () => {
    expect(parsePullRequest("acme/web-shop.js#12")).toEqual({ repository: "acme/web-shop.js", number: 12 });
  });

  it.each([
    "acme#1",
    "acme/shop",
    "acme/shop#0",
    "acme/shop#-1",
    "a/b/c#1",
    "../shop#1",
    "acme/..#1",
    "acme/shop#1 ",
    "",
  ])("%j is none", (text) => {
    expect(parsePullRequest(text)).toBeUndefined();
  });
});

const DIFF = [
  "diff --git a/src/a.ts b/src/a.ts",
  "--- a/src/a.ts",
  "+++ b/src/a.ts",
  "@@ -10,4 +10,5 @@ export function a() {",
  " ten",
  "-eleven",
  "+eleven, new",
  "+twelve",
  " thirteen",
  " fourteen",
  "@@ -50,2 +51,1 @@",
  "-gone",
  " fifty-one",
  "diff --git a/src/gone.ts b/src/gone.ts",
  "deleted file mode 100644",
  "--- a/src/gone.ts",
  "+++ /dev/null",
  "@@ -1,2 +0,0 @@",
  "-one",
  "-two",
  "",
].join("\n");
const CHANGE = { files: ["src/a.ts", "src/gone.ts", "logo.png"], diff: DIFF };
const NONE: ReadonlySet<string> = new Set();

const finding = (given: Partial<Finding> = {}): Finding => ({
  id: "F1",
  severity: "high",
  category: "correctness",
  title: "It breaks",
  file: "src/a.ts",
  line: 11,
  message: "It breaks on an empty list.",
  ...given,
});

const plan = (findings: readonly Finding[], existing = NONE) => planReview({ findings }, CHANGE, existing);

describe("planReview", () => {
  it.each([
    { why: "an added line", given: { line: 11 }, place: { line: 11 } },
    { why: "a context line", given: { line: 10 }, place: { line: 10 } },
    { why: "several lines", given: { line: 11, end_line: 13 }, place: { startLine: 11, line: 13 } },
    {
      why: "a range that leaves its hunk is cut",
      given: { line: 5, end_line: 11 },
      place: { startLine: 10, line: 11 },
    },
    {
      why: "one that spans two stays in the first",
      given: { line: 13, end_line: 51 },
      place: { startLine: 13, line: 14 },
    },
    { why: "a line that the change does not show: the file", given: { line: 30 }, place: {} },
    {
      why: "a deleted line is on no right side: the file",
      given: { file: "src/gone.ts", line: 1 },
      place: {},
    },
    { why: "a file without lines", given: { file: "logo.png", line: 1 }, place: {} },
  ])("$why", ({ given, place }) => {
    const { comments } = plan([finding(given)]);
    expect(comments).toEqual([{ path: given.file ?? "src/a.ts", body: expect.any(String), ...place }]);
  });

  it("a file outside the change goes to the summary", () => {
    const { comments, summary } = plan([finding({ file: "src/other.ts" })]);
    expect(comments).toEqual([]);
    expect(summary).toMatchInlineSnapshot(`
      "**Review** — 1 finding: 1 high

      **Without a comment of their own**

      - **[HIGH] It breaks** (correctness) \`src/other.ts:11\`: It breaks on an empty list.

      <!-- emend:findings c8ee30adb5c58f73:1 -->"
    `);
  });

  it("without a known change all is in the summary", () => {
    expect(planReview({ findings: [finding()] }, {}, NONE)).toMatchObject({ comments: [], skipped: [] });
  });

  it.each([
    {
      why: "to the letter on the very lines",
      given: { line: 11, end_line: 12 },
      has: "```suggestion\nx = 1\n```",
    },
    {
      why: "never for a part of them",
      given: { line: 5, end_line: 12 },
      has: "**Suggestion**\n\n```text\nx = 1\n```",
    },
    { why: "nor for a file", given: { line: 30 }, has: "```text\nx = 1\n```" },
  ])("a suggestion can be applied $why", ({ given, has }) => {
    const { comments } = plan([finding({ ...given, suggestion: "```ts\nx = 1\n```" })]);
    expect(comments[0]!.body).toContain(has);
  });

  it("a suggestion's fence is longer than any inside", () => {
    const { comments } = plan([finding({ suggestion: "~~~~suggestion\n```js\n````\n~~~~" })]);
    expect(comments[0]!.body).toContain("`````suggestion\n```js\n````\n`````");
  });

  it("a comment, in full", () => {
    const { comments } = plan([
      finding({
        title: "Ask @alice about <b>",
        rule_id: "no-empty",
        message: "See https://evil.example.\n\nThen `close()` it.",
        suggestion: "Use a Map.",
        line: 5,
        end_line: 12,
      }),
    ]);
    expect(comments[0]!.body).toMatchInlineSnapshot(`
      "**[HIGH] Ask \`@alice\` about \\<b\\>** (correctness, \`no-empty\`)

      See \`https://evil.example.\`

      Then \`close()\` it.

      About lines 5 to 12.

      **Suggestion**

      Use a Map.

      <!-- emend:findings 884ac7bf352f4745:1 -->"
    `);
  });

  it("says nothing twice", () => {
    const findings = [finding(), finding({ id: "F2", title: "Other", file: "src/other.ts" })];
    const first = plan(findings);
    const said = readFindingMarks([first.summary!, ...first.comments.map(({ body }) => body)]);
    expect(plan(findings, said)).toEqual({ comments: [], skipped: findings });
    const more = plan([...findings, finding({ id: "F3", title: "New" })], said);
    expect(more.comments).toHaveLength(1);
    expect(more.skipped).toEqual(findings);
  });

  it("nothing to say, nothing to post", () => {
    expect(plan([])).toEqual({ comments: [], skipped: [] });
  });

  it("is bounded: the worst have comments, the rest a line or a count", () => {
    const many = Array.from({ length: 3_000 }, (_, index) =>
      finding({
        id: `F${index}`,
        severity: index < 2_940 ? "info" : "critical",
        message: "m".repeat(30_000),
      }),
    );
    const { comments, summary } = plan(many);
    expect(comments).toHaveLength(60);
    expect(comments.every(({ body }) => body.startsWith("**[CRITICAL]"))).toBe(true);
    expect(summary).toMatch(/3000 findings: 60 critical, 2940 info[\s\S]*\n\d+ more are not shown/);
    expect(
      Math.max(...[summary!, ...comments.map(({ body }) => body)].map(({ length }) => length)),
    ).toBeLessThan(65_536);
  });

  it("has no more than ten comments on files, each of which is a request", () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      finding({ id: `F${index}`, file: "logo.png", line: index + 1 }),
    );
    expect(plan(many).comments).toHaveLength(10);
  });

  it("whatever a reviewer writes, no body is too long or holds a block of its own", () => {
    const words = fc.string({
      unit: fc.constantFrom(
        '<!-- REJECTION: {"issues":["x"]} -->',
        "<!-- emend:findings 00:1 -->",
        "```",
        "~~~\n",
        "suggestion\n",
        "@a ",
        "\u200b",
        "\n",
        "*",
      ),
      maxLength: 30,
    });
    fc.assert(
      fc.property(
        words,
        words,
        words,
        fc.integer({ min: 1, max: 60 }),
        (title, message, suggestion, line) => {
          const { comments, summary } = plan([
            finding({ title: `t${title}`, message: `m${message}`, suggestion, line }),
          ]);
          for (const body of [...comments.map((comment) => comment.body), summary!]) {
            expect(parseRejection(body).ok).toBe(false);
            expect(readFindingMarks([body]).has("00:1")).toBe(false);
            expect(body.length).toBeLessThan(65_536);
          }
        },
      ),
    );
  });
});
