import { describe, expect, it } from "vitest";
import { COMPOUNDS } from "./read-rule.ts";
import { CONCEPT_SENSES, NEAR, SETTING_SENSES, SETTINGS } from "./lexicon.ts";

describe("the tables of settings", () => {
  const senses = [...SETTING_SENSES.values()].flat();

  it("a phrase means one value of one setting, unless words beside it tell which", () => {
    const meanings = new Map<string, Set<string>>();
    for (const { stems, meaning } of senses) {
      if (NEAR.has(meaning.topic)) continue;
      const phrase = stems.join(" ");
      const known = meanings.get(phrase) ?? new Set();
      meanings.set(phrase, known.add(`${meaning.topic}: ${meaning.value}, ${meaning.reversed}`));
    }
    expect([...meanings].filter(([, known]) => known.size > 1)).toEqual([]);
  });

  it("a setting where one of two is chosen has two values", () => {
    const tops = [...SETTINGS.values()]
      .filter(({ either }) => either === true)
      .map(({ name, values }) => [
        name,
        new Set(Object.keys(values).map((value) => value.split(".")[0])).size,
      ]);
    expect(tops.filter(([, count]) => count !== 2)).toEqual([]);
  });

  it("compounds are made of concepts and settings that exist, or of stems", () => {
    const topics = new Set(
      [...senses, ...[...CONCEPT_SENSES.values()].flat()].map(({ meaning }) => meaning.topic),
    );
    const named = COMPOUNDS.flatMap(({ one, other }) => [...one, ...other]).filter((topic) =>
      topic.includes(" "),
    );
    expect(named.filter((topic) => !topics.has(topic))).toEqual([]);
  });
});
