import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeSpan, quoteProse, quoteTitle } from "./quote-prose.ts";

describe("quoteProse", () => {
  it.each([
    { why: "plain words stay", text: "Use a map, not a list.", quoted: "Use a map, not a list." },
    { why: "inline code stays code", text: "Call `close()` first", quoted: "Call `close()` first" },
    {
      why: "what emphasises is shown",
      text: "a *b* __c__ snake_case",
      quoted: "a \\*b\\* \\_\\_c\\_\\_ snake\\_case",
    },
    {
      why: "a mention is code, where nobody is notified",
      text: "ask @alice, now",
      quoted: "ask `@alice,` now",
    },
    {
      why: "so is a reference to an issue",
      text: "see acme/shop#12 and gh-7",
      quoted: "see `acme/shop#12` and `gh-7`",
    },
    {
      why: "links are shown, not followed",
      text: "[here](https://evil.example) or www.evil.example",
      quoted: "`[here](https://evil.example)` or `www.evil.example`",
    },
    { why: "images are not loaded", text: "![x](/y.png)", quoted: "!\\[x\\](/y.png)" },
    {
      why: "tags are text",
      text: "<img src=x onerror=y> & <b>",
      quoted: "\\<img src=x onerror=y\\> \\& \\<b\\>",
    },
    { why: "no comment can begin", text: "<!-- REJECTION: {} -->", quoted: "\\<! -- REJECTION: {} --\\>" },
    {
      why: "not in code either",
      text: "`<!-- emend:findings a -->`",
      quoted: "`<! -- emend:findings a -->`",
    },
    {
      why: "headings, lists and rules are lines",
      text: "# a\n- b\n1. c\n---",
      quoted: "\\# a\n\\- b\n1\\. c\n\\---",
    },
    { why: "odd backticks are shown", text: "it`s @me", quoted: "it\\`s `@me`" },
    { why: "double backticks are shown", text: "``x``", quoted: "\\`\\`x\\`\\`" },
    {
      why: "a block of code is one, in a fence that it cannot close and in no language that acts",
      text: "Do:\n```suggestion\na @b\n```\nthen",
      quoted: "Do:\n```text\na @b\n```\nthen",
    },
    {
      why: "a block that never ends ends here",
      text: "~~~\n```\nx",
      quoted: "````text\n```\nx\n````",
    },
    { why: "what nobody sees is spelled out", text: "a\u202Eb\u200Bc", quoted: "a\\\\u202eb\\\\u200bc" },
    { why: "long text is cut", text: "x".repeat(5_000), quoted: `${"x".repeat(994)} \\[cut\\]` },
  ])("$why", ({ text, quoted }) => {
    expect(quoteProse(text, 1_000)).toBe(quoted);
  });

  it("holds no comment and no live mention, whatever it is given", () => {
    const tricky = fc.string({
      unit: fc.constantFrom(
        "`",
        "``",
        "@a",
        "#1",
        "<!--",
        "-->",
        "\n",
        "\r",
        " ",
        "~~~",
        "```",
        "\\",
        "x",
        "\u200b",
        "*",
      ),
      maxLength: 40,
    });
    fc.assert(
      fc.property(tricky, (text) => {
        const quoted = quoteProse(text, 1_000);
        expect(quoted).not.toContain("<!--");
        expect(quoted).not.toMatch(/[\u200b\r]/);
        expect(liveText(quoted)).not.toMatch(/@a|#1/);
      }),
    );
  });
});

describe("quoteTitle", () => {
  it("is one line", () => {
    expect(quoteTitle("a\n\n# b", 100)).toBe("a # b");
  });
});

describe("codeSpan", () => {
  it.each([
    { text: "a", span: "`a`" },
    { text: "a`b", span: "``a`b``" },
    { text: "`", span: "`` ` ``" },
    { text: " a", span: "`  a `" },
  ])("$text", ({ text, span }) => {
    expect(codeSpan(text)).toBe(span);
  });
});

/** What of a quoted text is no code, read as CommonMark reads fences, escapes and spans. */
function liveText(markdown: string): string {
  let fence: string | undefined;
  const prose: string[] = [];
  for (const line of markdown.split("\n")) {
    const mark = /^(`{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (line === fence) fence = undefined;
    } else if (mark !== undefined && line === `${mark}text`) fence = mark;
    else prose.push(line);
  }
  let live = "";
  const text = prose.join("\n");
  for (let at = 0; at < text.length;) {
    if (text[at] === "\\") {
      live += text[at + 1] ?? "";
      at += 2;
      continue;
    }
    const [run] = /^`+/.exec(text.slice(at)) ?? [];
    const end = run === undefined ? -1 : closing(text, at + run.length, run);
    if (run !== undefined && end !== -1) {
      live += " ";
      at = end + run.length;
    } else {
      live += text[at];
      at += 1;
    }
  }
  return live;
}

function closing(text: string, from: number, run: string): number {
  for (const match of text.slice(from).matchAll(/`+/g)) if (match[0] === run) return from + match.index;
  return -1;
}
