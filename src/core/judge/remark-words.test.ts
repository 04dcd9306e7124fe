import { describe, expect, it } from "vitest";
import { remarkWords, stem, topicAt } from "./remark-words.ts";

const spoken = (text: string): string =>
  remarkWords(text)
    .map(({ text: word }) => word)
    .join(" ");

describe("remarkWords", () => {
  it.each([
    ["Use `.equals()` here, please!", "use equals here , please .", "a dot inside code is no mark"],
    ["foo.bar() breaks", "foo bar breaks", "nor is one inside a name"],
    ["really?! no...", "? no .", "marks in a row are one, a question stays one"],
    ["try/catch and read-only", "try/catch and read-only", "known words stay whole"],
    ["half-open", "half open", "others come apart"],
    [
      "Take the promised date out; we cannot keep it.",
      "remove the promised date . we cannot keep it .",
      "a parted verb is one",
    ],
    ["take it. Then go out", "take it . then go out", "but not beyond a mark"],
  ])("%j: %j (%s)", (text, words) => {
    expect(spoken(text)).toBe(words);
  });
});

describe("topicAt", () => {
  it.each([
    ["double quotes", { name: "single quotes", sense: -1, length: 2 }],
    ["memoised", { name: "cache", sense: 1, length: 1 }],
    ["evicting", { name: "evict", sense: 1, length: 1 }],
    ["the", undefined],
  ])("%j is about %j", (text, topic) => {
    expect(topicAt(remarkWords(text), 0)).toEqual(topic);
  });
});

describe("stem", () => {
  it.each([
    [["evict", "evicts", "evicted", "evicting"], "evict"],
    [["retry", "retries"], "retry"],
    [["drop", "dropped", "dropping"], "drop"],
    [["class"], "class"],
  ])("brings %j together", (words, root) => {
    expect(new Set(words.map(stem))).toEqual(new Set([root]));
  });
});
