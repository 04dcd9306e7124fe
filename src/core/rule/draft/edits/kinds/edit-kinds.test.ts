import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readEdits } from "../read-edits.ts";
import { EDIT_KINDS } from "./edit-kinds.ts";

interface Row {
  readonly kind: string;
  readonly edits: readonly (readonly [before: string, after: string])[];
  readonly path?: string;
}

const file = new URL("../../../../../../test/fixtures/edit-kinds.jsonl", import.meta.url);
const rows = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Row);
const byId = new Map(EDIT_KINDS.map((kind) => [kind.id, kind]));
const spoken = EDIT_KINDS.filter(({ text }) => text !== undefined);

describe("kinds of edits", () => {
  it("has more than 120, each with a name of its own and a contrary that answers", () => {
    expect(spoken.length).toBeGreaterThan(120);
    expect(byId.size).toBe(EDIT_KINDS.length);
    for (const { id, contrary } of EDIT_KINDS) expect(byId.get(contrary ?? "")?.contrary).toBe(id);
  });

  it("has an example for every kind, in one direction or the other", () => {
    const shown = new Set(rows.flatMap(({ kind }) => [kind, byId.get(kind)?.contrary]));
    expect(spoken.filter(({ id }) => !shown.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it.each(rows)("16.x edits speak: $kind", ({ kind, edits, path }) => {
    const made = edits.map(([before, after]) => ({ before, after, path }));
    const undone = edits.map(([before, after]) => ({ before: after, after: before, path }));
    expect(readEdits(made)).toMatchObject({ kind, covers: edits.length });
    const contrary = byId.get(byId.get(kind)?.contrary ?? "");
    const answer = readEdits(undone)?.kind;
    expect(answer).not.toBe(kind);
    expect(contrary?.text === undefined || answer === contrary.id).toBe(true);
    expect(readEdits([made[0]!, undone[1]!])?.kind).not.toBe(kind);
  });

  it("16.x edits that have nothing to do with each other hardly ever seem to share a kind", () => {
    const edits = rows.map(({ edits: [first], path }) => ({ before: first![0], after: first![1], path }));
    const at = (index: number) => edits[index % edits.length]!;
    const pairs = edits.flatMap((edit, index) => [7, 31, 101].map((step) => [edit, at(index + step)]));
    const triples = edits.map((edit, index) => [edit, at(index + 11), at(index + 53)]);
    const heard = (sets: readonly (typeof edits)[]) =>
      sets.filter((set) => readEdits(set) !== undefined).length / sets.length;
    expect(heard(pairs)).toBeLessThan(0.03);
    expect(heard(triples)).toBeLessThan(0.01);
  });

  it.each(spoken)("words $id as one short order", ({ text }) => {
    expect(text).toMatch(/^\p{Lu}\p{Ll}+ .{3,175}\.$/u);
    expect(text!.replaceAll(/"[^"]*"|`[^`]*`/g, "")).not.toMatch(/\b(?:I|we|my|our|this)\b|\?/);
  });
});
