import { describe, expect, it } from "vitest";
import { hoursAfter } from "../time/time.ts";
import {
  DEFAULT_GATE_HOURS,
  type GateHours,
  parseGateHours,
  readSubmission,
  workKey,
} from "./read-submission.ts";
import * as fc from "fast-check";
import {
  EXAMPLE_CONTEXT,
  EXAMPLE_INPUT,
  exampleSubmission,
} from "../../../test/examples/example-submission.ts";
import { issuePath } from "../json/json.ts";
import { MAX_OUTPUT, submissionHeader } from "./submission.ts";
import { submissionInputSchema } from "./submission-input.ts";
import { submissionHeaderSchema, submissionSchema } from "./submission-schema.ts";

const hours = (...entries: readonly string[]): GateHours => {
  const read = parseGateHours(entries);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
};

describe("the hours of a gate", () => {
  it.each([
    { entries: [], gate: "Before send", expected: 2, why: "it is known by itself" },
    { entries: [], gate: "before-merge", expected: 4, why: "spellings of a name are one gate" },
    { entries: [], gate: "BEFORE_PUBLISH", expected: 8, why: "spellings of a name are one gate" },
    { entries: [], gate: "HITL-9", expected: 8, why: "nobody named it" },
    { entries: ["HITL-1=4"], gate: "hitl 1", expected: 4, why: "it is set" },
    { entries: ["Before send = 0.5"], gate: "Before send", expected: 0.5, why: "what is set comes first" },
    { entries: ["a=1", "A=2"], gate: "a", expected: 2, why: "the later of two holds" },
    { entries: ["*=24"], gate: "HITL-9", expected: 24, why: "the star is for all that are not named" },
    { entries: ["*=24"], gate: "Before send", expected: 2, why: "the star is for none that are" },
    { entries: ["a=b=3"], gate: "a=b", expected: 3, why: "the last sign parts name and hours" },
    { entries: ["__proto__=3"], gate: "constructor", expected: 8, why: "names are only names" },
  ])("are $expected of $gate after $entries: $why", ({ entries, gate, expected }) => {
    expect(hours(...entries).hoursOf(gate)).toBe(expected);
  });

  it.each(["", "HITL-1", "=4", " =4", "a=", "a=0", "a=-1", "a=1e3", "a=9999", "a=four", "a=1.2345", "a=0x4"])(
    "are not read from %j, and the message says what is expected",
    (entry) => {
      expect(parseGateHours([entry])).toMatchObject({
        ok: false,
        error: { code: "invalid_gate_hours", message: expect.stringContaining("Before merge=4") },
      });
    },
  );

  it("end after so long", () => {
    const end = hoursAfter("2026-02-28T23:30:00.000Z", DEFAULT_GATE_HOURS.hoursOf("Before send"));
    expect(end).toBe("2026-03-01T01:30:00.000Z");
    expect(hoursAfter("2026-02-28T23:30:00.000Z", 0.5)).toBe("2026-03-01T00:00:00.000Z");
  });
});

type Change = Readonly<Record<string, unknown>>;

const read = (change: Change, context: object = {}) =>
  readSubmission(submissionInputSchema.parse({ ...EXAMPLE_INPUT, ...change }), {
    ...EXAMPLE_CONTEXT,
    ...context,
  });

describe("submissionInputSchema", () => {
  const problemsOf = (input: unknown): readonly string[] =>
    submissionInputSchema.safeParse(input).error?.issues.map(({ path }) => issuePath(path)) ?? [];

  it.each([
    { change: { gate: " " }, field: "gate", why: "a blank name" },
    { change: { title: undefined }, field: "title", why: "no title" },
    { change: { output: 7 }, field: "output", why: "no text" },
    { change: { output: " \n" }, field: "output", why: "nothing to look at" },
    { change: { output: "x".repeat(MAX_OUTPUT + 1) }, field: "output", why: "more than 1 MiB" },
    { change: { output: "€".repeat(MAX_OUTPUT / 2) }, field: "output", why: "bytes count, not characters" },
    { change: { format: "pdf" }, field: "format", why: "an unknown format" },
    { change: { files: ["a", ""] }, field: "files[1]", why: "an empty path" },
    { change: { files: Array.from({ length: 501 }, () => "a") }, field: "files", why: "too many paths" },
    { change: { run: "r".repeat(300) }, field: "run", why: "a name that is too long" },
    { change: { url: "javascript:alert(1)" }, field: "url", why: "an address that runs a script" },
    { change: { url: "https://ana:secret@host/1" }, field: "url", why: "an address with a password" },
    { change: { url: "pulls/7" }, field: "url", why: "no address" },
    { change: { context: "c".repeat(4_001) }, field: "context", why: "a context that is too long" },
    { change: { decision: {} }, field: "", why: "a key that nobody knows" },
  ])("refuses $why, and names the field", ({ change, field }) => {
    expect(problemsOf({ ...EXAMPLE_INPUT, ...change })).toEqual([field]);
  });

  it("keeps the context and the address that the agent gives", () => {
    const url = "https://example.com/pulls/7";
    const submission = read({ url: ` ${url}`, context: " Second attempt. " });
    expect(submission).toMatchObject({ ok: true, value: { url, context: "Second attempt." } });
    expect(read({ context: "  " })).not.toHaveProperty("value.context");
  });

  it("takes exactly 1 MiB of UTF-8", () => {
    expect(problemsOf({ ...EXAMPLE_INPUT, output: "€".repeat((MAX_OUTPUT - 1) / 3) })).toEqual([]);
  });

  it.each([null, 7, "x", [], undefined])("refuses %j as a whole", (input) => {
    expect(problemsOf(input)).toEqual([""]);
  });
});

describe("readSubmission", () => {
  it("makes a submission that waits until the hours of its gate are over", () => {
    expect(exampleSubmission({ run: " r-1 ", files: ["a.ts", "a.ts", "b.ts"] })).toMatchInlineSnapshot(`
      {
        "agent": "rio",
        "due_at": "2026-03-01T13:00:00.000Z",
        "files": [
          "a.ts",
          "b.ts",
        ],
        "format": "text",
        "gate": "Before merge",
        "id": "sb_00000000000000000000000000000000",
        "output": "first
      second
      ",
        "output_sha": "000000000000000000000000000000000000000000000000000000000000000d",
        "revision": 1,
        "run": "r-1",
        "schema": 1,
        "status": "waiting",
        "submitted_at": "2026-03-01T09:00:00.000Z",
        "submitted_by": {
          "id": "rio-token",
          "trust": "tool",
        },
        "title": "Retry charges on a timeout",
      }
    `);
  });

  it("needs an agent", () => {
    expect(read({ agent: undefined })).toMatchObject({
      error: {
        code: "invalid_submission",
        fields: [{ field: "agent" }],
        message: expect.stringContaining("agent"),
      },
    });
  });

  it("is of the one agent that its submitter speaks for", () => {
    expect(read({ agent: undefined }, { agent: "kai" })).toMatchObject({ value: { agent: "kai" } });
    expect(read({}, { agent: "rio" })).toMatchObject({ value: { agent: "rio" } });
    expect(read({}, { agent: "kai" })).toMatchObject({ error: { code: "not_your_agent" } });
  });

  it("has the id that its agent's own id gives it, and else another each time", () => {
    const hash = (text: string): string => Buffer.from(text).toString("hex").padEnd(64, "0");
    const idOf = (change: Change, nonce: string): string => exampleSubmission(change, { hash, nonce }).id;
    expect(idOf({ id: "a" }, "1")).toBe(idOf({ id: "a" }, "2"));
    expect(idOf({ id: "a" }, "1")).not.toBe(idOf({ id: "a", agent: "kai" }, "1"));
    expect(idOf({}, "1")).not.toBe(idOf({}, "2"));
  });

  const fieldsOf = (value: fc.Arbitrary<unknown>) =>
    fc.record(
      {
        id: value,
        agent: value,
        gate: value,
        title: value,
        output: value,
        format: fc.constantFrom("text", "markdown", "diff"),
        files: fc.array(value, { maxLength: 3 }),
        run: value,
      },
      { requiredKeys: ["gate", "title", "output"] },
    );

  it("gives what fits the published schemas, and all names as a store can hold them", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 }).map((some) => `x${some}`);
    fc.assert(
      fc.property(fieldsOf(text), ({ agent: _agent, ...given }) => {
        const submission = exampleSubmission(given);
        expect(submissionSchema.parse(submission)).toEqual(submission);
        const header = submissionHeader(submission);
        expect(submissionHeaderSchema.parse(header)).toEqual(header);
        const { output: _output, ...names } = submission;
        for (const name of Object.values(names).flat().map(String)) {
          expect(name.isWellFormed() && !name.includes("\0")).toBe(true);
        }
      }),
    );
  });
});

describe("workKey", () => {
  const keyOf = (change: Change): string => workKey(exampleSubmission(change), (text) => text.repeat(4));
  it.each([
    {
      change: { title: "other", format: "diff", files: ["a"] },
      same: true,
      why: "it is how the work is shown",
    },
    { change: { id: "x" }, same: true, why: "the work is the same under another id" },
    { change: { run: "r" }, same: false, why: "another run is other work" },
  ])("is the same with $change: $same, since $why", ({ change, same }) => {
    expect(keyOf(change) === keyOf({})).toBe(same);
  });
});

describe("submissionHeader", () => {
  it("tells what a diff changes, and how other work begins", () => {
    const diff = "--- a/x.ts\n+++ b/x.ts\n@@ -1,1 +1,1 @@\n-old\n+new\n";
    expect(submissionHeader(exampleSubmission({ output: diff, format: "diff" })).excerpt).toBe(
      "x.ts (+1 -1); - old; + new",
    );
    const long = submissionHeader(exampleSubmission({ output: "€".repeat(5_000) }));
    expect(long).toMatchObject({ output_bytes: 15_000 });
    expect(long.excerpt).toHaveLength(1_000);
    expect(long).not.toHaveProperty("output");
  });
});
