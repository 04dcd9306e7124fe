import { describe, expect, it } from "vitest";
import { catalogueSpace, directionOf, isOpposite, placeRule } from "./catalogue-space.ts";
import { leansToOpposite, matchMembers } from "./match-members.ts";

/** Every text has the first direction in common, as real ones do; the rest tells them apart. */
const vector = (...own: readonly number[]): Float32Array => {
  const all = Float32Array.from({ length: 9 }, (_, at) => (at === 0 ? 1.5 : (own[at - 1] ?? 0)));
  return directionOf([all]);
};
const axis = (at: number, more: readonly [number, number] = [0, 0]): Float32Array => {
  const own = Array.from({ length: 8 }, (_, each) => (each === at ? 1 : 0));
  own[more[0]]! += more[1];
  return vector(...own);
};

const IDS = ["a", "b", "c", "d", "e", "f"];
const space = catalogueSpace({ ids: IDS, centres: IDS.map((_, at) => axis(at)) });
const about = (at: number): readonly Float32Array[] => [axis(at), axis(at, [6, 0.4]), axis(at, [7, 0.4])];

describe("matchMembers", () => {
  it("finds the entry that members are clearly about, whatever their order", () => {
    const match = matchMembers(space, about(2));
    expect(match).toMatchObject({ id: "c", at: 2 });
    expect(match!.share).toBeGreaterThan(0.7);
    expect(matchMembers(space, about(2).toReversed())?.id).toBe("c");
  });

  it.each([
    { why: "two are too few", members: about(2).slice(0, 2) },
    { why: "they lie between two entries", members: [0.9, 1, 1.1].map((much) => axis(2, [3, much])) },
    { why: "they are about nothing that is known", members: [6, 7, 6].map((at) => axis(at)) },
    { why: "each is about something else", members: [axis(0), axis(1), axis(2), axis(3)] },
    { why: "there are none", members: [] },
    {
      why: "their vectors are of another space",
      members: Array.from({ length: 3 }, () => Float32Array.of(1, 0)),
    },
  ])("finds none where $why", ({ members }) => {
    expect(matchMembers(space, members)).toBeUndefined();
  });

  it("finds none in an empty catalogue", () => {
    expect(matchMembers(catalogueSpace({ ids: [], centres: [] }), about(2))).toBeUndefined();
  });

  it("sees that members ask for the opposite", () => {
    const match = matchMembers(space, about(2))!;
    expect(leansToOpposite(space, match, about(2)), "as near as the entry").toBe(true);
    expect(leansToOpposite(space, match, [axis(2, [6, 3])])).toBe(false);
    expect(leansToOpposite(space, match, []), "there is none").toBe(false);
  });
});

describe("the side of a rule", () => {
  const opposite = [axis(2, [6, 1.2]), axis(2, [6, 1])];

  it("knows the entry that a rule is of", () => {
    expect(placeRule(space, axis(2, [7, 0.3]))).toMatchObject({ entry: 2 });
    expect(placeRule(space, axis(2, [3, 1])), "of two equally").toMatchObject({ entry: undefined });
    expect(placeRule(space, axis(2, [6, 1])).near[0]).toBe(2);
    const nowhere = catalogueSpace({ ids: [], centres: [] });
    expect(placeRule(nowhere, axis(2))).toEqual({ entry: undefined, near: [] });
  });

  it.each([
    { why: "the opposite in other words", rule: axis(2, [6, 1.1]), is: true },
    { why: "the entry in other words", rule: axis(2, [7, 0.3]), is: false },
    { why: "between the two", rule: axis(2, [6, 0.4]), is: false },
    { why: "another rule", rule: axis(4), is: false },
  ])("$why: $is", ({ rule, is }) => {
    expect(isOpposite(space, rule, 2, opposite)).toBe(is);
    expect(isOpposite(space, rule, 2, [])).toBe(false);
  });
});
