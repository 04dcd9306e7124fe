import { expect, it } from "vitest";
import { fromJsonl } from "../feedback/from-jsonl.ts";
import { judgedText } from "./judged-text.ts";

it("holds all that a judge goes by, and nothing that is not there", () => {
  const read = (record: object) => fromJsonl(record, { now: "2026-03-10T11:42:00Z" }).feedback[0]!;
  const vector = new Float32Array([1]);
  const full = { id: "1", comment: "Close it.", path: "src/a.ts", tags: ["leak"], category: "style" };
  expect(judgedText(read(full), vector)).toMatchObject({
    tags: ["leak"],
    category: "style",
    path: "src/a.ts",
  });
  expect(Object.keys(judgedText(read({ id: "2", comment: "Close it." }), vector))).toEqual([
    "text",
    "vector",
    "tags",
  ]);
});
