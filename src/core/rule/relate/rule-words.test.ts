import { describe, expect, it } from "vitest";
import { splitRule, stemOf } from "./rule-words.ts";

describe("stemOf", () => {
  it.each([
    ["committing", "commit", "a doubled consonant"],
    ["dependencies", "dependency", "a plural in -ies"],
    ["using", "uses", "two endings of one verb"],
    ["validation", "validate", "a noun of a verb"],
    ["classes", "class", "a plural in -es"],
  ])("%s and %s have one stem: %s", (one, other) => {
    expect(stemOf(one)).toBe(stemOf(other));
  });

  it.each([
    ["exception", "except", "a thing and a restriction"],
    ["is", "i", "too short to cut"],
    ["used", "use", "`not used` forbids what stands before it, `not use` what follows"],
    ["string", "str", "an ending that is none"],
  ])("%s and %s do not: %s", (one, other) => {
    expect(stemOf(one)).not.toBe(stemOf(other));
  });
});

describe("splitRule", () => {
  const texts = (rule: string): readonly string[] => splitRule(rule).map(({ text }) => text);

  it.each([
    ["- **Never** use `any`.", ["never", "use", "any", "."], "Markdown leaves no trace"],
    ["2-space indent", ["2", "space", "indent"], "hyphens part words"],
    ["Use C# (not C++)", ["use", "csharp", "(", "not", "cpp", ")"], "names that end in a sign"],
    ["Use `.then()`", ["use", ".then", "(", ")"], "a call is not the word"],
    ["e.g. tabs", ["e", "g", "tabs"], "an abbreviation ends nothing"],
  ])("%j: %j (%s)", (rule, wanted) => {
    expect(texts(rule)).toEqual(wanted);
  });
});
