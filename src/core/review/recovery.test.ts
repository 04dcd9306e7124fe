import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aFinding, anAnswer, FILES, idsOf } from "../../../test/review-answer.ts";
import { parseReview } from "./parse-review.ts";

const one = anAnswer([aFinding({ suggestion: "Return 401, then log it." })]);
const two = anAnswer([aFinding(), aFinding({ id: "F2", file: "src/db/query.ts", line: 3 })]);
const pretty = (answer: unknown): string => JSON.stringify(answer, null, 2);
const parse = (raw: string) => parseReview(raw, { changedFiles: FILES });

describe("answers as models really give them", () => {
  const whole: readonly [why: string, raw: string, reasons: readonly string[]][] = [
    ["a fence with a language", `\`\`\`json\n${pretty(one)}\n\`\`\``, ["fence_removed"]],
    ["a bare fence", `\`\`\`\n${pretty(one)}\n\`\`\``, ["fence_removed"]],
    ["a fence that is never closed", `\`\`\`json\n${pretty(one)}`, ["fence_removed"]],
    ["prose before", `Here is my review:\n\n${pretty(one)}`, ["prose_removed"]],
    ["prose after", `${pretty(one)}\n\nLet me know if anything is unclear.`, ["prose_removed"]],
    [
      "prose and a fence",
      `Sure!\n\`\`\`json\n${pretty(one)}\n\`\`\`\nDone.`,
      ["fence_removed", "prose_removed"],
    ],
    ["prose with braces in it", `In {src} I used {"a", "b"}: ${pretty(one)}`, ["prose_removed"]],
    ["thoughts before the answer", `<think>maybe { "x": 1 }?</think>\n${pretty(one)}`, ["prose_removed"]],
    ["a byte order mark", `\ufeff${pretty(one)}`, ["byte_order_mark_removed"]],
    ["JSON with every quotation mark escaped", pretty(one).replaceAll('"', '\\"'), ["quotes_unescaped"]],
    ["a trailing comma in a list", pretty(one).replace(/\}\s*\]\s*\}$/, "},]}"), ["trailing_comma_removed"]],
    ["a trailing comma in an object", pretty(one).replace(/"\s*\}/, '",}'), ["trailing_comma_removed"]],
    ["a doubled comma", pretty(one).replace('"1.0",', '"1.0",,'), ["extra_comma_removed"]],
    ["a missing comma", pretty(one).replace('"1.0",', '"1.0"'), ["comma_inserted"]],
    ["line comments", pretty(one).replace("[", "[ // by severity"), ["comment_removed"]],
    ["block comments", pretty(one).replace("[", "[ /* by\nseverity */"), ["comment_removed"]],
    ["hash comments", pretty(one).replace("[", "[ # by severity"), ["comment_removed"]],
    ["keys without quotes", pretty(one).replace('"severity":', "severity:"), ["key_quoted"]],
    [
      "values without quotes",
      pretty(one).replace('"severity": "high"', '"severity": high'),
      ["value_quoted"],
    ],
    ["curly quotes", pretty(one).replace('"severity": "high"', "“severity”: “high”"), ["quotes_replaced"]],
    [
      "an elided list",
      pretty(one).replace(/\}\s*\]\s*\}$/, "}, ...]}"),
      ["ellipsis_removed", "trailing_comma_removed"],
    ],
  ];
  it.each(whole)("recovers %s", (_why, raw, reasons) => {
    const parsed = parse(raw);
    expect(parsed.review).toEqual(one);
    expect(parsed.diagnostics.map((each) => each.kind)).toEqual(reasons.map(() => "repair_applied"));
    expect(parsed.diagnostics.map((each) => each.reason).toSorted()).toEqual([...reasons].toSorted());
  });

  const mended: readonly [
    why: string,
    from: string,
    to: string,
    field: string,
    value: unknown,
    reason: string,
  ][] = [
    [
      "single quotes",
      '"Null user is read"',
      "'Null user is read'",
      "title",
      "Null user is read",
      "quotes_replaced",
    ],
    [
      "an apostrophe in single quotes",
      '"Null user is read"',
      "'It's read, isn't it'",
      "title",
      "It's read, isn't it",
      "quote_escaped",
    ],
    [
      "quotes inside quotes",
      '"Null user is read"',
      '"The "user" is read"',
      "title",
      'The "user" is read',
      "quote_escaped",
    ],
    [
      "quotes at the end of a text",
      '"Null user is read"',
      '"Read of "user""',
      "title",
      'Read of "user"',
      "quote_escaped",
    ],
    [
      "a raw line break",
      '"Null user is read"',
      '"Null user\nis read"',
      "title",
      "Null user\nis read",
      "control_character_escaped",
    ],
    ["a raw tab", '"Null user is read"', '"Null\tuser"', "title", "Null\tuser", "control_character_escaped"],
    ["an unknown escape", '"Null user is read"', '"use \\d+"', "title", "use \\d+", "escape_fixed"],
    ["an escaped apostrophe", '"Null user is read"', '"it\\\'s read"', "title", "it's read", "escape_fixed"],
    [
      "known escapes beside a mistake",
      '"Null user is read"',
      '"\\u00e9\\n\\"x\\" \\p"',
      "title",
      'é\n"x" \\p',
      "escape_fixed",
    ],
  ];
  it.each(mended)("mends %s inside a text and keeps every word", (_why, from, to, field, value, reason) => {
    const parsed = parse(pretty(one).replace(from, to));
    expect(parsed.review?.findings[0]).toEqual(
      aFinding({ ...(one["findings"] as [object])[0], [field]: value }),
    );
    expect(parsed.diagnostics).toContainEqual(
      expect.objectContaining({ kind: "repair_applied", reason, index: 0, path: "findings[0]" }),
    );
  });

  it("names the line of a repair and how often it was made", () => {
    const raw = pretty(one).replace('"severity": "high"', "'severity': 'high'");
    expect(parse(raw).diagnostics[0]?.message).toBe(
      'quotation mark other than " replaced, 2 times from line 7 on',
    );
  });

  it("NaN is no line, and None means that there is no suggestion", () => {
    const raw = pretty(two)
      .replace('"line": 12', '"line": NaN')
      .replace('"line": 3', '"line": 3,"suggestion": None');
    const parsed = parse(raw);
    expect(idsOf(parsed.review)).toEqual(["F2"]);
    expect(
      parsed.diagnostics.filter((each) => each.kind === "finding_dropped").map((each) => each.path),
    ).toEqual(["findings[0].line"]);
  });

  it("of several answers the last complete one is used, and that is said", () => {
    const draft = anAnswer([aFinding({ id: "DRAFT" })]);
    const parsed = parse(`${pretty(draft)}\nOn reflection:\n${pretty(two)}\n{"schema_version": "1.0", "pro`);
    expect(idsOf(parsed.review)).toEqual(["F1", "F2"]);
    expect(parsed.diagnostics.map((each) => each.reason)).toContain("several_objects");
  });

  it("one finding broken beyond repair falls alone", () => {
    const raw = pretty(two).replace('"title": "Null user is read"', '"title": : ] what');
    const parsed = parse(raw);
    expect(idsOf(parsed.review)).toEqual(["F2"]);
    expect(parsed.diagnostics).toContainEqual(
      expect.objectContaining({
        kind: "finding_dropped",
        reason: "invalid_json",
        index: 0,
        finding_id: "F1",
      }),
    );
  });

  it("prose between findings is left out", () => {
    const raw = pretty(two).replace(/\},\s*\{/, "},\nand then there is\n{");
    const parsed = parse(raw);
    expect(idsOf(parsed.review)).toEqual(["F1", "F2"]);
    expect(parsed.diagnostics.map((each) => each.reason)).toContain("text_removed");
  });

  it("a fenced list of findings without versions stays rejected", () => {
    expect(parse(`\`\`\`json\n${pretty([aFinding()])}\n\`\`\``).status).toBe("rejected");
  });
});

describe("answers that were cut off", () => {
  it("keeps complete findings, drops the one that was cut and names it", () => {
    const raw = pretty(two);
    const parsed = parse(raw.slice(0, raw.indexOf("src/db")));
    expect(idsOf(parsed.review)).toEqual(["F1"]);
    expect(parsed.diagnostics).toEqual([
      {
        kind: "warning",
        reason: "truncated",
        message: "the answer ends in the middle; the complete part is used, nothing was guessed",
        path: "findings",
      },
      {
        kind: "finding_dropped",
        reason: "truncated",
        message: "the answer ends inside this finding; it was not completed by guessing",
        index: 1,
        finding_id: "F2",
        severity: "high",
        path: "findings[1]",
      },
    ]);
  });

  it("never completes a number: 1 may have been 12", () => {
    const raw = JSON.stringify({ ...one, findings: [{ ...aFinding({ line: undefined }), line: 12 }] });
    const parsed = parse(raw.slice(0, raw.indexOf('"line":1') + 8));
    expect(idsOf(parsed.review)).toEqual([]);
  });

  it("is rejected when a required field never arrives", () => {
    expect(parse('{"schema_version": "1.0", "prompt_version": "1.0",').status).toBe("rejected");
    const late = JSON.stringify({ findings: [aFinding()], schema_version: "1.0", prompt_version: "1.0" });
    expect(parse(late.slice(0, late.indexOf('"schema_version"'))).status).toBe("rejected");
  });

  it("says which optional field was lost", () => {
    const raw = JSON.stringify(anAnswer([aFinding()], { summary: "All in all it is fine." }));
    const parsed = parse(raw.slice(0, -6));
    expect(parsed.review).toEqual(anAnswer());
    expect(parsed.diagnostics[0]).toMatchObject({ reason: "truncated", path: "summary" });
  });

  it("cut anywhere, every finding kept is one of the originals, whole", () => {
    for (const raw of [
      pretty(two),
      JSON.stringify(two),
      `\`\`\`json\n${pretty(two)}\n\`\`\``,
      pretty(two).replaceAll('"', "'"),
    ]) {
      for (let end = 0; end < raw.length; end += 1) {
        const parsed = parse(raw.slice(0, end));
        for (const finding of parsed.review?.findings ?? []) expect(two["findings"]).toContainEqual(finding);
      }
    }
  });
});

describe("laws", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  const finding = fc.record(
    {
      id: text,
      severity: fc.oneof(fc.constantFrom("high", "low", "High"), fc.jsonValue()),
      category: fc.constantFrom("style", "test", "bug"),
      title: text,
      file: fc.oneof(fc.constantFrom(...FILES), text),
      line: fc.oneof(fc.nat(), fc.jsonValue()),
      message: text,
      extra: fc.jsonValue(),
    },
    { requiredKeys: ["category"] },
  );

  it("004.1 no text throws, and the outcome can always be written as JSON", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.json(),
          fc.string({ unit: fc.constantFrom(...Array.from("{}[]\":,\\'/*# aF1\n")) }),
        ),
        (raw) => {
          expect(() => JSON.stringify(parse(raw))).not.toThrow();
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("each finding of a readable answer is kept or has exactly one drop", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(finding, fc.jsonValue()), { maxLength: 8 }), (findings) => {
        const parsed = parse(JSON.stringify(anAnswer(findings)));
        const drops = parsed.diagnostics.filter((each) => each.kind === "finding_dropped");
        expect((parsed.review?.findings.length ?? 0) + drops.length).toBe(findings.length);
        expect(new Set(drops.map((each) => each.index)).size).toBe(drops.length);
      }),
    );
  });

  it("a review that was accepted is accepted again, unchanged", () => {
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 5 }), (findings) => {
        const first = parse(JSON.stringify(anAnswer(findings)));
        const second = parse(JSON.stringify(first.review));
        expect(second).toEqual({ status: "accepted", review: first.review, diagnostics: [] });
      }),
    );
  });
});
