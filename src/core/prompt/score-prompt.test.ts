import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.ts";
import { CRITERION_IDS, PROMPT_RUBRIC, type CriterionId, scorePrompt } from "./score-prompt.ts";

const earnedBy = (prompt: string): readonly CriterionId[] =>
  scorePrompt(prompt)
    .criteria.filter(({ earned }) => earned > 0)
    .map(({ id }) => id);

describe("the rubric", () => {
  it("001.6: totals ten points and lists every criterion once", () => {
    expect(PROMPT_RUBRIC.reduce((sum, { points }) => sum + points, 0)).toBe(10);
    expect(PROMPT_RUBRIC.map(({ id }) => id)).toEqual(CRITERION_IDS);
  });

  it.each<{ prompt: string; earned: readonly CriterionId[]; why: string }>([
    { prompt: "", earned: [], why: "nothing is asked, so nothing is clear either" },
    { prompt: "   \n\n  ", earned: [], why: "blanks ask nothing" },
    { prompt: "review the code", earned: ["task", "clarity"], why: "a task, and no more" },
    { prompt: "fix it", earned: ["task"], why: "a task that leaves its object to guess" },
    { prompt: "the invoices", earned: [], why: "a noun is no task" },
    {
      prompt: "Could you please list the taxes?",
      earned: ["task", "clarity"],
      why: "a polite request is a task",
    },
    {
      prompt: "Rename parse_line in src/reader.ts",
      earned: ["task", "target", "clarity"],
      why: "an identifier and a path name the target",
    },
    {
      prompt: "Write a story about Napoleon in 300 words",
      earned: ["task", "target", "output", "clarity"],
      why: "a size is an expectation of the output",
    },
    {
      prompt: "Sort the rows because the report is read on paper",
      earned: ["task", "context", "clarity"],
      why: "a reason is context",
    },
    {
      prompt: "Sort the rows. Never load them all at once.",
      earned: ["task", "constraints", "clarity"],
      why: "a prohibition is a constraint",
    },
    {
      prompt: "Sort the rows and verify the order",
      earned: ["task", "verification", "clarity"],
      why: "a check tells when it is done",
    },
    {
      prompt: "Sort the rows:\n```\nb,2\na,1\n```",
      earned: ["task", "evidence", "clarity"],
      why: "a fenced block shows the real thing",
    },
    {
      prompt: "```\nmust verify only because\n```",
      earned: ["evidence"],
      why: "words inside a fence are quoted and earn nothing else",
    },
    {
      prompt: "Sort the rows, leave the header unchanged",
      earned: ["task", "scope", "clarity"],
      why: "protecting the rest is scope",
    },
    { prompt: "Sort the rows properly, etc.", earned: ["task"], why: "vague words lose clarity" },
    {
      prompt: "Sort the column `something`",
      earned: ["task", "target", "clarity"],
      why: "a vague word in code is a name",
    },
    {
      prompt: "Explain sorting briefly and in great detail",
      earned: ["task"],
      why: "opposed demands lose clarity",
    },
  ])("$prompt: $why", ({ prompt, earned }) => {
    expect(earnedBy(prompt)).toEqual(earned);
  });

  it("shows what earned each point", () => {
    const prompt = "Please fix src/app.ts, but never touch the tests";
    const shown = scorePrompt(prompt).criteria.flatMap(({ id, evidence }) =>
      evidence === null ? [] : [[id, prompt.slice(evidence.start, evidence.end)]],
    );
    expect(shown).toEqual([
      ["task", "Please fix"],
      ["target", "src/app.ts"],
      ["constraints", "never"],
      ["verification", "tests"],
    ]);
  });

  it("gives full marks to a prompt that has everything", () => {
    const prompt = [
      "Fix the crash in `src/auth/login.ts`; users are locked out because of it.",
      "Error: `TypeError: user is undefined`",
      "Only touch that file, and keep the signature of `login`.",
      "It is done when `npm test` passes. Return a unified diff.",
    ].join("\n");
    expect(scorePrompt(prompt).score).toBe(10);
  });
});

describe("laws of the score", () => {
  const words = fc.constantFrom(
    "Fix",
    "the",
    "src/a.ts",
    "because",
    "must",
    "only",
    "test",
    "return",
    "JSON",
    "```",
    "~~~",
    "`x`",
    "“y”",
    '"',
    "something",
    "briefly",
    "comprehensive",
    "Error:",
    "e.g.",
    "\n",
    "\r\n",
    ". ",
    "review",
    "`",
  );
  const prompts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.array(words, { maxLength: 40 }).map((list) => list.join(" ")),
    fc.array(words, { maxLength: 40 }).map((list) => list.join("\n")),
  );

  it("001.6: is between 0 and 10, with every span inside the prompt", () => {
    fc.assert(
      fc.property(prompts, (prompt) => {
        const { score, criteria } = scorePrompt(prompt);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(10);
        for (const { evidence } of criteria) {
          if (evidence === null) continue;
          expect(evidence.start).toBeGreaterThanOrEqual(0);
          expect(evidence.end).toBeLessThanOrEqual(prompt.length);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("001.6: repeating a prompt does not raise its score", () => {
    fc.assert(
      fc.property(prompts, fc.integer({ min: 2, max: 5 }), (prompt, times) => {
        const repeated = Array.from({ length: times }, () => prompt).join("\n");
        expect(scorePrompt(repeated).score).toBe(scorePrompt(prompt).score);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    { text: "lorem ipsum ".repeat(1000), why: "filler" },
    { text: "\n".repeat(1000), why: "blank lines" },
    { text: "!".repeat(1000), why: "emphasis" },
  ])("padding a prompt with $why earns nothing", ({ text }) => {
    expect(scorePrompt(`review the code\n${text}`).score).toBe(scorePrompt("review the code").score);
  });

  it.each([
    { piece: "“", why: "quotations never closed" },
    { piece: "a.", why: "one endless name" },
    { piece: "as a one ", why: "half a format, again and again" },
    { piece: "\n", why: "nothing but lines" },
    { piece: "{", why: "braces" },
  ])("a megabyte of $why is scored in linear time", ({ piece }) => {
    const prompt = piece.repeat(1_000_000 / piece.length);
    const started = cpuMs();
    scorePrompt(prompt);
    expect(cpuMs() - started).toBeLessThan(3000);
  });
});
