import { describe, expect, it } from "vitest";
import { draftFromWords } from "./draft-from-words.ts";

const drafted = (...remarks: readonly string[]): string => {
  const draft = draftFromWords(remarks.map((text) => ({ text })));
  return draft.ok ? draft.text : draft.why;
};

describe("17.5 a draft says all that every remark wants", () => {
  it.each([
    {
      remarks: [
        "Close the stream in a finally block and log the error.",
        "Log the error, and close the stream in a finally block.",
        "Please close the stream in finally and log the error",
      ],
      wants: [/close the stream/i, /log the error/i],
    },
    {
      remarks: Array.from({ length: 3 }, () => "Add a test for the empty list, and update the changelog."),
      wants: [/test for the empty list/i, /update the changelog/i],
    },
  ])("$remarks.0", ({ remarks, wants }) => {
    const text = drafted(...remarks);
    for (const want of wants) expect(text).toMatch(want);
  });

  it("and nothing that only some of them want", () => {
    const text = drafted(
      "Add a test for the empty list.",
      "Add a test for the empty list, and update the changelog.",
      "A test for the empty list is missing.",
    );
    expect(text).toMatch(/test for the empty list/i);
    expect(text).not.toMatch(/changelog/i);
  });
});

describe("16.1 a draft says nothing twice", () => {
  it.each([
    {
      remarks: [
        "capture self weakly in closures",
        "use weak self",
        "weak self in closures, capture it weakly",
      ],
    },
    {
      remarks: [
        "use bun not npm in this repository",
        "We use bun here; you ran npm install",
        "wrong tool — bun, never npm",
      ],
    },
  ])("$remarks.0", ({ remarks }) => {
    expect(drafted(...remarks)).toMatch(/^[^.]+\.$/);
  });

  it("and two different things in two sentences", () => {
    expect(
      drafted(
        "Close the stream in a finally block and log the error.",
        "Log the error, and close the stream in a finally block.",
      ),
    ).toMatch(/close the stream.*log the error|log the error.*close the stream/i);
  });
});

it("16.1 one sentence with both halves goes before two with one each", () => {
  expect(
    drafted(
      "Do not import lodash.",
      "use radash",
      "radash, not lodash please",
      "lodash again? we use radash",
    ),
  ).toBe("Use radash instead of lodash.");
});
