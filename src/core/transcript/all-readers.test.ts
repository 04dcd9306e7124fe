import { describe, expect, it } from "vitest";
import { SAMPLES } from "../../../test/contract/transcripts.ts";
import { READERS, recogniseTranscript } from "./all-readers.ts";
import { TRANSCRIPT_FORMATS } from "./transcript.ts";

const WORDS = "No, use a map";
const sampleOf = (format: keyof typeof SAMPLES): string => SAMPLES[format].make(WORDS);

describe("the readers of transcripts", () => {
  it("has one for each format", () => {
    expect(READERS.map(({ format }) => format)).toEqual([...TRANSCRIPT_FORMATS]);
  });

  it.each(TRANSCRIPT_FORMATS)("recognises %s, and no other reader does", (format) => {
    const { path } = SAMPLES[format];
    const head = sampleOf(format);
    expect(recogniseTranscript(head, path)?.format).toBe(format);
    expect(READERS.filter((reader) => reader.recognises(head, path)).map((reader) => reader.format)).toEqual([
      format,
    ]);
  });

  it.each(TRANSCRIPT_FORMATS)("recognises %s with a byte order mark and Windows line ends", (format) => {
    const head = `\uFEFF${sampleOf(format).replaceAll("\n", "\r\n")}`;
    expect(recogniseTranscript(head, SAMPLES[format].path)?.format).toBe(format);
  });

  it.each([
    ["codex", "claude-code"],
    ["claude-code", "codex"],
    ["copilot", "claude-code"],
    ["cursor", "codex"],
  ] as const)("takes the format of the first line if %s is followed by %s", (first, second) => {
    expect(recogniseTranscript(sampleOf(first) + sampleOf(second), "/s/one.jsonl")?.format).toBe(first);
  });

  it.each([[""], ["\n\n"], ["{}"], ["[]"], ["null"], ["# Notes\n"], ['{"type":"user"}\n'], ["\0\0\0"]])(
    "does not recognise %j",
    (head) => {
      expect(recogniseTranscript(head, "/s/one.jsonl")).toBeUndefined();
    },
  );
});
