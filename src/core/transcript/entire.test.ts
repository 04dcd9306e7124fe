import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseTranscripts, type EntireFile, entireMetadataPaths } from "./entire.ts";

const A = "ab/0123456789";
const B = "cd/0123456789";
const file = (path: string, size: number): EntireFile => ({ path, size });
const session = (id: string): string => JSON.stringify({ session_id: id, agent: "Gemini CLI" });

describe("transcripts on Entire's branch", () => {
  it("names the metadata that belongs to a transcript", () => {
    const files = [
      file(`${A}/metadata.json`, 1),
      file(`${A}/0/metadata.json`, 1),
      file(`${A}/0/full.jsonl`, 9),
    ];
    expect(entireMetadataPaths(files)).toEqual([`${A}/0/metadata.json`]);
  });

  it("chooses the longest transcript of each session", () => {
    const files = [
      file(`${A}/0/full.jsonl`, 10),
      file(`${B}/0/full.jsonl`, 30),
      file(`${B}/1/full.jsonl`, 20),
      file(`${B}/1/prompt.txt`, 90),
    ];
    const metadata = new Map([
      [`${A}/0/metadata.json`, session("s1")],
      [`${B}/0/metadata.json`, session("s1")],
      [`${B}/1/metadata.json`, session("s2")],
    ]);
    expect(chooseTranscripts(files, metadata)).toEqual([
      { paths: [`${B}/0/full.jsonl`], session: "s1", size: 30 },
      { paths: [`${B}/1/full.jsonl`], session: "s2", size: 20 },
    ]);
  });

  it("puts the parts of a long transcript together", () => {
    const files = [
      file(`${A}/0/full.jsonl.002`, 1),
      file(`${A}/0/full.jsonl`, 5),
      file(`${A}/0/full.jsonl.001`, 5),
    ];
    expect(chooseTranscripts(files, new Map())).toEqual([
      { paths: ["", ".001", ".002"].map((end) => `${A}/0/full.jsonl${end}`), session: `${A}/0`, size: 11 },
    ]);
  });

  it.each([["{cut"], ["null"], ['{"session_id": 7}'], ['{"__proto__": {"session_id": "x"}}']])(
    "takes a transcript for a session of its own if its metadata is %j",
    (text) => {
      const files = [file(`${A}/full.jsonl`, 1)];
      expect(chooseTranscripts(files, new Map([[`${A}/metadata.json`, text]]))).toMatchObject([
        { session: A },
      ]);
    },
  );

  it.each([
    ["full.jsonl"],
    ["ab/full.jsonl"],
    [`${A}/0/tasks/t/full.jsonl`],
    [`${A.toUpperCase()}/0/full.jsonl`],
  ])("does not take %j for a transcript", (path) => {
    expect(chooseTranscripts([file(path, 1)], new Map())).toEqual([]);
  });

  it("throws nothing", () => {
    const anyFile = fc.record({ path: fc.string(), size: fc.integer() });
    fc.assert(
      fc.property(fc.array(anyFile), fc.string(), (files, text) => {
        const metadata = new Map(files.map(({ path }) => [path, text]));
        expect(chooseTranscripts(files, metadata).length).toBeLessThanOrEqual(files.length);
        expect(entireMetadataPaths(files).length).toBeLessThanOrEqual(files.length);
      }),
    );
  });
});
