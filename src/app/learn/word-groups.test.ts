import { describe, expect, it } from "vitest";
import { draftRule } from "../rule/draft-rule.ts";
import type { Remark } from "./find-recurring-remarks.ts";
import { wordGroups } from "./word-groups.ts";

const remark = (text: string, at: number): Remark => ({
  correction: {
    id: `co_${at}`,
    found: "conversation",
    kind: "instruction",
    remark: text,
    outcome: "unknown",
    agent: "claude-code",
    project: "/shop",
    session: `s${at}`,
    rework: 0,
    origin: { file: "/t.jsonl", line: at + 1, turn: `t${at}` },
  },
  vector: new Float32Array([1, 0]),
});

describe("the rules of conversations", () => {
  const word = wordGroups({
    draft: draftRule({ mayJoin: false }),
    draftConvention: async () => undefined,
  });
  const ruleOf = async (texts: readonly string[]): Promise<string | null> => {
    const groups = [{ members: texts.map(remark), hasReviews: false }];
    const worded = await word(groups, { most: 1, edits: new Map(), onProgress: () => undefined });
    return worded[0]!.rule;
  };

  it("19 are worded if all say what is wanted", async () => {
    expect(
      await ruleOf(["Never commit to main.", "never commit to main, open a branch", "don't commit to main!"]),
    ).toBe("Never commit to main.");
  });

  it.each([
    [
      "did we not go through this, you dont have access to docker here",
      "why do you need docker for the api logs?",
    ],
    [
      "Can we make Render accept both trusted and untrusted?",
      "but Render[T Trusted | Untrusted] would work, no?",
    ],
  ])("19 are left to a person if somebody asks: %s", async (...texts) => {
    expect(await ruleOf([...texts, texts[0]])).toBeNull();
  });
});
