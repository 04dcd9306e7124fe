import { describe, expect, it } from "vitest";
import type { PastCorrection } from "../../core/correction/past-correction.ts";
import type { Judge } from "../../ports/evaluator.ts";
import { findRecurringRemarks, type Remark } from "./find-recurring-remarks.ts";

/** Texts with the same last word are the same. */
const lastWord = (text: string): string | undefined => text.split(" ").at(-1);
const judge: Judge = {
  judge: async (text, others) =>
    others.map((other) => {
      const isSame = lastWord(other.text) === lastWord(text.text);
      return { relation: isSame ? "same" : "other", score: isSame ? 0.9 : 0.1, reasons: [] };
    }),
};

const remark = (id: string, text: string, more: Partial<PastCorrection> = {}): Remark => ({
  correction: {
    id,
    found: "review",
    kind: "review",
    remark: text,
    outcome: "unknown",
    author: "ben",
    project: "shop",
    session: id,
    rework: 0,
    origin: { url: "https://github.com/acme/shop/pull/1" },
    ...more,
  },
  vector: Float32Array.of(1, 0),
});
const spoken = (id: string, text: string): Remark => {
  const { correction, vector } = remark(id, text, { found: "conversation" });
  const { author: _author, ...own } = correction;
  return { correction: own, vector };
};

const find = async (
  remarks: readonly Remark[],
  said: readonly Remark[] = [],
  spokenGroups: readonly (readonly number[])[] = [],
) => {
  const { groups, joined } = await findRecurringRemarks(judge, {
    remarks,
    spoken: said,
    spokenGroups,
    onProgress: () => undefined,
  });
  const ids = (of: readonly Remark[]): readonly string[] => of.map(({ correction }) => correction.id);
  return { groups: groups.map(ids), joined: [...joined].map(([at, more]) => [at, ids(more)]) };
};

describe("what recurs in reviews", () => {
  it("19 is said on three occasions, or by two people in the same words", async () => {
    const thrice = [1, 2, 3].map((n) => remark(`a${n}`, `number ${n} needs a test`));
    const onePull = [1, 2, 3].map((n) => remark(`b${n}`, `close handle ${n} file`, { session: "one" }));
    const two = [remark("c1", "please use the logger"), remark("c2", "use the logger", { author: "cleo" })];
    const oneself = [remark("d1", "rename this variable"), remark("d2", "rename this variable")];
    expect(await find([...thrice, ...onePull, ...two, ...oneself])).toEqual({
      groups: [
        ["a1", "a2", "a3"],
        ["c1", "c2"],
      ],
      joined: [],
    });
  });

  it("19 joins what is said in conversations too", async () => {
    const said = [spoken("s1", "run the test"), spoken("s2", "write a test"), spoken("s3", "use the logger")];
    const reviews = [remark("a", "it lacks a test"), remark("b", "use the logger")];
    expect(await find(reviews, said, [[0, 1]])).toEqual({ groups: [["b", "s3"]], joined: [[0, ["a"]]] });
  });
});
