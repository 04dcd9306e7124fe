import { describe, expect, it } from "vitest";
import { parseReview } from "../../src/core/review/parse-review.ts";
import { aFinding, FILES } from "../review-answer.ts";
import { hostileAnswers } from "./hostile-answers.ts";

const head = '{"schema_version":"1.0","prompt_version":"1.0","findings":[';

describe("004.1 input made to break a parser is answered", () => {
  it.each(hostileAnswers(1_000_000))("%s, a million characters", (_name, raw) => {
    expect(parseReview(raw, { changedFiles: FILES }).diagnostics.length).toBeLessThan(200_100);
  });

  it("50 MB in one text", () => {
    const raw = `${head}${JSON.stringify(aFinding({ message: "x".repeat(50_000_000) }))}]}`;
    expect(parseReview(raw, { changedFiles: FILES })).toMatchObject({ status: "accepted", diagnostics: [] });
  });

  it("100,000 findings, every second one broken", () => {
    const good = (n: number): string => JSON.stringify(aFinding({ id: `F${n}` }));
    const bad = (n: number): string => JSON.stringify(aFinding({ id: `F${n}`, line: 0 }));
    const raw = `${head}${Array.from({ length: 100_000 }, (_, n) => (n % 2 === 0 ? good(n) : bad(n))).join(",")}]}`;
    const parsed = parseReview(raw, { changedFiles: FILES });
    expect(parsed.review?.findings).toHaveLength(50_000);
    expect(parsed.diagnostics).toHaveLength(50_000);
  });

  it("100,000 findings under one id", () => {
    const raw = `${head}${Array.from({ length: 100_000 }, (_, n) => JSON.stringify(aFinding({ line: n + 1 }))).join(",")}]}`;
    const ids = new Set(
      parseReview(raw, { changedFiles: FILES }).review?.findings.map((finding) => finding.id),
    );
    expect(ids.size).toBe(100_000);
  });

  it("nesting 100,000 deep, as valid JSON and as broken JSON", () => {
    const deep = `${'{"a":['.repeat(100_000)}1${"]}".repeat(100_000)}`;
    for (const [meta, tail] of [
      [deep, ""],
      [deep, ","],
    ] as const) {
      const raw = `${head}${JSON.stringify(aFinding())}],"meta":${meta}${tail}}`;
      const parsed = parseReview(raw, { changedFiles: FILES });
      expect(parsed.review?.findings).toHaveLength(1);
      expect(parsed.review?.meta).toBeUndefined();
      expect(() => JSON.stringify(parsed)).not.toThrow();
    }
    const inFinding = parseReview(`${head}{"id":${deep}}]}`, { changedFiles: FILES });
    expect(inFinding.review?.findings).toEqual([]);
    expect(() => JSON.stringify(inFinding)).not.toThrow();
  });

  it("findings past the limit are counted, not read", () => {
    const raw = `${head}${"1,".repeat(150_000)}1]}`;
    const parsed = parseReview(raw, { changedFiles: FILES });
    expect(parsed.diagnostics).toHaveLength(100_002);
    expect(parsed.diagnostics.at(-2)).toMatchObject({ reason: "too_many_findings" });
  });
});
