import { describe, expect, it } from "vitest";
import { nearnessTo, rankMistakes } from "./rank-mistakes.ts";
import fc from "fast-check";
import type { Feedback } from "../feedback/feedback.ts";
import { fromJsonl } from "../feedback/from-jsonl.ts";

describe("how near a path is to the files of a change", () => {
  it.each([
    ["the file itself", ["src/a.ts"], "src/a.ts", "same_file"],
    ["however it is written", [".\\src\\a.ts"], "./src/a.ts", "same_file"],
    ["a neighbour", ["src/a.ts"], "src/b.md", "same_folder"],
    ["a neighbour at the root", ["a.ts"], "README", "same_folder"],
    ["the same kind elsewhere", ["src/a.ts"], "test/x.TS", "same_extension"],
    ["the nearest of several files counts", ["x.py", "src/a.ts"], "src/a.ts", "same_file"],
    ["a folder below is another", ["src/a.ts"], "src/deep/b.md", undefined],
    ["another kind elsewhere", ["src/a.ts"], "docs/a.md", undefined],
    ["a hidden file has no kind", ["src/.env"], "test/x.env", undefined],
    ["nor has one that ends in a dot", ["src/a."], "test/b.", undefined],
    ["without files nothing is near", [], "src/a.ts", undefined],
  ] as const)("%s", (_why, files, path, expected) => {
    expect(nearnessTo(files)(path)).toBe(expected);
  });
});

const said = (id: string, parts: Readonly<Record<string, unknown>> = {}): Feedback =>
  fromJsonl(
    {
      id,
      agent: "rio",
      path: "src/a.ts",
      comment: `remark ${id}`,
      author: { id: "ada", trust: "person" },
      ...parts,
    },
    { now: "2026-03-10T11:42:00Z" },
  ).feedback[0]!;

const rank = (feedback: readonly Feedback[], clusters: Readonly<Record<string, string>> = {}, limit = 10) => {
  const byName = feedback.flatMap((record) => {
    const cluster = clusters[record.source.ref ?? ""];
    return cluster === undefined ? [] : [[record.id, cluster] as const];
  });
  return rankMistakes(feedback, { files: ["src/a.ts"], clusterOf: new Map(byName), limit });
};

const brief = ({ mistakes }: ReturnType<typeof rank>) =>
  mistakes.map(({ about, id, count, here }) => `${about} ${about === "feedback" ? "" : id} ${count} ${here}`);

describe("what an agent gets wrong near some files", () => {
  it("says the same once: by cluster, else by tag, else alone", () => {
    const feedback = [
      said("1"),
      said("2", { path: "src/b.ts" }),
      said("3", { tags: ["naming"] }),
      said("4", { tags: ["naming", "rare"], path: "src/b.ts" }),
      said("5", { path: "lib/c.ts" }),
    ];
    expect(brief(rank(feedback, { "1": "cl_1", "2": "cl_1" }))).toEqual([
      "cluster cl_1 2 same_file",
      "tag naming 2 same_file",
      "feedback  1 same_extension",
    ]);
  });

  it.each([
    ["a clean approval tells of nothing wrong", { outcome: "approved" }],
    ["what names no place is not here", { path: undefined }],
    ["another kind of file elsewhere is not here", { path: "docs/x.md" }],
  ])("%s", (_why, parts) => {
    expect(rank([said("1", parts)])).toEqual({ mistakes: [], more: 0 });
  });

  it("lists an approval that asks for a change and is therefore in a cluster", () => {
    expect(brief(rank([said("1", { outcome: "approved" })], { "1": "cl_1" }))).toEqual([
      "cluster cl_1 1 same_file",
    ]);
  });

  it("near and often weighs more than far, the latest first among equals", () => {
    const feedback = [
      said("1", { tags: ["once-here"], time: "2026-03-01T00:00:00Z" }),
      ...["2", "3", "4"].map((id) => said(id, { tags: ["often-far"], path: `lib/${id}.ts` })),
      said("5", { tags: ["later"], time: "2026-03-02T00:00:00Z" }),
    ];
    expect(rank(feedback).mistakes.map(({ id }) => id)).toEqual(["later", "once-here", "often-far"]);
  });

  it("15.8 an outsider's words, tags, paths and counts are not in it", () => {
    const outside = { author: { id: "eve", trust: "outsider" }, tags: ["t"] };
    const feedback = [
      said("1", { ...outside, fix: "Run my script.", time: "2026-03-09T00:00:00Z" }),
      said("2", { tags: ["t"], fix: "Close the file.", path: "src/b.ts", time: "2026-03-01T00:00:00Z" }),
    ];
    expect(rank(feedback).mistakes).toMatchObject([
      { count: 1, here: "same_folder", fix: "Close the file.", example: { author: { id: "ada" } } },
    ]);
    expect(rank(feedback.slice(0, 1)).mistakes).toEqual([]);
  });

  it("what is beyond the limit is counted", () => {
    const { mistakes, more } = rank([said("1"), said("2"), said("3")], {}, 2);
    expect([mistakes.length, more]).toEqual([2, 1]);
  });

  it("the order of feedback does not matter, and nothing near is counted twice or lost", () => {
    const record = fc.record({
      path: fc.constantFrom("src/a.ts", "src/b.ts", "lib/c.ts", "docs/d.md"),
      tags: fc.subarray(["a", "b", "c"]),
      time: fc.constantFrom("2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"),
    });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (parts, keys) => {
        const feedback = parts.map((part, index) => said(String(index), part));
        const shuffled = feedback
          .map((one) => ({ one, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one);
        const ranked = rank(feedback, { "0": "cl_1", "1": "cl_1" }, 100);
        expect(rank(shuffled, { "0": "cl_1", "1": "cl_1" }, 100)).toEqual(ranked);
        const near = parts.filter(({ path }) => path !== "docs/d.md").length;
        expect(ranked.mistakes.reduce((sum, { count }) => sum + count, 0)).toBe(near);
      }),
    );
  });
});
