import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.ts";
import { hash64 } from "../hash.ts";
import { BUILT_IN_PACKS } from "./built-in-packs.ts";
import { formatRejection } from "./format-rejection.ts";
import { createGateCatalogue } from "./gate.ts";
import { parseRejection } from "./parse-rejection.ts";
import type { Signer } from "./rejection.ts";

const catalogue = createGateCatalogue(BUILT_IN_PACKS);
const TS = "2026-01-31T12:00:00Z";
/** Stands for the real one, which lives outside of the core: keyed, and different for different texts. */
const signerOf = (key: string): Signer => {
  const sign = (text: string): string => hash64(`${key}\n${text}`);
  return { sign, verify: (text, signature) => sign(text) === signature };
};
const ours = signerOf("ours");
const write = (issues: readonly string[], signer?: Signer): string =>
  formatRejection({ issues, source: "ci", ts: TS, catalogue, ...(signer === undefined ? {} : { signer }) });
const read = (comment: string, signer?: Signer): readonly string[] | string => {
  const parsed = parseRejection(comment, signer === undefined ? {} : { signer });
  return parsed.ok
    ? [...parsed.value.issues, parsed.value.signed ? "(signed)" : "(unsigned)"]
    : parsed.error.code;
};

describe("signatures", () => {
  it.each([
    { why: "signed, right key", comment: write(["a"], ours), signer: ours, answer: ["a", "(signed)"] },
    {
      why: "signed, wrong key",
      comment: write(["a"], signerOf("theirs")),
      signer: ours,
      answer: "bad_signature",
    },
    {
      why: "signed, no key to check with",
      comment: write(["a"], ours),
      signer: undefined,
      answer: ["a", "(unsigned)"],
    },
    { why: "unsigned, key configured", comment: write(["a"]), signer: ours, answer: "unsigned" },
    { why: "unsigned, no key", comment: write(["a"]), signer: undefined, answer: ["a", "(unsigned)"] },
    {
      why: "the original form, key configured",
      comment: '<!-- REJECTION: {"issues":["a"]} -->',
      signer: ours,
      answer: "unsigned",
    },
    {
      why: "a tag changed",
      comment: write(["a"], ours).replace('["a"]', '["b"]'),
      signer: ours,
      answer: "bad_signature",
    },
    {
      why: "the time changed",
      comment: write(["a"], ours).replace("2026", "2027"),
      signer: ours,
      answer: "bad_signature",
    },
    {
      why: "the version taken away",
      comment: write(["a"], ours).replace('"v":1,', ""),
      signer: ours,
      answer: "bad_signature",
    },
    {
      why: "a key added",
      comment: write(["a"], ours).replace('"v":1', '"v":1,"x":1'),
      signer: ours,
      answer: "bad_signature",
    },
    {
      why: "a signature that is no text",
      comment: write(["a"], ours).replace(/"sig":"[^"]*"/, '"sig":true'),
      signer: ours,
      answer: "bad_signature",
    },
    {
      why: "the same in another spelling",
      comment: write(["a"], ours).replace('"v":1,', ' "v": 1.0 , '),
      signer: ours,
      answer: ["a", "(signed)"],
    },
    {
      why: "a forged one after a signed one",
      comment: write(["a"], ours) + write(["b"]),
      signer: ours,
      answer: ["a", "(signed)"],
    },
    {
      why: "two signed ones",
      comment: write(["a"], ours) + write(["b"], ours),
      signer: ours,
      answer: ["b", "(signed)"],
    },
  ])("$why", ({ comment, signer, answer }) => {
    expect(read(comment, signer)).toEqual(answer);
  });

  it("002.1: hold for any tags", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (issues) => {
        expect(parseRejection(write(issues, ours), { signer: ours })).toMatchObject({
          ok: true,
          value: { signed: true },
        });
      }),
    );
  });

  it("are reported as unchecked without a key", () => {
    expect(parseRejection(write(["a"], ours)).diagnostics).toMatchObject([
      { code: "signature_unchecked", block: 0 },
    ]);
  });
});

describe("hostile comments", () => {
  const mega = 1_000_000;
  it.each([
    { why: "openings without an end", comment: "<!-- REJECTION: ".repeat(mega / 16) },
    { why: "empty blocks", comment: "<!-- REJECTION: {} -->".repeat(mega / 22) },
    { why: "almost openings", comment: `<!--${" ".repeat(mega)}` },
    { why: "comment starts", comment: "<!--".repeat(mega / 4) },
    { why: "dashes", comment: `<!-- REJECTION: ${"-".repeat(mega)}` },
    { why: "arrays in arrays", comment: `<!-- REJECTION: ${"[".repeat(mega)} -->` },
    { why: "objects in objects", comment: `<!-- REJECTION: ${'{"a":'.repeat(mega / 5)} -->` },
    {
      why: "depth under a key of its own",
      comment: `<!-- REJECTION: {"sig":"x","y":${"[".repeat(mega / 2)}${"]".repeat(mega / 2)}} -->`,
    },
    {
      why: "one long text",
      comment: `<!-- REJECTION: {"issues":["${"\\u002d".repeat(mega / 6)}"],"source":1} -->`,
    },
  ])("costs time in proportion to a megabyte of $why", ({ comment }) => {
    for (const options of [{}, { signer: ours }]) {
      const started = cpuMs();
      const parsed = parseRejection(comment, options);
      // Quadratic work on a megabyte takes minutes; the bound only has to tell the two apart.
      expect(cpuMs() - started).toBeLessThan(3000);
      expect(parsed.ok).toBe(false);
      expect(parsed.diagnostics.length).toBeLessThanOrEqual(21);
    }
  });

  it("reads a real block behind a megabyte of noise", () => {
    expect(read(`${"<!-- REJECTION: {".repeat(mega / 17)}${write(["a"], ours)}`, ours)).toEqual([
      "a",
      "(signed)",
    ]);
  });

  it("takes a tag as long as the comment", () => {
    const tag = "--><!-- REJECTION: ".repeat(50_000);
    expect(read(write([tag], ours), ours)).toEqual([tag, "(signed)"]);
  });
});
