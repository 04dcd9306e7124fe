import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../../test/cpu-time.ts";
import { DEFAULT_DESCRIPTION } from "../../feedback/from-signal.ts";
import { isSpecificRemark } from "./is-specific.ts";

describe("remarkSaysWhat", () => {
  it.each([
    "No, that is wrong.",
    "This doesn't work.",
    "Still broken!!!",
    "That's not what I asked for.",
    "Wrong again. Please fix it.",
    "No. Try again, this is completely wrong.",
    "LGTM",
    "I don’t like this at all",
    "It is still failing, please redo this.",
    "Nein, das ist falsch.",
    "不对",
    "?",
    "👎",
    "-1",
    "",
    ...Object.values(DEFAULT_DESCRIPTION),
  ])("says nothing: %s", (remark) => expect(isSpecificRemark(remark)).toBe(false));

  it.each([
    ["No, the date is wrong.", "a thing that is wrong"],
    ["No, that is wrong. Use UTC.", "what to do instead"],
    ["`total` is wrong", "code"],
    ["This leaks memory.", "an effect"],
    ["The result is dropped", "what happens to it"],
    ["no check", "what is missing"],
    ["Too slow", "a quality"],
    ["Das Datum ist falsch.", "a thing, in another language"],
    ["日付が違います", "the same where words are not spaced"],
  ])("says what: %s (%s)", (remark) => expect(isSpecificRemark(remark)).toBe(true));

  it("reads a bounded part of a huge remark", () => {
    const started = cpuMs();
    expect(isSpecificRemark("no, wrong. ".repeat(200_000))).toBe(false);
    expect(cpuMs() - started).toBeLessThan(1_000);
  });
});
