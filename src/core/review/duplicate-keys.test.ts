import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "./review.ts";
import { judgeReview } from "./judge-review.ts";
import { parseReview } from "./parse-review.ts";

const finding = (more = "", id = "F1"): string =>
  `{"id":"${id}","severity":"low","category":"style","title":"t","file":"a.ts","line":3,"message":"m"${more}}`;
const answer = (findings: string, more = ""): string =>
  `{"schema_version":"1.0","prompt_version":"1.0","findings":[${findings}]${more}}`;

const read = (raw: string) => parseReview(raw, { changedFiles: ["a.ts"] });
const duplicates = (raw: string): readonly Diagnostic[] =>
  read(raw).diagnostics.filter(({ reason }) => reason === "duplicate_key");

/** The same answer as JSON, and as what has to be recovered first. */
const FORMS = [
  { form: "as JSON", wrap: (raw: string) => raw },
  { form: "pretty", wrap: (raw: string) => raw.replaceAll('":', '" \n : ').replaceAll(",", " ,\n ") },
  {
    form: "recovered",
    wrap: (raw: string) => `Here it is:\n\`\`\`json\n${raw.replace(/\}$/, ",}")}\n\`\`\``,
  },
];

describe.each(FORMS)("keys that are given twice, $form", ({ wrap }) => {
  it("17.5 in a finding: path, id, both values, and the last one kept", () => {
    const raw = wrap(answer(`${finding()},${finding(',"line":7', "F2")}`));
    expect(duplicates(raw)).toEqual([
      {
        kind: "warning",
        reason: "duplicate_key",
        message: "line is given twice; the last value, 7, was kept",
        index: 1,
        finding_id: "F2",
        file: "a.ts",
        line: 7,
        path: "findings[1].line",
        from: 3,
        to: 7,
      },
    ]);
    expect(read(raw).review?.findings[1]?.line).toBe(7);
  });

  it("17.5 at the top, in nested objects and lists, and more than twice", () => {
    const meta = ',"summary":"a","summary":"b","meta":{"run":{"k":1,"k":2,"k":3},"list":[0,{"x":[],"x":{}}]}';
    expect(
      duplicates(wrap(answer(finding(), meta))).map(({ path, from, to }) => ({ path, from, to })),
    ).toEqual(
      expect.arrayContaining([
        { path: "summary", from: "a", to: "b" },
        { path: "meta.run.k", from: 1, to: 3 },
        { path: "meta.list[1].x", from: "list of 0", to: "object" },
      ]),
    );
  });

  it("17.5 says nothing of objects that share keys, nor of keys that are spelled inside a text", () => {
    const tricky = ',"suggestion":": use {\\"id\\":1,\\"id\\":2}","rule_id":":"';
    expect(duplicates(wrap(answer(`${finding(tricky)},${finding("", "F2")}`, ',"meta":{"id":1}')))).toEqual(
      [],
    );
  });

  it("17.5 a second list of findings replaces the first, which is reported and fails a gate", () => {
    const raw = wrap(
      `{"schema_version":"1.0","prompt_version":"1.0","findings":[${finding(',"severity":"critical"')}],"findings":[]}`,
    );
    const parsed = read(raw);
    expect(parsed.diagnostics.map(({ reason, path }) => `${reason} ${path}`)).toEqual(
      expect.arrayContaining(["duplicate_key findings", "unread_findings findings"]),
    );
    expect(duplicates(raw)).toHaveLength(1);
    expect(judgeReview(parsed, "high").passes).toBe(false);
  });
});

describe("looking for repeated keys", () => {
  it("17.5 finds none in whatever JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (meta) => {
        expect(duplicates(answer(finding(), `,"meta":{"given":${JSON.stringify(meta)}}`))).toEqual([]);
      }),
    );
  });

  it("17.5 sees one however its letters are written", () => {
    const raw = answer(finding(), ',"meta":{"a\\\\":1,"\\u0061\\\\":2}');
    expect(duplicates(raw)).toMatchObject([{ path: "meta.a\\", from: 1, to: 2 }]);
  });

  it("17.5 stays linear and bounded on deep and many repetitions", () => {
    const deep = `{"a":0,"a":`.repeat(20_000) + "1" + "}".repeat(20_000);
    const many = Array.from({ length: 50_000 }, (_, n) => `"k${n}":1,"k${n}":2`).join(",");
    expect(duplicates(answer(finding(), `,"meta":${deep}`)).length).toBeLessThan(102);
    const told = duplicates(answer(finding(), `,"meta":{${many}}`));
    expect(told).toHaveLength(101);
    expect(told.at(-1)?.message).toMatch(/^49900 more keys/);
  });
});

describe("every diagnostic of a finding", () => {
  it.each([
    { why: "a repair", raw: answer(finding(",")), reason: "trailing_comma_removed" },
    { why: "a decimal", raw: answer(finding(',"end_line":4.0')), reason: "integer_from_decimal" },
    {
      why: "a decimal in recovered JSON",
      raw: `${answer(finding(',"end_line":4.0'))};`,
      reason: "integer_from_decimal",
    },
    { why: "a finding that is cut off", raw: answer(finding()).slice(0, -6), reason: "truncated" },
    { why: "a trimmed text", raw: answer(finding(',"suggestion":" s "')), reason: "trim" },
    { why: "an unknown key", raw: answer(finding(',"extra":1')), reason: "unknown_key_dropped" },
    { why: "a file elsewhere", raw: answer(finding(',"file":"b.ts"')), reason: "file_not_in_changed_files" },
  ])("17.5 004.3 carries the finding's id: $why", ({ raw, reason }) => {
    const found = read(raw).diagnostics.filter((each) => each.reason === reason && each.index !== undefined);
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) expect(each.finding_id).toBe("F1");
  });

  it("17.5 also if the id is a number, which is no valid one", () => {
    const [dropped] = read(answer(finding().replace('"F1"', "17"))).diagnostics;
    expect(dropped).toMatchObject({ kind: "finding_dropped", finding_id: "17" });
  });
});
