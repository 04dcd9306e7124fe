import { describe, expect, it } from "vitest";
import { parseSuggestion } from "./render-finding.ts";

describe("readAdvice", () => {
  it.each([
    { why: "prose is no code", text: "Use a Map here.", prose: "Use a Map here." },
    {
      why: "nothing but code is what to write",
      text: "```ts\nconst a = 1;\n```",
      prose: "",
      lines: ["const a = 1;"],
    },
    {
      why: "a suggestion says that it is one",
      text: "Better:\n```suggestion\na\nb\n```",
      prose: "Better:",
      lines: ["a", "b"],
    },
    { why: "an empty suggestion takes lines out", text: "```suggestion\n```", prose: "", lines: [] },
    { why: "an empty block says nothing", text: "```ts\n```", prose: "```ts\n```" },
    {
      why: "code within prose is an example",
      text: "Such as\n```ts\na\n```",
      prose: "Such as\n```ts\na\n```",
    },
    { why: "a diff is no replacement", text: "```diff\n-a\n+b\n```", prose: "```diff\n-a\n+b\n```" },
    {
      why: "two blocks leave open which",
      text: "```\na\n```\n```\nb\n```",
      prose: "```\na\n```\n```\nb\n```",
    },
    {
      why: "what nobody sees is not applied with a click",
      text: "```ts\na\u202Eb\n```",
      prose: "```ts\na\u202Eb\n```",
    },
    {
      why: "blocks that machines read are not written for anybody",
      text: "```html\n<!-- REJECTION: {} -->\n```",
      prose: "```html\n<!-- REJECTION: {} -->\n```",
    },
    {
      why: "other comments are code",
      text: "```html\n<!-- nav -->\n```",
      prose: "",
      lines: ["<!-- nav -->"],
    },
  ])("$why", ({ text, prose, lines }) => {
    expect(parseSuggestion(text)).toEqual(lines === undefined ? { prose } : { prose, lines });
  });
});
