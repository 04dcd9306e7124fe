import { expect, it, describe } from "vitest";
import {
  memoize,
  meaningSigns,
  headFor,
  RELATION_WEIGHTS,
  SIGN_NAMES,
  readWanted,
} from "./weigh-relation.ts";
import fc from "fast-check";
import { relateByVectors } from "./relate-rules.ts";

it("remember makes each answer once while it is asked for, and keeps a bounded number", () => {
  const made: number[] = [];
  const twice = memoize<number>(3);
  const ask = (n: number): number =>
    twice(n, () => {
      made.push(n);
      return 2 * n;
    });
  expect([1, 2, 1, 3, 2].map(ask)).toEqual([2, 4, 2, 6, 4]);
  expect(made).toEqual([1, 2, 3]);
  // 1 is asked for during each generation and stays; 2 and 3 are not.
  for (const n of [4, 1, 5, 6, 1, 7, 8, 1]) ask(n);
  expect(made).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect([ask(1), ask(2)]).toEqual([2, 4]);
  expect(made.at(-1)).toBe(2);
});

/** Signs of two rules that are near in meaning while the head has no opinion. */
const near = { cosine: 0.8, head: [Math.log(1 / 3), Math.log(1 / 3), Math.log(1 / 3)] } as const;
const far = { cosine: 0.1, head: [-4, -4, -0.04] } as const;

describe("weighing the signs of two rules", () => {
  it("has a weight for every sign and relation", () => {
    for (const name of SIGN_NAMES) expect(RELATION_WEIGHTS.signs[name]).toHaveLength(3);
    expect(RELATION_WEIGHTS.base).toHaveLength(3);
  });

  it("has no head for the vectors of another model", () => {
    expect(headFor("text-embedding-3-small")).toBeUndefined();
  });

  it("says the same whichever rule comes first", () => {
    const vector = fc
      .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 384, maxLength: 384 })
      .map((numbers) => Float32Array.from(numbers, (each) => each / 20));
    const rule = fc.constantFrom(
      "Retry failed uploads three times.",
      "Never retry an upload.",
      "Uploads are limited to 20 MB.",
      "The upload limit is 50 MB.",
      "Write release notes for every tag.",
    );
    fc.assert(
      fc.property(rule, rule, vector, vector, (a, b, one, other) => {
        const head = headFor("emend-minilm-l6-3")!;
        const there = relateByVectors({ text: a }, { text: b }, meaningSigns(head, one, other));
        const back = relateByVectors({ text: b }, { text: a }, meaningSigns(head, other, one));
        expect([back.relation, back.score]).toEqual([there.relation, there.score]);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    [
      "conflict",
      "Mock the payment provider in every test of the checkout.",
      "Do not mock the payment provider.",
    ],
    ["duplicate", "Name every migration after its ticket.", "Migrations are named after their ticket."],
  ])("%s by meaning: %j and %j", (relation, a, b) => {
    expect(relateByVectors({ text: a }, { text: b }, near).relation).toBe(relation);
  });

  it("keeps apart what is about other things", () => {
    const found = relateByVectors(
      { text: "Hash passwords with scrypt." },
      { text: "Charts have a title and labelled axes." },
      far,
    );
    expect(found.relation).toBe("independent");
  });

  it("does not weigh rules that hold in different places", () => {
    const found = relateByVectors(
      { text: "Use tabs.", scope: "tools/**/*.py" },
      { text: "Use spaces.", scope: "web/**/*.ts" },
      near,
    );
    expect(found).toMatchObject({ relation: "independent", scope_overlap: "disjoint" });
  });
});

describe("readWanted", () => {
  it("reads a statement of how things are as a wish", () => {
    const { reading } = readWanted("Invoice numbers are unique per tenant.");
    expect(reading.wishes.map(({ act }) => act)).toEqual(["do"]);
  });

  it("finds numbers without their separators", () => {
    const { numbers } = readWanted("At most 1,500 rows, 50 per page, within 2.5 seconds.");
    expect([...numbers]).toEqual(["1500", "50", "2.5"]);
  });

  it("reads nothing into an empty rule", () => {
    const { reading, numbers } = readWanted("");
    expect([reading.wishes, [...numbers]]).toEqual([[], []]);
  });
});
