import { PassThrough, Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mapJsonl } from "./jsonl.ts";

async function map(chunks: readonly Buffer[]): Promise<{ bad: number; out: unknown[] }> {
  const stdout = new PassThrough();
  let text = "";
  stdout.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
  const stdin = Readable.from(chunks);
  const bad = await mapJsonl(
    { stdin, stdout, stderr: stdout, env: {}, cwd: ".", now: () => new Date(0) },
    (line) => ({ got: line["text"] ?? null }),
  );
  return {
    bad,
    out: text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown),
  };
}

describe("the --jsonl form", () => {
  it("answers each line in order under its id, and a bad line where it stood", async () => {
    const input = '\ufeff{"id":1,"text":"a"}\r\n\r\nnonsense\n[1]\n{"id":"z","text":"b"}';
    expect(await map([Buffer.from(input)])).toEqual({
      bad: 2,
      out: [
        { id: 1, got: "a" },
        {
          id: null,
          error: { code: "invalid_jsonl", message: expect.stringContaining("line 3 is not JSON") as string },
        },
        {
          id: null,
          error: {
            code: "invalid_jsonl",
            message: "line 4 is not a JSON object; expected one object per line",
          },
        },
        { id: "z", got: "b" },
      ],
    });
  });

  it("any text survives, however the bytes arrive", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "binary" }), { maxLength: 5 }),
        fc.integer({ min: 1, max: 7 }),
        async (texts, size) => {
          const bytes = Buffer.from(texts.map((text) => `${JSON.stringify({ text })}\n`).join(""));
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
            bytes.subarray(n * size, (n + 1) * size),
          );
          const { out } = await map(chunks);
          expect(out).toEqual(texts.map((got) => ({ id: null, got })));
        },
      ),
      { numRuns: 50 },
    );
  });

  it("U+2028 inside a text does not split its line", async () => {
    expect((await map([Buffer.from('{"text":"a\u2028b\u2029c"}\n')])).out).toEqual([
      { id: null, got: "a\u2028b\u2029c" },
    ]);
  });
});
